"""Asking the one who sits at the terminal: for dice on a real table, and for what the rules let a player choose."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from sixfold.base.throw import in_text
from sixfold.cli.console import err
from sixfold.errors import ChoiceNeeded, DiceError, DiceNeeded, OddsError, StudyError
from sixfold.rules.check import Check
from sixfold.rules.typed_faces import as_shown, faces_of
from sixfold.show.screen import spans_of

if TYPE_CHECKING:
    from sixfold.playing.advice import Advice


def someone_types() -> bool:
    """Whether a question reaches anyone."""
    return sys.stdin is not None and sys.stdin.isatty()


def question_for(needed: DiceNeeded) -> str:
    """The question for dice; of dice with custom faces it says what their sides show."""
    dice = "one more die" if needed.size == 1 else f"{needed.size} more dice"
    return f"{needed.label}: {dice} (d{needed.sides}{f': {needed.shows}' if needed.shows else ''})?"


def ask_for_dice(needed: DiceNeeded) -> Sequence[int]:
    """The faces of the dice that are thrown next; none where nobody answers."""
    console = err()
    sides = range(needed.lowest, needed.lowest + needed.sides)
    while True:
        answer = console.ask(question_for(needed))
        if answer is None:
            return ()
        try:
            faces = faces_of(answer)
        except DiceError as error:
            console.tell(error.message)
            continue
        if len(faces) > needed.size:
            console.tell(f"You typed {len(faces)} dice; this roll has {needed.size}.")
        elif faces and (as_shown(faces, needed.signs) or all(face in sides for face in faces)):
            return faces
        else:
            console.tell(f"A d{needed.sides} shows {sides[0]} to {sides[-1]}.")


def asking_with(check: Check, aim: str | None) -> Callable[[ChoiceNeeded], int]:
    """Asks for choices in a check, with what each option is worth for an aim; without one, for success or a hit."""
    return lambda question: ask_for_choice(question, _advice(check, question, aim))


def valued(check: Check, question: ChoiceNeeded, aim: str | None) -> ChoiceNeeded:
    """A question for a program, with what each option is worth for an aim, where that can be told."""
    advice = _advice(check, question, aim)
    return question if advice is None else question.advised(advice.to_json())


def _advice(check: Check, question: ChoiceNeeded, aim: str | None) -> Advice | None:
    """The value of each option; nothing if there is no aim and the value cannot be computed."""
    from sixfold.playing.advice import advised

    try:
        return advised(check, question, aim)
    except (OddsError, StudyError):
        if aim is not None:
            raise
        return None


def ask_for_choice(question: ChoiceNeeded, advice: Advice | None = None) -> int:
    """The option that the player takes; Enter takes the default. Raises the question where nobody answers.

    With advice each option says what it is worth, and the best is marked.
    """
    console = err()
    for throw in question.throws:
        console.tell(f"{throw.label}: {in_text(throw.dice)}")
    console.tell(question.label)
    wide = max(map(len, question.options))
    worth = [""] * len(question.options)
    if advice is not None:
        from sixfold.show.values.advice import goal, remarks

        worth = remarks(advice)
        console.tell(f"Value for {goal(advice)}, with best play from there on:")
    room = max(map(len, worth))
    for at, (option, meaning) in enumerate(zip(question.options, question.meanings, strict=True)):
        mark = "*" if at == question.default else " "
        head = f"{mark}{at + 1:<3} {option.ljust(wide)}" + (f"  {worth[at].ljust(room)}" if room else "")
        console.tell([(head, ""), ("", ""), *spans_of(meaning)], 1, 9)
    while True:
        answer = console.ask(f"1 to {len(question.options)} (Enter: {question.default + 1})?")
        if answer is None:
            raise question
        if not answer:
            return question.default
        if answer.isascii() and answer.isdigit() and 1 <= int(answer[:6]) <= len(question.options):
            return int(answer) - 1
        console.tell(f"Type a number from 1 to {len(question.options)}.")
