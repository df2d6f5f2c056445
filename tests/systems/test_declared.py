"""The games of the package keep to what is asked of the games of authors."""

from __future__ import annotations

import pytest

from sixfold.playing.declared import look_over
from sixfold.systems import SYSTEMS


@pytest.mark.parametrize("name", SYSTEMS)
def test_each_declaration_holds(name: str) -> None:
    """Examples are checks of their rules, and every field that a game names is in what its rolls give."""
    assert look_over(SYSTEMS[name]) == ()
