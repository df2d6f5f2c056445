"""CSV: tidy data, a line for each figure."""

from __future__ import annotations

import csv
import io

from sixfold.report.shown import Shown
from sixfold.report.tidy import Tidy

TITLE = "CSV, fractions too"
ENDINGS = (".csv",)
TEXT = True
CHART = False


def draw(tidy: Tidy) -> str:
    """Tidy data as CSV, its names first."""
    made = io.StringIO()
    writer = csv.writer(made, lineterminator="\n")
    writer.writerow(tidy.names)
    writer.writerows(tidy.lines)
    return made.getvalue()


def write(value: Shown) -> str:
    return draw(value.tidy())
