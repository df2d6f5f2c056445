"""Every kind of event is wherever kinds are listed: in the room, its log, its proof, its page and its docs."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from operator import attrgetter
from typing import Any, get_type_hints

import pytest
from msgspec import ValidationError, convert

from sixfold.table.room import commands
from sixfold.table.room import event_kinds as kinds
from sixfold.table.room.dispatch import APPLIES, DECIDES
from sixfold.table.room.event_kinds import KINDS
from sixfold.table.room.event_sentences import HIDDEN, SENTENCES
from sixfold.table.room.verify.check_log import STEPS
from tests.pages import ROOT
from tests.test_walls import HOME

PAGE = HOME / "table" / "page"
OF_THEIR_OWN = {"throw", "question"}
"""Kinds that the page draws as more than a line."""


def test_every_kind_and_command_has_its_functions() -> None:
    """Every event is applied and checked, and every command is decided."""
    assert set(APPLIES) == set(kinds.Kinds.__args__)
    assert set(STEPS) == set(KINDS)
    of_all = {kind for kind in vars(commands).values() if isinstance(kind, type) and issubclass(kind, commands.Command)}
    assert set(DECIDES) == {command for command in of_all if not command.__subclasses__()}


@pytest.mark.parametrize(
    ("type_", "text"),
    [
        *((commands.Entropy, "0" * 32), (commands.Hash, "f" * 64), (kinds.Colour, "#00ff00")),
        *((kinds.OrNone, text) for text in ("", "0" * 32, "f" * 64)),
        (get_type_hints(kinds.Opened, include_extras=True)["room"], "a1"),
    ],
)
def test_a_text_of_one_form_has_nothing_around_it(type_: Any, text: str) -> None:
    """Hashes, entropy and the like are taken as they are, and refused with anything before or behind them."""
    assert convert(text, type_) == text
    for other in (f"{text}\n", f"\n{text}", f"{text} ", f"{text}\x00", f"-{text}"):
        with pytest.raises(ValidationError):
            convert(other, type_)


def test_the_head_of_the_kinds_names_their_functions() -> None:
    """The table over the kinds has every tag, its class, and the functions that write, apply and check it."""
    rows = [line.split() for line in str(kinds.__doc__).splitlines() if line.startswith("  ")][1:]
    named = {kind.__struct_config__.tag: kind for kind in kinds.Kinds.__args__}
    assert [row[0] for row in rows] == list(named)
    for tag, name, writing, applying, checking in rows:
        assert named[tag].__name__ == name
        assert f"{name}(" in inspect.getsource(function("sixfold.table.room", writing))
        assert APPLIES[named[tag]] is function("sixfold.table.room", applying)
        step = STEPS[tag]
        seated = [cell.cell_contents for cell in step.__closure__ or ()]
        assert function("sixfold.table.room.verify", checking) in (step, *seated)


def function(room: str, named: str) -> Any:
    """What a module of a folder calls like this."""
    module, _, name = named.partition(".")
    return attrgetter(name)(import_module(f"{room}.{module}"))


def test_every_kind_has_a_sentence() -> None:
    """Every kind can be told in words, or serves fairness; one that may be hidden has words for others, too."""
    assert set(KINDS) - set(SENTENCES) == {"lane", "call"}
    assert set(HIDDEN) == {tag for tag, kind in KINDS.items() if kind.MAY_BE_HIDDEN} - {"call"}


def test_the_page_has_words_for_every_kind() -> None:
    """The page draws every kind, says it in a line, or keeps it silent on purpose."""
    entry = (PAGE / "parts" / "log" / "event-entry.js").read_text("utf-8")
    line = entry.partition("const SAID = {")[2].partition("\n};")[0]
    said = set(re.findall(r'^  "?([\w-]+)"?: ', line, re.MULTILINE))
    (silent,) = re.findall(r"const SILENT = new Set\(\[(.*)\]\)", (PAGE / "state" / "entries.js").read_text("utf-8"))
    assert sorted([*said, *re.findall(r'"([\w-]+)"', silent), *OF_THEIR_OWN]) == sorted(KINDS)


def test_the_protocol_has_a_row_for_every_kind() -> None:
    """The page on the protocol lists the fields of every kind."""
    page = (ROOT / "docs" / "fairness" / "protocol.md").read_text("utf-8")
    rows = re.findall(r"^\| (`.+?) \|", page.partition("## Fields of each event")[2], re.MULTILINE)
    assert {kind for row in rows for kind in re.findall(r"`([\w-]+)`", row)} >= set(KINDS)
