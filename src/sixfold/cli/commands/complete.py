"""`sixfold complete`: what may stand where a command line is being typed; the completion scripts ask it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sixfold.authoring.load import with_games
from sixfold.cli.arguments import Parser
from sixfold.cli.completing import FILES, Candidate, candidates
from sixfold.cli.console import out
from sixfold.cli.games import files_of_games, own_code
from sixfold.cli.shell import words_of
from sixfold.errors import SixfoldError
from sixfold.rules.rule import System

SUMMARY = "print what can come next on a line, for the completion scripts"
ALIKE = ()


def parser() -> Parser:
    """The arguments of `sixfold complete`."""
    made = Parser(
        "complete",
        "Print the completions of the last word, one per line. After the name of a shell and --, the words are the "
        "whole line up to the cursor.",
        ("sixfold complete roll ten sup", "sixfold complete bash -- 'sixfold roll ten sup'"),
        takes="WORD ...",
    )
    made.words("WORD", "the words typed so far, without the command itself", as_they_are=True)
    return made


def run(asked: Any, systems: Mapping[str, System]) -> int:
    """Run `sixfold complete`."""
    shell, words, current = _line(asked.words)
    *before, typed = words
    try:
        found = _found(before, typed, systems)
    except SixfoldError:
        return 0  # nothing can be said about a line that is in the making, and an error would tear it apart
    # A shell that parts words at = and : replaces only what stands behind the last of them.
    kept = len(typed) - len(current) if typed.endswith(current) else 0
    for each in found:
        out().data(f"{_written(each, shell, kept)}\n")
    return 0


def _found(before: Sequence[str], typed: str, systems: Mapping[str, System]) -> list[Candidate]:
    if before[-1:] == ["--game"] or typed.startswith("--game="):
        return [FILES]
    games, others = files_of_games(before)
    with own_code(games):
        return candidates([*others, typed], {**systems, **with_games(games)} if games else systems)


def _line(words: Sequence[str]) -> tuple[str, list[str], str]:
    """The shell, the words that are typed there, and the last of them as the shell sees it."""
    if words[1:2] != ["--"]:
        typed = list(words) or [""]
        return "", typed, typed[-1]
    typed = words_of(words[2] if words[2:] else "")[1:] or [""]
    return words[0], typed, words[3].lstrip("'\"") if words[3:] else typed[-1]


def _written(candidate: Candidate, shell: str, kept: int) -> str:
    if candidate is FILES:
        return ":files"
    word = candidate.word[kept:]
    if shell == "zsh":
        return f"{word.replace(':', chr(92) + ':')}:{candidate.meaning}"
    return f"{word}\t{candidate.meaning}" if shell == "fish" and candidate.meaning else word
