"""A check as a value that a rule can be given: which rule of which game, and the value of each of its options."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from sixfold.rules.functions import of_package
from sixfold.rules.rule import Rule
from sixfold.rules.words.names import CheckWord


class _Check(NamedTuple):
    rule: Rule
    settings: tuple[tuple[str, Any], ...]


class Check(_Check):
    """A rule and the value of each of its options.

    An option of a rule that is annotated as one is said in parentheses: `(ten attack +4 damage 2d6)`. The rule plays
    it by `table.play(check, "success")`.
    """

    __slots__ = ()

    WORD: Final = CheckWord()

    @property
    def system(self) -> str:
        """The game's name, as in check texts."""
        return self.rule.system

    @property
    def name(self) -> str:
        """The game and the rule: `ten attack`."""
        return f"{self.rule.system} {self.rule.name}"

    @property
    def text(self) -> str:
        """The one canonical text of this check; reading it gives the same check."""
        settings = dict(self.settings)
        text = self.rule.system if self.rule.default else self.name
        glued = False
        for word in self.rule.words:
            words = word.write(settings[word.name])
            if words:
                labelled = words.partition(" ")[2].startswith("[")
                text += words if glued and not labelled else f" {words}"  # 3D+1
            glued = word.adds
        return text

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"parse({self.text!r})"

    @property
    def options(self) -> dict[str, Any]:
        """The options as in JSON: what was said, and what is always said."""
        settings = dict(self.settings)
        options: dict[str, Any] = {}
        for word in self.rule.words:
            options.update(word.to_json(settings[word.name]))
        return options

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments for the rule's function."""
        settings = dict(self.settings)
        return {word.name: word.argument(settings[word.name]) for word in self.rule.words}


def played(
    rule: Callable[..., Any] | Check, options: Mapping[str, Any]
) -> tuple[Callable[..., Any], Mapping[str, Any]]:
    """Return the function of what is played inside a rule, and its options: those of a check, and those given here."""
    if isinstance(rule, Check):
        return watched(rule.rule.play), {**rule.arguments, **options}
    return rule, options


def watched(play: Callable[..., Any]) -> Callable[..., Any]:
    """Return a rule's function as tables play it: one of an author is played on a table that looks at what it is told.

    This and `examined` are the only ways from here up to what judges the code of authors.
    """
    if of_package(play):
        return play
    from sixfold.authoring.strict_table import Watched  # here, since the package's own games never need it

    return Watched(play)


def examined(play: Callable[..., Any], options: Mapping[str, Any]) -> Callable[..., Any]:
    """Return the same, after the functions of authors in it did the same twice with the same dice.

    Raises RuleError (rule/chance, rule/changing) with the author's line for one that does not.
    """
    for value in options.values():
        if isinstance(value, Check):
            examined(value.rule.play, value.arguments)
    if not of_package(play):
        from sixfold.authoring.determinism import check_same_again  # here, since the package's own games never need it

        check_same_again(play, options)
    return watched(play)
