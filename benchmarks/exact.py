"""The exact rows: answers compared first, then timed in fresh processes, library after library in turn."""

from __future__ import annotations

import pickle
import tempfile
from collections.abc import Callable
from math import log
from pathlib import Path
from typing import Any

from benchmarks.answer import Answer, difference
from benchmarks.measured import LIMIT, Failed, Spread, TooSlow, worker
from benchmarks.rows import LIBRARIES, OURS, PEERS, Row

Say = Callable[[str], None]

VARIANTS = {"extended": {"with_icepool": ("extended", "eliminated")}}
"""Other ways to do a row with a library, each measured; the faster one counts."""


Known = dict[tuple[str, str, str], list[tuple[int, float]]]
"""For each family of rows, library and way: the seconds of the sizes done so far."""


def measure(rows: list[Row], runs: int, say: Say) -> list[dict[str, Any]]:
    """All rows, as plain data."""
    known: Known = {}
    found = []
    for row in rows:
        found.append(_measure_row(row, runs, known))
        say(_line(found[-1]))
    return found


def _measure_row(row: Row, runs: int, known: Known) -> dict[str, Any]:
    done: dict[str, Any] = {
        "name": row.name,
        "kind": row.kind,
        "family": row.family,
        "title": row.title,
        "size": row.size,
        "listed": row.listed,
        "libraries": {},
        "differences": [],
    }
    ways = [(library, way) for library in LIBRARIES for way in _ways(row, library)]
    samples: dict[tuple[str, str], list[dict[str, Any]]] = {}
    answers: dict[tuple[str, str], Answer] = {}
    with tempfile.TemporaryDirectory() as folder:
        for library, way in ways:
            label = _label(library, way)
            smaller = known.setdefault((row.family, library, way), [])
            expected = _expected(smaller, row.size)
            if library != OURS and expected > 2 * LIMIT:
                done["libraries"][label] = {"note": f"over {LIMIT:.0f} s: not tried, {_about(expected)} by its growth"}
                continue
            path = Path(folder, f"{library}-{way}")
            try:
                first = worker("exact", library, way, row.name, str(path))
            except TooSlow as late:
                smaller.append((row.size, LIMIT * 10))
                done["libraries"][label] = {"note": str(late)}
                continue
            except Failed as failed:
                done["libraries"][label] = {"note": f"no answer: {failed}"}
                continue
            smaller.append((row.size, first["cold"]))
            answers[library, way] = Answer(*pickle.loads(path.read_bytes()))
            # A fresh process is a fresh process: where runs take long, the one that gave the answer counts.
            samples[library, way] = [first] if first["cold"] > 2 else []
        done["differences"] += _differences(answers)
    needed = {key: _runs(len(found), found, runs) for key, found in samples.items()}
    for turn in range(runs):
        for (library, way), found in samples.items():
            if turn < needed[library, way]:
                try:
                    found.append(worker("exact", library, way, row.name, ""))
                except Failed as failed:
                    done["libraries"][_label(library, way)] = {"note": f"only sometimes an answer: {failed}"}
    for (library, way), found in samples.items():
        if _label(library, way) in done["libraries"]:
            continue
        warm = [sample["warm"] for sample in found if sample["warm"] is not None]
        done["libraries"][_label(library, way)] = {
            "cold": Spread.of([sample["cold"] for sample in found])._asdict(),
            "warm": Spread.of(warm)._asdict() if warm else None,
            "memory": Spread.of([sample["memory"] for sample in found])._asdict(),
            "missing": float(answers[library, way].missing),
            "outcomes": len(answers[library, way].rows),
        }
    done["libraries"] = {label: done["libraries"][label] for label in (_label(*way) for way in ways)}
    done["ratio"] = ratio(done)
    return done


def _expected(smaller: list[tuple[int, float]], size: int) -> float:
    """Seconds for a size, if the time goes on as between the two before; 0 where that is not known."""
    if smaller and smaller[-1][1] > LIMIT:
        return float("inf")
    if len(smaller) < 2:
        return 0.0
    (small, fast), (large, slow) = smaller[-2:]
    return float(slow * (size / large) ** (log(slow / fast) / log(large / small)))


def _about(seconds: float) -> str:
    return "over 60 s on a smaller one" if seconds == float("inf") else f"about {seconds:,.0f} s"


def _ways(row: Row, library: str) -> tuple[str, ...]:
    return VARIANTS.get(row.kind, {}).get(library, (row.kind,))


def _label(library: str, way: str) -> str:
    name = PEERS.get(library, "sixfold")
    return f"{name} {way}" if way == "eliminated" else name


def _runs(had: int, found: list[dict[str, Any]], runs: int) -> int:
    """How many more runs: of work that takes seconds, a few are enough."""
    if not had:
        return runs
    return 0 if found[0]["cold"] > 10 else min(2, runs - 1)


def _differences(answers: dict[tuple[str, str], Answer]) -> list[str]:
    ours = answers.get((OURS, next((way for library, way in answers if library == OURS), "")))
    if ours is None:
        return []
    found = []
    for (library, way), theirs in answers.items():
        if library != OURS:
            mine = without_rolls(ours) if way == "eliminated" and _forgets(theirs) else ours
            differs = difference(mine, theirs)
            if differs:
                found.append(f"{_label(library, way)}: {differs}")
    return found


def _forgets(answer: Answer) -> bool:
    """Whether an answer has left out the number of rolls."""
    return all(row[-1] == 0 for row in answer.rows)


def without_rolls(answer: Answer) -> Answer:
    """An extended test's answer without the number of rolls."""
    rows: dict[Any, int] = {}
    for row, ways in answer.rows.items():
        short = (*row[:-1], 0)
        rows[short] = rows.get(short, 0) + ways
    return Answer(rows, answer.scale)


def ratio(done: dict[str, Any], times: str = "cold") -> float | None:
    """How many times the fastest peer's time is ours, `cold` or `warm`; None where there is nothing to compare."""
    libraries = done["libraries"]
    known = {name: found[times]["median"] for name, found in libraries.items() if found.get(times)}
    peers = [seconds for name, seconds in known.items() if name != "sixfold"]
    if done["differences"] or not peers or "sixfold" not in known:
        return None
    return float(min(peers) / known["sixfold"])


def _line(done: dict[str, Any]) -> str:
    parts = [
        f"{name} {found['cold']['median'] * 1000:.2f} ms" if "cold" in found else f"{name} {found['note']}"
        for name, found in done["libraries"].items()
    ]
    verdict = "DIFFERENT: " + "; ".join(done["differences"]) if done["differences"] else "equal"
    if "cold" not in done["libraries"]["sixfold"]:
        verdict = "NO ANSWER"
    faster = f", {done['ratio']:.1f} times" if done["ratio"] else ""
    return f"{done['title']}: {', '.join(parts)}{faster} ({verdict})"
