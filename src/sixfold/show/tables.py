"""Odds as people read them: a table with bars, in plain text or HTML."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from sixfold.checks.check import Check
    from sixfold.playing.record import Record
    from sixfold.solving.odds import Number, Odds

BAR = 30
ROWS = 24
"""Rows of a distribution; a wider one has its tails gathered."""

_EIGHTHS = " ▏▎▍▌▋▊▉█"
Paint = Callable[[str, str], str]
"""Gives a text its style: the text, and one of `title`, `quiet`, `bar`, `good`, `bad`, `strong`."""


def plain(text: str, style: str) -> str:
    """No style at all."""
    return text


class Row(NamedTuple):
    """A line of a table: its name, its chance, and the length of its bar as a part of the longest."""

    name: str
    chance: Fraction
    share: float


def percent(chance: Fraction) -> str:
    """A probability as a percentage of four significant digits: `62.50 %`, `0.004287 %`.

    >>> percent(Fraction(5, 8)), percent(Fraction(7, 2592)), percent(Fraction(1))
    ('62.50 %', '0.2701 %', '100 %')
    """
    value = float(chance * 100)
    if chance in (0, 1):
        return f"{value:.0f} %"
    shown = f"{value:#.4g}"
    if chance < 1 and float(shown) >= 100:
        shown = "99.99"
    if "e" in shown:
        head, _, exponent = shown.partition("e")
        return f"{head}e{int(exponent)} %".replace("-", "\u2212")
    return f"{shown} %"


def one_in(chance: Fraction) -> str:
    """A probability as players say it: `1 in 8`, `2 in 3`, `always`.

    >>> one_in(Fraction(1, 8)), one_in(Fraction(13, 20)), one_in(Fraction(1, 1296))
    ('1 in 8', '13 in 20', '1 in 1,296')
    """
    if chance == 0:
        return "never"
    if chance == 1:
        return "always"
    if chance >= Fraction(1, 20):
        near = chance.limit_denominator(20)
        about = "" if near == chance else "about "
        if near == 1:
            return "nearly always"
        return f"{about}{near.numerator} in {near.denominator}"
    many = 1 / chance
    about = "" if many.denominator == 1 else "about "
    return f"{about}1 in {round(many):,}"


def short_fraction(chance: Fraction, width: int = 15) -> str:
    """The exact fraction where it is short enough to read, else nothing."""
    if chance.denominator > 10**width:
        return ""
    text = str(chance)
    return text if len(text) <= width else ""


def events_rows(odds: Odds) -> list[Row]:
    """The events of odds in the game's words and order, success first; what cannot happen is left out."""
    words = dict(odds.check.rule.events)
    order = [name for name in words if name in odds.events]
    order += [name for name in odds.events if name not in words]
    return [
        Row(words.get(name, name.partition("=")[2] or name.replace("_", " ")), chance, float(chance))
        for name in order
        if (chance := odds.events[name]) or name in ("success", "hit")
    ]


def number_rows(number: Number, rows: int = ROWS) -> list[Row]:
    """The values of a number; the tails of a long one gathered in its first and last row."""
    values = list(number.pmf)
    if len(values) > rows:
        values = _middle(number, rows)
    below = sum((c for v, c in number.pmf.items() if v < values[0]), Fraction(0))
    above = sum((c for v, c in number.pmf.items() if v > values[-1]), Fraction(0))
    shown = [(_minus(v), number.pmf.get(v, Fraction(0))) for v in values]
    if below:
        shown.insert(0, (f"≤ {_minus(values[0] - 1)}", below))
    if above:
        shown.append((f"≥ {_minus(values[-1] + 1)}", above))
    longest = max(chance for _, chance in shown) or Fraction(1)
    return [Row(name, chance, float(chance / longest)) for name, chance in shown]


def _middle(number: Number, rows: int) -> list[int]:
    """The run of so many values that holds the most."""
    values = list(number.pmf)
    chances = list(number.pmf.values())
    width = rows - 2
    best = held = sum(chances[:width], Fraction(0))
    first = 0
    for start in range(1, len(values) - width + 1):
        held += chances[start + width - 1] - chances[start - 1]
        if held > best:
            best, first = held, start
    return values[first : first + width]


def _minus(value: int) -> str:
    return str(value).replace("-", "\u2212")


def bar(share: float, width: int = BAR) -> str:
    """A bar for a share of 0 to 1 of the width.

    >>> bar(0.5, 4)
    '██'
    """
    eighths = round(share * width * 8)
    if share > 0 and not eighths:
        eighths = 1
    return ("█" * (eighths // 8) + _EIGHTHS[eighths % 8]).rstrip()


def odds_table(odds: Odds, paint: Paint = plain) -> str:
    """What happens how often, in the words of the game; then the number that matters most, value by value."""
    lines = [paint(odds.text, "title")]
    rows = events_rows(odds)
    if rows:
        lines += ["", *_table(rows, paint)]
    name = odds.check.rule.chart
    number = odds.numbers.get(name)
    if number is not None:
        mean, sd = f"{float(number.mean):.3f}", f"{number.sd:.3f}"
        lines += [
            "",
            f"{paint(name, 'strong')}  {paint(f'mean {mean}, standard deviation {sd}', 'quiet')}",
            *_table(number_rows(number), paint),
        ]
    if odds.unresolved:
        bound = f"{float(odds.unresolved):.1e}"
        lines += ["", paint(f"Every figure is exact to within {bound}: throws can go on for ever.", "quiet")]
    return "\n".join(lines)


def _table(rows: Sequence[Row], paint: Paint) -> list[str]:
    exacts = [short_fraction(row.chance) for row in rows]
    percents = [percent(row.chance) for row in rows]
    names = max(len(row.name) for row in rows)
    wide, narrow = max(map(len, percents)), max(map(len, exacts))
    numeric = all(row.name.lstrip("≤≥ \u2212").isdigit() for row in rows)
    lines = []
    for row, exact, shown in zip(rows, exacts, percents, strict=True):
        name = row.name.rjust(names) if numeric else row.name.ljust(names)
        line = f"  {name}  {shown.rjust(wide)}  {paint(exact.rjust(narrow), 'quiet')}"
        drawn = bar(row.share)
        lines.append(f"{line}  {paint(drawn, 'bar')}".rstrip() if drawn else line.rstrip())
    return lines


def odds_html(odds: Odds) -> str:
    """The same table for a notebook."""
    from html import escape  # here, since only notebooks need it

    parts = [f"<b>{escape(odds.text)}</b>"]
    number = odds.numbers.get(odds.check.rule.chart)
    for rows in (events_rows(odds), number_rows(number) if number is not None else []):
        if rows:
            body = "".join(
                f"<tr><td style='text-align:left'>{escape(row.name)}</td>"
                f"<td>{percent(row.chance)}</td><td>{short_fraction(row.chance)}</td>"
                f"<td style='text-align:left'><div style='background:#3b6ea5;height:.8em;"
                f"width:{row.share * 12:.2f}em'></div></td></tr>"
                for row in rows
            )
            parts.append(f"<table>{body}</table>")
    return "".join(parts)


def check_html(check: Check) -> str:
    """A check with its clauses, for a notebook."""
    from html import escape

    rows = "".join(
        f"<tr><td>{escape(clause.number)}</td><td style='text-align:left'>{escape(clause.text)}</td></tr>"
        for clause in check.explain()
    )
    return f"<b>{escape(check.text)}</b><table>{rows}</table>"


def record_html(record: Record) -> str:
    """A record with every die, for a notebook; dice that do not count are struck out."""
    from html import escape

    rows = []
    for throw in record.throws:
        dice = " ".join(
            f"<b>{face}</b>" if kept else f"<s>{face}</s>" for face, kept in zip(throw.faces, throw.kept, strict=True)
        )
        rows.append(f"<tr><td>{escape(throw.label)}</td><td style='text-align:left'>{dice}</td></tr>")
    return f"<b>{escape(record.text)}</b><table>{''.join(rows)}</table>{escape(record.announcement)}"
