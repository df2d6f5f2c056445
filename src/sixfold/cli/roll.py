"""`sixfold roll`: a throw, every die of it, and what it means."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence

from sixfold.api import odds, roll, rolls
from sixfold.bounds import RECORDS
from sixfold.checks.notation import parse
from sixfold.cli.arguments import Parser, whole_number
from sixfold.cli.style import painter
from sixfold.errors import DiceError, OddsError, StudyError, UsageError
from sixfold.playing.record import Record
from sixfold.playing.sources.typed import read_faces
from sixfold.playing.standing import standing
from sixfold.playing.told import told
from sixfold.rules.dice import Die
from sixfold.rules.rule import System
from sixfold.show.tables import Paint, one_in, percent
from sixfold.systems import SYSTEMS


def parser() -> Parser:
    """The arguments of `sixfold roll`."""
    made = Parser(
        "roll",
        "Throw a check: every die, what counted, and what it means in the words of the game.",
        "examples:\n  sixfold roll ten +4 superior 1\n  sixfold roll wild 3D+1 vs 15 --faces 3,4,6,6,3\n"
        "  sixfold roll odgs vs 15 +5 advantage 1 --choose",
    )
    made.check()
    made.add_argument("--faces", metavar="N,N,...", help="dice that lie on a real table, as thrown")
    made.add_argument("--choose", action="store_true", help="ask where the rules let the player choose")
    made.add_argument("--seed", metavar="TEXT", help="the same throws again")
    made.add_argument("--times", metavar="N", type=whole_number, help=f"throw it N times, 1 to {RECORDS:,}")
    made.add_argument("--no-odds", action="store_true", help="leave out the line of odds")
    made.json()
    return made


def run(words: Sequence[str], systems: Mapping[str, System] = SYSTEMS) -> int:
    """Run `sixfold roll`."""
    asked = parser().read(words)
    check = parse(asked.check, systems)
    if asked.times is not None:
        if asked.faces is not None or asked.choose:
            raise UsageError("--times throws by itself; it goes with neither --faces nor --choose.")
        return _many(rolls(check, asked.times, seed=asked.seed), asked.json)
    if asked.faces is not None and asked.seed is not None:
        raise UsageError("Dice are typed (--faces) or thrown from a seed (--seed), not both.")
    faces = None if asked.faces is None else read_faces(asked.faces)
    asking = sys.stdin.isatty() and not asked.json
    record = roll(
        check,
        faces=faces,
        seed=asked.seed,
        choose=_choose if asked.choose else None,
        prompt=_more_dice if faces is not None and asking else None,
    )
    if asked.json:
        from sixfold.cli.document import write

        write(record.to_json())
        return 0
    print(show(record, painter(), not asked.no_odds))
    return 0


def _many(records: Iterable[Record], as_json: bool) -> int:
    stream = sys.stdout
    if not as_json:
        for record in records:
            dice = " | ".join(" ".join(_die(f, k) for f, k in zip(t.faces, t.kept, strict=True)) for t in record.throws)
            stream.write(f"{dice}   {record.announcement}\n")
        return 0
    import json

    separator = '{"version": 1, "records": ['
    for record in records:
        stream.write(separator)
        json.dump(record.to_json(), stream, ensure_ascii=False)
        separator = ",\n"
    stream.write("]}\n")
    return 0


def _die(face: int, kept: bool) -> str:
    return str(face) if kept else f"({face})"


def show(record: Record, paint: Paint, with_odds: bool = True) -> str:
    """A record for the terminal."""
    lines = told(record)
    width = max(len(line.label) for line in lines)
    shown = [paint(record.text, "title")]
    for line in lines:
        dice = " ".join(paint(_die(face, kept), "strong" if kept else "dropped") for face, kept in line.dice)
        words = paint(line.words, "quiet")
        gap = "   " if dice and words else ""
        shown.append(f"  {line.label.ljust(width)}  {dice}{gap}{words}".rstrip())
    outcome = record.outcome
    success = outcome.get("success", outcome.get("hit"))
    style = "strong" if success is None else "good" if success else "bad"
    shown.append(paint(record.announcement, style))
    if with_odds:
        shown += [paint(line, "quiet") for line in _this_or_better(record)]
    return "\n".join(shown)


def _this_or_better(record: Record) -> list[str]:
    if record.check.rule.better is None:
        return []
    try:
        chance = standing(record, odds(record.check)).this_or_better
    except StudyError as refused:
        return [refused.message]
    except OddsError:
        return []
    return [f"This or better: {one_in(chance)} ({percent(chance)})"]


def _ask(question: str) -> str:
    print(question, end=" ", flush=True, file=sys.stderr)
    line = sys.stdin.readline()
    if not line:
        print(file=sys.stderr)
        raise DiceError("dice/choice", "The question was not answered.")
    return line.strip()


def _more_dice(size: int, label: str, die: Die) -> Sequence[int]:
    dice = "one more die" if size == 1 else f"{size} more dice"
    while True:
        try:
            faces = read_faces(_ask(f"{label}: {dice} (d{die.sides})?"))
            if len(faces) > size:
                print(f"That is {len(faces)} dice; {size} are thrown here.", file=sys.stderr)
            elif faces and all(face in die.faces for face in faces):
                return faces
            else:
                low, high = die.faces[0], die.faces[-1]
                print(f"A d{die.sides} shows {low} to {high}.", file=sys.stderr)
        except DiceError as error:
            if error.code == "dice/choice":
                raise
            print(error.message, file=sys.stderr)


def _choose(label: str, options: Sequence[str], default: int) -> int:
    print(label, file=sys.stderr)
    for number, option in enumerate(options, start=1):
        mark = "*" if number - 1 == default else " "
        print(f" {mark}{number}  {option}", file=sys.stderr)
    while True:
        answer = _ask(f"1 to {len(options)} (Enter: {default + 1})")
        if not answer:
            return default
        if answer.isascii() and answer.isdigit() and 1 <= int(answer[:6]) <= len(options):
            return int(answer) - 1
        print(f"Type a number from 1 to {len(options)}.", file=sys.stderr)
