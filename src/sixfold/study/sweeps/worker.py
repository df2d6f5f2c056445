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
from time import monotonic, thread_time

from msgspec import Raw, Struct
from msgspec.json import decode, encode

from sixfold import __version__
from sixfold.api import roll
from sixfold.authoring.load import with_games
from sixfold.authoring.watchdog import watching
from sixfold.base.bounds import PATIENT_WORK, WORK
from sixfold.base.processes import end_after
from sixfold.checks.check import parse
from sixfold.errors import SixfoldError
from sixfold.rules.check import Check
from sixfold.rules.rule import Systems
from sixfold.solving.odds import Odds, odds_of
from sixfold.solving.solver import Solution
from sixfold.study.budget import towards
from sixfold.study.sweeps.plan import Job, Plan
from sixfold.systems import SYSTEMS

SLICE = 1.0
"""Seconds after which a chunk is given back, solved as far as it is."""

IDLE = 300.0
"""Seconds after which a process that nobody asks ends."""

WAITING = 20
"""The limit of one check by the clock, in limits of processor time: for a check that waits and calculates nothing."""

LEAST_WAITING = 60.0
"""Seconds of that, at least."""

NONE = Raw(b"{}")
"""The figures of a check that was not solved."""

PATIENTLY = -1.0
"""The limit of a check that more work may solve."""


class SolvedRow(Struct, frozen=True, array_like=True):
    """A check that was solved, or why it was not: its canonical text, its figures by their texts, in JSON, and the
    seconds of processor time that it took.

    `limit` is 0 if the error is for good; else it is the seconds that were not enough, or `PATIENTLY`. Nobody on the
    way to the store reads the figures.
    """

    text: str
    figures: Raw = NONE
    error: str = ""
    seconds: float = 0.0
    limit: float = 0.0


class Solver:
    """Solves the checks of a job."""

    def __init__(self, job: Job) -> None:
        self._plan = Plan(job)
        self._files: list[str] = []
        with TemporaryDirectory() if job.games else nullcontext("") as folder:
            for name, source in job.games.items():
                file = Path(folder, f"{name}.py")
                file.write_text(source, "utf-8")
                self._files.append(str(file))
            self._systems: Systems = with_games(self._files) if self._files else SYSTEMS

    def row(self, at: int) -> SolvedRow:
        """One check."""
        (case,) = self._plan.cases([at])
        # While `end_after` counts, the system tells the time of a whole process far too low.
        begun = thread_time()
        text, figures, error, limit = case.text, NONE, "", 0.0
        try:
            with watching(self._files) if self._files else nullcontext():
                check = parse(case.text, self._systems)
                text = check.text
                odds = self._odds(check)
                solved = {text: figure.solved(odds) for text, figure in self._plan.figures[case.name].items()}
                figures = Raw(encode(solved))
        except SixfoldError as refused:
            error = refused.message
            limit = PATIENTLY if refused.code == "odds/too-large" and not self._plan.job.patient else 0.0
        except Exception as failed:
            error = f"This check failed: {type(failed).__name__}: {failed}"
        return SolvedRow(text, figures, error, thread_time() - begun, limit)

    def _odds(self, check: Check) -> Odds:
        job = self._plan.job
        if job.trial:
            outcome = roll(check, seed="trial").outcome.as_dict()
            return odds_of(check, Solution(tuple(outcome), {tuple(outcome.values()): 1}, 1))
        work = PATIENT_WORK if job.patient else WORK
        return towards(check, job.aim, work=work, systems=self._systems)[0]


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
        begun = monotonic()
        faulthandler.dump_traceback_later(SLICE + max(WAITING * job.seconds, LEAST_WAITING), exit=True, file=nowhere)
        for at in decode(chunk, type=list[int]):
            end_after(job.seconds)
            answer(solver.row(at))
            if monotonic() - begun > SLICE:
                break
        end_after(0)
        answer(None)


if __name__ == "__main__":
    main()
