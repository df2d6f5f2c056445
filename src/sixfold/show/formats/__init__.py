"""The formats: each file here is one, found by its name. A new format is a new file with its `FORMAT`."""

from collections.abc import Callable
from typing import NamedTuple

from sixfold.report.shown import Shown


class Format(NamedTuple):
    """A format: its title for people, the endings of its files, and how a value is written in it.

    `write` gives nothing for a value without a chart. A `text` format may be printed; a `chart` format draws one.
    """

    title: str
    endings: tuple[str, ...]
    text: bool
    chart: bool
    write: Callable[[Shown], str | bytes | None]
