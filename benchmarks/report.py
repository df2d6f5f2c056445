"""The results as Markdown pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benchmarks.exact import ratio
from benchmarks.measured import geometric_mean
from benchmarks.rows import NAMES
from benchmarks.targets import Target, growth

RESULTS = """\
# Benchmarks

How fast is Sixfold, and how does it compare with other libraries?
`make bench` measures this and writes this page and the [full tables](tables.md). [The method](method.md) explains how.
[What a sweep costs](sweeps.md) has a page of its own.

- For exact odds, the peers are icepool and dyce. Their answers are compared with Sixfold's first, as fractions.
- For single rolls, the peer is d20.

{machine}

## Exact odds

Time for the first answer in a new process, in milliseconds.
*Times faster* compares Sixfold with the fastest of the others; below 1, Sixfold is slower.

{exact}
"""

TABLES = """\
# All benchmark tables

`make bench` writes this page. [The results](README.md) in short and [the method](method.md) have their own pages. \
`benchmarks/results/latest.json` holds the same figures as data.

A cell shows the median, and the fastest and slowest run in parentheses.
"""


LIVE = {"live": "The live table under load", "page": "The page in a browser"}
"""Tables that `python -m benchmarks.live --write` and `benchmarks.page --write` keep, and their titles."""


def pages(results: dict[str, Any], found: list[Target]) -> dict[str, str]:
    """The pages that the results make, by the names of their files: the results in short, and all tables."""
    return {"README.md": _results(results, found), "tables.md": _tables(results)}


def _results(results: dict[str, Any], found: list[Target]) -> str:
    rows = [row for row in results.get("exact", []) if row["listed"]]
    parts = [RESULTS.format(machine=_machine(results["machine"]), exact=_short(rows) if rows else "").rstrip() + "\n"]
    if results.get("games"):
        parts.append(_games(results["games"]))
    if results.get("own"):
        parts.append(_own(results["own"]))
    if results.get("startup"):
        parts.append(_startup(results["startup"]))
    goals = _table(("work", "goal", "measured", ""), [_target(target) for target in found])
    parts.append("## Goals\n\n" + goals)
    return "\n".join(parts)


def _tables(results: dict[str, Any]) -> str:
    parts = [TABLES]
    rows = results.get("exact", [])
    if rows:
        parts.append("## Exact odds\n\n" + _exact([row for row in rows if row["listed"]]))
        parts.append(_growth(rows))
    for section, title in (("again", _again), ("rolls", _rolls), ("sampled", _sampled)):
        if results.get(section):
            parts.append(title(results[section]))
    kept = results.get("table", {})
    parts += [_printed(title, kept[section]) for section, title in LIVE.items() if section in kept]
    return "\n".join(parts)


def _printed(title: str, kept: dict[str, Any]) -> str:
    """A table that `benchmarks.live` or `benchmarks.page` printed."""
    about = f"{kept['about']} " if kept["about"] else ""
    head, *rows = map(tuple, kept["rows"])
    load = f"{about}Measured with {kept['processors']} processors at a load of {kept['load']:.1f}."
    return f"## {title}\n\n{load}\n\n{_table(head, rows)}"


def _short(rows: list[dict[str, Any]]) -> str:
    """A row for each piece of work: Sixfold's median, the fastest peer's, and how many times faster Sixfold is."""
    table = []
    for row in rows:
        solved = {name: found["cold"]["median"] for name, found in row["libraries"].items() if "cold" in found}
        peers = [(seconds, name) for name, seconds in solved.items() if name != "sixfold"]
        seconds, peer = min(peers, default=(None, ""))
        table.append(
            (
                row["title"],
                _number(solved["sixfold"] * 1000) if "sixfold" in solved else "–",
                f"{_number(seconds * 1000)} ({peer})" if seconds is not None else "–",
                f"{row['ratio']:.1f}" if row["ratio"] else "–",
            )
        )
    ratios = [row["ratio"] for row in rows if row["ratio"]]
    summary = (
        f"Sixfold is the fastest in {sum(ratio > 1 for ratio in ratios)} of {len(ratios)} checks. On average "
        f"(geometric mean) it is {geometric_mean(ratios):.1f} times as fast as the fastest other library.\n\n"
        if ratios
        else ""
    )
    return summary + _table(("check", "Sixfold", "fastest other library", "times faster"), table)


def _machine(machine: dict[str, Any]) -> str:
    text = (
        f"Measured with Python {machine['python']} on {machine['system']} with {machine['processors']} processors, "
        f"against icepool {machine['icepool']} and dyce {machine['dyce']}, in {machine['minutes']:.1f} minutes."
    )
    if machine["load"] > 0.5:
        text += (
            f"\nOther programs were running (load {machine['load']:.1f}), so times are longer and ratios less precise."
        )
    return text


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
    head = (
        "check", "outcomes", "cold: Sixfold", "icepool", "dyce", "times faster",
        "warm: Sixfold", "icepool", "dyce", "times faster", "memory",
    )  # fmt: skip
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
        warmer = ratio(row, "warm")
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
                f"{warmer:.1f}" if warmer else "–",
                memory,
            )
        )
    return (
        "Times are in milliseconds. *Cold* is the first answer of a process, *warm* the next ones. "
        "Memory is in MB: Sixfold / icepool / dyce.\n\n" + _table(head, table)
    )


def _growth(rows: list[dict[str, Any]]) -> str:
    text = (
        "## Growth with the number of dice\n\nTimes are in milliseconds, cold. *Power* says how time grows from 20 to "
        "100 dice: with a power of 2, twice as many dice take four times as long.\n"
    )
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
        table.append(("*times faster*", *times, ""))
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
        "## Games that go on\n\nThese are custom rules (`benchmarks/games.py`), solved once in a new process. Times "
        "are in milliseconds. icepool solves the first four in its own ways (`benchmarks/games_with_icepool.py`).\n\n"
        + _table(("game", "goal: under", "Sixfold", "icepool"), table)
    )


def _own(rows: list[dict[str, Any]]) -> str:
    table = [(row["title"], _ms(row["sixfold"]), _ms(row["icepool"]), f"{row['times']:.2f}") for row in rows]
    return (
        "## Rules of your own\n\nKnown games as their players would write them (`benchmarks/own_games.py`), beside the "
        "same in icepool (`benchmarks/own_games_with_icepool.py`). Processor time of whole processes in milliseconds, "
        "start-up included.\n\n" + _table(("game", "Sixfold", "icepool", "times icepool"), table)
    )


def _again(rows: list[dict[str, Any]]) -> str:
    table = [
        (f"`{row['text']}`", _ms(row["cold"]), f"{row['again']['median'] * 1e6:.1f}")
        if "cold" in row
        else (f"`{row['text']}`", row["note"], "–")
        for row in rows
    ]
    return (
        "## The same check again\n\n`sixfold.odds(text)` for the first time, in milliseconds, and again, in "
        "microseconds. Reading the text is included.\n\n" + _table(("text", "first, ms", "again, µs"), table)
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
        "## Rolls per second\n\nThe text is parsed once. A roll of Sixfold is a whole record: all dice, the kept ones, "
        "the outcome and how it came about, with random numbers of the operating system. d20 uses Python's random "
        "numbers. *In words* includes the announcement, or d20's text.\n\n"
        + _table(("library", "roll", "in words", "rolls per second"), table)
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
        "## Sampling\n\nRandom outcomes per second from solved odds, compared with plain random numbers of the same "
        "generator.\n\n" + _table(("check", "generator", "outcomes", "plain numbers", "times slower"), table)
    )


def _startup(rows: list[dict[str, Any]]) -> str:
    table = [(f"`{row['command']}`", _ms(row["seconds"]), f"{row['times']:.2f}") for row in rows]
    return "## Start-up\n\nProcessor time of a whole process, in milliseconds.\n\n" + _table(
        ("command", "ms", "times Python"), table
    )
