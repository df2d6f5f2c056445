"""Files of claims that mean no good, or are very long."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from sixfold.errors import ClaimError
from sixfold.study import audit, parse_claims
from tests.console import run
from tests.effort import calls

LONG = 4_000_000
"""Letters of a line; what takes its square would not end."""


@pytest.mark.parametrize(
    "line",
    [
        " " * LONG,
        "a" + " " * LONG,
        "check" + " " * LONG + "x",
        "check:" + " " * LONG,
        " " * LONG + "check: ten" + " " * LONG,
        "check: " + " " * LONG + "ten",
        "a " * (LONG // 2),
        ":" * LONG,
        "or " + "x " * (LONG // 2) + ":",
        "check: ten +" + "+" * LONG,
        "printed: " + "1 in " * (LONG // 5),
        "printed: " + "9" * LONG + " %",
        "for: " + "1," * (LONG // 2),
        "for: " + "1.." * (LONG // 3),
        "event: " + "(" * LONG,
        "event: " + "not " * (LONG // 4),
    ],
    ids=lambda line: line[:12].strip() or "blanks",
)
def test_a_long_line_costs_no_more_than_its_length(line: str) -> None:
    """Whatever a line of four million characters repeats, it is read or refused, and its length costs no calls."""

    def read() -> None:
        for text in (line, f"check: ten\nprinted: 62.5 %\n{line}"):
            with suppress(ClaimError):
                audit(parse_claims(text))

    assert calls(read) < 10_000


@pytest.mark.parametrize(
    "bad", ["\x1b", "\x07", "\x00", "\x1c", "\x85", "\u202e", "\u2066", "\ufeff", "\ud800", "\ufffe"]
)
@pytest.mark.parametrize("key", ["book", "place", "words", "check", "printed", "event", "or chaos"])
def test_what_cannot_be_shown_is_refused_with_its_place(bad: str, key: str) -> None:
    """A control character, a change of direction or half a character in any line is named where it stands."""
    with pytest.raises(ClaimError) as caught:
        parse_claims(f"{key}: te{bad}n\n", "x.claims")
    error = caught.value
    assert (error.line, error.column, f"U+{ord(bad):04X}" in error.message) == (1, len(key) + 5, True)
    assert error.message.isprintable()


@pytest.mark.parametrize("blank", ["\t", "\u00a0", "\u3000", "\u202f"])
def test_blanks_of_every_kind_are_blanks(blank: str) -> None:
    """A tab or a wide blank is no mistake."""
    assert parse_claims(f"book:{blank}A{blank}book\n\ncheck:{blank}ten\nprinted:{blank}62.5{blank}%")


def test_nothing_in_a_file_reaches_the_terminal_as_a_command(tmp_path: Path) -> None:
    """Neither the name of a file nor a line of it, in answers or in errors."""
    path = tmp_path / "a\x1b]52;c;x\x07.claims"
    path.write_text("check: ten +1 [la\u00adbel]\nprinted: 62.5 %\n")
    again = tmp_path / "b\x1b[2J.claims"
    again.write_text("place: \x1b]0;x\x07\n\ncheck: ten\nprinted: 1 %\n")
    for ran in (run("audit", str(path)), run("audit", str(again)), run("audit", str(tmp_path / "c\x1b[2J"))):
        assert all(line.isprintable() for line in (ran.out + ran.err).split("\n"))
