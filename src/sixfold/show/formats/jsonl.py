"""JSON lines: tidy data, an object for each line."""

from sixfold.report.tables import Tidy
from sixfold.show.formats import Format
from sixfold.show.formats.json import draw as document


def draw(tidy: Tidy) -> str:
    """Tidy data, a line for each figure."""
    return "".join(f"{document(dict(zip(tidy.names, line, strict=True)))}\n" for line in tidy.lines)


FORMAT = Format("JSON lines", (".jsonl",), text=True, chart=False, write=lambda value: draw(value.tidy()))
