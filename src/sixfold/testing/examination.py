"""The examination of a game, rule by rule; faults are reported in its author's words."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from sixfold.arguments import one_of, whole
from sixfold.authoring.blame import last_place
from sixfold.authoring.watchdog import Watch
from sixfold.bounds import RECORDS, WORK
from sixfold.checks.check import Check, parse
from sixfold.checks.check import check as check_of
from sixfold.errors import ChoiceNeeded, OddsError, RuleError, SixfoldError, misdeclared
from sixfold.playing.declared import check_example, check_fields, check_spellings, checks_to_try
from sixfold.playing.record import Record, replay, thrower
from sixfold.playing.sources.seeded import SeededDice
from sixfold.playing.step import play
from sixfold.report.chances import percent
from sixfold.report.display import Shown
from sixfold.rules.folds import Fold
from sixfold.rules.functions import MISTAKES
from sixfold.rules.rule import Event, Rule, System
from sixfold.rules.wording import counted, minus
from sixfold.solving.odds import Odds, solve_check
from sixfold.solving.solver import TOLERANCE
from sixfold.systems import SYSTEMS
from sixfold.testing.faces import every_face
from sixfold.testing.folds import check_fold, own_folds
from sixfold.testing.significance import strayed

if TYPE_CHECKING:
    from sixfold.report.tables import Report

THROWS = 3_000
"""Throws of a rule's example, where not every face was gone through."""

FEWER = 10
"""Of each other check there are so many times fewer throws."""

PLAYS = 1_000
"""Times that a check is played with faces of which all are tried."""

REPLAYED = 5
"""Throws of each check that are typed in and read again, and rolls in which a player chooses."""


class Fault(NamedTuple):
    """Something that does not hold: of which check or rule, and a sentence with the author's line where it is known."""

    about: str
    sentence: str


class _Examined(NamedTuple):
    system: System
    faults: tuple[Fault, ...]
    remarks: tuple[Fault, ...]
    checks: int
    throws: int
    by_every_face: int
    solved: int


class Examined(Shown, _Examined):
    """The result of an examination: `faults`, `remarks` that are no faults, and how much was tried."""

    __slots__ = ()

    @property
    def sound(self) -> bool:
        """Whether the odds of a check were compared, and no fault was found."""
        return self.solved > 0 and not self.faults

    def __str__(self) -> str:
        return "\n".join(f"{fault.about}: {fault.sentence}" for fault in self.faults) or self._verdict

    @property
    def _verdict(self) -> str:
        name = self.system.name
        return f"{name} is sound" if self.solved else f"{name} was not checked: no odds could be worked out"

    def to_json(self) -> dict[str, Any]:
        """The result as plain data."""
        return {
            "version": 1,
            "system": self.system.name,
            "sound": self.sound,
            "checks": self.checks,
            "solved": self.solved,
            "by_every_face": self.by_every_face,
            "throws": self.throws,
            "faults": [fault._asdict() for fault in self.faults],
            "remarks": [remark._asdict() for remark in self.remarks],
        }

    def report(self) -> "Report":
        """The result for people."""
        from sixfold.report.blocks import SPACE, Heading, Note  # here, since only people need it

        tried = (
            f"{counted(self.checks, 'check')}, {counted(self.by_every_face, 'of them', 'of them')} with every face; "
            f"{self.throws:,} throws, typed in and played again"
        )
        name = self.system.name
        verdict = Note(_many(self.faults) if self.faults else f"{self._verdict}.", "good" if self.sound else "bad")
        found = [Note(f"{about}: {sentence}") for about, sentence in (*self.faults, *self.remarks)]
        return (Heading(name, self.system.title), Note(tried), *found, SPACE, verdict)


def _many(faults: tuple[Fault, ...]) -> str:
    return f"{counted(len(faults), 'fault')} found."


def sound(system: System, throws: int = THROWS) -> None:
    """Examine a game in a test: raises RuleError (rule/unsound) that tells its faults."""
    with Watch(sorted({rule.play.__code__.co_filename for rule in system.rules if hasattr(rule.play, "__code__")})):
        found = examine(system, throws)
    if not found.sound:
        raise RuleError(
            "rule/unsound", f"{system.name}: {_many(found.faults)} {found}" if found.faults else f"{found}."
        )


def examine(system: System, throws: int = THROWS, told: Callable[[str], None] = lambda check: None) -> Examined:
    """Try everything that can be tried of a game.

    Each rule's example and checks with each of its words are read and written, thrown, typed in, played again,
    explained and solved. Its author's folds are asked by themselves about every hand of a few dice. The odds are held
    against every face, or as many as can be gone through, and against `throws` (10 to 100,000) of the example and a
    tenth of them of each other check. `told` is called with the text of each check before it is tried.
    """
    throws = whole(throws, "The number of throws", FEWER, RECORDS)
    one_of(system, "What is examined", System, "a System")
    trial = _Trial(system, throws, told)
    for rule in system.rules:
        trial.rule(rule)
    return Examined(
        system, tuple(trial.faults), tuple(trial.remarks), trial.checks, trial.throws, trial.by_every_face, trial.solved
    )


class _Trial:
    """One examination."""

    def __init__(self, system: System, throws: int, told: Callable[[str], None]) -> None:
        self.system = system
        self.most = throws
        self.games: Mapping[str, System] = {**SYSTEMS, system.name: system}
        self.faults: list[Fault] = []
        self.remarks: list[Fault] = []
        self.checks = self.throws = self.by_every_face = self.solved = 0
        self.told = told
        self.folds: set[Fold[Any]] = set()
        """The authors' folds that were tried by themselves."""

    def rule(self, rule: Rule) -> None:
        about = f"{rule.system} {rule.name}"
        for holds in (lambda: check_example(rule, self.system), lambda: check_spellings(rule)):
            self._holds(about, holds)
        fields: dict[str, Any] = {}
        for at, check in enumerate(checks_to_try(rule, self.system)):
            fields.update(self._check(check, self.most if at == 0 else self.most // FEWER))
        if fields:
            self._holds(about, lambda: check_fields(rule, fields))

    def _holds(self, about: str, tried: Callable[[], Any]) -> Any:
        """The value of something that is tried, or a fault and None."""
        try:
            return tried()
        except SixfoldError as error:
            self._fault(about, error.message)
        except MISTAKES as error:
            self._fault(about, _placed(error))
        return None

    def _fault(self, about: str, sentence: str) -> None:
        if all(fault.sentence != sentence for fault in self.faults):
            self.faults.append(Fault(about, sentence))

    # -- one check ---------------------------------------------------------------------------------------------

    def _check(self, check: Check, throws: int) -> Mapping[str, Any]:
        """Try a check; the fields that its outcomes have."""
        text = check.text
        self.told(text)
        self.checks += 1
        self._holds(text, lambda: self._reads(check))
        self._holds(text, check.explain)
        came: Counter[tuple[tuple[str, Any], ...]] = Counter()
        fields: dict[str, Any] = {}
        records: list[Record] = self._holds(text, lambda: list(self._thrown(check, throws))) or []
        for fold, faces in own_folds(records).items():
            if fold not in self.folds:
                self.folds.add(fold)
                self._holds(text, partial(check_fold, fold, faces))
        for record in records:
            came[tuple(record.outcome.items())] += 1
            fields.update(record.outcome)
        self.throws += sum(came.values())
        if came:
            odds = self._odds(check)
            if odds is not None:
                self.solved += 1
                self._holds(text, lambda: self._against(check, odds, came))
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
        throw_once = thrower(check, "system")
        dice = SeededDice(f"sixfold test {check.text}")
        for at in range(throws):
            record = throw_once(dice)
            for note in record.clauses:
                str(note.text)
            if at < REPLAYED:
                self._again(record)
                # A player takes another option at each choice than the one before; the odds do not count this roll.
                self._again(play(check, "system", dice, choose=partial(_another, at)))
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

    def _odds(self, check: Check) -> Odds | None:
        try:
            return solve_check(check, TOLERANCE, WORK)
        except OddsError as error:
            self.remarks.append(Fault(check.text, error.message))
        except SixfoldError as error:
            self._fault(check.text, error.message)
        except MISTAKES as error:
            self._fault(check.text, f"{_placed(error)} This happens when it is solved, not when it is rolled.")
        return None

    def _against(self, check: Check, odds: Odds, came: Counter[tuple[tuple[str, Any], ...]]) -> None:
        """The odds, told and held against every face and against throws."""
        odds.report()
        solved = {tuple(chance.outcome.items()): chance.exact for chance in odds}
        order = check.rule.order(next(iter(odds)).outcome) if solved else None
        for outcome in list(solved)[:PLAYS]:
            check.rule.announcement(dict(outcome), check.arguments)
            if order is not None:
                order(dict(outcome))
        self._against_faces(check, odds, solved)
        throws, missing, zero = sum(came.values()), odds.unresolved, Fraction(0)
        outcomes = [
            (_told(outcome), solved.get(outcome, zero), solved.get(outcome, zero) + missing, came[outcome])
            for outcome in {**solved, **came}
        ]
        events = [
            (name, bounds.low, bounds.high, sum(n for row, n in came.items() if Event(name, "").came(dict(row))))
            for name, bounds in ((name, odds.bounds(name)) for name in odds.events)
        ]
        stray = strayed([*events, *outcomes], throws)
        if stray is not None:
            raise RuleError(
                "rule/unsound",
                f"“{stray.name}” happened {stray.came:,} times in {throws:,} rolls; by the odds it should in "
                f"{percent(stray.chance)} of them. {_WHY}",
            )

    def _against_faces(self, check: Check, odds: Odds, solved: Mapping[tuple[tuple[str, Any], ...], Fraction]) -> None:
        found = every_face(check, PLAYS)
        if not found.left:
            self.by_every_face += 1
        missing, zero = odds.unresolved, Fraction(0)
        for outcome in {**solved, **found.chances}:
            by_odds, by_faces = solved.get(outcome, zero), found.chances.get(outcome, zero)
            if by_odds > by_faces + found.left or by_faces > by_odds + missing:
                at_least = "" if not found.left else "at least "
                raise RuleError(
                    "rule/unsound",
                    f"“{_told(outcome)}” has a chance of {by_odds} by the odds, but {at_least}{by_faces} over every "
                    f"face. {_WHY}",
                )


_WHY = (
    "Something in the rule behaves differently when it is solved: type(n) is int, hit is True, or a function that "
    "looks at more than the numbers it is given."
)


def _another(first: int, asked: ChoiceNeeded) -> int:
    return (first + len(asked.choices)) % len(asked.options)


def _told(outcome: tuple[tuple[str, Any], ...]) -> str:
    return minus(", ".join(f"{name} {value}" for name, value in outcome))


def _placed(error: Exception) -> str:
    """An error that an author's code raised by itself, with its line."""
    place = last_place(error.__traceback__)
    what = f"{type(error).__name__}: {error}"[:300].rstrip(".")
    if place is None:
        return f"{what}."
    file, line = place
    return f"{file.replace(chr(92), '/').rpartition('/')[2]}, line {line}: {what}."
