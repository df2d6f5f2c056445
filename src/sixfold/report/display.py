"""Values that show themselves. This file alone leads up to `show`, and only when something is shown."""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike
from typing import TYPE_CHECKING, Any

from sixfold import arguments

if TYPE_CHECKING:
    from sixfold.report.chart import Chart
    from sixfold.report.tables import Report, Tidy


class Shown:
    """A value says what there is to show: a report for people, and perhaps a chart and tidy data.

    >>> from sixfold import odds
    >>> print(odds("hs 0d").to("markdown"))
    ## hs 0d
    <BLANKLINE>
    |          |         |     |
    |:---------|--------:|----:|
    | Struggle | 25.00 % | 1/4 |
    | Fumble   | 75.00 % | 3/4 |
    | Twist    | 16.67 % | 1/6 |
    <BLANKLINE>
    ...
    """

    __slots__ = ()

    def report(self) -> Report:
        """Return the report for people, as blocks."""
        raise NotImplementedError

    def chart(self) -> Chart | None:
        """Return the chart; most values have none."""
        return None

    def tidy(self) -> Tidy:
        """Return the data for programs by lines: the tables of the report, unless a value has figures of its own."""
        from sixfold.report.tables import tables  # here, since a roll needs no table

        return tables(self.report())

    def to_json(self) -> dict[str, Any]:
        """This as plain data, in the shape promised to programs."""
        raise NotImplementedError

    def to(self, form: str) -> str:
        """This as text in a format: `text`, `markdown`, `latex`, `html`, `csv`, `json`, `jsonl`, `svg` or `vega`.

        Raises StudyError (study/form) for another one, or where there is nothing of it to show so.
        """
        from sixfold.show.files import written

        return written(self, arguments.text(form, "A format"))

    def save(self, path: str | PathLike[str]) -> None:
        """This as a file, in the format that the ending of its name says; it is there whole or not at all.

        Raises StudyError: study/file for another ending or a file that cannot be written, study/extra where an
        optional part of Sixfold is missing.
        """
        from sixfold.show.files import save

        save(self, arguments.path(path, "A file"))

    def __dir__(self) -> list[str]:
        """The public names, which are what completion offers; a value is no list of its parts."""
        return [name for name in super().__dir__() if name[0] != "_" and getattr(tuple, name, None) is None]

    def __str__(self) -> str:
        from sixfold.show.text import draw

        return draw(self.report())

    def _repr_html_(self) -> str:
        """Return the chart and the tables for a notebook."""
        from sixfold.show.formats.html import part

        return part(self)


class Told(Shown):
    """A report and the plain data of the same thing, each made when it is asked for."""

    __slots__ = ("_data", "_report")

    def __init__(self, report: Callable[[], Report], data: Callable[[], dict[str, Any]]) -> None:
        self._report = report
        self._data = data

    def report(self) -> Report:
        """Return the report for people, as blocks."""
        return self._report()

    def to_json(self) -> dict[str, Any]:
        """This as plain data."""
        return self._data()
