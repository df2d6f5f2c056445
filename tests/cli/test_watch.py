"""Code of an author that goes on for ever without a throw is ended, and told with its line."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

import pytest

import sixfold
from sixfold.authoring.watchdog import TABLE, Watch
from sixfold.base import bounds
from sixfold.errors import RoomError, RuleError
from sixfold.rules import System, Table, total
from sixfold.rules.functions import WentOnError
from sixfold.table.room.instruments import blaming_game
from tests.console import run
from tests.waiting import PATIENCE

SOON = 0.1
"""Seconds of processor time after which a loop is ended here."""


def stubborn(table: Table) -> int:
    tries = 0
    while True:
        try:
            tries += 1
        except ValueError:
            return tries


def grows(table: Table) -> int:
    face = table.read(table.roll(1), total())
    while face > 0:
        face += 1
    return face


def _helps(number: int) -> int:
    while number:
        sum(range(10))
    return number


def is_helped(table: Table) -> int:
    return table.repeat(lambda inner, state: state + _helps(1), 0, lambda state: state > 3)


@pytest.mark.parametrize(("rule", "line"), [(stubborn, 3), (grows, 2), (is_helped, -4)])
def test_a_loop_without_an_end(rule: Callable[..., Any], line: int) -> None:
    """A loop in a rule, or in what it calls, is ended at its line; nothing that the rule catches keeps it."""
    with pytest.raises(RuleError, match="runs without end and rolls nothing") as caught, Watch(SOON):
        sixfold.roll("light", systems={"light": System(rule, name="light")})
    assert caught.value.code == "rule/endless"
    assert abs((caught.value.line or 0) - rule.__code__.co_firstlineno - line) <= 2


@dataclass
class Clock:
    """Processor time as a watch reads it, which goes on by `step` seconds from look to look."""

    step: float
    looks: int = 0

    def __call__(self) -> float:
        self.looks += 1
        return self.step * self.looks


def is_looked_at(clock: Clock) -> None:
    """Code of an author that is at work, or waits, while the watch looks again and again."""
    while clock.looks < 40:
        pass


PACKAGE: dict[str, Any] = {"__name__": TABLE}
exec("def calls(ask):\n    ask()\ndef is_looked_at(clock):\n    while clock.looks < 40:\n        pass", PACKAGE)


@pytest.mark.parametrize(
    ("step", "at_work", "ended"),
    [(SOON, is_looked_at, True), (0.0, is_looked_at, False), (SOON, PACKAGE["is_looked_at"], False)],
)
def test_only_work_of_an_author_is_ended(step: float, at_work: Callable[[Clock], None], ended: bool) -> None:
    """What spends no processor time only waits, and what the package works out for a rule may take long."""
    clock = Clock(step)
    with pytest.raises(RuleError) if ended else nullcontext(), Watch(SOON, clock=clock):
        PACKAGE["calls"](lambda: at_work(clock))


@dataclass
class ClockOfCalls(Clock):
    """A clock that goes on once in each call of an author's code: no call is looked at more than twice."""

    called: Event = field(default_factory=Event)
    over: bool = False

    def __call__(self) -> float:
        while not (self.over or self.called.wait(SOON)):
            pass
        self.called.clear()
        return super().__call__()


@pytest.mark.parametrize(("module", "ended"), [("sixfold.solving.solver", True), ("sixfold.rules.rolled_table", False)])
def test_short_calls_are_ended_together(module: str, ended: bool) -> None:
    """OWN_CODE_AGAIN: code that takes nearly all of the time of an answer is ended in one of its calls.

    A throw may take its time, and so may many throws.
    """
    assert bounds.OWN_CODE_AGAIN == 3
    clock = ClockOfCalls(SOON / 4)
    caller: dict[str, Any] = {"__name__": module}
    exec("def calls(ask, clock):\n    while clock.looks < 40:\n        ask()", caller)

    def is_called_again() -> None:
        looked = clock.looks
        clock.called.set()
        while clock.looks == looked:
            pass

    refused = pytest.raises(RuleError, match="too long, again and again")
    with refused if ended else nullcontext(), Watch(SOON, clock=clock):
        try:
            caller["calls"](is_called_again, clock)
        finally:
            clock.over = True


def test_the_command_ends_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """OWN_CODE_SECONDS: every command with a game of one's own, and `sixfold test`, end in a sentence."""
    assert bounds.OWN_CODE_SECONDS == 4
    monkeypatch.setattr(Watch.__init__, "__defaults__", (SOON,))
    file = tmp_path / "spin.py"
    file.write_text(
        "from sixfold.rules import System\n\ndef spin(table):\n    while True:\n        pass\n\nSYSTEM = System(spin)\n"
    )
    for words in (("--game", str(file), "odds", "spin"), ("test", str(file))):
        ran = run(*words)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.startswith("sixfold: spin.py, line ")


def test_a_table_goes_on() -> None:
    """At a live table the throw is refused in a sentence, and the room goes on."""
    with pytest.raises(RoomError) as caught, blaming_game("light roll", stubborn, refuses=True):
        raise WentOnError
    assert caught.value.message.startswith("light roll fails in line ")
    assert "test_watch.py: This runs without end" in caught.value.message


STUCK = '''"""A die."""

from contextlib import suppress

from sixfold.rules import System, Table, total


def stuck(table: Table, modifier: int = 0) -> int:
    """A die that is never read."""
    if modifier == 21:
        sum(iter(int, 1))
    while modifier == 22:
        with suppress(BaseException):
            while True:
                pass
    return table.read(table.roll(1), total()) + modifier


SYSTEM = System(stuck)
'''


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        (("roll", "stuck +21"), {11}),
        (("odds", "stuck +21", "--json"), {11}),
        (("compare", "stuck +21", "ten"), {11}),
        (("roll", "stuck +22"), {12, 13, 14, 15}),
    ],
)
def test_what_python_cannot_interrupt(words: tuple[str, ...], lines: set[int], tmp_path: Path) -> None:
    """OWN_CODE_BYTES: a loop inside a function of C, and one that catches everything, end with the author's line."""
    assert bounds.OWN_CODE_BYTES == 2**31
    file = tmp_path / "stuck.py"
    file.write_text(STUCK)
    command = [sys.executable, "-m", "tests.table.server.hasty", "--game", str(file), *words]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    told = ran.stdout if "--json" in words else ran.stderr
    assert ran.returncode == 2, told
    assert "Traceback" not in ran.stderr
    found = re.search(r"stuck\.py, line (\d+): This runs without end", told)
    assert found is not None, told
    assert int(found[1]) in lines


@pytest.mark.parametrize(
    ("least", "asked"),
    [(None, bounds.OWN_CODE_BYTES), (2**32, bounds.OWN_CODE_BYTES), (2**30, 2**30)],
)
def test_a_command_with_a_game_of_ones_own_has_so_much_memory(tmp_path: Path, least: int | None, asked: int) -> None:
    """OWN_CODE_BYTES: a rule that asks for all of it at once is refused with its line; a lower limit stays as it is."""
    import resource  # here, since not every system has it

    file = tmp_path / "stuck.py"
    file.write_text(STUCK.replace("sum(iter(int, 1))", f"return len(bytearray({asked})) > 5"))
    command = [sys.executable, "-m", "sixfold", "--game", str(file), "roll", "stuck +21", "--faces", "3"]
    limits = (least or resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    limit = partial(resource.setrlimit, resource.RLIMIT_AS, limits)
    ran = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False, preexec_fn=limit)
    assert (ran.returncode, "stuck.py fails in line 11: MemoryError" in ran.stderr) == (2, True), ran.stderr


def test_a_command_of_its_own_is_the_same(tmp_path: Path) -> None:
    """With a game of one's own a command says, and ends, as without: its answer, its errors, its exit status."""
    file = tmp_path / "stuck.py"
    file.write_text(STUCK)
    for words in (("roll", "stuck +1", "--faces", "3"), ("roll", "ten", "--faces", "3"), ("rol", "stuck")):
        alone = run("--game", str(file), *words)
        command = [sys.executable, "-m", "sixfold", "--game", str(file), *words]
        ran = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
        assert (ran.returncode, ran.stdout, ran.stderr.split()) == (alone.status, alone.out, alone.err.split())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_a_command_of_its_own(
    tmp_path: Path, number: signal.Signals, request: pytest.FixtureRequest
) -> None:
    """With a game of one's own a command is ended by what ends it without, and nothing of it goes on."""
    file = tmp_path / "stuck.py"
    file.write_text(STUCK)
    statuses = []
    request.addfinalizer(partial(signal.signal, number, signal.getsignal(number)))
    signal.signal(number, signal.SIG_DFL)  # a signal that is ignored here, as under nohup, is ignored there as well
    for more in ([], ["--game", str(file)]):
        command = [sys.executable, "-m", "sixfold", *more, "roll", "ten", "--times", str(bounds.RECORDS), "--json"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as ran:
            assert ran.stdout is not None
            ran.stdout.read(100_000)
            ran.send_signal(number)
            status = ran.wait(PATIENCE)  # while nobody reads, so that it cannot come to its end before
            assert ran.stdout.read().count(b"faces") < bounds.RECORDS / 2
            statuses.append(status if status >= 0 else 128 - status)
    assert statuses == [128 + number] * 2
