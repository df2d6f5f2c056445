"""Parquet: tidy data for other tools, with the extra `arrow`."""

import io
from importlib import import_module

from sixfold.report.shown import Shown
from sixfold.show.formats import Format
from sixfold.show.formats.arrow import arrow_table


def write(value: Shown) -> bytes:
    made, stream = arrow_table(value.tidy()), io.BytesIO()
    import_module("pyarrow.parquet").write_table(made, stream)
    return stream.getvalue()


FORMAT = Format("Parquet", (".parquet",), text=False, chart=False, write=write)
