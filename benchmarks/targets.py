"""What Sixfold has set out to reach, and whether this run shows it."""

from __future__ import annotations

from typing import Any, NamedTuple

from benchmarks.exact import ratio
from benchmarks.measured import exponent, geometric_mean
from benchmarks.own import MOST_TIMES
from benchmarks.rows import FROM


class Target(NamedTuple):
    """One aim; `reached` is None where this run does not tell."""

    work: str
    aim: str
    measured: str
    reached: bool | None


def targets(results: dict[str, Any]) -> list[Target]:
    """All targets, in order; those whose section did not run are left out."""
    found: list[Target] = []
    rows = results.get("exact", [])
    if rows:
        found += _exact(rows)
    found += _games(results.get("games", []))
    found += [
        Target(row["title"], f"at most {MOST_TIMES:g} × icepool", f"{row['times']:.2f} ×", row["times"] <= MOST_TIMES)
        for row in results.get("own", [])
    ]
    if results.get("again"):
        found.append(_again(results["again"]))
    if rows:
        found += [*_single(rows), _growth(rows), _memory(rows)]
    if results.get("rolls"):
        found.append(_rolls(results["rolls"]))
    if results.get("sampled"):
        found.append(_sampled(results["sampled"]))
    return found + _startup(results.get("startup", []))


def _games(rows: list[dict[str, Any]]) -> list[Target]:
    found = []
    for row in rows:
        seconds, ours = row["aim"], row["sixfold"]
        aim = f"under {seconds:g} s" if seconds >= 0.5 else f"under {seconds * 1000:g} ms"
        measured = f"{ours['median'] * 1000:,.0f} ms" if "median" in ours else ours["note"]
        found.append(Target(row["title"], aim, measured, ours.get("median", seconds) < seconds))
    return found


def _startup(rows: list[dict[str, Any]]) -> list[Target]:
    found = []
    roll = next((row["times"] for row in rows if row["command"].startswith("sixfold roll ten")), None)
    for row in rows:
        command, times = row["command"], row["times"]
        limit = {"roll": 4.5, "odds": 4.5}.get(command.split()[1])
        if command.startswith("sixfold roll dice") and roll is not None:
            aim, measured, reached = "at most 1.3 × `sixfold roll ten`", times / roll, times / roll <= 1.3
        elif limit:
            aim, measured, reached = f"at most {limit} × `python -c pass`", times, times <= limit
        else:
            continue
        found.append(Target(f"`{command}`", aim, f"{measured:.2f} ×", reached))
    return found


def _exact(rows: list[dict[str, Any]]) -> list[Target]:
    different = [row["title"] for row in rows if row["differences"]]
    unanswered = [row["title"] for row in rows if "cold" not in row["libraries"]["sixfold"]]
    measured = (
        f"different: {', '.join(different)}" if different else f"{len(rows) - len(unanswered)} of {len(rows)} equal"
    )
    if unanswered:
        measured += f"; no answer: {', '.join(unanswered)}"
    reached = not different and not unanswered
    found = [Target("every row", "an answer that is equal as a fraction", measured, reached)]
    compared = [row for row in rows if row["ratio"]]
    listed = [row for row in compared if row["listed"]]
    if not listed:
        return found
    worst = max(compared, key=_behind)
    slower = sum(row["ratio"] < 1 for row in compared)
    behind = f"slower on {slower} of {len(compared)}, at most {_behind(worst) * 1000:.2f} ms ({worst['title']})"
    found.append(
        Target(
            "every row, cold",
            "at most 1 ms slower than the fastest peer",
            behind if slower else f"never slower, least {worst['ratio']:.2f} × ({worst['title']})",
            _behind(worst) < 0.001,
        )
    )
    mean = geometric_mean([row["ratio"] for row in listed])
    found.append(Target("the rows above, cold", "geometric mean at least 7 ×", f"{mean:.1f} ×", mean >= 7))
    warm = [times for row in listed if (times := ratio(row, "warm"))]
    if warm:
        mean = geometric_mean(warm)
        found.append(Target("the rows above, warm", "geometric mean at least 8 ×", f"{mean:.1f} ×", mean >= 8))
    large = [row for row in listed if row["kind"] != "extended" and row["size"] >= FROM]
    if large:
        mean = geometric_mean([row["ratio"] for row in large])
        least = min(large, key=lambda row: row["ratio"])
        measured = f"{mean:.1f} × (least {least['ratio']:.1f} ×, {least['title']})"
        found.append(
            Target(f"the rows above with {FROM} dice or more", "geometric mean at least 25 ×", measured, mean >= 25)
        )
    return found


def _behind(row: dict[str, Any]) -> float:
    """By how many seconds the fastest peer is ahead; below 0 where none is."""
    ours: float = row["libraries"]["sixfold"]["cold"]["median"]
    return ours - ours * float(row["ratio"])


def _again(rows: list[dict[str, Any]]) -> Target:
    slowest = max((row for row in rows if "again" in row), key=lambda row: row["again"]["median"])
    seconds = slowest["again"]["median"]
    measured = f"{seconds * 1e6:.1f} µs at most (`{slowest['text']}`)"
    return Target("the same check again", "under 50 µs", measured, seconds < 50e-6)


def _single(rows: list[dict[str, Any]]) -> list[Target]:
    aims = (
        ("wild 20", "icepool", 5, "a fifth of icepool's time, which stops after 20 rolls"),
        ("wild 100", "icepool", 10, "a tenth of icepool's time"),
        ("keep 100 50", "icepool", 10, "a tenth of icepool's time"),
        ("extended 24 False", "icepool eliminated", 100, "a hundredth of icepool's general elimination"),
        ("extended 24 True", "icepool eliminated", 100, "a hundredth of icepool's general elimination"),
    )
    by_name = {row["name"]: row for row in rows}
    found = []
    for name, peer, times, aim in aims:
        row = by_name.get(name)
        if row is None or "cold" not in row["libraries"]["sixfold"] or peer not in row["libraries"]:
            continue
        ours, theirs = row["libraries"]["sixfold"]["cold"]["median"], row["libraries"][peer]
        if "cold" in theirs:
            ratio = theirs["cold"]["median"] / ours
            found.append(Target(row["title"], aim, f"{ratio:.1f} × as fast", ratio >= times))
        else:
            least = 60 / ours
            known = True if "over" in theirs["note"] and least >= times else None
            found.append(Target(row["title"], aim, f"{least:.0f} × or more ({theirs['note']})", known))
    return found


def growth(rows: list[dict[str, Any]]) -> dict[str, dict[str, float | None]]:
    """For each kind of work and library, the power of the dice with which the time grows from 20 dice on."""
    found: dict[str, dict[str, float | None]] = {}
    for kind in dict.fromkeys(row["kind"] for row in rows if row["kind"] not in ("extended", "skew")):
        of_kind = [row for row in rows if row["kind"] == kind and row["size"] >= FROM]
        found[kind] = {}
        for library in ("sixfold", "icepool", "dyce"):
            points = [
                (row["size"], row["libraries"][library]["cold"]["median"])
                for row in of_kind
                if "cold" in row["libraries"].get(library, {})
            ]
            found[kind][library] = exponent(*zip(*points, strict=True)) if len(points) > 1 else None
    return found


def _growth(rows: list[dict[str, Any]]) -> Target:
    powers = {kind: found["sixfold"] for kind, found in growth(rows).items() if found["sixfold"] is not None}
    if not powers:
        return Target("growth", "at most the cube of the dice", "no row of 20 dice or more", None)
    kind, power = max(powers.items(), key=lambda item: item[1] or 0)
    measured = f"power {power:.2f} at most (`{kind}`)"
    short = [row["title"] for row in rows if row["kind"] in powers and "cold" not in row["libraries"]["sixfold"]]
    if short:
        measured += f"; no answer: {', '.join(short)}"
    return Target("growth, 20 to 100 dice", "at most the cube of the dice", measured, power <= 3 and not short)


def _memory(rows: list[dict[str, Any]]) -> Target:
    solved = [row for row in rows if "cold" in row["libraries"]["sixfold"]]
    worst = max(solved, key=lambda row: row["libraries"]["sixfold"]["memory"]["most"])
    most = worst["libraries"]["sixfold"]["memory"]["most"] / 1024
    return Target(
        "peak memory above that of the import", "under 50 MB", f"{most:.1f} MB at most ({worst['title']})", most < 50
    )


def _rolls(rows: list[dict[str, Any]]) -> Target:
    rates = {(row["text"], row["announced"]): row["rate"]["median"] for row in rows}
    work, aim = "records per second, `ten superior 1`", "twice `d20` on `4d6kh3` with its text, announced 1.5 times"
    theirs = rates.get(("4d6kh3", True))
    if theirs is None:
        return Target(work, aim, "`d20` is not installed: `make bench` does that", None)
    bare, announced = rates["ten superior 1", False] / theirs, rates["ten superior 1", True] / theirs
    return Target(work, aim, f"{bare:.2f} × (announced in words: {announced:.2f} ×)", bare >= 2 and announced >= 1.5)


def _sampled(rows: list[dict[str, Any]]) -> Target:
    done = [row for row in rows if "times" in row]
    if not done:
        return Target("sampled outcomes", "at most 3 × as slow as plain random numbers", rows[0]["note"], None)
    worst = max(done, key=lambda row: row["times"])
    measured = f"{worst['times']:.2f} × at most (`{worst['text']}`, {worst['numbers']})"
    return Target("sampled outcomes", "at most 3 × as slow as plain random numbers", measured, worst["times"] <= 3)
