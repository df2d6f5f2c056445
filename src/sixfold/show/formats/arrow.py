"""Arrow (Feather version 2): tidy data for other tools, with the extra `arrow`."""

import io
from importlib import import_module
from typing import Any

from sixfold.errors import needing
from sixfold.report.shown import Shown
from sixfold.report.tables import Tidy
from sixfold.show.formats import Format


def arrow_table(tidy: Tidy) -> Any:
    """Tidy data as an Arrow table; raises StudyError (study/extra) where pyarrow is not installed."""
    with needing("A Parquet or Arrow file", "arrow"):
        pyarrow = import_module("pyarrow")
    columns = zip(*tidy.lines, strict=True) if tidy.lines else ((),) * len(tidy.names)
    return pyarrow.table({name: list(values) for name, values in zip(tidy.names, columns, strict=True)})


def write(value: Shown) -> bytes:
    made, stream = arrow_table(value.tidy()), io.BytesIO()
    with import_module("pyarrow.ipc").new_file(stream, made.schema) as writer:
        writer.write_table(made)
    return stream.getvalue()


FORMAT = Format("Arrow", (".arrow",), text=False, chart=False, write=write)
