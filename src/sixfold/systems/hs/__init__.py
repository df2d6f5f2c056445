"""`hs`: the highest die of a pool (clauses H1 to H9)."""

from collections.abc import Sequence
from typing import Any

from sixfold.rules.instrument import Instrument
from sixfold.systems.hs.rules import SYSTEM as RULES


def _instruments() -> Sequence[Instrument[Any]]:
    from sixfold.systems.hs.instruments import INSTRUMENTS  # here, since a roll needs none

    return INSTRUMENTS


SYSTEM = RULES._replace(instruments=_instruments)

__all__ = ["SYSTEM"]
