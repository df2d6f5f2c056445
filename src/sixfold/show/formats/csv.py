"""CSV: tidy data, a line for each figure."""

import csv
import io

from sixfold.report.tables import Tidy
from sixfold.show.formats import Format


def draw(tidy: Tidy) -> str:
    """Tidy data as CSV, its names first."""
    made = io.StringIO()
    writer = csv.writer(made, lineterminator="\n")
    writer.writerow(tidy.names)
    writer.writerows(tidy.lines)
    return made.getvalue()


FORMAT = Format("CSV, fractions too", (".csv",), text=True, chart=False, write=lambda value: draw(value.tidy()))
