"""The formats: each file here has one or several, by their names. A new format is a new file with its `FORMATS`."""

from collections.abc import Callable
from typing import BinaryIO, NamedTuple

from sixfold.show.report.presentable import Presentable

Content = str | bytes | Callable[[BinaryIO], object]
"""The content of a file, or a function that writes it into a stream."""


class Format(NamedTuple):
    """A format: its title for people, the ending of its files, its media type if it is text, and how it is written.

    `write` gives nothing for a value without a chart, where the format draws one.
    """

    title: str
    ending: str
    media: str
    write: Callable[[Presentable], Content | None]
