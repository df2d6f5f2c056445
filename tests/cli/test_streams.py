"""Streams as shells hand them over: closed, full, cut off, interrupted. A sentence and a status, never a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sixfold.cli.console import Console
from sixfold.show.screen import ASCII
from tests.console import Encoded

SIXFOLD = f"{sys.executable} -m sixfold"
CLOSED = "sixfold: Standard output is closed, so nothing can be written to it.\n"
FULL = "sixfold: Standard output cannot be written: no space left on device.\n"

needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")


def shell(line: str, folder: Path | None = None, **environment: str) -> tuple[int, str, str]:
    """A line of bash in which `sixfold` is the real command: its status, standard output and standard error."""
    script = f'sixfold() {{ {SIXFOLD} "$@"; }}\n{line}\n'
    done = subprocess.run(
        ["bash", "-c", script],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={**os.environ, **environment},
    )
    return done.returncode, done.stdout, done.stderr


SAYING = [
    "roll ten",
    "ten --json",
    "roll tenn --json",
    "roll ten --times 3",
    "roll ten --times 9999 --json",
    "odds hs 2d",
    "odds hs 2d --json",
    "explain ten",
    "games",
    "games --json",
    "compare ten , hs 3d",
    "need 'ten +?' --chance 50% --range 0..4",
    "equivalent ten --in skew --vs 10",
    "table ten --rows modifier=1..2",
    "table ten --rows modifier=1..2 --format csv",
    "audit",
    "luck ten --faces 1,2,3",
    "completion bash",
    "complete roll t",
    "help",
    "roll --help",
    "--version",
]


@pytest.mark.parametrize("words", SAYING[::4])
def test_standard_output_is_closed(words: str) -> None:
    """Whatever would be said, a closed output is one sentence and status 1."""
    assert shell(f"sixfold {words} >&-") == (1, "", CLOSED)


@needs_full
@pytest.mark.parametrize("words", SAYING)
def test_standard_output_is_full(words: str) -> None:
    """Whatever would be said, a full disk is one sentence and status 1; nothing is tried again when Python ends."""
    assert shell(f"sixfold {words} >/dev/full") == (1, "", FULL)


@needs_full
@pytest.mark.parametrize("stream", ["2>&-", "2>/dev/full"])
def test_standard_error_is_closed_or_full(stream: str) -> None:
    """Where nobody hears an error, its status still tells."""
    assert shell(f"sixfold roll tenn {stream}") == (2, "", "")
    assert shell(f"sixfold roll ten {stream} >&-") == (1, "", "")
    assert shell(f"sixfold roll ten --faces 1,2 {stream}") == (3, "", "")
    assert shell(f"sixfold roll ten --faces 1,2,4 --no-odds {stream}")[1].endswith("Failure of Three\n")


@pytest.mark.parametrize("stream", ["<&-", "</dev/null", "0>/dev/null"])
def test_nobody_can_answer(stream: str) -> None:
    """Without anyone at the keyboard, missing dice and choices are named, with status 3."""
    status, out, err = shell(f"sixfold roll ten --faces 1,2 {stream}")
    assert (status, out) == (3, "")
    assert err == "sixfold: The check continues: roll 1 more die (d6) for “test”.\n"
    status, out, err = shell(f"sixfold roll odgs vs 15 adv 1 --faces 6,6,2,1 --choose {stream}")
    assert (status, out) == (3, "")
    assert "Which three dice count?" in err
    assert "Traceback" not in err
    assert shell(f"sixfold roll ten --faces 1,2,4 --no-odds {stream}")[0] == 0


def test_all_streams_are_closed() -> None:
    """With no stream at all, a status is left; a file that is opened later takes no stream's place."""
    assert shell("sixfold roll ten <&- >&- 2>&-") == (1, "", "")


def test_a_file_takes_no_streams_place(tmp_path: Path) -> None:
    """With standard output closed, what is said does not end up in a file that was opened meanwhile."""
    assert shell("sixfold roll ten --log log >&-", tmp_path) == (1, "", CLOSED)
    assert json.loads((tmp_path / "log").read_text("utf-8"))["system"] == "ten"
    assert shell("sixfold table ten --rows modifier=1..2 --output grid.txt >&- 2>&-", tmp_path)[0] == 0
    assert "+1" in (tmp_path / "grid.txt").read_text("utf-8")


@pytest.mark.parametrize("words", ["roll ten --times 100000", "roll ten --times 100000 --json", "games --json"])
def test_whoever_reads_has_seen_enough(words: str) -> None:
    """`| head` is quiet, and no success where not everything was written."""
    status, out, err = shell(f"set -o pipefail; sixfold {words} | head -c 20")
    assert (len(out), err) == (20, "")
    assert status in (0, 1)
    assert shell(f"sixfold {words} | true")[::2] == (0, "")


def test_a_reader_that_left_is_status_1() -> None:
    """The status of a command whose reader left is that of one that could not write."""
    assert shell("set -o pipefail; sixfold roll ten --times 100000 | head -1")[::2] == (1, "")


def interrupted(*words: str) -> tuple[int, str]:
    """The status of a command that is interrupted at work, and what it said on standard error.

    It interrupts itself at its hundred thousandth call.
    """
    program = (
        "import itertools, os, signal, sys\n"
        "from sixfold.cli.main import main\n"
        "calls = itertools.count()\n"
        "sys.setprofile(lambda *_: next(calls) == 100_000 and os.kill(os.getpid(), signal.SIGINT))\n"
        f"sys.exit(main({list(words)!r}))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


def test_ctrl_c() -> None:
    """Ctrl-C is status 130 without a word, while throwing and while reckoning."""
    assert interrupted("roll", "ten", "--times", "100000") == (130, "")
    assert interrupted("odds", "dice 60d6*60d6*d6", "--patient") == (130, "")


def test_output_goes_on_in_its_own_encoding() -> None:
    """Text that an encoding lacks has ASCII signs instead, letters are escaped, and JSON is UTF-8."""
    status, out, err = shell("sixfold roll 'ten -2 [Würfel]' --seed inn", PYTHONIOENCODING="ascii")
    assert (status, err) == (0, "")
    assert out.isascii()
    assert "-2 [W\\xfcrfel]" in out
    assert "did you mean" in shell("sixfold roll tenn", PYTHONIOENCODING="ascii")[2].lower()
    assert '"tenn" is not a game.' in shell("sixfold roll tenn", PYTHONIOENCODING="ascii")[2]
    assert '"label": "Würfel"' in shell("sixfold roll 'ten -2 [Würfel]' --json", PYTHONIOENCODING="latin-1")[1]


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "cp437", "koi8-r", "utf-8"])
def test_signs_that_an_encoding_lacks(encoding: str) -> None:
    """A sign that an encoding has stays as it is; of the others some are written in ASCII, and letters by number."""
    text = "".join(map(chr, ASCII)) + "Würfel Кости 🎲"

    def written(sign: str) -> str:
        try:
            return sign.encode(encoding).decode(encoding)
        except UnicodeEncodeError:
            return ASCII.get(ord(sign)) or sign.encode(encoding, "backslashreplace").decode(encoding)

    stream = Encoded(encoding, "strict")
    console = Console(stream, "the output")
    console.say(text)
    console.flush()
    assert stream.getvalue() == "".join(map(written, text)) + "\n"
