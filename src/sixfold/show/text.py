"""Reports as text for terminals, transcripts and plain files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from sixfold.base.printable import printable
from sixfold.show.report.blocks import Dice, Heading, Paragraph, respelled
from sixfold.show.screen import ENDLESS, Screen, Span, dice_spans, folded, in_ascii, room_of, set_left, spans_of, titled

if TYPE_CHECKING:
    from sixfold.show.report.tables import Block, Report


def draw(report: Report, screen: Screen = ENDLESS) -> str:
    """A report as text, without a line end after it."""
    spell = in_ascii if screen.ascii else printable
    return "\n".join(line for block in report for line in _drawn(respelled(block, spell), screen))


def _drawn(block: Block, screen: Screen) -> Iterable[str]:
    if isinstance(block, Heading):
        return titled(block, screen)
    if isinstance(block, Paragraph):
        return folded(spans_of(block.text, block.style), screen, block.indent, block.indent)
    if isinstance(block, Dice):
        return _dice(block, screen)
    from sixfold.show.text_tables import table  # here, since a throw has no table

    return table(block, screen)


def _dice(block: Dice, screen: Screen) -> Iterator[str]:
    label = max(room_of(line.label) for line in block.lines)
    for line in block.lines:
        words: list[Span] = [(set_left(line.label, label), ""), ("", "")]
        words += dice_spans(line.dice, "strong")
        if line.words:
            words += [("", ""), ("", "")] if line.dice else []
            words += spans_of(line.words, "quiet")
        yield from folded(words, screen, 2, label + 4)
