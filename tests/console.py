"""The command, run inside this process or as the real thing."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import Any, NamedTuple
from unittest.mock import patch

from sixfold.cli.main import main


class Ran(NamedTuple):
    """What a run of the command gave back."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Standard output as exactly one JSON document."""
        return json.loads(self.out)

    @property
    def error(self) -> Any:
        """The error of a JSON document that is nothing but an error."""
        assert set(self.json) == {"error"}
        return self.json["error"]


class Encoded(io.TextIOWrapper):
    """An output in some encoding, as a pipe has it."""

    def __init__(self, encoding: str, errors: str) -> None:
        super().__init__(io.BytesIO(), encoding, errors)

    def getvalue(self) -> str:
        self.seek(0)
        return self.read()


class Typed(io.StringIO):
    """Standard input with someone at a terminal."""

    def isatty(self) -> bool:
        return True


def run(
    *arguments: str,
    stdin: str | None = None,
    terminal: bool = False,
    environment: dict[str, str] | None = None,
    encoding: str = "",
) -> Ran:
    """Run the command in this process. `stdin` is what a player types; `terminal` also makes the output one."""
    out: Any
    err: Any
    out, err = (Typed(), Typed()) if terminal else (io.StringIO(), io.StringIO())
    if encoding:
        out, err = Encoded(encoding, "strict"), Encoded(encoding, "backslashreplace")
    source = io.StringIO("") if stdin is None else Typed(stdin)
    with (
        redirect_stdout(out),
        redirect_stderr(err),
        patch.object(sys, "stdin", source),
        patch.dict(os.environ, environment or {}),
    ):
        status = main(arguments)
    return Ran(status, out.getvalue(), err.getvalue())


def command(*arguments: str, stdin: bytes = b"", environment: dict[str, str] | None = None) -> Ran:
    """Run the real command in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "sixfold", *arguments],
        input=stdin,
        capture_output=True,
        check=False,
        env={**os.environ, **(environment or {})},
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
