"""Plain text, as in a terminal without a width."""

from sixfold.show.formats import Format
from sixfold.show.text import draw

MEDIA = "text/plain; charset=utf-8"

FORMATS = {"text": Format("plain text", ".txt", MEDIA, lambda value: draw(value.report()) + "\n")}
