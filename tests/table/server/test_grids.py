"""Grids of odds over the network: the same as the command writes."""

from __future__ import annotations

import json

import pytest

from sixfold.show.files import text_formats
from sixfold.study import table as grid_of
from tests.show.test_formats import STARTS
from tests.table.server.kit import Table

ASKED = {"check": "ten", "rows": "modifier=-3..3..3", "columns": "skew=-1..1"}


def test_a_grid_is_that_of_the_workbench(table: Table) -> None:
    """As data, a grid is what the library gives."""
    answer = table.http.post("/grids", json=ASKED)
    assert answer.json() == json.loads(json.dumps(grid_of("ten", "modifier=-3..3..3", "skew=-1..1").to_json()))


@pytest.mark.parametrize("form", sorted(text_formats()))
def test_a_grid_in_every_format(table: Table, form: str) -> None:
    """In a form, it is a document of that format, and what the command writes."""
    answer = table.http.post("/grids", json={**ASKED, "event": ["mean margin"], "digits": 2, "format": form})
    mine = grid_of("ten", "modifier=-3..3..3", "skew=-1..1", "mean margin", digits=2).to(form)
    assert answer.text == mine
    assert STARTS[form](answer.content)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"rows": "modifier"}, "study/range"),
        ({"rows": "modifier=-1000..1000", "columns": "skew=-97..97"}, "bounds/exceeded"),
        ({"format": "pdf"}, "table/unreadable"),
        ({"digits": 13}, "table/unreadable"),
    ],
)
def test_what_is_no_grid(table: Table, change: dict[str, object], code: str) -> None:
    """A range that is none, too many cells, no such form: a sentence with its code."""
    assert table.http.post("/grids", json=ASKED | change).json()["code"] == code
