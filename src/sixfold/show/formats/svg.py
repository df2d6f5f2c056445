"""Charts as SVG, which browsers, word processors and print take, and as PNG pictures with the extra `charts`.

Colours are those of Okabe and Ito, told apart by colour-blind eyes; shapes, dashes and labels say the same again, so
that a drawing also works in grey print. Each shape has its light colour as an attribute, which every program obeys;
a style sheet in the drawing gives the dark ones.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from html import escape
from importlib import import_module
from itertools import pairwise
from textwrap import wrap

from sixfold.base.printable import printable
from sixfold.base.shapes.fraction import Bounds
from sixfold.base.wording import as_decimal, minus
from sixfold.errors import needing
from sixfold.show.formats import Format
from sixfold.show.report.binning import span, steps
from sixfold.show.report.blocks import respelled
from sixfold.show.report.chances import percent, power_of_ten
from sixfold.show.report.chart import BarChart, Chart, Curves, HeatMap, Histogram, Plot, Scale
from sixfold.show.report.presentable import Presentable
from sixfold.show.screen import room_of

WIDTH = 680
"""Pixels, axes included: the width of a column."""

SHARP = 2.0
"""Dots for each pixel in a picture: sharp in print, at twice the width of a column."""

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

    def heading(self, text: str, size: int = 13, fill: str = GREY) -> None:
        """Write the title of the next plot."""
        self.words(MARGIN, self.y + 12, text, size=size, fill=fill)
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
        name, summary = escape(title, quote=True), escape(" ".join(facts))
        height = _n(self.y + MARGIN - 6)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
            f'viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{name}" font-family="{_FONT}" font-size="12">\n'
            f"<title>{name}</title><desc>{summary}</desc>\n"
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


MOST = len(COLOURS)
"""Curves in one chart; more cannot be told apart."""

LABELLED = 24
"""Bars that still have room for a figure each."""

LEFT = 66
"""Pixels before a plot, for the figures of its axis."""

_WHOLE = Fraction(1)
_CIVIDIS = ((0, 34, 78), (66, 78, 108), (125, 124, 120), (188, 175, 111), (254, 232, 56))


def write(value: Presentable) -> str | None:
    """The chart of a value, if it has one."""
    chart = value.chart()
    return None if chart is None else draw(chart)


def draw(chart: Chart) -> str:
    """A chart as a drawing that stands by itself."""
    chart = respelled(chart, printable)
    canvas = Canvas()
    canvas.words(MARGIN, canvas.y + 14, fitting(chart.title, WIDTH - 2 * MARGIN, 18), size=18, weight="600")
    facts = wrap(chart.facts, 92)[:3]
    for number, line in enumerate(facts):
        canvas.words(MARGIN, canvas.y + 36 + 18 * number, line, size=13, fill=GREY)
    canvas.y += 34 + 18 * len(facts)
    for plot in chart.plots:
        _plot(canvas, plot)
    return canvas.drawing(chart.title, facts)


def _plot(canvas: Canvas, plot: Plot) -> None:
    if isinstance(plot, Histogram):
        _histogram(canvas, plot)
    elif isinstance(plot, BarChart):
        _named_bars(canvas, plot)
    else:
        if plot.title:
            canvas.heading(plot.title, 15, INK)
        if isinstance(plot, HeatMap):
            _heat_map(canvas, plot)
        else:
            _curves(canvas, plot)


# -- axes ----------------------------------------------------------------------------------------------------


class _Frame:
    """A plot's place on the canvas, and its upright axis from `low` to `high` with lines at the ticks."""

    def __init__(self, canvas: Canvas, height: int, low: Fraction, high: Fraction, chances: bool) -> None:
        self.canvas, self.height, self.low = canvas, height, low
        self.left, self.right, self.top = float(LEFT), float(WIDTH - MARGIN), canvas.y + 8
        step = Fraction(1, 4) if high == _WHOLE and not low else _nice((high - low) / 4)
        self.high = low + step * -(-(high - low) // step) if high > low else low + step
        tick = low
        while tick <= self.high:
            y = self.at(tick)
            canvas.rule(self.left, y, self.right, y)
            digits = _digits(step * 100 if chances else step)
            label = percent(Bounds.exactly(tick), digits) if chances else minus(as_decimal(tick, digits))
            canvas.words(self.left - 8, y + 4, label, "end")
            tick += step
        canvas.y = self.top + height

    def at(self, value: Fraction) -> float:
        """The position of a value, in pixels from above."""
        return self.top + self.height * (1 - float((value - self.low) / (self.high - self.low)))

    def places(self, many: int) -> list[float]:
        """The middles of so many places beside each other."""
        return [self.left + (at + 0.5) * (self.right - self.left) / many for at in range(many)]

    def below(self, scale: Scale) -> None:
        """The level axis: as many of its labels as have room, the first of each run of equally many."""
        canvas, y, labels = self.canvas, self.top + self.height, scale.labels
        canvas.rule(self.left, y, self.right, y, GREY)
        every, known, places = _step(labels, self.right - self.left), scale.numbers, self.places(len(labels))
        apart = min((b - a for a, b in pairwise(known) if a is not None and b is not None), default=1)
        round_ = [at for at, number in enumerate(known) if number is not None and not number % (every * apart)]
        for at in round_ if len(round_) * every * 2 > len(labels) else range(0, len(labels), every):
            canvas.words(places[at], y + 17, labels[at], "middle")
        canvas.words((self.left + self.right) / 2, y + 38, scale.name, "middle", 13, GREY)
        canvas.y = y + (54 if scale.name else 34)


def _step(labels: Sequence[str], room: float) -> int:
    """The step between labels that leaves room for each."""
    need = max(map(width, labels), default=0) + 10
    return next(every for every in steps() if every * room >= need * len(labels) or every >= len(labels))


def _nice(step: Fraction) -> Fraction:
    """The least of 1, 2, 5, 10, 20, ... (or a tenth of them, and so on) that is a step or more."""
    if step <= 0:
        return Fraction(1, 4)
    size = Fraction(10) ** power_of_ten(step)
    return next(size * n for n in steps() if size * n >= step)


def _digits(step: Fraction) -> int:
    return next((digits for digits in range(12) if not step * 10**digits % 1), 12)


# -- plots ---------------------------------------------------------------------------------------------------


def _histogram(canvas: Canvas, plot: Histogram) -> None:
    """The chance of each value; successes are filled, failures pale."""
    number, colour = plot.of, COLOURS[plot.at % MOST]
    bars, left_out = number.bars()
    chances, good = number.held(bars)
    most = max(last - first for first, last in bars) + 1
    share = " of each value" if most == 1 else f" of every {most} values"
    beyond = f" (not drawn: {percent(left_out, 2)} beyond)" if left_out.low else ""
    canvas.heading(f"{fitting(f'{plot.name}: ', 400)}{number.words}" if plot.name else f"chance{share}{beyond}")
    if number.good:
        canvas.legend(number.sides, (colour, PALE))
    frame = _Frame(canvas, 92 if plot.name else 240, Fraction(0), max(chance.low for chance in chances), True)
    slot = (frame.right - frame.left) / len(bars)
    gap = 1 if slot > 4 else 0
    for at, (values, chance, part) in enumerate(zip(bars, chances, good, strict=True)):
        x, top, base = frame.left + at * slot + gap / 2, frame.at(chance.low), frame.at(Fraction(0))
        middle = frame.at(part) if number.good else top
        says = f"{span(*values)}: {percent(chance)}"
        if number.good and part < chance.low:
            canvas.rect(x, top, slot - gap, middle - top, PALE, says)
        if not number.good or part:
            canvas.rect(x, middle, slot - gap, base - middle, colour, says)
        if len(bars) <= LABELLED and chance.low and not plot.name:
            canvas.words(x + slot / 2, top - 4, percent(chance, 1).removesuffix(" %"), "middle", 10)
    frame.below(Scale("" if plot.name else number.words, tuple(minus(str(last)) for _, last in bars)))


def _named_bars(canvas: Canvas, plot: BarChart) -> None:
    """Lying bars with a name before and a figure behind each."""
    names = [fitting(named.name, 260) for named in plot.of]
    left = MARGIN + max(map(width, names), default=0) + 12
    room = WIDTH - MARGIN - left - max((width(named.figure) for named in plot.of), default=0) - 8
    for quarter in range(5 if plot.of else 0):
        x = left + room * quarter / 4
        canvas.rule(x, canvas.y, x, canvas.y + 28 * len(plot.of))
        label = percent(Bounds.exactly(Fraction(quarter, 4)), 0)
        canvas.words(x, canvas.y + 28 * len(plot.of) + 16, label, "middle", 11, GREY)
    for at, (name, named) in enumerate(zip(names, plot.of, strict=True)):
        y, long = canvas.y + 28 * at + 4, room * float(named.chance)
        colour = COLOURS[at] if plot.coloured and len(names) <= MOST else COLOURS[0]
        canvas.words(left - 10, y + 15, name, "end")
        canvas.rect(left, y, max(long, 0.5), 20, colour, f"{named.name}: {named.figure}")
        canvas.words(left + long + 6, y + 15, named.figure)
    canvas.y += 28 * len(plot.of) + 28
    if plot.axis:
        canvas.words(left + room / 2, canvas.y + 6, plot.axis, "middle", 13, GREY)
        canvas.y += 22


def _heat_map(canvas: Canvas, grid: HeatMap) -> None:
    """A grid whose fields are the brighter the higher, with their figures where these have room."""
    shown = [value for row in grid.values for value in row if value is not None]
    low, high = (Fraction(0), _WHOLE) if grid.chances else (min(shown, default=Fraction(0)), max(shown, default=_WHOLE))
    rows, columns = [fitting(label, 200) for label in grid.rows.labels], grid.columns.labels
    left = MARGIN + max(*map(width, rows), width(grid.rows.name, 13)) + 12
    wide = min((WIDTH - MARGIN - left) / len(columns), max(80, max(map(width, columns)) + 16))
    tall = max(6.0, min(30, 900 / len(rows)))
    figures = [[figure.removesuffix(" %") for figure in row] for row in grid.figures]
    labelled = tall >= 15 and wide >= max(width(figure, 11) for row in figures for figure in row) + 4
    canvas.words(left + wide * len(columns) / 2, canvas.y + 12, grid.columns.name, "middle", 13, GREY)
    for at in range(0, len(columns), _step(columns, wide * len(columns))):
        canvas.words(left + wide * (at + 0.5), canvas.y + 32, columns[at], "middle")
    canvas.words(left - 10, canvas.y + 12, grid.rows.name, "end", 13, GREY)
    canvas.y += 40
    for down, (label, values) in enumerate(zip(rows, grid.values, strict=True)):
        y = canvas.y + tall * down
        if tall >= 13 or not down % 3:
            canvas.words(left - 10, y + tall / 2 + 4, label, "end")
        for across, value in enumerate(values):
            says = f"{grid.rows.labels[down]}, {columns[across]}: {grid.figures[down][across]}"
            share = 0.0 if value is None or high == low else float((value - low) / (high - low))
            fill, ink = _shade(share) if value is not None else (PALE, INK)
            canvas.rect(
                left + wide * across, y, wide - (1 if wide > 8 else 0), tall - (1 if tall > 8 else 0), fill, says
            )
            if labelled:
                x = left + wide * (across + 0.5)
                canvas.words(x, y + tall / 2 + 4, figures[down][across], "middle", 11, ink)
    canvas.y += tall * len(rows) + 12
    _scale(canvas, left, low, high, grid.chances)


def _scale(canvas: Canvas, left: float, low: Fraction, high: Fraction, chances: bool) -> None:
    """The colours of the least and the greatest value of a heat map."""
    ends = [percent(Bounds.exactly(end), 0) if chances else minus(as_decimal(end, 1)) for end in (low, high)]
    start = left + width(ends[0]) + 8
    canvas.words(start - 8, canvas.y + 10, ends[0], "end", fill=GREY)
    for at in range(40):
        canvas.rect(start + 5 * at, canvas.y, 5.2, 12, _shade(at / 39)[0])
    canvas.words(start + 208, canvas.y + 10, ends[1], fill=GREY)
    canvas.y += 26


def _shade(share: float) -> tuple[str, str]:
    """The colour of a share (0 to 1) of the whole, and that of words on it."""
    at = min(int(share * 4), 3)
    part = share * 4 - at
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(_CIVIDIS[at], _CIVIDIS[at + 1], strict=True))
    return f"#{red:02x}{green:02x}{blue:02x}", "#000000" if share > 0.55 else "#fffffe"


def _curves(canvas: Canvas, plot: Curves) -> None:
    """A curve over the rows for each name."""
    if any(plot.names):
        canvas.legend(plot.names[:MOST])
    shown = [value for row in plot.values for value in row if value is not None]
    low, high = (Fraction(0), _WHOLE) if plot.chances else (min(shown, default=Fraction(0)), max(shown, default=_WHOLE))
    canvas.heading(plot.of or ("chance" if plot.chances else "mean"))
    frame = _Frame(canvas, 250 if any(plot.names) else 170, min(low, Fraction(0)), high, plot.chances)
    places = frame.places(len(plot.rows.labels))
    for at in range(min(len(plot.names), MOST)):
        values = [row[at] for row in plot.values]
        points = [None if v is None else (x, frame.at(v)) for x, v in zip(places, values, strict=True)]
        canvas.curve(points, at, len(places) <= 60)
    frame.below(plot.rows)


def picture(value: Presentable) -> bytes | None:
    """The drawing of a value as a PNG; raises StudyError (study/extra) where the extra `charts` is missing."""
    drawn = write(value)
    if drawn is None:
        return None
    with needing("A picture (.png; not .svg)", "charts"):
        converter = import_module("vl_convert")
    made: bytes = converter.svg_to_png(drawn, scale=SHARP)
    return made


FORMATS = {
    "svg": Format("a drawing", ".svg", "image/svg+xml", write),
    "png": Format("a picture", ".png", "", picture),
}
