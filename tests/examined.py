"""Examinations of games that take little: whether their odds are right is tried by their slow twins."""

from __future__ import annotations

import pytest

from sixfold.authoring import opinion, other_process
from sixfold.authoring.testing import examination
from tests.effort import THOROUGH


def examine_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have examinations of games go through few plays of each check, begin with few throws, and ask one process."""
    monkeypatch.setattr(examination, "PLAYS", 50 * THOROUGH)
    monkeypatch.setattr(examination, "SEARCHED", 200 * THOROUGH)
    ask_one_process(monkeypatch)
    monkeypatch.setattr(opinion, "PLAYS", 20 * THOROUGH)
    _, *others = examination.examine.__defaults__ or ()
    monkeypatch.setattr(examination.examine, "__defaults__", (50 * THOROUGH, *others))


def ask_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have second opinions ask one other process, the one that hears every call: no order of a set is looked for."""
    monkeypatch.setattr(other_process, "SEEDS", THOROUGH)
    monkeypatch.setattr(other_process, "MORE_SEEDS", THOROUGH)
