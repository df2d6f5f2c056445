"""Examinations of games that take little: whether their odds are right is tried by their slow twins."""

from __future__ import annotations

import pytest

from sixfold.authoring.second_opinion import opinion
from sixfold.authoring.testing import examination
from tests.effort import THOROUGH


def examine_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have examinations of games go through few plays of each check and begin with few throws."""
    monkeypatch.setattr(examination, "PLAYS", 50 * THOROUGH)
    monkeypatch.setattr(examination, "SEARCHED", 200 * THOROUGH)
    monkeypatch.setattr(opinion, "PLAYS", 20 * THOROUGH)
    _, *others = examination.examine.__defaults__ or ()
    monkeypatch.setattr(examination.examine, "__defaults__", (50 * THOROUGH, *others))
