"""The process that solves checks: it reads chunks, line by line, and answers each check with a line.

It ends when nobody writes to it any more, so nothing is left over when what began it is killed. A clock in it ends it
when one check takes too long, also where that check holds on to the interpreter.
"""

import faulthandler
import gc
import os
import signal
import sys
from contextlib import nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, process_time

from msgspec import Raw, Struct
from msgspec.json import decode, encode

from sixfold import __version__
from sixfold.authoring.load import with_games
from sixfold.authoring.watchdog import own_code
from sixfold.checks.check import parse
from sixfold.errors import SixfoldError
from sixfold.rules.rule import Systems
from sixfold.study.budget import towards
from sixfold.sweep.figures import cell
from sixfold.sweep.plan import Job, Plan

SLICE = 1.0
"""Seconds after which a chunk is given back, solved as far as it is."""

IDLE = 300.0
"""Seconds after which a process that nobody asks ends."""


NONE = Raw(b"{}")
"""The figures of a check that was not solved."""


class Row(Struct, frozen=True, array_like=True):
    """A check that was solved, or why it was not: its canonical text, its figures by their texts, in JSON, and the
    seconds of processor time that it took.

    Nobody on the way to the store reads the figures.
    """

    text: str
    figures: Raw = NONE
    error: str = ""
    seconds: float = 0.0


class Solver:
    """Solves the checks of a job."""

    def __init__(self, job: Job) -> None:
        self._plan = Plan(job)
        with TemporaryDirectory() as folder:
            files = [Path(folder, f"{name}.py") for name in job.games]
            for file, source in zip(files, job.games.values(), strict=True):
                file.write_text(source, "utf-8")
            self._files = list(map(str, files))
            self._systems: Systems = with_games(self._files)

    def row(self, at: int) -> Row:
        """One check."""
        (case,) = self._plan.cases(range(at, at + 1))
        begun = process_time()
        text, figures, error = case.text, NONE, ""
        try:
            with own_code(self._files) if self._files else nullcontext():
                check = parse(case.text, self._systems)
                text = check.text
                found, _ = towards(check, self._plan.job.aim or None, systems=self._systems)
                readers = self._plan.readers[case.name]
                figures = Raw(encode({asked: cell(read, found) for asked, read in readers.items()}))
        except SixfoldError as refused:
            error = refused.message
        except Exception as failed:
            error = f"This check failed: {type(failed).__name__}: {failed}"
        return Row(text, figures, error, process_time() - begun)


def main() -> None:
    """Solve what is written to standard input, until it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(100_000, 20, 20)
    # A game that prints must not speak in between.
    answers = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)

    def answer(value: object) -> None:
        answers.write(encode(value) + b"\n")
        answers.flush()

    job = decode(sys.stdin.buffer.readline(), type=Job)
    if job.version != __version__:
        answer(f"This machine has Sixfold {__version__}, and the sweep needs {job.version}.")
        return
    solver = Solver(job)
    answer("")
    while True:
        faulthandler.dump_traceback_later(IDLE, exit=True, file=nowhere)
        chunk = sys.stdin.buffer.readline()
        if not chunk:
            return
        begun, armed = monotonic(), -job.seconds
        for at in decode(chunk, type=list[int]):
            # Setting the clock starts a thread: a check has at least three quarters of its time.
            if monotonic() - armed > job.seconds / 4:
                faulthandler.dump_traceback_later(job.seconds, exit=True, file=nowhere)
                armed = monotonic()
            answer(solver.row(at))
            if monotonic() - begun > SLICE:
                break
        answer(None)


if __name__ == "__main__":
    main()
