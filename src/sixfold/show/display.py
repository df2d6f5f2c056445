"""Values that show themselves: what they say is drawn by the formats of this folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from os import PathLike
from typing import TYPE_CHECKING, Any, ClassVar, Self, cast

from sixfold.base import arguments
from sixfold.show.report.presentable import Presentable

if TYPE_CHECKING:
    from sixfold.show.report.chart import Chart
    from sixfold.show.report.tables import Report, Tidy


class Shown(Presentable):
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


class Presented(Shown):
    """A value that holds data alone: the module of `show/values` that it names presents it and writes its document."""

    __slots__ = ()

    _presenter: ClassVar[str]

    @classmethod
    def _presented_by(cls) -> Any:
        return import_module(f"sixfold.show.values.{cls._presenter}")

    def report(self) -> Report:
        """Return the report for people, as blocks."""
        return cast("Report", self._presented_by().report(self))

    def chart(self) -> Chart | None:
        """Return the chart; most values have none."""
        draw = getattr(self._presented_by(), "chart", None)
        return None if draw is None else cast("Chart", draw(self))

    def tidy(self) -> Tidy:
        """Return the data for programs by lines."""
        lines = getattr(self._presented_by(), "tidy", None)
        return super().tidy() if lines is None else cast("Tidy", lines(self))

    def to_json(self) -> dict[str, Any]:
        """Return this as plain data, in the shape that is promised to programs."""
        return cast(dict[str, Any], self._presented_by().encode(self))

    @classmethod
    def from_json(cls, data: Any, systems: Mapping[str, Any] | None = None) -> Self:
        """Return the value that plain data describes, as `to_json` made it. `systems` are the games to choose from.

        Raises RecordError: record/malformed if the data is not in the shape of its document, record/mismatch if
        parts of it contradict each other: the dice of a record do not give its outcome, or a text not its options.
        """
        return cast(Self, cls._presented_by().decode(data, *([] if systems is None else [systems])))


class LazyReport(Shown):
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
