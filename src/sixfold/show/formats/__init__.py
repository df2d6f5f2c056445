"""The formats: each file here has one or several, by their names. A new format is a new file with its `FORMATS`."""

from collections.abc import Callable
from typing import NamedTuple

from sixfold.show.report.presentable import Presentable


class Format(NamedTuple):
    """A format: its title for people, the ending of its files, its media type if it is text, and how it is written.

    `write` gives nothing for a value without a chart, where the format draws one.
    """

    title: str
    ending: str
    media: str
    write: Callable[[Presentable], str | bytes | None]
