"""The functions of the package: `roll`, `rolls`, `step`, `odds` and `advise`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, overload

from sixfold.base.arguments import function, text, whole
from sixfold.base.bounds import LEAST_TOLERANCE, RECORDS, SEED_LENGTH, TOLERANCE, WORK
from sixfold.checks.check import parse
from sixfold.errors import DiceError, OddsError, StudyError
from sixfold.playing.record import DRAWN, TYPED, Record, roll_check, roller_for
from sixfold.playing.sources.seeded import SeededDice
from sixfold.playing.sources.system import SystemDice
from sixfold.playing.step import Chooser, Prompt, Step, play
from sixfold.playing.step import step as stepped
from sixfold.rules.check import Check
from sixfold.rules.functions import is_builtin
from sixfold.rules.rolled_table import Source
from sixfold.rules.rule import Systems
from sixfold.rules.typed_faces import choices_of, faces_of
from sixfold.solving.odds import Odds, solve_check
from sixfold.systems import SYSTEMS

if TYPE_CHECKING:
    from sixfold.playing.advice import Advice
    from sixfold.rules.outcome import Outcome
    from sixfold.solving.best.odds import BestOdds


LARGEST_SEED = 2**64
"""The largest number that is a seed, either way; a text may be longer."""


def _as_check(asked: str | Check, systems: Systems) -> Check:
    return asked if isinstance(asked, Check) else parse(asked, systems)


def roll(
    asked: str | Check,
    *,
    faces: str | Sequence[int | str] | None = None,
    seed: str | int | None = None,
    choices: str | Sequence[int] | None = None,
    choose: Chooser | None = None,
    prompt: Prompt | None = None,
    systems: Systems = SYSTEMS,
) -> Record:
    """Roll a check and return its record.

    `asked` is the text of a check, or a Check. Dice come from the operating system. With `seed` (a text or
    a whole number) they are the same each time. With `faces` they are dice on a real table, in the order in which they
    were rolled; `prompt` is called for missing ones.

    If the rule lets the player choose, its policy decides. With `choices` (indices from 0, in the order asked) or
    `choose`, the player decides instead; `choose` is called for decisions that `choices` does not cover. `systems` are
    the games to choose from.

    Raises NotationError or BoundsError for the text, DiceNeeded or DiceError for the faces, and ChoiceNeeded or
    ChoiceError for the choices.

    >>> roll("ten superior 1", faces=[6, 3, 2, 4]).outcome.margin
    3
    >>> roll("odgs vs 9 advantage 1", faces=[6, 5, 4, 4], choices=[2]).announcement
    'Success: double fours, +1 Inspiration Effort'
    """
    check_ = _as_check(asked, systems)
    for asks, what in ((choose, "What chooses"), (prompt, "What asks for dice")):
        if asks is not None:
            function(asks, what)
    taken = None if choices is None else choices_of(choices)
    if faces is None:
        source, name = _source(seed)
        if taken is None and choose is None:
            return roll_check(check_, source, name)
        return play(check_, name, source, choices=taken, choose=choose)
    if seed is not None:
        raise DiceError("dice/unreadable", "Dice are typed or thrown from a seed, not both.")
    return play(check_, TYPED, faces=faces_of(faces), choices=taken, prompt=prompt, choose=choose)


def rolls(
    asked: str | Check, times: int, *, seed: str | int | None = None, systems: Systems = SYSTEMS
) -> Iterator[Record]:
    """Return an iterator that rolls a check `times` times (1 to 100,000), one record after the other.

    The records are not kept, so memory does not grow. `seed` and `systems` are those of `roll`.

    >>> [record.outcome.margin for record in rolls("ten", 3, seed="tavern")]
    [-2, 4, 0]
    """
    whole(times, "The number of rolls", 1, RECORDS)
    check_ = _as_check(asked, systems)
    source, name = _source(seed)
    roll_once = roller_for(check_, name)
    return (roll_once(source) for _ in range(times))


def step(
    asked: str | Check,
    faces: str | Sequence[int | str] = (),
    choices: str | Sequence[int] = (),
    systems: Systems = SYSTEMS,
) -> Step:
    """Play a check as far as the given faces and choices go.

    `faces` are the dice in the order in which they were rolled, and `choices` the options taken, as indices from 0.
    Returns DiceNeeded or ChoiceNeeded (as a value: it is not raised), or the record of a finished roll.

    Raises NotationError or BoundsError for the text, and DiceError or ChoiceError for faces and choices that do not
    fit or are too many.

    >>> step("ten superior 1").size
    4
    >>> step("ten superior 1", [6, 3, 2, 4]).announcement
    'Success of Three'
    """
    return stepped(_as_check(asked, systems), faces_of(faces), choices_of(choices))


def _source(seed: str | int | None) -> tuple[Source, str]:
    if seed is None:
        return SystemDice(), DRAWN
    if type(seed) is int:
        seed = str(whole(seed, "A seed", -LARGEST_SEED, LARGEST_SEED))

    return SeededDice(text(seed, "A seed", SEED_LENGTH)), f"seed:{seed}"


@overload
def odds(
    asked: str | Check,
    *,
    aim: None = None,
    tolerance: Fraction | float | str = TOLERANCE,
    work: int = WORK,
    systems: Systems = SYSTEMS,
) -> Odds: ...


@overload
def odds(
    asked: str | Check,
    *,
    aim: str | Callable[[Outcome], object],
    tolerance: Fraction | float | str = TOLERANCE,
    work: int = WORK,
    systems: Systems = SYSTEMS,
) -> BestOdds: ...


def odds(
    asked: str | Check,
    *,
    aim: str | Callable[[Outcome], object] | None = None,
    tolerance: Fraction | float | str = TOLERANCE,
    work: int = WORK,
    systems: Systems = SYSTEMS,
) -> Odds:
    """Return the exact odds of a check.

    `asked` is the text of a check, or a Check. If the rule lets the player choose, the policy of the book decides.

    With an `aim`, the player makes the best choice at every decision, and the result is a BestOdds. An aim is an event
    (`success`, `margin >= 3 and not chaos`), the name of a number whose mean is to be high (with a minus before it:
    low), or a function that gives an outcome its value. The player knows the dice on the table, and not those to come.

    `tolerance` (a probability from 1e-60 to below 1) bounds the maximum error if rolls can be endless. `work` (1 or
    more, in units of about a tenth of a microsecond) bounds the cost. `systems` are the games to choose from.

    Raises NotationError or BoundsError for the text, StudyError for an aim that the check does not have, and OddsError
    if the answer costs more than `work`, or an aim is given where nobody decides anything.

    >>> odds("wild 5D+1 vs 15").events["success"] > Fraction(7, 10)
    True
    >>> odds("odgs vs 15 +5 combat double=effort", aim="hit").gain
    Fraction(1, 6)
    """
    found = odds_unconfirmed(asked, aim=aim, tolerance=tolerance, work=work, systems=systems)
    if aim is None and not all(is_builtin(each.rule.play) for each in found.check.every()):
        from sixfold.authoring.second_opinion.confirm import (
            confirm,  # here, since most programs have no games of their own
        )

        confirm(found.check, found)
    return found


def odds_unconfirmed(
    asked: str | Check,
    *,
    aim: str | Callable[[Outcome], object] | None = None,
    tolerance: Fraction | float | str = TOLERANCE,
    work: int = WORK,
    systems: Systems = SYSTEMS,
) -> Odds:
    """Return what `odds` does, but without a second opinion on a game of one's own."""
    bound = _tolerance(tolerance)
    work = whole(work, "The work of one answer", 1)
    if aim is not None:
        from sixfold.solving.best.odds import solve_best_check  # here, since it is seldom asked

        return solve_best_check(_as_check(asked, systems), _aim(aim), bound, work)
    if isinstance(asked, str) and systems is SYSTEMS:
        return _odds_of_text(asked, bound.numerator, bound.denominator, work)
    return solve_check(_as_check(asked, systems), bound, work)


def advise(
    asked: str | Check,
    *,
    faces: str | Sequence[int | str] = (),
    choices: str | Sequence[int] = (),
    aim: str | Callable[[Outcome], object] | None = None,
    tolerance: Fraction | float | str = TOLERANCE,
    work: int = WORK,
    systems: Systems = SYSTEMS,
) -> Advice:
    """Return what each option of the open decision is worth, for a check with dice on the table.

    `faces` are the dice in the order in which they were rolled. `choices` are the options already taken, as indices
    from 0. The `aim`, `tolerance` and `work` are those of `odds`; without an aim it is success.

    Raises DiceNeeded or DiceError for the faces, ChoiceError for the choices, OddsError if there is nothing to decide,
    and any error of `odds`.

    >>> advise("odgs vs 9 +0 advantage 1", faces=[6, 5, 1, 1], aim="inspiration").best.option
    '6 1 1'
    """
    from sixfold.playing.advice import advised, decision  # here, since it is seldom asked

    check_ = _as_check(asked, systems)
    open_ = decision(check_, faces_of(faces), choices_of(choices))
    return advised(check_, open_, _aim(aim), _tolerance(tolerance), whole(work, "The work of one answer", 1))


def _aim(aim: str | Callable[[Outcome], object] | None) -> str | Callable[[Outcome], object] | None:
    """The goal of a player: a text or a function."""
    return aim if aim is None or callable(aim) else text(aim, "An aim")


def _tolerance(tolerance: Fraction | float | str) -> Fraction:
    """The tolerance as a fraction."""
    if tolerance is TOLERANCE:
        return TOLERANCE
    from sixfold.base.written_chances import read_chance  # here, since its patterns are worth compiling only then

    try:
        bound = read_chance(tolerance)
    except StudyError:
        bound = Fraction(0)
    if not Fraction(str(LEAST_TOLERANCE)) <= bound < 1:
        accepted = f"from {LEAST_TOLERANCE} to below 1, such as 1e-9 or 1 %"
        raise OddsError("odds/tolerance", f"A tolerance must be a probability {accepted}.")
    return bound


@lru_cache(maxsize=16)
def _odds_of_text(text: str, above: int, below: int, work: int) -> Odds:
    """The odds of a text; the tolerance is in two whole numbers, which are looked up faster than a fraction."""
    return solve_check(parse(text), Fraction(above, below), work)
