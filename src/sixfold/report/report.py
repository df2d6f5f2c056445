"""A report: a tuple of blocks, which every format draws in its own way.

A value says what there is to show (`Shown.report`); it knows no format, and no format knows the value.
"""

from __future__ import annotations

from sixfold.report.blocks import Dice, Heading, Note
from sixfold.report.tables import Bars, Columns, Entries

Block = Heading | Note | Bars | Columns | Dice | Entries
Report = tuple[Block, ...]
