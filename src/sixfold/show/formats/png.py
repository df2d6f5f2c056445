"""Charts as PNG pictures, with the extra `charts`."""

from importlib import import_module

from sixfold.errors import needing
from sixfold.report.shown import Shown
from sixfold.show.formats import Format
from sixfold.show.formats.svg import write as drawing

SCALE = 2.0
"""Dots for each pixel of the drawing: sharp in print, at twice the width of a column."""


def write(value: Shown) -> bytes | None:
    """The drawing of a value as a picture; raises StudyError (study/extra) where the extra `charts` is missing."""
    drawn = drawing(value)
    if drawn is None:
        return None
    with needing("A picture (.png; not .svg)", "charts"):
        converter = import_module("vl_convert")
    made: bytes = converter.svg_to_png(drawn, scale=SCALE)
    return made


FORMAT = Format("a picture", (".png",), text=False, chart=True, write=write)
