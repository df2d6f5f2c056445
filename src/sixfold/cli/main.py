"""The start of the command: finds the file of a command, and turns errors into one paragraph and a status."""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from itertools import takewhile
from stat import S_ISREG
from typing import NoReturn

from sixfold.checks.foreign import is_foreign
from sixfold.checks.head import begins_check
from sixfold.cli.arguments import asks_help, before_dashes, files_of_games, read
from sixfold.cli.commands import find, load, unknown
from sixfold.cli.console import err, out
from sixfold.cli.find_check import is_check
from sixfold.errors import OutputError, SixfoldError
from sixfold.rules.rule import Systems
from sixfold.show.screen import spans_of
from sixfold.systems import SYSTEMS

INTERRUPTED = 130
"""The exit status of a command that Ctrl-C ended, as shells count it."""

UNREAD = 1
"""The exit status if the reader of the output closed it before everything was written."""

AT_FIRST = {
    **dict.fromkeys(("-h", "--help", "-?", "/?", "?"), "help"),
    **dict.fromkeys(("-V", "-v", "--version"), "version"),
}
"""Options in the place of a command."""


def command() -> NoReturn:
    """The command as a process of its own."""
    _fill_gaps()
    words = sys.argv[1:]
    files = _own_game_files(words)
    if files and words[:1] != ["serve"] and hasattr(os, "fork"):
        from sixfold.cli.child_process import in_process  # here, since most commands run no code of authors

        status = in_process(lambda fd: main(words, fd), lambda error: main_refused(error, words), files)
    else:
        status = main()
    # All is said and written: what Python would do now is to take every module apart, and that takes a while.
    os._exit(status)


def main(arguments: Sequence[str] | None = None, report_fd: int | None = None) -> int:
    """Run one command; the exit status: 0 done, 2 makes no sense, 3 more dice are needed, 1 anything else.

    With `report_fd`, an open file, code of an author may end this process, and writes its place there.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        return _with_errors_shown(words, report_fd)
    except OutputError as error:
        return _refused(error, as_json=False)
    except BrokenPipeError:
        return UNREAD
    except KeyboardInterrupt:
        with suppress(OutputError, BrokenPipeError):
            out().flush()
            err().end_line()
        return INTERRUPTED


def main_refused(error: SixfoldError, words: Sequence[str]) -> int:
    """Show an error of a command that could not show it itself."""
    status = _refused(error, _for_programs(words))
    with suppress(OutputError, BrokenPipeError):
        out().flush()
    return status


def _own_game_files(words: Sequence[str]) -> list[str]:
    """The files of authors whose code a command runs."""
    named = [word for word in words[1:] if word.endswith(".py")] if words[:1] == ["test"] else []
    if any(word.startswith("--game") for word in words):
        with suppress(SixfoldError):  # it is told where the words are read
            return [*named, *files_of_games(list(words))[0]]
    return named


def _with_errors_shown(words: list[str], report_fd: int | None) -> int:
    """Show the answer or the error; raise OutputError if nothing can be shown."""
    try:
        status = _with_games_of_authors(words, report_fd)
    except OutputError:
        raise
    except SixfoldError as error:
        status = _refused(error, _for_programs(words))
    out().flush()
    _warn_of_redirect(words)
    return status


def _warn_of_redirect(words: Sequence[str]) -> None:
    """Say so where a shell took a part of the check for the name of a file to write into."""
    with suppress(OSError, AttributeError):  # of streams that are no files, or closed
        file = sys.stdout.fileno()
        if S_ISREG(os.fstat(file).st_mode):
            from sixfold.cli.complaint import where_it_went  # here, since most answers go to people

            hint = where_it_went(words, file)
            if hint:
                err().tell([("sixfold:", "strong"), *spans_of(hint)])


def _refused(error: SixfoldError, as_json: bool) -> int:
    from sixfold.cli.complaint import complain, what_helps  # here, since most commands make sense

    complain(error, as_json, what_helps(error))
    return error.exit_status


def _with_games_of_authors(words: list[str], report_fd: int | None) -> int:
    authors = _own_game_files(words)
    if authors or any(word.startswith("--game") for word in words):
        from sixfold.authoring.load import with_games
        from sixfold.authoring.watchdog import watching

        files, words = files_of_games(words)
        with watching(authors, told=report_fd):
            return _dispatch(words, with_games(files))
    return _dispatch(words, SYSTEMS)


def _dispatch(words: list[str], systems: Systems) -> int:
    if words[:1] == ["--json"]:
        words = [*words[1:2], "--json", *words[2:]]
    name, *rest = words or ["help"]
    command = find(AT_FIRST.get(name, name))
    if command is None:
        if not _may_be_check(words, systems):
            raise unknown(name, systems)
        command, rest = load("roll"), words
    if asks_help(command, rest):
        command, rest = load("help"), [name]
    args = read(command, rest, systems)
    done = command.answer(args, systems)
    if isinstance(done, int):
        return done
    if done is not None:
        out().answer(done, args.form)
    return 0


def _may_be_check(words: Sequence[str], systems: Systems) -> bool:
    """Whether words without a command are a check, perhaps a saved one or one in the notation of another tool."""
    name = words[0]
    if name.lower().endswith(".py"):
        return False
    if not name.strip() or begins_check(name, systems) or is_check(words, systems):
        return True
    return is_foreign(" ".join(takewhile(lambda word: not word.startswith("--"), words)), systems)


def _for_programs(words: Sequence[str]) -> bool:
    """Whether the answer is for a program, whatever else the words say."""
    options = before_dashes(words)
    named = zip(options, [*options[1:], ""], strict=True)
    return any(
        word.partition("=")[0] == "--json" or "--format json" in (f"{word} {after}", word.replace("=", " "))
        for word, after in named
    )


def _fill_gaps() -> None:
    """Open what is closed of the three streams to nowhere, so that no file that is opened later takes its place."""
    if None in (sys.stdin, sys.stdout, sys.stderr):
        while os.open(os.devnull, os.O_RDWR) < 2:
            pass
