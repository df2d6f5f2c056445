"""Golden files: exact odds and transcripts of play, as text that people read.

`tests/odds/*.txt` holds the exact odds of a check each. `tests/plays/*.txt` holds transcripts: lines that begin
with `#` say what a rule asks for, lines that begin with `>` are what a player does, and the rest is what Sixfold
answers. A player's line is a check, then the dice on the table after `<<`, and the options that he takes where he
is asked after `choosing`, counted from 1:

    > ten superior 1 << 6 3 2 4
    > odgs vs 15 advantage 1 << 6 6 2 1 choosing 2

`tests/explained.txt` holds the events of each rule and the clauses that explain its checks, each clause once with a
number, and below them the checks with the numbers of theirs, in order, and the words for a throw: of the
first check, for twelve. After the rules of a game come the traits of its characters.

`tests/solving/charged.txt` holds what rules are charged while they are solved.

`tests/table/server/api.txt` holds what the documents of a table's API promise, a line for each part.

`python -m tests.golden` writes all answers again; read the difference before you keep it. To add a golden check,
add it to ODDS below, or a player's line to a transcript.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import sixfold
from sixfold.errors import SixfoldError
from sixfold.playing.declared import checks_to_try
from sixfold.rules import Rule, Trait
from sixfold.show.text import draw
from sixfold.systems import SYSTEMS
from tests.solving import charged
from tests.table.server import outline

HERE = Path(__file__).parent
PLAYS = HERE / "plays"

ODDS = {
    "ten": "ten",
    "ten-superior-2": "ten superior 2",
    "ten-inferior-1-kept": "ten inferior 1 hard +4 chaos=kept",
    "ten-extended": "ten extended threshold 4 +1",
    "ten-attack": "ten attack +2 damage 1d6 size +1",
    "ten-chaos": "ten chaos",
    "skew-once": "skew 1 high vs 12 reroll=once",
    "skew-pool": "skew pool 4d6 2 low",
    "hs-five-one-cut": "hs 3 ranks 2 edges 1 cut",
    "hs-none": "hs 0d",
    "odgs-save-in-combat": "odgs vs 15 +5 combat",
    "odgs-attack": "odgs attack vs 15 +5 damage 1d6 plus 2",
    "odgs-voluntary": "odgs voluntary score 11 advantage 1",
    "odgs-disadvantage": "odgs vs 12 disadvantage 2 worst=avoid void=effort",
    "dice-keep": "dice 4d6kh3+2",
    "odgs-effort": "odgs effort 3 saves vs 15 +5 combat",
    "skew-evening": "skew evening 3 tasks vs 12 good 2 reroll=once",
    "long-attempts": "long (ten +2) 3 times",
    "long-first-success": "long (hs 1d) 3 times stop",
    "long-opposed": "long opposed (ten +4) (ten +2)",
    "long-opposed-games": "long opposed (skew vs 12 reroll=once) (odgs vs 14)",
    "long-duel": "long duel (ten attack +2 damage 1d6) (ten attack damage 1d6) health 6 8 rounds 3",
    "long-duel-at-once": "long duel (ten +2) (hs 2 ranks) health 2 damage 1 begins both rounds 4",
}
"""Checks whose odds end, so that every fraction is exact: file name -> check."""


def odds_text(text: str) -> str:
    """The exact odds of a check, as text: events, numbers value by value, then every outcome."""
    odds = sixfold.odds(text)
    lines = [odds.text, f"unresolved {odds.unresolved}", ""]
    lines += [f"{name}  {chance}" for name, chance in sorted(odds.events.items())]
    for name, number in odds.numbers.items():
        lines += ["", f"{name}  mean {number.mean}  variance {number.variance}"]
        lines += [f"  {value}  {chance}" for value, chance in number.pmf.items()]
    if len(odds) <= 80:
        lines.append("")
        rows = sorted(odds, key=lambda row: tuple(map(str, row.outcome.values())))
        lines += [f"{row.exact}  {', '.join(f'{k} {v}' for k, v in row.outcome.items())}" for row in rows]
    return "\n".join(lines) + "\n"


def answer(line: str) -> str:
    """What Sixfold answers to a player's line."""
    text, _, rest = line.removeprefix(">").partition("<<")
    dice, _, taken = rest.partition("choosing")
    choices = [int(number) - 1 for number in taken.split()] or None
    faces = [int(face) for face in re.split(r"[\s|]+", dice) if face]
    try:
        record = sixfold.roll(text.strip(), faces=faces, choices=choices)
    except SixfoldError as error:
        return f"{error.code}: {error.message}\n"
    return draw(record.report()) + "\n"


def transcript(told: str) -> str:
    """A transcript with its answers written again."""
    kept = [line for line in told.splitlines() if line.startswith(("#", ">"))]
    blocks: list[str] = []
    remarks: list[str] = []
    for line in kept:
        remarks.append(line)
        if line.startswith(">"):
            blocks.append("\n".join(remarks) + "\n" + answer(line))
            remarks = []
    return "\n".join(blocks) + "\n".join(remarks)


def explained() -> str:
    """The checks that are tried of each rule, with the clauses that explain them and the words for throws."""
    blocks: list[str] = []
    for system in SYSTEMS.values():
        for rule in system.rules:
            clauses: dict[str, int] = {}
            checks: list[str] = []
            between = "\n    "
            for check in checks_to_try(rule, system):
                told = [f"{clause.number}  {clause.text}" for clause in check.explain()]
                numbers = [str(clauses.setdefault(clause, len(clauses) + 1)) for clause in told]
                many = 1 if checks else 12
                thrown = dict.fromkeys(record.announcement for record in sixfold.rolls(check, many, seed="explained"))
                checks += [f"> {check.text}", f"  {' '.join(numbers)}: {between.join(thrown)}"]
            listed = [f"{number:2}  {clause}" for clause, number in clauses.items()]
            blocks.append(
                "\n".join([f"# {system.name} {rule.name}: {rule.title}", *declared(rule), *listed, *checks, ""])
            )
        if system.traits:
            blocks.append("\n".join([f"# {system.name}: characters", *map(of_trait, system.traits), ""]))
    return "\n".join(blocks)


def of_trait(trait: Trait) -> str:
    """A trait of characters, with all that is said of it but its name and its help."""
    more = {name: value for name, value in trait._asdict().items() if value != Trait._field_defaults.get(name)}
    name, told = more.pop("name"), more.pop("help")
    kinds = [kind if value is True else f"{kind} {value}" for kind, value in more.items()]
    return f"    {name}: {'; '.join([told, *kinds])}"


def declared(rule: Rule) -> Iterator[str]:
    """What is said of the outcome of a rule, a line for each event and for what else there is."""
    for event in rule.events:
        words = [event.words, event.otherwise] if event.role == "success" else [event.words]
        said = [" or ".join(words), *filter(None, [event.sign]), *(() if event.told else ["not told"])]
        yield f"    {event.name}: {', '.join(said)}"
    numbers = {
        field: getattr(rule, field)
        for field in ("time", "harm", "contest", "ties_to_roller", "counts", "fumble", "names")
    }
    others = {"chart": rule.charts, **numbers, "hints": [hint.words[0] for hint in rule.hints]}
    yield "    " + "; ".join(f"{field} {told}" for field, told in others.items() if told)


def files() -> Iterator[tuple[Path, str]]:
    """Every golden file and what it should hold."""
    for name, text in ODDS.items():
        yield HERE / "odds" / f"{name}.txt", odds_text(text)
    for path in sorted(PLAYS.glob("*.txt")):
        yield path, transcript(path.read_text(encoding="utf-8"))
    yield HERE / "explained.txt", explained()
    yield charged.FILE, "".join([f"{line}\n" for line in charged.charges()])
    yield outline.FILE, outline.outline()


def main() -> None:
    """Write all golden files again."""
    for path, text in files():
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text(text, encoding="utf-8")
        if before != text:
            print(f"changed: {path.relative_to(HERE.parent)}")


if __name__ == "__main__":
    main()
