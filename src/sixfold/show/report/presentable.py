"""Values that can be shown, as formats see them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sixfold.show.report.chart import Chart
    from sixfold.show.report.tables import Report, Tidy


class Presentable:
    """A value with a report for people, plain data for programs and perhaps a chart."""

    __slots__ = ()

    def report(self) -> Report:
        """Return the report for people, as blocks."""
        raise NotImplementedError

    def chart(self) -> Chart | None:
        """Return the chart; most values have none."""
        return None

    def tidy(self) -> Tidy:
        """Return the data for programs by lines: the tables of the report, unless a value has figures of its own."""
        from sixfold.show.report.tables import tables  # here, since a roll needs no table

        return tables(self.report())

    def to_json(self) -> dict[str, Any]:
        """This as plain data, in the shape promised to programs."""
        raise NotImplementedError
