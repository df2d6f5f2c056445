"""Every clause of the rule book is tested: whoever breaks it is told so by a test that names it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from sixfold.errors import SixfoldError
from tests.clauses.broken import BROKEN, OF_PEOPLE, Broken, broken
from tests.clauses.naming import CLAUSES, witnesses


def naming(clause: str) -> Iterator[Callable[[], Any]]:
    """The tests that name a clause, with each of their parameters."""
    return (call for test in witnesses() if clause in test.clauses for call in test.calls())


def notices(call: Callable[[], Any]) -> bool:
    """Whether a test fails."""
    try:
        call()
    except (AssertionError, SixfoldError, pytest.fail.Exception):
        return True
    return False


@pytest.mark.parametrize("rule", BROKEN, ids=str)
def test_a_broken_clause_is_noticed(rule: Broken) -> None:
    """A test that names the clause fails when the rule is broken there."""
    with broken(rule):
        assert any(notices(call) for call in naming(rule.clause)), f"{rule} is noticed by no test that names it"


def test_nothing_stays_broken() -> None:
    """After a broken rule the sound one is played again."""
    with broken(BROKEN[0]):
        assert any(notices(call) for call in naming(BROKEN[0].clause))
    assert not any(notices(call) for call in naming(BROKEN[0].clause))


def test_every_clause_can_be_broken() -> None:
    """No clause is without a broken rule, but for those about people."""
    assert [clause for clause in CLAUSES if clause not in {rule.clause for rule in BROKEN}] == list(OF_PEOPLE)


def test_no_clause_is_invented() -> None:
    """No test quotes a clause that the rule book does not have, or that no code can break."""
    for test in witnesses():
        assert test.clauses <= set(CLAUSES) - OF_PEOPLE.keys(), test


def test_every_test_says_what_it_tests() -> None:
    """Each test has a docstring that begins with one sentence."""
    assert len(witnesses()) > 1000
    for test in witnesses():
        first = test.docstring.split("\n")[0].rstrip()
        assert first.endswith((".", ":", "?")) and len(first) > 15, test
