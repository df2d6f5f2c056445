"""A check: one use of a rule with its options."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from sixfold.rules.rule import Rule
from sixfold.rules.texts import Clause
from sixfold.rules.words.names import CheckWord
from sixfold.show.display import Presented


class _Check(NamedTuple):
    rule: Rule
    settings: tuple[tuple[str, Any], ...]


class Check(Presented, _Check):
    """A rule and the value of each of its options. `parse` makes one from a text, and `check` from options.

    Checks are immutable and compare by value. `text` is the canonical spelling, and `options` has the names of the
    JSON. An option of a rule that is annotated as a check is said in parentheses: `(ten attack +4 damage 2d6)`. The
    rule plays it by `table.play(check, "success")`.

    >>> from sixfold import parse
    >>> check = parse("TEN sup 1 +6 hard")
    >>> str(check)
    'ten +6 -3 [hard] superior 1'
    >>> check.options
    {'modifier': 3, 'modifiers': [{'value': 6, 'label': ''}, {'value': -3, 'label': 'hard'}], 'skew': 1}
    """

    __slots__ = ()

    _presenter = "check"

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
        text = self.rule.head
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
            value = settings[word.name]
            options.update({} if value is None else word.to_json(value))
        return options

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments for the rule's function."""
        settings = dict(self.settings)
        return {word.name: word.argument(settings[word.name]) for word in self.rule.words}

    def every(self) -> "Iterator[Check]":
        """Yield this check and those in it, at any depth."""
        yield self
        for value in self.arguments.values():
            if isinstance(value, Check):
                yield from value.every()

    def explain(self) -> list[Clause]:
        """Return the clauses of the rule that apply to this check, in words."""
        return self.rule.explanation(self.arguments)
