"""One server for all tests that do not stop it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.table.server.kit import Room, Table, serving


@pytest.fixture(scope="session")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    folder = tmp_path_factory.mktemp("table")
    with serving(folder / "table.db", folder) as running:
        yield running


@pytest.fixture
def room(table: Table) -> Room:
    return table.open()
