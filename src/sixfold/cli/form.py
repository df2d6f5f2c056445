"""In which form an answer goes out, and where to: as text to read, in another format, into a file."""

from typing import Any, NamedTuple

from sixfold.errors import UsageError

FORMATS = "text, markdown, html, latex, csv, json, svg or vega"
"""What `--format` takes, for the help. Written down, since to look for the formats takes as long as a roll."""


class Form(NamedTuple):
    """A format by its name, the ending of its files, and the file to write, if there is one."""

    name: str = "text"
    ending: str = ""
    file: str | None = None


READ = Form()
"""Text for people, on standard output."""

DATA = Form("json")
"""One JSON document, on standard output."""


def form_of(json: bool, name: str | None, file: str | None) -> Form:
    """The form that `--json`, `--format` and `--output` ask for; the ending of the file says it where no name does.

    Raises UsageError for a format that there is not, StudyError (study/file) for an ending that says none.

    >>> form_of(False, None, "odds.csv")
    Form(name='csv', ending='.csv', file='odds.csv')
    """
    if json and name not in (None, "json"):
        raise UsageError(f"Use one format at a time: --json or --format {str(name)[:40]}.")
    if json:
        name = "json"
    if name in (None, "text") and file is None:
        return READ
    if name == "json" and file is None:
        return DATA
    return _looked_up(name, file)


def _looked_up(name: str | None, file: str | None) -> Form:
    from sixfold.rules.message import did_you_mean, nearest
    from sixfold.show.files import ending_of, known

    formats = known()
    if name is None:
        ending, meant = ending_of(str(file))
        return Form(next(each for each in formats if formats[each] == meant), ending, file)
    found = formats.get(name)
    if found is None:
        guess = did_you_mean(nearest(name, formats))
        raise UsageError(f"There is no format “{name[:40]}”; there are {', '.join(formats)}.{guess}")
    if file is None and not found.text:
        raise UsageError(f"“{name}” is not text. Name a file to write: --output odds{found.endings[0]}.")
    return Form(name, found.endings[0], file)


def write(found: Any, form: Form) -> None:
    """Write an answer into the file of a form; raises StudyError where that cannot be done."""
    from sixfold.show.files import save

    save(found, str(form.file), form.ending)
