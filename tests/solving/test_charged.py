"""Work and memory are charged as the file says: a charge that is dropped or doubled is noticed."""

from __future__ import annotations

import pytest

from tests.solving.charged import FILE, GROUPS, charges


@pytest.mark.parametrize("group", GROUPS)
def test_rules_are_charged_as_before(group: str) -> None:
    """The work of each rule, and the bytes that were kept and freed for it, are those of the file."""
    written = [line for line in FILE.read_text(encoding="utf-8").splitlines() if line.startswith(group)]
    assert written == list(charges(group))


def test_every_group_is_written() -> None:
    """No rule of the file is left out by its group."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    assert {line.partition(":")[0] for line in lines} == set(GROUPS)
