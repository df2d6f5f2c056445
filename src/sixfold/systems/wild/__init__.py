"""`wild`: a pool with a wild die (clauses W1 to W11)."""

from collections.abc import Sequence
from typing import Any

from sixfold.rules.instrument import Instrument
from sixfold.systems.wild.rules import SYSTEM as RULES


def _instruments() -> Sequence[Instrument[Any]]:
    from sixfold.systems.wild.instruments import INSTRUMENTS  # here, since a roll needs none

    return INSTRUMENTS


SYSTEM = RULES._replace(instruments=_instruments)

__all__ = ["SYSTEM"]
