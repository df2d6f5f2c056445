"""Games of one's own on the command line: `sixfold --game FILE` has one beside those of the package."""

from __future__ import annotations

import os
import traceback
from collections.abc import Sequence
from types import TracebackType

from sixfold.errors import SixfoldError, UsageError


def files_of_games(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """The files of games that the words name with --game, and the other words."""
    files: list[str] = []
    others: list[str] = []
    rest = iter(words)
    for word in rest:
        name, given, value = word.partition("=")
        if word == "--":
            return files, [*others, word, *rest]
        if name != "--game":
            others.append(word)
            continue
        file = value if given else next(rest, "")
        if not file:
            raise UsageError("--game needs a file that defines a game: --game duel.py.")
        files.append(file)
    return files, others


class OwnCode:
    """Around whatever runs code of these files: where that fails by itself, its author is told the place.

    Leaving it raises UsageError instead of what the code raised. Errors of Sixfold and Ctrl-C pass. What goes on for
    ever without a throw is ended, and told as well.
    """

    def __init__(self, files: Sequence[str]) -> None:
        from sixfold.authoring.watch import Watch  # here, since most commands know no such files

        self._files = files
        self._watch = Watch(files)

    def __enter__(self) -> None:
        self._watch.__enter__()

    def __exit__(self, kind: object, error: BaseException | None, trace: TracebackType | None) -> None:
        self._watch.__exit__(kind, error, trace)
        if error is None or isinstance(error, SixfoldError | KeyboardInterrupt):
            return
        places = [frame for frame in traceback.extract_tb(trace) if frame.filename in self._files]
        if places:
            name, line = os.path.basename(places[-1].filename), places[-1].lineno
            what = traceback.format_exception_only(error)[-1].strip()
            raise UsageError(f"The game in {name} fails in line {line}: {what[:300]}.") from None
