"""Plain text, as in a terminal without a width."""

from sixfold.show.formats import Format
from sixfold.show.text import draw

FORMAT = Format("plain text", (".txt",), text=True, chart=False, write=lambda value: draw(value.report()) + "\n")
