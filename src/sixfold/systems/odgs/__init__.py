"""`odgs`: 3d6 saves (clauses O1 to O16)."""

from collections.abc import Sequence
from typing import Any

from sixfold.rules.instrument import Instrument
from sixfold.systems.odgs.rules import SYSTEM as RULES


def _instruments() -> Sequence[Instrument[Any]]:
    from sixfold.systems.odgs.instruments import INSTRUMENTS  # here, since a roll needs none

    return INSTRUMENTS


SYSTEM = RULES._replace(instruments=_instruments)

__all__ = ["SYSTEM"]
