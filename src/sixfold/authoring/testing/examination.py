"""The examination of a game, rule by rule; faults are reported in its author's words."""

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations
from time import process_time
from traceback import format_exception_only
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta, Struct

from sixfold.authoring.second_opinion.backwards_odds import tell
from sixfold.authoring.second_opinion.comparison import (
    WHY,
    OutcomeChances,
    against_faces,
    against_rolls,
    chances_of,
    in_words,
)
from sixfold.authoring.second_opinion.every_face import every_face
from sixfold.authoring.second_opinion.opinion import second_opinion
from sixfold.authoring.testing.expectimax import expectimax
from sixfold.authoring.testing.noting import Notes, noted
from sixfold.authoring.try_folds import check_fold, own_folds
from sixfold.authoring.watchdog import Watch
from sixfold.base.arguments import one_of, whole
from sixfold.base.bounds import RECORDS, TOLERANCE, WORK
from sixfold.base.wording import counted, listed
from sixfold.checks.check import check as check_of
from sixfold.checks.check import parse
from sixfold.errors import ChoiceNeeded, OddsError, RuleError, SixfoldError, misdeclared
from sixfold.playing.declared import check_example, check_fields, check_spellings, checks_to_try, with_usual
from sixfold.playing.record import Record, roller_for
from sixfold.playing.sources.seeded import SeededDice
from sixfold.playing.step import play, replay
from sixfold.rules.check import Check
from sixfold.rules.folds import Fold
from sixfold.rules.judging.blame import last_place
from sixfold.rules.rule import Rule, System
from sixfold.show.document import Document
from sixfold.show.report.blocks import SPACE, Heading, Paragraph
from sixfold.solving.best.odds import solve_best_check
from sixfold.solving.odds import Odds, solve_check
from sixfold.systems import SYSTEMS

if TYPE_CHECKING:
    from sixfold.show.report.tables import Report

THROWS = 3_000
"""Throws of a rule's example, where not every face was gone through."""

FEWER = 10
"""Of each other check there are so many times fewer throws."""

PLAYS = 1_000
"""Times that a check is played with faces of which all are tried."""

SEARCHED = 3_000
"""Plays in which best play is looked for by going through every face and every choice."""

ANSWERS = 3
"""The work of so many answers is shared by the odds of all checks of a game but the first ones of its rules."""

LEAST_PART = 10
"""Each of them may take such a part of the work of one answer, whatever is left of that."""

DICE = 400_000
"""Dice of all plays of a game: those that are thrown, and those whose every face is gone through."""

PLAY = 10
"""Each play counts as so many dice more."""

OF_FIRST, OF_OTHERS = 4, 16
"""A rule's first check has such a part of all dice, as long as they last, and each other one such a part."""

SECONDS = 2.0
"""Seconds of processor time for the throws of a rule's first check, and again for every face of it, if it is slow."""

LESS_TIME = 4
"""Of each other check, plays may take so many times less time."""

SHARED = (
    "It was not solved: all checks but the first of each rule share the work of some answers, and too little was left. "
    "“sixfold odds” may answer it."
)

TOO_MANY = "In some checks, best play was not compared with every choice: there are too many rolls."

REPLAYED = 5
"""Throws of each check that are typed in and read again, and rolls in which a player chooses."""


class Finding(Struct, frozen=True):
    """A check or a rule, and a sentence about it, with the author's line where it is known."""

    about: str
    sentence: str


class Examined(Document, frozen=True):
    """The result of an examination: its faults, remarks that are no faults, and how much was tried."""

    system: str
    sound: Annotated[bool, Meta(description="Whether the odds of a check were compared, and no fault was found.")]
    checks: int
    solved: Annotated[int, Meta(description="Checks whose odds were compared.")]
    by_every_face: Annotated[int, Meta(description="Checks whose odds were compared with every possible roll.")]
    throws: Annotated[int, Meta(description="Rolls that were typed in and played again.")]
    best: Annotated[int, Meta(description="Checks of which best play was compared with every choice.")]
    elsewhere: Annotated[int, Meta(description="Plays that were repeated in other processes.")]
    faults: tuple[Finding, ...]
    remarks: Annotated[tuple[Finding, ...], Meta(description="Parts that could not be tried.")]
    _title: str

    def __str__(self) -> str:
        return "\n".join(f"{fault.about}: {fault.sentence}" for fault in self.faults) or self._verdict

    @property
    def _verdict(self) -> str:
        if not self.solved:
            return f"{self.system} was not checked: no odds could be worked out"
        every = "" if self.solved == self.checks else f" in the {self.solved} of {self.checks} checks that were solved"
        return f"{self.system} is sound{every}"

    def report(self) -> "Report":
        """The result for people."""
        tried = (
            f"{counted(self.checks, 'check')}, {counted(self.by_every_face, 'of them', 'of them')} with every face; "
            f"{self.throws:,} throws, typed in and played again"
        )
        tried += f"; {self.elsewhere:,} plays in other processes" if self.elsewhere else ""
        tried += f"; best play against every choice in {counted(self.best, 'check')}" if self.best else ""
        verdict = Paragraph(_many(self.faults) if self.faults else f"{self._verdict}.", "good" if self.sound else "bad")
        notes = [Paragraph(f"{one.about}: {one.sentence}") for one in (*self.faults, *self.remarks)]
        return (Heading(self.system, self._title), Paragraph(tried), *notes, SPACE, verdict)


def _many(faults: tuple[Finding, ...]) -> str:
    return f"{counted(len(faults), 'fault')} found."


def sound(system: System, throws: int = THROWS) -> None:
    """Examine a game in a test: raises RuleError (rule/unsound) that tells its faults."""
    with Watch():
        tested = examine(system, throws)
    if not tested.sound:
        raise RuleError(
            "rule/unsound", f"{system.name}: {_many(tested.faults)} {tested}" if tested.faults else f"{tested}."
        )


def examine(system: System, throws: int = THROWS, told: Callable[[str], None] = lambda check: None) -> Examined:
    """Try everything that can be tried of a game.

    Each rule's example and checks with each of its words, and with its numbers at their ends, are read and written,
    thrown, typed in, played again, explained and solved. Its author's folds are asked by themselves about every hand of
    a few dice. The odds are held against every face, or as many as can be gone through, and against `throws` (10 to
    100,000) of the example and a tenth of them of each other check; those of the example also against plays in other
    processes. Best play is held against every choice, where those are few. Each event must happen in some check.
    `told` is called with the text of each check before it is tried.
    """
    throws = whole(throws, "The number of throws", FEWER, RECORDS)
    one_of(system, "What is examined", System, "a System")
    tried, notes = noted(system) if system.home is not None and system.home.version else (system, Notes())
    trial = _Trial(tried, throws, told)
    for rule in tried.rules:
        trial.rule(rule)
    trial.same(notes)
    return Examined(
        system.name, trial.solved > 0 and not trial.faults, trial.checks, trial.solved, trial.by_every_face,
        trial.throws, trial.best, trial.elsewhere, tuple(trial.faults), tuple(trial.remarks), system.title,
    )  # fmt: skip


class _Trial:
    """One examination."""

    def __init__(self, system: System, throws: int, told: Callable[[str], None]) -> None:
        self.system = system
        self.most = throws
        self.games: Mapping[str, System] = {**SYSTEMS, system.name: system}
        self.faults: list[Finding] = []
        self.remarks: list[Finding] = []
        self.checks = self.throws = self.by_every_face = self.solved = self.best = self.elsewhere = 0
        self.events: set[str] = set()
        """The events of a rule that happen in some check."""
        self.asks = False
        """Whether the player decides something in a check of a rule, where odds are those of the default choices."""
        self.unsolved = False
        """Whether a check of a rule was not solved, so that more may happen in it."""
        self.told = told
        self.dice = DICE
        """Dice that are left for all other plays of the game."""
        self.share = self.pace = 0.0
        """Dice that the throws of the check may have, and again every face of it, and those of one throw."""
        self.work = ANSWERS * WORK
        """Work that is left for the odds of all other checks but first ones."""
        self.slowness = 0.0
        """Seconds of processor time of one throw of the check."""
        self.seconds = SECONDS
        """Seconds of processor time for the throws of the check, and again for every face of it."""
        self.folds: set[Fold[Any]] = set()
        """The authors' folds that were tried by themselves."""
        self.rows: dict[Check, Mapping[tuple[Any, ...], Fraction]] = {}
        """The chances of the outcomes of each check of a rule that was solved."""

    def rule(self, rule: Rule) -> None:
        about = f"{rule.system} {rule.name}"
        for holds in (lambda: check_example(rule, self.system), lambda: check_spellings(rule)):
            self._holds(about, holds)
        fields: dict[str, Any] = {}
        self.events, self.unsolved, self.asks, self.rows = set(), False, False, {}
        checks = checks_to_try(rule, self.system)
        for at, check in enumerate(checks):
            fields.update(self._check(check, self.most if at == 0 else self.most // FEWER, first=at == 0))
        for check in checks_to_try(rule, self.system, ends=True):
            if check not in checks:
                fields.update(self._check(check, FEWER))
        if fields:
            self._holds(about, lambda: check_fields(rule, fields))
            self._holds(about, lambda: self._every_event(rule, fields))
        self.remarks += [Finding(about, sentence) for sentence in self._without_effect(rule)]

    def _without_effect(self, rule: Rule) -> Iterator[str]:
        """Sentences about fields with one value in every outcome, and about options that no odds depend on."""
        tried = "what was tried with the default of each choice" if self.asks else "what was tried"
        values: dict[str, set[Any]] = {field: set() for field in rule.promised}
        for field, value in [pair for rows in self.rows.values() for outcome in rows for pair in outcome]:
            values.setdefault(field, set()).add(value)
        for field, came in values.items() if self.rows and not self.unsolved else ():
            if len(came) == 1:
                yield f"In {tried}, each outcome has “{in_words(((field, *came),))}”."
            elif never := [name for name in rule.promised.get(field, ()) if name not in came]:
                yield f"“{field}” is never {listed(never)} in {tried}, though the return type lists it."
        matters: dict[str, bool] = {}
        for one, other in combinations(self.rows, 2):
            different = [name for name, value in one.arguments.items() if value != other.arguments.get(name)]
            open_still = max(len(self.rows[one]), len(self.rows[other])) > 1  # one that is certain anyway says nothing
            if len(different) == 1 and one.rule == other.rule and open_still:
                (name,) = different
                matters[name] = matters.get(name, False) or self.rows[one] != self.rows[other]
        matters |= dict.fromkeys([word.name for word in rule.words if word.house_rules], True)  # which is seldom asked
        yield from [f"No odds depend on “{name}” in {tried}." for name, effect in matters.items() if not effect]

    def same(self, notes: Notes) -> None:
        """Remark what never varied in a file."""
        if self.solved and self.system.home is not None:
            file = os.path.basename(self.system.home.place)
            self.remarks += [
                Finding(self.system.name, f"{file}, line {line}: {sentence}") for line, sentence in notes.same()
            ]

    def _every_event(self, rule: Rule, fields: Mapping[str, Any]) -> None:
        """Raise RuleError (rule/declared) for an event that happened in no check, though all of them were solved."""
        usual = with_usual(rule.replace(events=())).events
        for event in () if self.unsolved else rule.events:
            if event not in usual and event.name not in self.events and event.name.partition("=")[0] in fields:
                raise misdeclared(
                    f"The event “{event.name}” of {rule.name} never happens in the checks that were tried. If it can, "
                    "give the rule an example in which it does."
                )

    def _holds(self, about: str, tried: Callable[[], Any]) -> Any:
        """The value of something that is tried, or a fault and None."""
        try:
            return tried()
        except SixfoldError as error:
            self._fault(about, error.message)
        except Exception as error:
            self._fault(about, _placed(error))
        return None

    def _fault(self, about: str, sentence: str) -> None:
        if all(fault.sentence != sentence for fault in self.faults):
            self.faults.append(Finding(about, sentence))

    # -- one check ---------------------------------------------------------------------------------------------

    def _check(self, check: Check, throws: int, first: bool = False) -> Mapping[str, Any]:
        """Try a check, the `first` one of a rule more thoroughly; return the fields that its outcomes have."""
        text = check.text
        self.told(text)
        self.seconds = SECONDS if first else SECONDS / LESS_TIME
        self.share = min(self.dice, DICE // (OF_FIRST if first else OF_OTHERS))
        self.checks += 1
        self._holds(text, lambda: self._reads(check))
        self._holds(text, check.explain)
        came: Counter[tuple[tuple[str, Any], ...]] = Counter()
        fields: dict[str, Any] = {}
        begun = process_time()
        records: list[Record] = self._holds(text, lambda: list(self._thrown(check, throws))) or []
        self.slowness = max(1e-6, process_time() - begun) / max(1, len(records))
        self.pace = max(1, _dice_of(records)) / max(1, len(records))
        self.dice -= _dice_of(records)
        for fold, tried in own_folds(records).items():
            if fold not in self.folds:
                self.folds.add(fold)
                self._holds(text, partial(check_fold, fold, *tried))
        for record in records:
            came[tuple(record.outcome.items())] += 1
            fields.update(record.outcome)
        self.throws += sum(came.values())
        if came:
            odds = self._odds(check, first)
            if odds is None:
                self.unsolved = True
            else:
                self.solved += 1
                solved = chances_of(odds)
                self.rows[check] = {outcome: chance for outcome, chance in solved.items() if chance}
                self.events |= {name for name, chance in odds.events.items() if chance}
                self.unsolved = self.unsolved or odds.unresolved > 0
                self._holds(text, lambda: self._against(check, odds, solved, came))
                if first:
                    self._holds(text, lambda: self._again_elsewhere(check, odds))
                if any(record.choices for record in records) or self._asked(check):
                    self.asks = True
                    self._holds(text, lambda: self._best(check))
        return fields

    def _reads(self, check: Check) -> None:
        """A check is the same when its text, or its options, are read again."""
        if parse(check.text, self.games) != check:
            raise misdeclared(f"“{check.text}” becomes another check when it is read again.")
        if check.rule.phrase is None:
            again = check_of(check.system, check.rule.name, systems=self.games, **check.options)
            if again != check:
                raise misdeclared(f"“{check.text}” becomes another check when it is made from its options.")

    def _thrown(self, check: Check, throws: int) -> Iterator[Record]:
        """Throws of a check, of which the first are told, typed in and read again."""
        roll_once = roller_for(check, "system")
        dice, begun, thrown = SeededDice(f"sixfold test {check.text}"), process_time(), 0
        for at in range(throws):
            if at >= FEWER and (thrown > self.share or process_time() - begun > self.seconds):
                break
            record = roll_once(dice)
            thrown += _dice_of([record])
            for note in record.clauses:
                str(note.text)
            if at < REPLAYED:
                self._again(record)
                # A player takes another option at each choice than the one before; the odds do not count this roll.
                self._again(play(check, "system", dice, choose=partial(_another, at), meant=False))
            yield record

    def _again(self, record: Record) -> None:
        """A record told and read, its dice typed in: its outcome is the same."""
        record.report()
        if replay(record.check, record.faces, record.choices).outcome != record.outcome:
            raise RuleError(
                "rule/changing",
                "It gives another outcome with the same dice: something besides its dice and options affects it.",
            )
        if Record.from_json(record.to_json(), self.games) != record:
            raise RuleError("rule/changing", "A record of it changes when it is read again.")

    # -- its odds ------------------------------------------------------------------------------------------------

    def _again_elsewhere(self, check: Check, odds: Odds) -> None:
        opinion = second_opinion(check, odds)
        if opinion.elsewhere:
            self.elsewhere += opinion.plays
        elif check.rule.home is not None and check.rule.home.version:
            self.remarks.append(Finding(check.text, "It was not played in another process, which did not answer."))

    def _asked(self, check: Check) -> bool:
        """Whether a player decides something in a roll of a check."""
        record = play(check, "system", SeededDice(f"sixfold test {check.text}"), choose=partial(_another, 0))
        return bool(record.choices)

    def _best(self, check: Check) -> None:
        """Best play, held against every face and every choice."""
        success = check.rule.success
        outcome = play(check, "system", SeededDice("best play")).outcome
        number = check.rule.charted([name for name, value in outcome.items() if type(value) is int])
        won = success if success is not None and success.name.partition("=")[0] in outcome else None
        if won is None and not number:
            return
        searched = expectimax(
            check, (lambda came: int(won.came(came))) if won else (lambda came: came[number]), self._fitting(SEARCHED)
        )
        if searched is None:
            remark = Finding(f"{check.system} {check.rule.name}", TOO_MANY)
            self.remarks += [remark] if remark not in self.remarks else []
            return
        try:
            best = solve_best_check(check, won.name if won else number, TOLERANCE, WORK).best
        except OddsError as error:
            if error.code != "odds/no-choice":
                self.remarks.append(Finding(check.text, f"Best play was not compared: {error.message}"))
            return
        self.best += 1
        if not best.low <= searched <= best.high:
            raise RuleError(
                "rule/unsound",
                f"Best play for “{won.name if won else number}” is worth {best.low} by the odds, but {searched} over "
                f"every face and choice. {WHY}",
            )

    def _fitting(self, plays: int) -> int:
        """So many plays, or as many as there are dice and time for."""
        fitting = max(FEWER, min(plays, int(self.share / self.pace), int(self.seconds / self.slowness)))
        self.dice -= int(fitting * self.pace)
        return fitting

    def _odds(self, check: Check, first: bool) -> Odds | None:
        work = max(1, WORK if first else max(WORK // LEAST_PART, min(WORK, self.work)))
        used = work
        try:
            odds = solve_check(check, TOLERANCE, work)
            used = odds.solution.work
            return odds
        except OddsError as error:
            too_little = work < WORK and error.code == "odds/too-large"
            self.remarks.append(Finding(check.text, SHARED if too_little else error.message))
        except SixfoldError as error:
            self._fault(check.text, error.message)
        except Exception as error:
            self._fault(check.text, f"{_placed(error)} This happens when it is solved, not when it is rolled.")
        finally:
            self.work -= 0 if first else used
        return None

    def _against(
        self, check: Check, odds: Odds, solved: OutcomeChances, came: Counter[tuple[tuple[str, Any], ...]]
    ) -> None:
        """The odds, told and held against every face and against throws."""
        odds.report()
        tell(check, solved)
        played = every_face(check, self._fitting(PLAYS))
        self.by_every_face += not played.left
        against_faces(check, solved, odds.unresolved, played)
        against_rolls(check, odds, solved, came)


def _dice_of(records: Sequence[Record]) -> int:
    """The dice of some plays, and those that each play counts as."""
    return sum([PLAY + len(record.faces) for record in records])


def _another(first: int, question: ChoiceNeeded) -> int:
    return (first + len(question.choices)) % len(question.options)


def _placed(error: Exception) -> str:
    """An error that an author's code raised by itself, with its line."""
    place = last_place(error.__traceback__)
    what = format_exception_only(error)[-1].strip()[:300].rstrip(".")
    if place is None:
        return f"{what}."
    file, line = place
    return f"{file.replace(chr(92), '/').rpartition('/')[2]}, line {line}: {what}."
