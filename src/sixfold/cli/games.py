"""Games of one's own on the command line: `sixfold --game FILE` has one beside those of the package."""

from __future__ import annotations

from collections.abc import Sequence

from sixfold.errors import UsageError


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
