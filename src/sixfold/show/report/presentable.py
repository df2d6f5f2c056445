"""Values that can be shown, as formats see them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from sixfold.show.report.chart import Chart
    from sixfold.show.report.tables import Report, Tidy


class Presentable(Protocol):
    """A value with a report for people, plain data for programs and perhaps a chart."""

    def report(self) -> Report:
        """Return the report for people, as blocks."""

    def chart(self) -> Chart | None:
        """Return the chart; None if there is none."""

    def tidy(self) -> Tidy:
        """Return the data for programs by lines."""

    def to_json(self) -> dict[str, Any]:
        """Return plain data, in the shape promised to programs."""
