"""Playing a check with given dice to its record or its next question: to roll in a room, and to verify a log."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from sixfold.base.bounds import DICE_OF_A_ROLL
from sixfold.errors import BoundsError, ChoiceNeeded, DiceNeeded, RoomError
from sixfold.playing import step
from sixfold.playing.record import TYPED, Record
from sixfold.rules.check import Check
from sixfold.rules.dice import Die
from sixfold.rules.rolled_table import Source
from sixfold.table.room.instruments import blaming_game


def _too_many() -> BoundsError:
    return BoundsError(f"One roll in a room has at most {DICE_OF_A_ROLL:,} dice.")


class _Bounded:
    """A source that gives no more dice than a roll in a room may have."""

    def __init__(self, source: Source, lying: int) -> None:
        self._source = source
        self._left = DICE_OF_A_ROLL - lying

    def throw(self, size: int, die: Die, label: str) -> Sequence[int]:
        self._left -= size
        if self._left < 0:
            raise _too_many()
        return self._source.throw(size, die, label)


def play(
    check: Check, lying: Sequence[int | str], more: Source | None, choices: Sequence[int] | None, name: str
) -> Record | ChoiceNeeded:
    """Play a check with the dice on the table, then with `more`, and with the choices made so far.

    Returns the record, or the next choice. With `choices` None nobody is asked: the rule's policy decides.
    Raises DiceNeeded; DiceError and ChoiceError for dice and choices that do not fit or are left over; and
    RoomError (room/game) if the rule of an own game raises an error.
    """
    if len(lying) > DICE_OF_A_ROLL:
        raise _too_many()
    source = _Bounded(more, len(lying)) if more else None
    with blaming_game(f"{check.system} {check.rule.name}", check.rule.play, refuses=True):
        try:
            return step.play(check, name, source, faces=lying, choices=choices)
        except ChoiceNeeded as question:
            return question.with_traceback(None)


def versions(check: Check) -> dict[str, str]:
    """Return the versions of the games of one's own in a check, and in those inside it, by name: a log says them."""
    by_game: dict[str, str] = {}
    for _, value in check.settings:
        for part in value if isinstance(value, tuple | list) and not isinstance(value, Check) else (value,):
            by_game |= versions(part) if isinstance(part, Check) else {}
    home = check.rule.home
    return {**by_game, check.system: home.version} if home is not None and home.version else by_game


PlayCheck = Callable[[Check, Sequence[int | str], Source | None, Sequence[int] | None, str], Record | ChoiceNeeded]
"""The place where checks are played: `play` is here and now."""

ENDLESS: Final = "room/endless"
"""The code of a roll whose rule had to be stopped: it is not played again to see whether that is so."""


def stopped(sentence: str) -> PlayCheck:
    """Return a player for a check whose rule does not end: it refuses every roll with a sentence."""

    def refuse(*call: Any) -> Record | ChoiceNeeded:
        raise RoomError(ENDLESS, sentence)

    return refuse


def document(record: Record) -> dict[str, Any]:
    """Return a record as data. Raises RoomError (room/game) if the announcement of an own game raises an error."""
    with blaming_game(f"{record.check.system} {record.check.rule.name}", record.check.rule.play, refuses=True):
        return record.to_json()


def next_dice(check: Check, lying: Sequence[int | str], play_check: PlayCheck = play) -> DiceNeeded | None:
    """Return the dice that are rolled after those on the table; None where the check is done, or asks a question.

    Raises DiceError for faces that do not fit or are left over, BoundsError for too many.
    """
    try:
        play_check(check, lying, None, (), TYPED)
    except DiceNeeded as needed:
        if needed.size + len(lying) > DICE_OF_A_ROLL:
            raise _too_many() from None
        return needed
    return None


def question_of(question: ChoiceNeeded) -> dict[str, Any]:
    """Return a question with the dice on the table, as data."""
    return {
        "label": question.label,
        "options": list(question.options),
        "meanings": list(question.meanings),
        "default": question.default,
        "throws": [{"label": t.label, "sides": t.sides, "faces": list(t.faces)} for t in question.throws],
    }
