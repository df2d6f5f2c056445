"""`hs` against its twin: every check there is, fraction by fraction."""

from __future__ import annotations

import pytest

from tests.brute import hs
from tests.brute.faces import agree


@pytest.mark.parametrize("overcut", ["lowest", "fumble"])
@pytest.mark.parametrize("cuts", range(4))
@pytest.mark.parametrize("dice", range(7))
def test_checks(dice: int, cuts: int, overcut: str) -> None:
    """H1 to H6: every pool with every number of cuts, both ways to be overcut."""
    agree(f"hs {dice}d {cuts} cuts overcut={overcut}", hs.check(dice, cuts, overcut=overcut))


@pytest.mark.parametrize("dice", range(7))
def test_basic(dice: int) -> None:
    """H9: the basic form is without cuts and twists."""
    agree(f"hs {dice}d basic", hs.basic(dice))
    agree(f"hs {dice}d 2 cuts basic overcut=fumble", hs.basic(dice))


@pytest.mark.parametrize("ranks", range(4))
def test_ranks_and_edges(ranks: int) -> None:
    """H3: the pool is ranks and edges together."""
    for edges in range(4):
        agree(f"hs {ranks} ranks {edges} edges 1 cut", hs.check(ranks + edges, 1))
