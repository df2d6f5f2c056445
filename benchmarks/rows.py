"""The rows of the table: one piece of work each, the same for every library."""

from __future__ import annotations

from typing import Any, NamedTuple

OURS = "ours"
PEERS = {"with_icepool": "icepool", "with_dyce": "dyce"}
LIBRARIES = (OURS, *PEERS)


class Row(NamedTuple):
    """One piece of work: a function of that name in the module of every library, with these arguments.

    `size` is the number of dice, or for an extended test its threshold. `listed` rows count for the targets;
    the others show how the work grows.
    """

    kind: str
    arguments: tuple[Any, ...]
    title: str
    size: int
    text: str | None = None
    listed: bool = True

    @property
    def name(self) -> str:
        return f"{self.kind} {' '.join(map(str, self.arguments))}"

    @property
    def family(self) -> str:
        """Rows of one family do the same work in different sizes."""
        return f"{self.kind} {self.arguments[1]}" if self.kind == "extended" else self.kind


GROWTH = (3, 6, 10, 20, 50, 100)
"""Dice of the growth rows."""

FROM = 20
"""Dice from which the growth is fitted, up to the largest pool there is."""

NAMES = {
    "ten": "`ten`: margin, quality and chaos",
    "keep": "`skew pool`: keep half",
    "wild": "`wild`: total, net, excess, both criticals",
    "hs": "`hs`: result and twist, after cuts",
    "odgs": "`odgs`: the best three, `keep=success`",
}


def _row(kind: str, size: int, listed: bool) -> Row:
    if kind == "ten":
        return Row(kind, (size - 3,), f"`ten superior {size - 3}`", size, f"ten superior {size - 3}", listed)
    if kind == "keep":
        kept = size // 2
        text = f"skew pool {kept}d6 {size - kept} high"
        return Row(kind, (size, kept), f"`{text}`", size, text, listed)
    if kind == "wild":
        return Row(kind, (size,), f"`wild {size}D`", size, f"wild {size}D", listed)
    if kind == "hs":
        cuts = min(3, size - 1)
        table = size <= 6
        text = f"hs {size}d {cuts} cuts"
        return Row(
            kind,
            (size, cuts),
            f"`{text}`" if table else f"`hs`, {size} dice, {cuts} cuts",
            size,
            text if table else None,
            listed,
        )
    advantage = size - 3
    table = 0 < advantage <= 3
    text = f"odgs save vs 15 +5 advantage {advantage}"
    return Row(
        kind,
        (size,),
        f"`{text}`" if table else f"`odgs save vs 15 +5`, best 3 of {size}",
        size,
        text if table else None,
        listed,
    )


LISTED = {
    "ten": (3, 5, 20, 100),
    "keep": (10, 50, 100),
    "wild": (3, 8, 20, 50, 100),
    "hs": (6, 20, 100),
    "odgs": (6,),
}
"""Dice of the rows that count for the targets."""


def rows(quick: bool = False) -> list[Row]:
    """Every row, small work first within its family; `quick` leaves out the largest."""
    found = [Row("skew", (3,), "`skew task 3 high`, open-ended", 6, "skew task 3 high")]
    for kind, listed in LISTED.items():
        found += [_row(kind, size, size in listed) for size in sorted({*listed, *GROWTH})]
    for degrees in (False, True):
        for threshold in (10, 24, 100):
            text = f"ten extended threshold {threshold}{' count=degrees' if degrees else ''}"
            found.append(Row("extended", (threshold, degrees), f"`{text}`", threshold, text))
    if quick:
        found = [row for row in found if row.size <= (24 if row.kind == "extended" else 20)]
        found.remove(next(row for row in found if row.name == "extended 24 True"))
    return found


def named(name: str) -> Row:
    """The row of that name."""
    return next(row for row in rows() if row.name == name)
