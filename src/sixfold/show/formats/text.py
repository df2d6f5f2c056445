"""Plain text, as in a terminal without a width."""

from sixfold.show.formats import Format
from sixfold.show.text import draw

FORMATS = {"text": Format("plain text", ".txt", "text/plain", lambda value: draw(value.report()) + "\n")}
