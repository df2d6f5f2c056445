"""A terminal of a certain width, with a process in it: keys go in, and what it shows comes out."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
from codecs import getincrementaldecoder
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Self

from tests.waiting import PATIENCE

WITHOUT_SHELLS = "Some tests run in bash, zsh, fish and dash: `make shells` gets those that are missing."
"""Why such a test is left out."""

SIXFOLD = (sys.executable, "-m", "sixfold")
_OBEYED = re.compile(
    r"\x1b(?:\[[0-9;?<>=]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[()][0-9A-B]|[=>78]|k[^\x1b]*\x1b\\)|[\r\x07]"
)


class Terminal:
    """A process that believes in a terminal of so many columns."""

    def __init__(
        self, words: Sequence[str], columns: int = 80, environment: Mapping[str, str] | None = None, folder: str = "."
    ) -> None:
        self.raw = ""
        self._decode = getincrementaldecoder("utf-8")("replace").decode  # what is read may end within a letter
        self._status: int | None = None
        self._process, self._file = pty.fork()
        if not self._process:
            os.chdir(folder)
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
            clean = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
            os.execvpe(words[0], list(words), {**clean, "TERM": "xterm", **(environment or {})})
        fcntl.ioctl(self._file, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))

    @property
    def shown(self) -> str:
        """All that was shown, without what a terminal obeys."""
        return _OBEYED.sub("", self.raw)

    def press(self, keys: str) -> None:
        """Press keys."""
        os.write(self._file, keys.encode())

    def until(self, text: str) -> str:
        """Wait until a text is shown; what was shown up to then."""
        while text not in self.shown:
            assert self._read(), f"“{text}” was not shown, but {self.shown!r}"
        return self.shown

    def end(self) -> int:
        """Wait for the process to end; its status."""
        while self._read():
            pass
        if self._status is None:
            self._status = os.waitstatus_to_exitcode(os.waitpid(self._process, 0)[1])
        return self._status

    def _read(self) -> bool:
        assert select.select([self._file], [], [], PATIENCE)[0], f"Nothing more is shown, and it goes on: {self.raw!r}"
        try:
            data = os.read(self._file, 65536)
        except OSError:  # the way in which a terminal says that nobody is there any more
            return False
        self.raw += self._decode(data)
        return bool(data)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._status is None:
            os.kill(self._process, signal.SIGKILL)
            os.waitpid(self._process, 0)
        os.close(self._file)


def shown(*words: str, columns: int = 80, **environment: str) -> str:
    """What the command shows in a terminal of so many columns."""
    with Terminal([*SIXFOLD, *words], columns, environment) as terminal:
        terminal.end()
        return terminal.shown
