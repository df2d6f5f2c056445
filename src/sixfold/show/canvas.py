"""The parts of an SVG drawing: shapes, words and axes, in colours for a light and a dark page.

Colours are those of Okabe and Ito, told apart by colour-blind eyes; shapes, dashes and labels say the same again, so
that a drawing also works in grey print. Each shape has its light colour as an attribute, which every program obeys;
a style sheet in the drawing gives the dark ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from sixfold.show.screen import room_of

WIDTH = 680
"""Pixels, axes included: the width of a column."""

MARGIN = 18

PAPER, INK, GREY, GRID, PALE = "#ffffff", "#1f2328", "#59636e", "#e3e7eb", "#b4c0cc"
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b07d00", "#56b4e9", INK)
DARK = {
    PAPER: "#15191f", INK: "#e8ecf0", GREY: "#a3adb8", GRID: "#333a43", PALE: "#4c5866",
    "#0072b2": "#3d9be0", "#d55e00": "#f0803c", "#009e73": "#2fc295", "#b07d00": "#e69f00",
}  # fmt: skip
"""The colours on a dark page; the others stay."""

DASHES = ("", "7 3", "2 2", "8 3 2 3", "4 2", "1 3", "12 3")
SHAPES = (
    "M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0Z", "M-3.2-3.2h6.4v6.4h-6.4Z", "M0-4.2L4 3H-4Z",
    "M0-4.6L4 0L0 4.6L-4 0Z", "M-1.4-4h2.8v2.6h2.6v2.8h-2.6v2.6h-2.8v-2.6h-2.6v-2.8h2.6Z",
    "M0 4.2L4-3H-4Z", "M4.2 0L-3 4V-4Z",
)  # fmt: skip

_FONT = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
_STYLE = "".join(f'[fill="{light}"]{{fill:{dark}}}[stroke="{light}"]{{stroke:{dark}}}' for light, dark in DARK.items())


class Canvas:
    """A drawing that grows downwards: `y` (pixels) is where the next part begins."""

    def __init__(self) -> None:
        self.y = float(MARGIN)
        self._parts: list[str] = []

    def rect(self, x: float, y: float, width: float, height: float, fill: str, says: str = "") -> None:
        """A bar or a field; a pointer on it is told what it `says`."""
        shape = f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" fill="{fill}"'
        self._parts.append(f"{shape}><title>{escape(says)}</title></rect>" if says else f"{shape}/>")

    def rule(self, x: float, y: float, x2: float, y2: float, stroke: str = GRID) -> None:
        """A thin line."""
        self._parts.append(f'<path d="M{_n(x)} {_n(y)}L{_n(x2)} {_n(y2)}" stroke="{stroke}"/>')

    def words(
        self, x: float, y: float, text: str, anchor: str = "start", size: int = 12, fill: str = INK, weight: str = ""
    ) -> None:
        """A line of text; `y` is its baseline."""
        looks = f' font-size="{size}"' if size != 12 else ""
        looks += f' text-anchor="{anchor}"' if anchor != "start" else ""
        looks += f' font-weight="{weight}"' if weight else ""
        self._parts.append(f'<text x="{_n(x)}" y="{_n(y)}" fill="{fill}"{looks}>{escape(text)}</text>')

    def curve(self, points: Sequence[tuple[float, float] | None], at: int, marked: bool) -> None:
        """A line in the look of that number, broken where there is no point; `marked` with a shape at each."""
        path, lifted = "", True
        for point in points:
            if point is not None:
                path += f"{'M' if lifted else 'L'}{_n(point[0])} {_n(point[1])}"
            lifted = point is None
        colour, dash = COLOURS[at], f' stroke-dasharray="{DASHES[at]}"' if DASHES[at] else ""
        self._parts.append(f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>')
        for x, y in filter(None, points if marked else ()):
            self.shape(x, y, at)

    def shape(self, x: float, y: float, at: int) -> None:
        """The mark of a curve."""
        self._parts.append(f'<path d="{SHAPES[at]}" transform="translate({_n(x)} {_n(y)})" fill="{COLOURS[at]}"/>')

    def heading(self, text: str) -> None:
        """Write the title of the next plot."""
        self.words(MARGIN, self.y + 12, text, size=13, fill=GREY)
        self.y += 26

    def legend(self, names: Iterable[str], fills: Sequence[str] = ()) -> None:
        """Names with their colour, or (without `fills`) with the look of their curve, folded into lines."""
        x, deep = float(MARGIN), 0
        for at, name in enumerate(names):
            wide = width(name) + 40
            if x > MARGIN and x + wide > WIDTH - MARGIN:
                x, deep = MARGIN, deep + 1
            y = self.y + 6 + 20 * deep
            if fills:
                self.rect(x, y - 6, 12, 12, fills[at])
            else:
                self.curve([(x, y), (x + 24, y)], at, False)
                self.shape(x + 12, y, at)
            self.words(x + (18 if fills else 30), y + 4, name)
            x += wide
        self.y += 20 * (deep + 1) + 8

    def drawing(self, title: str, facts: Sequence[str]) -> str:
        """The whole as SVG, with a title and facts that are read aloud too."""
        name, told = escape(title, quote=True), escape(" ".join(facts))
        height = _n(self.y + MARGIN - 6)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
            f'viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{name}" font-family="{_FONT}" font-size="12">\n'
            f"<title>{name}</title><desc>{told}</desc>\n"
            f"<style>@media (prefers-color-scheme:dark){{{_STYLE}}}</style>\n"
            f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>\n' + "\n".join(self._parts) + "\n</svg>\n"
        )


def width(text: str, size: int = 12) -> float:
    """About how many pixels a text takes."""
    return room_of(text) * size * 0.58


def fitting(text: str, room: float, size: int = 12) -> str:
    """The text, its end left out where it is wider than its room (pixels)."""
    if width(text, size) <= room:
        return text
    while text and width(text, size) + size > room:
        text = text[:-1]
    return f"{text.rstrip()}…"


def _n(number: float) -> str:
    """A number of pixels, as short as it can be."""
    return f"{number:.1f}".removesuffix(".0")
