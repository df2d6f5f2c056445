"""The luck of a result, or of a whole evening, and the reasons for a single result."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from fractions import Fraction
from math import prod
from typing import Annotated, Any

from msgspec import Meta, Struct, convert

from sixfold.api import roll
from sixfold.base import arguments
from sixfold.base.bounds import STUDY_RECORDS
from sixfold.base.shapes.fraction import Bounds
from sixfold.base.shapes.parts import Chance, Line, Unresolved
from sixfold.base.shapes.record import Record as RecordShape
from sixfold.base.wording import counted
from sixfold.errors import BoundsError, OddsError, StudyError
from sixfold.playing.preview import spread
from sixfold.playing.record import Record
from sixfold.playing.standing import applied, beyond_the_odds, compared, standing
from sixfold.rules.check import Check
from sixfold.rules.rule import Systems
from sixfold.show.document import Document, plain
from sixfold.show.report.blocks import SPACE, Dice, Heading, Paragraph
from sixfold.show.report.blocks import Line as Drawn
from sixfold.show.report.chances import at_most_too_low, one_in, percent, short_fraction
from sixfold.show.report.tables import FIGURE, Block, Cell, Column, Columns, Report, Row, Tidy, figure
from sixfold.show.values.record import hands, told
from sixfold.solving.events import Event, in_words, numbers_of
from sixfold.solving.odds import Odds
from sixfold.study.budget import COMPARISON_WORK, Budget
from sixfold.systems import SYSTEMS

EXACT_BITS = 40_000_000
"""Work, in bits, up to which the chance of a whole evening is an exact fraction."""

NONE = Bounds.exactly(Fraction(0))

FIXED_BITS = 256
"""Binary places that are reckoned with beyond that: what is cut off is counted as unresolved."""


class Luck(Document, frozen=True):
    """One result among all that could have come."""

    record: RecordShape
    this_or_better: Chance
    this_or_worse: Chance
    better: Chance
    equal: Annotated[Chance, Meta(description="The chance of results that are exactly as good.")]
    worse: Chance
    exactly: Annotated[Chance, Meta(description="The chance of exactly this outcome.")]
    unresolved: Unresolved
    why: tuple[Line, ...]

    def tidy(self) -> Tidy:
        """A line for each chance: of this or better, of this or worse, and so on."""
        chances = ((name, value) for name in self.__struct_fields__ if type(value := getattr(self, name)) is Chance)
        lines = tuple((self.record.text, name, *figure(chance.bounds)) for name, chance in chances)
        return Tidy(("check", "chance_of", *FIGURE), lines)

    def report(self) -> Report:
        """The luck of a result, and why it came out so."""
        rows = tuple(
            Row((name, percent(chance.bounds), one_in(chance.bounds), short_fraction(chance.bounds)))
            for name, chance in (
                ("this or better", self.this_or_better),
                ("exactly as good", self.equal),
                ("this or worse", self.this_or_worse),
            )
        )
        columns = (Column(), Column(align="right"), Column(), Column(align="right", style="quiet"))
        return (
            Heading(f"{self.record.text}: {self.record.announcement}"),
            Dice(tuple(Drawn(line.label, line.faces, line.words) for line in self.why)),
            Columns(columns, rows, indent=0),
            *([Paragraph(f"{at_most_too_low(self.unresolved)}.")] if self.unresolved else []),
        )


class Expected(Struct, frozen=True):
    """An event over all records."""

    event: str
    observed: int
    expected: Annotated[Chance, Meta(description="The expected number of times.")]
    records: Annotated[int, Meta(description="The number of records in which it was possible.")]
    _name: str


class Evening(Document, frozen=True):
    """Many results together."""

    records: int
    event: str
    observed: int
    expected: Annotated[Chance, Meta(description="The expected number of times.")]
    at_least: Annotated[Chance, Meta(description="The chance that the event happens this often or more.")]
    at_most: Annotated[Chance, Meta(description="The chance that the event happens this often or less.")]
    unresolved: Unresolved
    share: Annotated[
        Chance | None, Meta(description="The mean share of results that are worse; an equal one counts half.")
    ]
    others: tuple[Expected, ...]
    left_out: Annotated[int, Meta(description="Records that the odds do not cover.")]
    _name: str

    def tidy(self) -> Tidy:
        """A line for each event: how often it came, how often it was expected, and how likely that was."""
        chances = (self.at_least.decimal, self.at_most.decimal)
        lines: list[tuple[Cell, ...]] = [(self._name, self.observed, self.expected.decimal, *chances)]
        lines += [(event._name, event.observed, event.expected.decimal, None, None) for event in self.others]
        return Tidy(("event", "observed", "expected", "this_or_more", "this_or_less"), tuple(lines))

    def report(self) -> Report:
        """The count of the event, its chance, and the counts of all other events."""
        many, times = counted(self.records, "record"), counted(self.observed, "time")
        chances = (("this often or more", self.at_least.bounds), ("this often or less", self.at_most.bounds))
        rows = [Row((name, percent(chance), one_in(chance))) for name, chance in chances]
        if self.share is not None:
            rows.append(Row(("better than", percent(self.share.bounds), "of all results, on average (50 % is fair)")))
        blocks: list[Block] = [
            Heading(f"{many}: “{self.event}” came {times}; {self.expected.decimal:,.2f} expected"),
            Columns((Column(), Column(align="right"), Column()), tuple(rows)),
        ]
        if self.others:
            columns = (Column(), Column("came", "right"), Column("expected", "right"))
            lines = tuple(Row((o.event, f"{o.observed:,}", f"{o.expected.decimal:,.2f}")) for o in self.others)
            blocks += [SPACE, Columns(columns, lines)]
        if self.left_out:
            which = "record, whose player" if self.left_out == 1 else "records, whose players"
            why = "chose differently than the odds assume, or whose rule has changed since"
            blocks += [SPACE, Paragraph(f"Left out: {self.left_out:,} {which} {why}.")]
        return tuple(blocks)


def luck(asked: Record | str | Check, *, faces: Sequence[int] | None = None, systems: Systems = SYSTEMS) -> Luck:
    """Return how lucky a roll is, compared with all rolls of its check.

    `asked` is a record, or a check together with the `faces` on the table.

    Raises StudyError (study/luck) if the rule does not rank its results, or if a player chose otherwise than the odds
    assume. For typed faces, it raises the errors of `roll`.

    >>> result = luck("ten superior 1", faces=[6, 3, 2, 4])
    >>> result.this_or_better.exact, result.equal.exact
    (Fraction(79, 162), Fraction(43, 324))
    """
    if isinstance(asked, Record):
        record = asked
    else:
        if faces is None:
            raise StudyError("study/luck", "Give the dice (faces), or a record.")
        record = roll(asked, faces=faces, systems=systems)
    budget = Budget(systems)
    position = standing(record, budget.solve(record.check), budget.solve)
    reached = Chance.of(position.this_or_better), Chance.of(position.this_or_worse)
    rest = (
        Chance.of(position.better),
        Chance.of(position.equal),
        Chance.of(position.worse),
        Chance.of(position.exactly),
    )
    return Luck(convert(record.to_json(), RecordShape), *reached, *rest, position.unresolved, lines_of(record))


def lines_of(record: Record) -> tuple[Line, ...]:
    """The reasons for a result, line by line."""
    return tuple(Line(*line) for line in told(record))


def evening(records: Iterable[Record], *, event: str | None = None, systems: Systems = SYSTEMS) -> Evening:
    """Return the luck of many rolls together: 1 to 5,000 records, of any games.

    It counts success (or a hit), or `event`. Records whose check has no such event are not counted. Records with
    choices other than the odds assume, or of a rule that has changed since, are left out; `left_out` is their number.

    Raises StudyError if nothing can be counted, and BoundsError for too many records.

    >>> from sixfold import rolls
    >>> together = evening(rolls("ten", 20, seed="tavern"))
    >>> together.observed, together.expected.exact
    (15, Fraction(25, 2))
    """
    own = None if event is None else Event.read(event)
    budget = Budget(systems)
    taken: list[Record] = []
    chances: list[Bounds] = []
    observed = left_out = 0
    name = words = ""
    tallies: dict[str, list[Any]] = {}
    problem = StudyError("study/luck", "There are no records.")
    for record in arguments.iterable(records, "The records"):
        if beyond_the_odds(arguments.one_of(record, "A record", Record, "one that was thrown or read")):
            left_out += 1
            continue
        taken.append(record)
        if len(taken) > STUDY_RECORDS:
            raise BoundsError(f"You can count at most {STUDY_RECORDS:,} records together.")
        odds = budget.once(record.check)
        _tally(tallies, odds, record)
        try:
            goal = budget.goal(odds, own)
            chances.append(budget.bounds(goal, odds))
        except StudyError as error:
            problem = error
            continue
        name, words = name or goal.text, words or in_words(odds, goal.text)
        observed += _came(goal, record)
    if not chances:
        raise problem
    at_least, at_most = _tails(chances, observed)
    others = tuple(Expected(event, came, Chance.of(due), of, key) for event, (came, due, of, key) in tallies.items())
    figures = (Chance.of(Bounds.total(chances)), Chance.of(at_least), Chance.of(at_most))
    missing = max(chance.unresolved for chance in figures)
    ranked = _ranks(taken, budget)
    share = Chance.of(Bounds.mean(ranked)) if ranked else None
    return Evening(len(taken), words, observed, *figures, missing, share, others, left_out, name)


def ranks(records: Iterable[Record], *, systems: Systems = SYSTEMS) -> tuple[Fraction, ...]:
    """Return the rank of each result among all results of its check: 0 is the worst, 1 the best, 1/2 is fair.

    It is the chance of a worse result and half of that of an equal one. Records whose rule calls no result better
    than another are left out, and those in which a player chose otherwise than the odds assume.

    >>> from sixfold import roll
    >>> ranks([roll("ten", faces=[6, 3, 2]), roll("dice 1d4", faces=[4])])
    (Fraction(9, 16), Fraction(7, 8))
    """
    taken = [record for record in arguments.iterable(records, "The records") if not beyond_the_odds(record)]
    return tuple(rank.low for rank in _ranks(taken, Budget(systems)))


def _ranks(records: Iterable[Record], budget: Budget) -> list[Bounds]:
    """The ranks of results whose rule calls one better than another; the same result is compared once."""
    known: dict[tuple[str, Any], Bounds] = {}
    ranks = []
    for record in records:
        if record.check.rule.order(record.outcome) is not None:
            key = (record.text, record.outcome)
            if key not in known:
                odds = budget.once(record.check)
                budget.charge(COMPARISON_WORK * len(odds))
                near = compared(record, odds)
                known[key] = Bounds.mean((near.this_or_worse, near.worse))
            ranks.append(known[key])
    return ranks


def _came(event: Event, record: Record) -> bool:
    values = {**numbers_of(record.check), **record.outcome.as_dict()}
    return event.of_rule(record.check.rule, values).holds(values)


def _tally(tallies: dict[str, list[Any]], odds: Odds, record: Record) -> None:
    """Count the named events of a record, in the words of its game."""
    events = {event.name: event for event in odds.check.rule.all_events}
    for name in filter(events.__contains__, odds.events):
        entry = tallies.setdefault(
            f"{odds.check.system}: {events[name].words}",
            [0, NONE, 0, f"{odds.check.system}: {name}"],
        )
        entry[0] += events[name].came(record.outcome)
        entry[1] = Bounds.total((entry[1], odds.event_bounds[name]))
        entry[2] += 1


def _tails(bounds: Sequence[Bounds], observed: int) -> tuple[Bounds, Bounds]:
    """The chances of so many or more, and of so many or fewer, independent events."""
    chances = [each.low for each in bounds]
    exact = len(chances) ** 2 * sum(chance.denominator.bit_length() for chance in chances) // 2 <= EXACT_BITS
    one = prod(chance.denominator for chance in chances) if exact else 1 << FIXED_BITS
    ways = [1 if exact else one]
    for chance in chances:
        scale, shift = (chance.denominator, 0) if exact else (one, FIXED_BITS)
        yes = chance.numerator * scale // chance.denominator
        no = scale - yes - (yes * chance.denominator != chance.numerator * scale)
        # Rounding down every time keeps each figure a lower bound.
        ways = [(a * no + b * yes) >> shift for a, b in zip([*ways, 0], [0, *ways], strict=True)]
    below, at_most, at_least, above = (
        Fraction(sum(part), one)
        for part in (ways[:observed], ways[: observed + 1], ways[observed:], ways[observed + 1 :])
    )
    # What is unresolved can only make more of them happen.
    unresolved = Bounds.total(bounds).unresolved
    more = Bounds(at_least, min(Fraction(1), 1 - below + unresolved))
    fewer = Bounds(max(Fraction(0), at_most - unresolved), 1 - above)
    sure = Bounds.exactly(Fraction(1))
    return more if observed else sure, fewer if observed < len(bounds) else sure


def in_short(records: Sequence[Record]) -> list[dict[str, Any]]:
    """Return details of each roll in a log, as plain data; rolls of one check are solved once.

    `hands` are a few words for each throw; `chance` is that of this or better, or None with `why_no_chance`; `standing`
    is what is said at a table, the `half` (better, worse, same) that says something; `clauses` did something.

    >>> from sixfold import roll
    >>> [said] = in_short([roll("ten superior 1", faces=[6, 3, 2, 4])])
    >>> said["hands"], said["standing"]["half"], said["standing"]["one_in"]
    (['highest 3: 13'], 'better', 'about 1 in 2')
    """
    budget = Budget()
    return [_account(record, budget) for record in records]


def why(record: Record) -> dict[str, Any]:
    """Return the reasons for a result as plain data: as `in_short`, with the `lines` of the reading and the `spread`.

    >>> from sixfold import roll
    >>> why(roll("ten", faces=[6, 3, 2]))["lines"][-1]["words"]
    'natural 11, total 11, margin 1, success'
    """
    budget = Budget()
    reasons = {"version": 1, **_account(record, budget), "lines": plain(lines_of(record)), "spread": None}
    with suppress(OddsError, BoundsError):
        histogram = spread(record, budget.once(record.check))
        reasons["spread"] = histogram and histogram.to_json()
    return reasons


def _account(record: Record, budget: Budget) -> dict[str, Any]:
    account: dict[str, Any] = {"hands": hands(record), "clauses": applied(record)}
    try:
        odds = budget.once(record.check)
        budget.charge(COMPARISON_WORK * len(odds))
        position = standing(record, odds, budget.solve)
    except (StudyError, OddsError, BoundsError) as error:
        return {**account, "chance": None, "why_no_chance": error.message}
    half, chance = position.half
    return {
        **account,
        "chance": position.this_or_better.to_json(),
        "standing": {"half": half, "one_in": one_in(chance), **chance.to_json()},
    }
