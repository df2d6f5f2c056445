"""Odds of a check held against what was counted over faces, against rolls, and against odds found in another order."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from sixfold.authoring.second_opinion.every_face import EveryFace, Outcome
from sixfold.authoring.second_opinion.significance import strayed
from sixfold.base.shapes.fraction import Bounds
from sixfold.base.wording import minus
from sixfold.errors import RuleError
from sixfold.rules.check import Check
from sixfold.rules.functions import beginning
from sixfold.rules.rule import Event
from sixfold.show.report.chances import percent
from sixfold.solving.odds import Odds

OutcomeChances = Mapping[Outcome, Fraction]


class Plays(NamedTuple):
    """A check with faces and the outcomes that they gave, its chances, and the work that finds them again.

    They are `complete` if no roll is left out.
    """

    check: Check
    plays: Sequence[tuple[tuple[int, ...], Outcome]]
    solved: OutcomeChances
    complete: bool
    work: int


WHY: Final = (
    "Something in the rule behaves differently when it is solved: chance or a memory of its own, as in a library; "
    "type(n), “is”, an “except” that catches too much, or a fold that says any_face and looks at faces."
)

BESIDES: Final = "Something besides its dice and options affects it"


def in_words(outcome: Outcome) -> str:
    """Return an outcome in words."""
    return minus(", ".join(f"{name} {value}" for name, value in outcome))


def with_dice(faces: Sequence[int] | None) -> str:
    """Return the end of a sentence that names the dice, if they are few."""
    return f", as with the dice {' '.join(map(str, faces))}" if faces and len(faces) <= 40 else ""


def unsound(check: Check, sentence: str) -> RuleError:
    """Return the error for odds that are wrong."""
    return RuleError("rule/unsound", f"{sentence} {WHY}").placed(*beginning(check.rule.play))


def chances_of(odds: Odds) -> OutcomeChances:
    """Return the chances of a check, likeliest first."""
    return {tuple(chance.outcome.items()): chance.exact for chance in odds}


def against_faces(check: Check, solved: OutcomeChances, missing: Fraction, played: EveryFace) -> None:
    """Raise RuleError (rule/unsound) if chances that lack so much differ from what was counted over faces."""
    zero = Fraction(0)
    for outcome in {**solved, **played.chances}:
        by_odds, by_faces = solved.get(outcome, zero), played.chances.get(outcome, zero)
        if by_odds > by_faces + played.left or by_faces > by_odds + missing:
            dice = next((faces for faces, came in played.plays if came == outcome), None)
            at_least = "" if not played.left else "at least "
            raise unsound(
                check,
                f"“{in_words(outcome)}” has a chance of {by_odds} by the odds, but {at_least}{by_faces} over every "
                f"face{with_dice(dice)}.",
            )


def against_rolls(check: Check, odds: Odds, solved: OutcomeChances, came: Mapping[Outcome, int]) -> None:
    """Raise RuleError (rule/unsound) if outcomes came so often, or so rarely, in rolls that the odds must be wrong."""
    throws, zero = sum(came.values()), Fraction(0)
    missing, chances = odds.unresolved, {**dict.fromkeys(came, zero), **solved}
    outcomes = [
        (in_words(outcome), chance, chance + missing, came.get(outcome, 0)) for outcome, chance in chances.items()
    ]
    events = [
        (name, bounds.low, bounds.high, sum(n for row, n in came.items() if Event(name, "").came(dict(row))))
        for name, bounds in ((name, odds.bounds(name)) for name in odds.events)
    ]
    stray = strayed([*events, *outcomes], throws)
    if stray is not None:
        raise unsound(
            check,
            f"“{stray.name}” happened {stray.came:,} times in {throws:,} rolls; by the odds it should in "
            f"{percent(Bounds.exactly(stray.chance))} of them.",
        )


def against_backwards(here: Plays, backwards: OutcomeChances | None) -> None:
    """Raise RuleError (rule/changing) where the odds found in another order are not the same, if all are known."""
    if backwards is None or not here.complete:
        return
    for outcome in {**here.solved, **backwards}:
        one, other = here.solved.get(outcome, Fraction(0)), backwards.get(outcome, Fraction(0))
        if one != other:
            raise RuleError(
                "rule/changing",
                f"“{in_words(outcome)}” has a chance of {one} by the odds, and of {other} where they are found in "
                f"another order. {BESIDES}: the order of a set, the time zone, or what an earlier play left behind, "
                "such as a list that functools.cache keeps.",
            ).placed(*beginning(here.check.rule.play))
