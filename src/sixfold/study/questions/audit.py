"""Printed odds compared with exact ones."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from itertools import groupby
from os import PathLike
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from sixfold.base import arguments
from sixfold.base.bounds import STUDY_CHECKS, TOLERANCE
from sixfold.base.shapes.fraction import Bounds
from sixfold.base.shapes.parts import Chance
from sixfold.base.wording import counted
from sixfold.errors import SixfoldError, StudyError
from sixfold.rules.check import Check
from sixfold.rules.functions import Wrapped
from sixfold.rules.judging.watched_rule import inner_rule, watched
from sixfold.rules.rule import Systems
from sixfold.rules.table import Delegating, Play, Playable, Step, Table
from sixfold.show.document import Document
from sixfold.show.report.blocks import SPACE, Heading, Paragraph, Style
from sixfold.show.report.chances import one_in, percent, short_fraction
from sixfold.show.report.tables import FIGURE, Column, Columns, Report, Row, Tidy, figure
from sixfold.solving.events import in_words
from sixfold.solving.odds import Odds
from sixfold.solving.solver import solve
from sixfold.study.budget import Budget
from sixfold.study.claims import Claim, read_claims, shipped_claims
from sixfold.study.printed_figures import Verdict, excess, judge, upheld_by
from sixfold.systems import SYSTEMS


class Endless(Exception):
    """The rule throws dice again and again: it says nothing without them."""


class FirstThrow(Delegating):
    """A table on which the first throw is thrown, and every later one has no dice."""

    __slots__ = ("_thrown",)

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._thrown = False

    def roll(self, size: Any, *more: Any, **named: Any) -> Any:
        hand = self._ask("roll", 0 if self._thrown else size, *more, **named)
        self._thrown = True
        return hand

    def draw(self, counts: Any, number: Any, *more: Any, **named: Any) -> Any:
        hand = self._ask("draw", counts, 0 if self._thrown else number, *more, **named)
        self._thrown = True
        return hand

    def rethrow(self, *arguments: Any, **named: Any) -> Any:
        raise Endless

    again = rethrow

    def repeat(self, step: Step, *more: Any, **named: Any) -> Any:
        return self._ask("repeat", first_throw_only(step), *more, **named)

    def play(self, rule: Playable, *more: Any, **options: Any) -> Any:
        self._thrown = True
        function, inner_options = inner_rule(rule, options)
        return self._ask("play", first_throw_only(function), *more, **inner_options)


class FirstThrowOnly(Wrapped):
    """A rule, or a step of one, in which only the first throw has dice."""

    def __call__(self, table: Table, *state: Any, **options: Any) -> Any:
        return watched(self.function)(FirstThrow(table), *state, **options)


@lru_cache(maxsize=256)
def first_throw_only(rule: Play) -> Play:
    """Return the same rule, played on such a table."""
    return FirstThrowOnly(rule)


WORDS: Mapping[str, str] = {"upheld": "upheld", "cut": "cut digits", "wrong": "WRONG"}
VERDICTS = tuple(WORDS)
_STYLES: Mapping[str, Style] = {"upheld": "good", "cut": "strong", "wrong": "bad"}


class Audited(Chance, frozen=True, kw_only=True):
    """A claim, and what is right."""

    text: Annotated[str, Meta(description="The check as the claim spells it.")]
    event: str
    printed: str
    words: Annotated[str, Meta(description="The claim of the book.")]
    book: str
    place: str
    file: str
    line: int
    verdict: Literal["upheld", "cut", "wrong"]
    worst: Annotated[str, Meta(description="The check that was compared with the claim.")]
    right: Annotated[str, Meta(description="The figure to print.")]
    otherwise: Annotated[tuple[str, ...], Meta(description="House rules that would make the claim correct.")]
    undecided: Annotated[
        bool, Meta(description="Whether the chance may be on the edge of the claim; it then counts as being on it.")
    ]
    _among: int
    _name: str


class Summary(Struct, frozen=True):
    """The number of claims with each verdict."""

    upheld: int
    cut: Annotated[int, Meta(description="Correct only if digits are cut off.")]
    wrong: int


class Audit(Document, frozen=True):
    """All claims of one or more books."""

    summary: Summary
    claims: tuple[Audited, ...]
    _hidden: tuple[str, ...] = ()

    @property
    def wrong(self) -> tuple[Audited, ...]:
        """The claims that are wrong."""
        return tuple(audited for audited in self.claims if audited.verdict == "wrong")

    def hiding(self, *verdicts: str) -> "Audit":
        """The same audit, whose report leaves out claims with these verdicts."""
        return replace(self, _hidden=verdicts)

    def tidy(self) -> Tidy:
        """A line for each claim: its place, the printed figure, the exact chance, and the right figure."""
        lines = [
            (
                claim.book, claim.place, claim.worst, claim._name, claim.printed, claim.verdict, claim.right,
                *figure(claim.bounds),
            )
            for claim in self.claims
            if claim.verdict not in self._hidden
        ]  # fmt: skip
        return Tidy(("book", "place", "check", "event", "printed", "verdict", "right", *FIGURE), tuple(lines))

    def report(self) -> Report:
        """A row for each claim, by its place, and what to print instead."""
        rows: list[Row | Heading] = []
        shown = [audited for audited in self.claims if audited.verdict not in self._hidden]
        for heading, claims in groupby(shown, lambda audited: (audited.book, audited.place, audited.file)):
            rows.append(Heading(": ".join(filter(None, heading[:2])) or heading[2]))
            rows += map(_row, claims)
        summary = (
            f"{counted(len(self.claims), 'claim')}: {self.summary.upheld} upheld, "
            f"{self.summary.cut} only by cutting digits, {self.summary.wrong} wrong."
        )
        columns = (Column(), Column(), Column(), Column(style="quiet"), Column())
        return Columns(columns, tuple(rows)), SPACE, Paragraph(summary, "")


def _row(audited: Audited) -> Row:
    short, shown = short_fraction(audited.bounds), percent(audited.bounds)
    if short:
        shown += f" = {short}"
    elif shown.startswith("<") and audited.exact:
        shown += f", {one_in(audited.bounds)}"
    worst = f" (worst of {audited._among})" if audited._among > 1 else ""
    cells = (
        WORDS[audited.verdict],
        f"{audited.worst}{worst}: {audited.event}",
        f"“{audited.printed}”",
        f"is {shown}",
        "" if audited.verdict == "upheld" else f"print {audited.right}",
    )
    notes = tuple(f"it would be right {other}" for other in audited.otherwise)
    if audited.undecided:
        notes = ("the chance may be exactly on the edge, and counts as being on it", *notes)
    return Row(cells, (_STYLES[audited.verdict],), notes=notes)


def audit(claims: Iterable[Claim] | str | PathLike[str] | None = None, *, systems: Systems = SYSTEMS) -> Audit:
    """Compare printed odds with exact ones.

    `claims` are claims, or the name of a file with claims. Without any, the claims of the built-in games' books are
    used.

    Raises StudyError or ClaimError for a file that cannot be read, and for an event that a check does not have.

    >>> [audited.printed for audited in audit().wrong]
    ['99 %', '98 %', 'slightly less than 2 %']
    """
    if claims is None:
        chosen = [claim for path in shipped_claims() for claim in read_claims(path, systems)]
    elif isinstance(claims, str | PathLike):
        chosen = read_claims(claims, systems)
    else:
        listed = arguments.several(claims, "The claims", STUDY_CHECKS)
        chosen = [arguments.one_of(claim, "A claim", Claim, "one that was read") for claim in listed]
    budget = Budget(systems)
    judged = tuple(_audited(claim, budget) for claim in chosen)
    many = [sum(audited.verdict == verdict for audited in judged) for verdict in VERDICTS]
    return Audit(Summary(*many), judged)


def _audited(claim: Claim, budget: Budget) -> Audited:
    judgements: list[tuple[Verdict, Odds, Bounds]] = []
    for check in claim.checks:
        odds, bounds = budget.settled(
            budget.once(check),
            lambda odds: _bounds(claim, odds, budget),
            lambda bounds: None if judge(claim.figure, bounds).undecided else True,
        )
        judgements.append((judge(claim.figure, bounds), odds, bounds))
    span = upheld_by(claim.figure)
    worst, odds, bounds = max(judgements, key=lambda each: (VERDICTS.index(each[0].verdict), excess(span, each[2].low)))
    cited = claim.citation
    event = budget.goal(odds, claim.event).text
    return Audited.of(
        bounds,
        text=claim.text,
        event=in_words(odds, event),
        printed=claim.figure.text,
        words=cited.words,
        book=cited.book,
        place=cited.where,
        file=cited.path,
        line=cited.line,
        verdict=worst.verdict,
        worst=odds.text,
        right=worst.right,
        otherwise=tuple(dict.fromkeys(_otherwise(claim, budget))) if worst.verdict == "wrong" else (),
        undecided=worst.undecided,
        _among=len(claim.checks),
        _name=event,
    )


def _bounds(claim: Claim, odds: Odds, budget: Budget) -> Bounds:
    """The chance of a claim's event; an error is reported at the line that says it."""
    try:
        return budget.bounds(budget.goal(odds, claim.event, in_file=True), odds)
    except StudyError as error:
        raise claim.error(error, "event") from None


def _otherwise(claim: Claim, budget: Budget) -> Iterator[str]:
    """The changes that would make a wrong claim right, for every check of it."""
    for name, event in claim.readings:
        try:
            right = _right(claim, (budget.bounds(event, budget.once(check)) for check in claim.checks))
        except StudyError as error:
            raise claim.error(error, f"or {name}") from None
        if right:
            yield f"{name} ({event})"
    for name, value, words in _house_rules(claim.checks[0]):
        with suppress(SixfoldError):
            # A house rule may change what is asked of a check, so the event is found anew.
            if _right(claim, [_bounds(claim, _with(check, name, value, budget), budget) for check in claim.checks]):
                yield words
    with suppress(Endless, SixfoldError):
        if _right(claim, [_bounds(claim, _bare(check, budget), budget) for check in claim.checks]):
            yield "without the extra dice"


def _right(claim: Claim, chances: Iterable[Bounds]) -> bool:
    return all(judge(claim.figure, chance).verdict == "upheld" for chance in chances)


def _house_rules(check: Check) -> Iterator[tuple[str, Any, str]]:
    """The house rules of a rule other than those in force: the option, its value, and its words."""
    settings = dict(check.settings)
    for word in check.rule.words:
        for value, words in word.alternatives(settings[word.name]):
            yield word.name, value, words


def _bare(check: Check, budget: Budget) -> Odds:
    """The odds if only the first throw has dice."""
    rule = first_throw_only(check.rule.play)
    return budget.find(check.text, lambda work: Odds(check, solve(rule, TOLERANCE, work, **check.arguments)))


def _with(check: Check, name: str, value: Any, budget: Budget) -> Odds:
    settings = tuple((key, value if key == name else old) for key, old in check.settings)
    return budget.solve(check._replace(settings=settings))
