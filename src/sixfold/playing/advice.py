"""The best option now: every option of a decision with its exact chance."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from sixfold.base.arguments import one_of
from sixfold.base.bounds import TOLERANCE, WORK
from sixfold.base.shapes.fraction import Bounds
from sixfold.errors import ChoiceNeeded, DiceNeeded, OddsError
from sixfold.playing.step import step
from sixfold.rules.check import Check
from sixfold.rules.functions import Wrapped
from sixfold.rules.hand import Hand
from sixfold.rules.judging.watched_rule import inner_rule, watched
from sixfold.rules.mixed import falling
from sixfold.rules.outcome import select_fields
from sixfold.rules.rolled_table import RolledHand, RolledTable
from sixfold.rules.table import Delegating, Play, Playable, Step, Table, Until
from sixfold.rules.typed_faces import TypedDice
from sixfold.show.display import Presented
from sixfold.solving.best.aim import AimInput
from sixfold.solving.best.odds import aim_finder
from sixfold.solving.best.play import solve_best


class Option(NamedTuple):
    """One option of a decision.

    `option` names it, and `meaning` says what it leads to. `value` is the chance of the aim, or its mean, with best
    play from there on. `loses` is how much less that is than the best; for a decision of the opponent, how much more.
    The `usual` option is taken if nobody is asked.
    """

    option: str
    meaning: str
    value: Bounds
    loses: Fraction
    best: bool
    usual: bool


class _Advice(NamedTuple):
    check: Check
    aim: str
    mean: bool
    asked: ChoiceNeeded
    options: tuple[Option, ...]


class Advice(Presented, _Advice):
    """A decision in a check with dice on the table, and the worth of each option for an aim.

    >>> from sixfold import advise
    >>> advice = advise("odgs vs 16 +2 combat", faces=[4, 4, 3], aim="hit")
    >>> [(option.option, option.value.low) for option in advice.options]
    [('gain 2 Adrenaline Effort', Fraction(0, 1)), ('take the double as a hit', Fraction(1, 1))]
    >>> advice.best.option
    'take the double as a hit'
    """

    __slots__ = ()

    _presenter = "advice"

    @property
    def best(self) -> Option:
        """The best option; if several are equal, the usual one or else the first."""
        return max(self.options, key=lambda option: (option.best, option.usual))

    @property
    def choice(self) -> int:
        """The index of the best option, as `choices` takes it."""
        return self.options.index(self.best)


def advised(
    check: Check, question: ChoiceNeeded, aim: AimInput = None, tolerance: Fraction = TOLERANCE, work: int = WORK
) -> Advice:
    """Return the worth of each option of a check's next decision, with these dice on the table and these choices.

    Raises what `solve_best` raises.
    """
    rule, arguments = check.rule.play, dict(check.arguments)
    going_on = Resuming(rule, question.faces, question.choices)
    best = solve_best(going_on, aim_finder(check, aim), tolerance, work, arguments)
    return Advice(check, best.aim, best.mean, question, options_of(question, best.options, best.against))


def options_of(question: ChoiceNeeded, values: Sequence[Bounds], against: bool) -> tuple[Option, ...]:
    """Return the options of a decision, which may be the opponent's, with these values."""
    lost = _lost(values, against)
    return tuple(
        Option(option, meaning, value, lost[at], not lost[at], at == question.default)
        for at, (option, meaning, value) in enumerate(zip(question.options, question.meanings, values, strict=True))
    )


def _lost(values: Sequence[Bounds], against: bool) -> list[Fraction]:
    """How much less than the best each value is for sure: nothing if the endless part could make it as good."""
    if against:
        least = min(value.high for value in values)
        return [max(Fraction(0), value.low - least) for value in values]
    most = max(value.low for value in values)
    return [max(Fraction(0), most - value.high) for value in values]


def decision(check: Check, faces: Sequence[int] = (), choices: Sequence[int] = ()) -> ChoiceNeeded:
    """Return the player's next decision, with these dice on the table.

    Raises DiceNeeded where dice are thrown before that, OddsError (odds/no-choice) where nothing is left to decide.
    """
    following = step(one_of(check, "What is advised on", Check, "a check"), faces, choices)
    if isinstance(following, DiceNeeded):
        raise following
    if not isinstance(following, ChoiceNeeded):
        raise OddsError(
            "odds/no-choice", f"Nothing is left to decide here: the check is done. {following.announcement}."
        )
    return following


class Resumed(Delegating):
    """A table with dice on it up to the decision that is open; from there on everything is still to come.

    `then` is the table for that, and can `lay` a hand as it lies there.
    """

    __slots__ = ("_choices", "_faces", "_laid", "_lies")

    def __init__(self, then: Any, faces: Sequence[int], choices: Sequence[int]) -> None:
        super().__init__(then)
        self._lies: RolledTable | None = RolledTable(TypedDice(faces), choices)
        self._laid: dict[int, tuple[RolledHand, Any]] = {}
        self._faces, self._choices = tuple(faces), tuple(choices)

    def _ask(self, verb: str, *arguments: Any, **values: Any) -> Any:
        if self._lies is not None:
            try:
                return getattr(self._lies, verb)(*arguments, **values)
            except ChoiceNeeded:
                self._lies = None
        return super()._ask(verb, *map(self._now, arguments), **values)

    def _now(self, value: Any) -> Any:
        """Return an argument of a verb; a hand that was rolled is put on the table that plays on."""
        if isinstance(value, tuple) and isinstance(next(iter(value), None), Hand):
            return tuple(map(self._now, value))
        if not isinstance(value, RolledHand):
            return value
        if id(value) not in self._laid:
            self._laid[id(value)] = (value, self._table.lay(tuple(falling(value.values)), value.die))
        laid = self._laid[id(value)][1]
        if value.gone:
            laid.gone = value.gone
        return laid

    def repeat(self, step: Step, state: Any, until: Until, most: int | None = None, counted: bool = False) -> Any:
        steps = 0
        while self._lies is not None and steps != most and not until(state):
            if self._decides(self._lies, step, state):
                repeated, at = self._going_on(self._lies, step, state)
                left = None if most is None else most - steps
                if not counted:  # which is cheaper to solve
                    return self._table.repeat(repeated, at, _over(until), left)[1]
                (_, state), more = self._table.repeat(repeated, at, _over(until), left, counted=True)
                return state, steps + more
            state = step(self, state)
            steps += 1
        if self._lies is not None:
            return (state, steps) if counted else state
        return self._table.repeat(step, state, until, most, counted)

    def _decides(self, lies: RolledTable, step: Step, state: Any) -> bool:
        """Whether the decision that is open comes in this step."""
        used, taken = _used(lies)
        try:
            step(RolledTable(TypedDice(self._faces[used:]), self._choices[taken:]), state)
        except ChoiceNeeded:
            return True
        return False

    def _going_on(self, lies: RolledTable, step: Step, state: Any) -> tuple[Step, tuple[bool, Any]]:
        """The game from the step in which something is decided: only the first step has dice on the table."""
        used, taken = _used(lies)
        self._lies = None

        def stepped(table: Any, at: tuple[bool, Any]) -> tuple[bool, Any]:
            first, now = at
            here = Resumed(table, self._faces[used:], self._choices[taken:]) if first else table
            return False, step(here, now)

        return stepped, (True, state)

    def play(self, rule: Playable, fields: str | Sequence[str] | None = None, **options: Any) -> Any:
        if self._lies is None:
            return self._table.play(rule, fields, **options)
        play, inner_options = inner_rule(rule, options)
        return select_fields(play(self, **inner_options), fields)


def _used(lies: RolledTable) -> tuple[int, int]:
    """How many of the faces and choices on a table were used."""
    return sum(len(thrown.faces) for thrown in lies.throws), len(lies.choices)


def _over(until: Until) -> Until:
    """Whether a game that goes on from dice on the table is over: never before its first step."""
    return lambda at: not at[0] and bool(until(at[1]))


class Resuming(Wrapped):
    """A rule from a decision that is open: all faces and choices up to there are given."""

    def __init__(self, rule: Play, faces: Sequence[int], choices: Sequence[int]) -> None:
        super().__init__(rule)
        self._lying = faces, choices

    def __call__(self, table: Table, **options: Any) -> Any:
        return watched(self.function)(Resumed(table, *self._lying), **options)
