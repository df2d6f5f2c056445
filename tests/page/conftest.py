"""One browser and one server for all tests that stop neither."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.page.browser import WITHOUT
from tests.page.browser import browser as found
from tests.page.kit import browsing
from tests.web.kit import Room, Table, serving


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if found() is None:
        pytest.skip(WITHOUT)
    with browsing() as running:
        yield running


@pytest.fixture(scope="session")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    folder = tmp_path_factory.mktemp("page")
    with serving(folder / "table.db", folder) as running:
        yield running


@pytest.fixture
def room(table: Table) -> Room:
    return table.open()
