"""Plays and odds of a check in another process, where nothing is as it was here but the check and its dice.

Each has another order of sets, another folder and other arguments. Every play begins with a new module, and the odds
are found in another order.
"""

import json
import os
import re
import signal
import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired
from tempfile import gettempdir
from typing import Any, Final, NamedTuple

from sixfold.authoring.second_opinion.approvals import files_of
from sixfold.authoring.second_opinion.comparison import OutcomeChances
from sixfold.base import machine
from sixfold.base.bounds import GAME_LENGTH
from sixfold.base.files import read_bounded
from sixfold.base.printable import shown
from sixfold.base.processes import Deadline
from sixfold.errors import RuleError
from sixfold.rules.check import Check
from sixfold.rules.functions import beginning

BREAKING: Final = (signal.SIGABRT, signal.SIGFPE, signal.SIGILL, signal.SIGSEGV)
"""Signals by which a process ends that breaks off by itself."""

SECONDS: Final = 20
"""Seconds of processor time of each process for each check, after which there is no opinion."""

LOOK: Final = 1.0
"""Seconds on a clock between two looks at the time that it has used."""

START: Final = (
    "import json, sys; sys.path[:] = json.loads(sys.stdin.readline()); "
    "from sixfold.authoring.second_opinion.other_process_answers import answer_request; answer_request()"
)
"""The program of the other process."""

SEEDS: Final = 2
"""Other processes, each with another order of sets."""

MORE_SEEDS: Final = 6
"""Other processes for a game that may use a set: the order of two names is the same in every second process."""

WORK: Final = (1_000_000, 3_000_000, *[500_000] * (MORE_SEEDS - 2))
"""Work of odds that each of the other processes finds again: up to half a second. The first one hears every call."""

ORDERED: Final = re.compile(r"\b(frozen)?set\b|__hash__|\.keys\(|\{[^{}:]*(,|\bfor\b)")
"""Signs in a file of something that has another order in each process."""

OTHER: Final = ("these", "are", "arguments", "of", "another", "process")
"""Arguments of the other process, and folders where it looks for modules beside the others: no game has them."""

ELSEWHERE: Final = ("<+1337>-13:37", "<-1113>11:13")
"""Time zones of the other processes by turns: where nobody lives."""


def hash_seeds(files: Sequence[str]) -> list[str]:
    """Return the orders of sets of the other processes."""
    known = [seed for seed in map(str, range(MORE_SEEDS + 1)) if seed != os.environ.get("PYTHONHASHSEED")]
    return known[: MORE_SEEDS if any(map(_may_order, files)) else SEEDS]


class PlayRequest(NamedTuple):
    """A check with the faces to play it with, and the work that may be done to hear all its calls; 0 for none."""

    check: Check
    plays: Sequence[Sequence[int]]
    work: int = 0


class Elsewhere(NamedTuple):
    """The outcomes of plays in other processes, and the chances that they found in other orders, each as far as it did.

    `refused` is what an author is told about a call that was heard, or a file that cannot be loaded there: a code and a
    sentence, with the file and line.
    """

    plays: list[Any]
    backwards: Sequence[OutcomeChances] = ()
    refused: tuple[str, str, str, int] | None = None


def ask_other_processes(
    questions: Sequence[PlayRequest], seeds: Sequence[str], traced: bool = False
) -> list[Elsewhere] | None:
    """Return what other processes find; None where there can be no other one, or one does not answer.

    Each process has an order of sets of its own, and finds the odds in it; every play is in one of them. The first one
    hears every call meanwhile.
    """
    files = list(dict.fromkeys(file for question in questions for file in files_of(question.check)))
    if not files or machine.ALONE or not all(map(os.path.isfile, files)):  # a process of a sweep has no file
        return None
    terminal = bool(getattr(sys.stdout, "isatty", bool)())
    begun = []
    for at, (seed, most) in enumerate(zip(seeds, WORK, strict=False)):
        parts = [
            {
                "check": check.text,
                "plays": plays[at :: len(seeds)],
                "work": min(work, most),
                "heard": not at,
            }
            for check, plays, work in questions
        ]
        begun.append(_begun({"files": files, "questions": parts, "traced": traced, "terminal": terminal}, seed))
    answers = [_answer(process, SECONDS * len(questions)) for process in begun]
    ended = next((answer for answer in answers if isinstance(answer, int)), None)
    if ended is not None:
        if len(questions) == 1:
            return [Elsewhere([], (), _ended(ended, questions[0].check))]
        alone = [ask_other_processes([question], seeds, traced) for question in questions]
        return [one for each in alone for one in each or ()] if all(alone) else None
    known = [answer for answer in answers if isinstance(answer, list)]
    if len(known) < len(seeds):
        return None
    return [_together(len(question.plays), [answer[at] for answer in known]) for at, question in enumerate(questions)]


def _together(plays: int, parts: Sequence[Mapping[str, Any]]) -> Elsewhere:
    """The answers of all processes to one question."""
    outcomes: list[Any] = [None] * plays
    for at, part in enumerate(parts):
        outcomes[at :: len(parts)] = part["plays"]
    backwards = [part["backwards"] for part in parts if part.get("backwards") is not None]
    refused = next((part["refused"] for part in parts if "refused" in part), None)
    return Elsewhere(
        outcomes,
        [{tuple(map(tuple, outcome)): Fraction(chance) for outcome, chance in chances} for chances in backwards],
        tuple(refused) if refused is not None else None,
    )


def _ended(status: int, check: Check) -> tuple[str, str, str, int]:
    """The sentence for an author where another process ended before it had answered."""
    how = f"the exit status {status}" if status >= 0 else f"the signal {-status}"
    error = RuleError(
        "rule/changing",
        f"Another process, in which “{shown(check.text)}” was played again, ended with {how} and without an answer. A "
        "game ends no program, and calls no library that breaks off or needs all memory.",
    )
    file, line = beginning(check.rule.play)
    return error.code, error.placed(file, line).message, file, line


def _may_order(file: str) -> bool:
    return os.path.isfile(file) and ORDERED.search(read_bounded(file, GAME_LENGTH)) is not None


def _begun(request: Mapping[str, Any], seed: str) -> Popen[bytes] | None:
    """Another process that was asked; None where it cannot be begun."""
    zone = ELSEWHERE[int(seed) % len(ELSEWHERE)]
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONDONTWRITEBYTECODE": "1", "TZ": zone}
    command = [sys.executable, "-P", "-X", "utf8", "-c", START, *OTHER]
    folders = [*sys.path, *[os.path.join(os.path.dirname(__file__), word) for word in OTHER]]
    words = f"{json.dumps(list(map(os.path.abspath, folders)))}\n{json.dumps(request)}\n"
    try:
        process = Popen(command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=environment, cwd=gettempdir())
        if process.stdin is not None:
            process.stdin.write(words.encode())
            process.stdin.close()
            process.stdin = None
    except OSError:
        return None
    return process


def _answer(process: Popen[bytes] | None, seconds: float) -> list[dict[str, Any]] | int | None:
    """The answers of another process to each question; None where it has none in so many seconds, or fails by itself.

    Where a game ends it before that, it is how: its exit status, or a signal below 0. It has begun with an empty line;
    others end it from outside.
    """
    if process is None:
        return None
    deadline, answer = Deadline(process.pid, seconds), None
    with process:
        while answer is None:
            try:
                answer, _ = process.communicate(timeout=LOOK)
            except TimeoutExpired:
                if deadline.passed:
                    process.kill()
                    return None
    try:
        found: list[dict[str, Any]] | None = json.loads(answer)
    except ValueError:
        by_itself = process.returncode >= 0 or -process.returncode in BREAKING
        return process.returncode if answer and by_itself else None
    return found
