"""A check: one use of a rule with its options, read from its text and written as one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sixfold.arguments import one_of, several, whole, wrong
from sixfold.arguments import text as text_of
from sixfold.bounds import CHECKS_INSIDE, LABEL_LENGTH, TEXT_LENGTH
from sixfold.checks.head import find_rule, read_head, unquoted
from sixfold.checks.read_words import read_words
from sixfold.errors import BoundsError, NotationError, RuleError, SixfoldError, TextError
from sixfold.printable import first_refused, shown
from sixfold.report.display import Shown
from sixfold.rules.inner_check import Check as RuleCheck
from sixfold.rules.rule import Rule, System
from sixfold.rules.texts import Clause
from sixfold.rules.wording import did_you_mean, nearest
from sixfold.rules.words.pieces import Piece, unclear
from sixfold.systems import SYSTEMS

if TYPE_CHECKING:
    from sixfold.playing.record import Record
    from sixfold.report.tables import Report
    from sixfold.solving.odds import Odds


SURELY_SHORT = TEXT_LENGTH // 8
"""Characters of a text whose canonical form is surely within what can be read: no word grows eightfold."""


class Check(RuleCheck, Shown):
    """A rule and the value of each of its options. `parse` makes one from a text, and `check` from options.

    Checks are immutable and compare by value. `text` is the canonical spelling, and `options` has the names of the
    JSON.

    >>> check = parse("TEN sup 1 +6 hard")
    >>> str(check)
    'ten +6 -3 [hard] superior 1'
    >>> check.options
    {'modifier': 3, 'modifiers': [{'value': 6, 'label': ''}, {'value': -3, 'label': 'hard'}], 'skew': 1}
    """

    __slots__ = ()

    def to_json(self) -> dict[str, Any]:
        """Return the check as plain data: its text, system, rule and options."""
        return {
            "version": 1,
            "text": self.text,
            "system": self.system,
            "rule": self.rule.name,
            "options": self.options,
        }

    @classmethod
    def from_json(cls, data: Any, systems: Mapping[str, System] = SYSTEMS) -> Check:
        """Return the check that plain data describes; only its text counts.

        Raises RecordError if the data is not a check.
        """
        from sixfold.shapes.check import CheckText  # here, since only reading needs it
        from sixfold.shapes.reading import checked

        return parse(checked(data, CheckText, "a check").text, systems)

    def roll(self, **options: Any) -> Record:
        """Roll this check, as `sixfold.roll` does, with the options that it takes.

        >>> parse("ten superior 1").roll(faces=[6, 3, 2, 4]).announcement
        'Success of Three'
        """
        from sixfold.api import roll

        return roll(self, **options)

    def odds(self, **options: Any) -> Odds:
        """Return the exact odds of this check, as `sixfold.odds` does, with the options that it takes.

        >>> parse("ten superior 1").odds().events["success"]
        Fraction(1069, 1296)
        """
        from sixfold.api import odds

        found: Odds = odds(self, **options)
        return found

    @property
    def unsaid(self) -> str:
        """The numbers and dice that hold by default, in words: its text leaves them out; those that are 0 do nothing.

        >>> parse("ten +4").unsaid
        ''
        """
        words = {word.name: word for word in self.rule.words}
        spelled = [
            words[name].spell(value)
            for name, value in self.settings
            if value == words[name].default and not isinstance(words[name].argument(value), str | bool) and value
        ]
        return f"by default {', '.join(spelled)}" if spelled else ""

    def report(self) -> Report:
        """The check and its rule in words."""
        from sixfold.report.blocks import Heading  # here, since only people need it
        from sixfold.report.tables import Entries, Entry

        title = self.rule.title
        clauses = tuple(Entry(one.number, one.text) for one in self.explain() if one.text.removesuffix(".") != title)
        return (Heading(self.text, title), *([Entries(clauses, align="right")] if clauses else []))

    def explain(self) -> list[Clause]:
        """Return the clauses of the rule that apply to this check, in words."""
        return self.rule.explanation(self.arguments)


def parse(text: str, systems: Mapping[str, System] = SYSTEMS) -> Check:
    """Return the check that a text describes: `GAME [RULE] WORDS...`, or plain dice.

    `text` has at most 2,000 characters; upper and lower case are the same. `systems` are the games to choose from.

    Raises NotationError, with the column, what was expected and perhaps a guess, or BoundsError for a number out of
    range.

    >>> parse("ten +4 sup 1").text
    'ten +4 superior 1'
    """
    text_of(text, "A check")
    try:
        return parsed(text, systems)
    except TextError as error:
        from sixfold.checks.mending import ask_about  # here, since only mistakes need it

        if error.column is not None:
            ask_about(error, systems, parsed)
        raise


def parsed(text: str, systems: Mapping[str, System]) -> Check:
    """The same, with errors as they are raised, without a guess."""
    if len(text) > TEXT_LENGTH:
        raise NotationError(
            "notation/too-long",
            f"A check has at most {TEXT_LENGTH:,} characters; this one has {len(text):,}.",
        )
    check = _parsed(text, systems, 0)
    if len(text) > SURELY_SHORT and len(check.text) > TEXT_LENGTH:
        raise NotationError(
            "notation/too-long",
            f"Written out in full, this check has {len(check.text):,} characters; at most {TEXT_LENGTH:,} can be read.",
        )
    return check


def _parsed(text: str, systems: Mapping[str, System], depth: int) -> Check:
    """The check that a text of a sound length says, `depth` parentheses deep."""
    head = read_head(text, systems)
    phrase = head.rule.phrase
    if phrase is not None:
        return make(head.rule, {phrase.name: phrase.read(text, head.end)}, text)
    values, places = read_words(text, head, lambda piece: _inside(piece, systems, depth + 1))
    return make(head.rule, values, text, places)


def _inside(piece: Piece, systems: Mapping[str, System], depth: int) -> Check:
    """The check in a pair of parentheses; what is wrong with it has its place in the whole text."""
    if depth > CHECKS_INSIDE:
        raise BoundsError(
            f"You can nest checks in parentheses at most {CHECKS_INSIDE} deep.", piece.within, piece.column
        )
    try:
        return _parsed(" " * piece.column + piece.text[1:-1], systems, depth)  # all places are those in the whole text
    except TextError as error:
        error.text = piece.within
        error.column = max(error.column or 0, piece.column + 1)
        if error.code == "notation/ambiguous":
            before, after = piece.within[: piece.column], piece.within[piece.end - 1 :]
            raise unclear(
                piece.within, error.column, [f"{before}{each.strip()}{after}" for each in error.expected]
            ) from None
        raise


def make(rule: Rule, values: Mapping[str, Any], text: str = "", places: Mapping[str, int] | None = None) -> Check:
    """A check from the values that were said; the others get their defaults.

    Raises NotationError when something that the rule needs is missing, and what the rule refuses.
    """
    lacking = [word for word in rule.words if word.name in rule.needs and word.name not in values][:1]
    if not lacking and rule.needs_one and not any(name in values for name in rule.needs_one):
        lacking = [word for word in rule.words if word.name in rule.needs_one]
    if lacking:
        forms = tuple(form for word in lacking for form in word.forms)
        meant = " or ".join(f"{word.forms[0]} ({word.help})" for word in lacking)
        raise NotationError(
            "notation/missing",
            f"{rule.system} {rule.name} needs {meant}, as in “{rule.example}”.",
            text,
            len(text) + 1,
            forms,
        )
    values = rule.settle(values)
    settings = tuple((word.name, values.get(word.name, word.default)) for word in rule.words)
    check = Check(rule, settings)
    refusal = rule.refuse(check.arguments)
    if refusal is not None:
        code, sentence, about = refusal
        column = (places or {}).get(about)
        kinds: dict[str, type[TextError]] = {"notation": NotationError, "rule": RuleError}
        if code == "bounds/exceeded":
            raise BoundsError(sentence, text, column)
        raise kinds[code.partition("/")[0]](code, sentence, text, column)
    return check


def check(system: str, rule: str | None = None, systems: Mapping[str, System] = SYSTEMS, **options: Any) -> Check:
    """Return a check made from options instead of words.

    `system` is the name of the game, and `rule` the name of its rule; without one it is the game's first rule.
    `options` have the names that they have in JSON. `modifiers` takes pairs of a value and a label.

    Raises NotationError for an option that the rule does not have, or a value that it does not take.

    >>> check("ten", modifier=4, skew=1).text
    'ten +4 superior 1'
    >>> check("odgs", "save", vs=15, modifiers=[(2, "Strength"), (3, "Heavy Lifting")]).text
    'odgs vs 15 +2 [Strength] +3 [Heavy Lifting]'
    """
    if isinstance(system, str) and " " in system.strip():
        raise NotationError("notation/unexpected", f"“{shown(system)}” is a whole check: read it with sixfold.parse.")
    named = find_rule(system, rule, systems)
    known = [name for word in named.words for name in word.schema()]
    for name in options:
        if name not in known:
            raise NotationError(
                "notation/unexpected",
                f"{named.system} {named.name} has no option “{shown(name)}”; it has {', '.join(known) or 'none'}."
                + did_you_mean(nearest(name, known)),
            )
    words = []
    for word in named.words:
        given = {name: _of_kind(options[name], name, form) for name, form in word.schema().items() if name in options}
        if given:
            try:
                words.append(word.spell(word.from_json(given)))
            except (TypeError, ValueError, KeyError) as error:
                if isinstance(error, SixfoldError):
                    raise
                said = " and ".join(f"{name} cannot be {shown(value)}" for name, value in given.items())
                raise NotationError("notation/unexpected", f"{named.system} {named.name}: {said}.") from None
    return parse(" ".join([named.system, named.name, *filter(None, words)]), systems)


def _of_kind(value: Any, name: str, form: Mapping[str, Any]) -> Any:
    """An option of the kind that its schema says; how large it may be is seen where its text is read."""
    what = f"“{name}”"
    if form["type"] == "integer":
        return whole(value, what)
    if form["type"] == "boolean":
        return one_of(value, what, bool, "true or false")
    if form["type"] == "string":
        return text_of(str(value) if isinstance(value, Check) else value, what, TEXT_LENGTH)
    if form["items"]["type"] == "integer":
        return [whole(number, f"A value of {what}") for number in several(value, what, TEXT_LENGTH)]
    entries = several(value, what, TEXT_LENGTH)
    pairs = [(entry.get("value"), entry.get("label")) if isinstance(entry, Mapping) else entry for entry in entries]
    if not all(isinstance(pair, tuple | list) and len(pair) == 2 for pair in pairs):
        raise wrong(value, what, "a list of pairs, each a value and its label")
    return [(whole(number, f"A value of {what}"), _label(label)) for number, label in pairs]


def _label(label: Any) -> str:
    if first_refused(text_of(label, "A label", LABEL_LENGTH)) is not None:
        raise wrong(label, "A label", "text that can be shown")
    return str(label)


def read_check(asked: str | Mapping[str, Any], systems: Mapping[str, System] = SYSTEMS) -> Check:
    """The check that a text says, or options: `{"system": "ten", "rule": "test", "options": {"modifier": 4}}`.

    `rule` may be left out, and `text` may replace all of them. Plain dice need no game's name. Raises what
    reading a check raises, NotationError for data that says none.

    >>> read_check({"system": "ten", "options": {"skew": 1}}).text
    'ten superior 1'
    >>> read_check("4d6kh3 + 2").text
    'dice 4d6kh3+2'
    """
    if isinstance(asked, str):
        return parse(unquoted(asked), systems)
    if not isinstance(asked, Mapping):
        raise NotationError("notation/unexpected", "A check is a text, or an object with its system and options.")
    if "text" in asked:
        return read_check(_name(asked["text"]), systems)
    options = asked.get("options") or {}
    if not isinstance(options, Mapping) or not all(isinstance(name, str) for name in options):
        raise NotationError("notation/unexpected", "The options of a check are names with values.")
    rule = asked.get("rule")
    return check(_name(asked.get("system")), None if rule is None else _name(rule), systems, **options)


def _name(value: Any) -> str:
    if not isinstance(value, str):
        raise NotationError("notation/unexpected", "A check names its system, and its rule, as text.")
    return value
