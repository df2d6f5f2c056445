"""Printed odds compared with exact ones."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from os import PathLike
from typing import Any, NamedTuple

from sixfold import given
from sixfold.bounds import STUDY_CHECKS
from sixfold.checks.check import Check
from sixfold.errors import SixfoldError
from sixfold.report.blocks import SPACE, Heading, Note, Style
from sixfold.report.chances import one_in, percent, short_fraction
from sixfold.report.report import Report
from sixfold.report.shown import Shown
from sixfold.report.tables import Column, Columns, Row
from sixfold.report.tidy import FIGURE, Tidy, figure
from sixfold.rules.rule import System
from sixfold.shapes.fraction import exact
from sixfold.solving.bounded import Bounds
from sixfold.solving.events import Event, default_event, in_words
from sixfold.solving.odds import VERSION, Odds
from sixfold.solving.solver import TOLERANCE, solve
from sixfold.study.budget import Budget
from sixfold.study.claims import Claim, read_claims, shipped_claims
from sixfold.study.first_throw import Endless, first_throw_only
from sixfold.study.verdict import judge
from sixfold.systems import SYSTEMS

VERDICTS = ("upheld", "cut", "wrong")
WORDS = {"upheld": "upheld", "cut": "cut digits", "wrong": "WRONG"}
_STYLES: Mapping[str, Style] = {"upheld": "good", "cut": "strong", "wrong": "bad"}


class Audited(NamedTuple):
    """What became of a claim: `upheld`, `cut` (upheld only by cutting digits) or `wrong`.

    `chance` is the exact one of `text` (of several checks, the one that fares worst), `right` the figure that it
    would be right to print. `otherwise` names what would make a wrong claim right: another house rule, or a
    reading without the extra dice. It is `undecided` where the chance may lie on an edge of the figure, as far as it
    was followed.
    """

    claim: Claim
    verdict: str
    text: str
    event: str
    chance: Fraction
    unresolved: Fraction
    right: str
    otherwise: tuple[str, ...] = ()
    undecided: bool = False

    def to_json(self) -> dict[str, Any]:
        """The whole as plain data."""
        return {
            **self.claim.to_json(),
            "verdict": self.verdict,
            "worst": self.text,
            "event": self.event,
            "exact": exact(self.chance),
            "decimal": float(self.chance),
            "unresolved": exact(self.unresolved),
            "right": self.right,
            "otherwise": list(self.otherwise),
            "undecided": self.undecided,
        }


class _Audit(NamedTuple):
    claims: tuple[Audited, ...]
    hidden: tuple[str, ...] = ()


class Audit(Shown, _Audit):
    """The verdicts on all claims, in their order. A report leaves out claims with a `hidden` verdict."""

    __slots__ = ()

    def count(self, verdict: str) -> int:
        """Return the number of claims with this verdict."""
        return sum(audited.verdict == verdict for audited in self.claims)

    @property
    def wrong(self) -> tuple[Audited, ...]:
        """The claims that are wrong."""
        return tuple(audited for audited in self.claims if audited.verdict == "wrong")

    def to_json(self) -> dict[str, Any]:
        """The audit as plain data."""
        return {
            "version": VERSION,
            "summary": {verdict: self.count(verdict) for verdict in VERDICTS},
            "claims": [audited.to_json() for audited in self.claims],
        }

    def tidy(self) -> Tidy:
        """A line for each claim: where it stands, what is printed, the exact chance, and what would be right."""
        lines = [
            (
                one.claim.place.book, one.claim.place.where, one.text, one.event, one.claim.figure.text, one.verdict,
                one.right, *figure(one.chance, one.unresolved),
            )
            for one in self.claims
            if one.verdict not in self.hidden
        ]  # fmt: skip
        return Tidy(("book", "place", "check", "event", "printed", "verdict", "right", *FIGURE), tuple(lines))

    def report(self) -> Report:
        """A row for each claim, by its place, and what to print instead."""
        rows: list[Row | Heading] = []
        heading = None
        for audited in self.claims:
            if audited.verdict in self.hidden:
                continue
            place = audited.claim.place
            if (place.book, place.where) != heading:
                heading = (place.book, place.where)
                rows.append(Heading(": ".join(filter(None, heading)) or place.path))
            rows.append(_row(audited))
        many = len(self.claims)
        summary = (
            f"{many} {'claim' if many == 1 else 'claims'}: {self.count('upheld')} upheld, "
            f"{self.count('cut')} only by cutting digits, {self.count('wrong')} wrong."
        )
        columns = (Column(), Column(), Column(), Column(style="quiet"), Column())
        return Columns(columns, tuple(rows)), SPACE, Note(summary, "")


def _row(audited: Audited) -> Row:
    short = short_fraction(audited.chance)
    shown = percent(audited.chance, unresolved=audited.unresolved)
    if short and not audited.unresolved:
        shown += f" = {short}"
    elif shown.startswith("<") and audited.chance:
        shown += f", {one_in(audited.chance)}"
    many = len(audited.claim.checks)
    worst = f" (worst of {many})" if many > 1 else ""
    cells = (
        WORDS[audited.verdict],
        f"{audited.text}{worst}: {audited.event}",
        f"“{audited.claim.figure.text}”",
        f"is {shown}",
        "" if audited.verdict == "upheld" else f"print {audited.right}",
    )
    notes = tuple(f"it would be right {other}" for other in audited.otherwise)
    if audited.undecided:
        notes = ("the chance may be exactly on the edge, and counts as being on it", *notes)
    return Row(cells, (_STYLES[audited.verdict],), notes=notes)


def audit(
    claims: Iterable[Claim] | str | PathLike[str] | None = None, *, systems: Mapping[str, System] = SYSTEMS
) -> Audit:
    """Compare printed odds with exact ones.

    `claims` are claims, or the name of a file with claims. Without any, the claims of the built-in games' books are
    used.

    Raises StudyError or ClaimError for a file that cannot be read, and for an event that a check does not have.

    >>> [audited.claim.figure.text for audited in audit().wrong]
    ['99 %', '98 %', 'slightly less than 2 %']
    """
    if claims is None:
        found = [claim for path in shipped_claims() for claim in read_claims(path, systems)]
    elif isinstance(claims, str | PathLike):
        found = read_claims(claims, systems)
    else:
        listed = given.several(claims, "The claims", STUDY_CHECKS)
        found = [given.one_of(claim, "A claim", Claim, "one that was read") for claim in listed]
    budget = Budget(systems)
    return Audit(tuple(_audited(claim, budget) for claim in found))


def _audited(claim: Claim, budget: Budget) -> Audited:
    worst: Audited | None = None
    for check in claim.checks:
        odds, bounds = budget.settled(
            check,
            lambda odds: _bounds(claim, _event(claim, odds), odds),
            lambda bounds: None if judge(claim.figure, bounds).undecided else True,
        )
        verdict, right, undecided = judge(claim.figure, bounds)
        name = in_words(odds, _event(claim, odds).text)
        found = Audited(claim, verdict, check.text, name, bounds.low, bounds.unresolved, right, (), undecided)
        if worst is None or VERDICTS.index(verdict) > VERDICTS.index(worst.verdict):
            worst = found
    assert worst is not None
    if worst.verdict != "wrong":
        return worst
    return worst._replace(otherwise=tuple(dict.fromkeys(_otherwise(claim, budget))))


def _event(claim: Claim, odds: Odds) -> Event:
    if claim.event is not None:
        return claim.event
    try:
        return default_event(odds)
    except SixfoldError as error:
        raise _placed(claim, error) from None


def _bounds(claim: Claim, event: Event, odds: Odds) -> Bounds:
    try:
        return event.bounds(odds)
    except SixfoldError as error:
        raise _placed(claim, error) from None


def _placed(claim: Claim, error: SixfoldError) -> SixfoldError:
    """The same error, told at the claim's line."""
    from sixfold.errors import ClaimError

    return ClaimError(error.message, claim.place.path, claim.place.line, f"check: {claim.text}", 8)


def _otherwise(claim: Claim, budget: Budget) -> Iterator[str]:
    """What would make a wrong claim right, for every check of it."""
    for name, event in claim.readings:
        if _right(claim, (event.bounds(budget.solve(check)) for check in claim.checks)):
            yield f"{name} ({event})"
    first = claim.checks[0]
    for name, value, words in _house_rules(first):
        try:
            # A house rule may change what is asked of a check, so the event is found anew.
            solved = [_with(check, name, value, budget) for check in claim.checks]
            chances = [_bounds(claim, _event(claim, odds), odds) for odds in solved]
        except SixfoldError:
            continue
        if _right(claim, iter(chances)):
            yield words
    try:
        chances = [_bounds(claim, _event(claim, odds), odds) for odds in map(_bare, claim.checks)]
    except (Endless, SixfoldError):
        return
    if _right(claim, iter(chances)):
        yield "without the extra dice"


def _right(claim: Claim, chances: Iterator[Bounds]) -> bool:
    return all(judge(claim.figure, chance).verdict == "upheld" for chance in chances)


def _house_rules(check: Check) -> Iterator[tuple[str, Any, str]]:
    """The house rules of a rule other than those in force: the option, its value, and its words."""
    settings = dict(check.settings)
    for word in check.rule.words:
        for value, words in word.alternatives(settings[word.name]):
            yield word.name, value, words


def _with(check: Check, name: str, value: Any, budget: Budget) -> Odds:
    settings = tuple((key, value if key == name else old) for key, old in check.settings)
    return budget.solve(check._replace(settings=settings))


def _bare(check: Check) -> Odds:
    """The odds of a check of which only the first throw has dice."""
    return Odds(check, solve(first_throw_only(check.rule.play), TOLERANCE, **check.arguments))
