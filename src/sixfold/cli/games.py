"""Games of one's own on the command line: `sixfold --game FILE` has one beside those of the package."""

from __future__ import annotations

import os
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

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


@contextmanager
def own_code(files: Sequence[str]) -> Iterator[None]:
    """Run code of these files: where that fails by itself, its author is told the place.

    Raises UsageError instead of what the code raised. Errors of Sixfold and Ctrl-C pass. A loop without end and
    without a roll is ended, and told as well.
    """
    from sixfold.authoring.watch import Watch  # here, since most commands know no such files

    try:
        with Watch(files):
            yield
    except (SixfoldError, KeyboardInterrupt):
        raise
    except BaseException as error:  # an author may raise anything, SystemExit too; what is not theirs goes on below
        places = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename in files]
        if not places:
            raise
        name, line = os.path.basename(places[-1].filename), places[-1].lineno
        what = traceback.format_exception_only(error)[-1].strip()
        raise UsageError(f"The game in {name} fails in line {line}: {what[:300]}.") from None
