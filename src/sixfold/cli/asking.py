"""Asking the one who sits at the terminal: for dice on a real table, and for what the rules let a player choose."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from sixfold.errors import ChoiceNeeded, DiceError, DiceNeeded
from sixfold.playing.sources.typed import read_faces


def ask(question: str) -> str | None:
    """What is typed in answer to a question, or None where nobody answers any more."""
    print(question, end=" ", flush=True, file=sys.stderr)
    line = "" if sys.stdin is None else sys.stdin.readline()
    if not line:
        print(file=sys.stderr)
        return None
    return line.strip()


def ask_for_dice(needed: DiceNeeded) -> Sequence[int]:
    """The faces of the dice that are thrown next; none where nobody answers."""
    dice = "one more die" if needed.size == 1 else f"{needed.size} more dice"
    low, high = needed.lowest, needed.lowest + needed.sides - 1
    while True:
        answer = ask(f"{needed.label}: {dice} (d{needed.sides})?")
        if answer is None:
            return ()
        try:
            faces = read_faces(answer)
        except DiceError as error:
            print(error.message, file=sys.stderr)
            continue
        if len(faces) > needed.size:
            print(f"That is {len(faces)} dice; {needed.size} are thrown here.", file=sys.stderr)
        elif faces and all(low <= face <= high for face in faces):
            return faces
        else:
            print(f"A d{needed.sides} shows {low} to {high}.", file=sys.stderr)


def ask_for_choice(asked: ChoiceNeeded) -> int:
    """The option that the player takes; Enter takes the default. Raises the question where nobody answers."""
    for throw in asked.throws:
        dice = " ".join(str(f) if kept else f"({f})" for f, kept in zip(throw.faces, throw.kept, strict=True))
        print(f"{throw.label}: {dice}", file=sys.stderr)
    print(asked.label, file=sys.stderr)
    wide = max(map(len, asked.options))
    for at, (option, meaning) in enumerate(zip(asked.options, asked.meanings, strict=True)):
        mark = "*" if at == asked.default else " "
        print(f" {mark}{at + 1:<3} {option.ljust(wide)}  {meaning}".rstrip(), file=sys.stderr)
    while True:
        answer = ask(f"1 to {len(asked.options)} (Enter: {asked.default + 1})?")
        if answer is None:
            raise asked
        if not answer:
            return asked.default
        if answer.isascii() and answer.isdigit() and 1 <= int(answer[:6]) <= len(asked.options):
            return int(answer) - 1
        print(f"Type a number from 1 to {len(asked.options)}.", file=sys.stderr)
