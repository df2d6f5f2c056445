"""The results as a Markdown page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benchmarks.rows import NAMES
from benchmarks.targets import Target, growth

LIBRARIES = ("sixfold", "icepool", "icepool eliminated", "dyce")

HOW = """\
# Benchmarks

This page is written by `make bench`; the same figures as data are in `benchmarks/results/latest.json`.

{machine}

## How to read it

Each row of the exact tables is one piece of work with the same outcome fields, done by Sixfold, by icepool and by \
dyce, the way their own documentation would have it (`benchmarks/ours.py`, `with_icepool.py`, `with_dyce.py`).
The answers are compared first, outcome by outcome, as fractions: a row whose answers differ by one way in 6ⁿ fails.
Where throws can go on for ever, every library leaves something out; then no two outcomes together may be further \
apart than what was left out: Sixfold's stated bound (1e-12 at most), and for the others what was still going when \
their chain was cut (a wild die after 20 throws, open-ended throws after 6, an extended test at 1e-12).

*Cold* is the first call in a fresh process, imports not counted; *warm* is the median of further calls in that \
process, which may use whatever a library keeps.
Sixfold keeps a large answer packed; going through every one of its outcomes once is part of its time.
Every time is the median of several processes, library after library in turn; the spread behind it is from the \
fastest to the slowest.
*Times* is the cold time of the fastest peer divided by Sixfold's: above 1, Sixfold is faster.
*Memory* is the peak of the process above that of the bare import.
A library has 60 seconds for a row; where it needed more on a smaller row of the same work, or its growth so far \
promises more than twice that, a larger row is not tried.
The rules of the other libraries' rows, without any dice, are in `benchmarks/settle.py`; they are written from the \
rule book and share nothing with Sixfold's.

For an extended test, icepool has two ways: step by step (`icepool`), and the elimination of an absorbing Markov \
chain (`eliminated`, its `map(repeat="inf")`).
Where a roll may count nothing, the elimination cannot tell the number of rolls, and is spared it.
"""


def page(results: dict[str, Any], found: list[Target]) -> str:
    """The whole page."""
    parts = [HOW.format(machine=_machine(results["machine"]))]
    parts.append("## Targets\n\n" + _table(("work", "aim", "measured", ""), [_target(target) for target in found]))
    rows = results.get("exact", [])
    if rows:
        listed = [row for row in rows if row["listed"]]
        parts.append("## Exact answers\n\n" + _exact(listed))
        parts.append(_growth(rows))
    for section, title in (
        ("games", _games),
        ("again", _again),
        ("rolls", _rolls),
        ("sampled", _sampled),
        ("startup", _startup),
    ):
        if results.get(section):
            parts.append(title(results[section]))
    return "\n".join(parts)


def _machine(machine: dict[str, Any]) -> str:
    return (
        f"Measured with Python {machine['python']} on {machine['system']}, {machine['processors']} processors; "
        f"icepool {machine['icepool']}, dyce {machine['dyce']}. {machine['runs']} processes for each figure, "
        f"fewer where one takes seconds; the whole run took {machine['minutes']:.1f} minutes. "
        f"The machine's load before the run was {machine['load']:.1f}"
        + (
            ", so that other work took a part of it: times are longer, and times and ratios rougher."
            if machine["load"] > 0.5
            else "."
        )
    )


def _target(target: Target) -> tuple[str, ...]:
    verdict = {True: "reached", False: "**missed**", None: "not told"}[target.reached]
    return (target.work, target.aim, target.measured, verdict)


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    lines += [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join(lines) + "\n"


def _ms(spread: dict[str, float] | None) -> str:
    if spread is None:
        return "–"
    shown = _number(spread["median"] * 1000)
    if spread["runs"] < 2:
        return shown
    return f"{shown} ({_number(spread['least'] * 1000)}–{_number(spread['most'] * 1000)})"


def _number(value: float) -> str:
    """Three figures, with commas."""
    digits = 0 if value >= 100 else 1 if value >= 10 else 2 if value >= 0.1 else 3
    return f"{value:,.{digits}f}"


def _cold(row: dict[str, Any], library: str) -> str:
    found = row["libraries"].get(library)
    if found is None:
        return "–"
    return _ms(found["cold"]) if "cold" in found else found["note"]


def _exact(rows: list[dict[str, Any]]) -> str:
    head = ("work", "outcomes", "Sixfold", "icepool", "dyce", "times", "warm: Sixfold", "icepool", "dyce", "memory")
    table = []
    for row in rows:
        ours = row["libraries"]["sixfold"]
        verdict = f"**{row['ratio']:.1f}**" if row["ratio"] else "–"
        if row["differences"]:
            verdict = "**FAILED: " + "; ".join(row["differences"]).replace("|", "\\|") + "**"
        icepool = _cold(row, "icepool")
        if "icepool eliminated" in row["libraries"]:
            icepool += f"; eliminated {_cold(row, 'icepool eliminated')}"
        warm = [_ms(row["libraries"].get(name, {}).get("warm")) for name in ("sixfold", "icepool", "dyce")]
        solved = "cold" in ours
        memory = " / ".join(
            f"{found['memory']['median'] / 1024:.1f}" if "memory" in found else "–"
            for found in (row["libraries"].get(name, {}) for name in ("sixfold", "icepool", "dyce"))
        )
        table.append(
            (
                row["title"],
                f"{ours['outcomes']:,}" if solved else "–",
                _cold(row, "sixfold"),
                icepool,
                _cold(row, "dyce"),
                verdict,
                *warm,
                memory,
            )
        )
    return "Milliseconds, median (fastest–slowest); memory in MB, Sixfold / icepool / dyce.\n\n" + _table(head, table)


def _growth(rows: list[dict[str, Any]]) -> str:
    text = "## Growth\n\nCold milliseconds by the number of dice, and the power of the dice from 20 to 100.\n"
    powers = growth(rows)
    for kind, name in NAMES.items():
        of_kind = [row for row in rows if row["kind"] == kind]
        if not of_kind:
            continue
        table = []
        for library in ("sixfold", "icepool", "dyce"):
            power = powers[kind][library]
            cells = [
                _number(found["cold"]["median"] * 1000) if "cold" in found else found.get("note", "–")
                for found in (row["libraries"].get(library, {}) for row in of_kind)
            ]
            table.append((library.capitalize() if library == "sixfold" else library, *cells, _power(power)))
        times = [
            f"{row['ratio']:.1f}" if row["ratio"] else "**FAILED**" if row["differences"] else "–" for row in of_kind
        ]
        table.append(("*times*", *times, ""))
        head = (name, *(str(row["size"]) for row in of_kind), "power")
        text += "\n" + _table(head, table)
    return text


def _power(power: float | None) -> str:
    return "–" if power is None else f"{power:.2f}"


def _games(rows: list[dict[str, Any]]) -> str:
    table = [
        (
            row["title"],
            f"{row['aim'] * 1000:,.0f}",
            *(
                _ms(row[library]) if "median" in row.get(library, {}) else row.get(library, {}).get("note", "–")
                for library in ("sixfold", "icepool")
            ),
        )
        for row in rows
    ]
    return (
        "## Games that go on\n\nRules of one's own (`benchmarks/games.py`), solved once in a fresh process: "
        "milliseconds. icepool does the first four in its own ways (`benchmarks/games_with_icepool.py`); the tests "
        "compare their answers on smaller sizes, as fractions.\n\n"
        + _table(("game", "aim: under", "Sixfold", "icepool"), table)
    )


def _again(rows: list[dict[str, Any]]) -> str:
    table = [
        (f"`{row['text']}`", _ms(row["cold"]), f"{row['again']['median'] * 1e6:.1f}")
        if "cold" in row
        else (f"`{row['text']}`", row["note"], "–")
        for row in rows
    ]
    return (
        "## The same check again\n\n`sixfold.odds(text)`: the first time in milliseconds, with reading the text "
        "and its grammar; then again, in microseconds.\n\n" + _table(("text", "first, ms", "again, µs"), table)
    )


def _rolls(rows: list[dict[str, Any]]) -> str:
    table = [
        (
            "Sixfold" if row["library"] == "sixfold" else row["library"],
            f"`{row['text']}`",
            "yes" if row["announced"] else "no",
            f"{row['rate']['median']:,.0f} ({row['rate']['least']:,.0f}–{row['rate']['most']:,.0f})",
        )
        for row in rows
    ]
    return (
        "## Rolls a second\n\nParsed once. Sixfold's are whole records (every die, what was kept, the outcome, the "
        "trail) with the operating system's randomness; d20 uses Python's. *In words*: with the announcement, or "
        "with d20's text.\n\n" + _table(("library", "roll", "in words", "a second"), table)
    )


def _sampled(rows: list[dict[str, Any]]) -> str:
    table = [
        (
            f"`{row['text']}`",
            row["numbers"],
            f"{row['rate']['median']:,.0f}",
            f"{row['bare']['median']:,.0f}",
            f"{row['times']:.2f}",
        )
        if "rate" in row
        else (f"`{row['text']}`", row["numbers"], row["note"], "–", "–")
        for row in rows
    ]
    return (
        "## Sampling\n\nWhole outcomes a second from solved odds, beside one bare random number each from the same "
        "generator.\n\n" + _table(("check", "numbers", "outcomes", "bare numbers", "times slower"), table)
    )


def _startup(rows: list[dict[str, Any]]) -> str:
    table = [(f"`{row['command']}`", _ms(row["seconds"]), f"{row['times']:.2f}") for row in rows]
    return "## Start-up\n\nWhole processes, in turn.\n\n" + _table(("command", "ms", "times"), table)
