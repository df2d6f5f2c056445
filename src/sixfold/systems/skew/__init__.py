"""`skew`: open-ended 3d6 with skew (clauses K1 to K11)."""

from collections.abc import Sequence
from typing import Any

from sixfold.rules.instrument import Instrument
from sixfold.systems.skew.rules import SYSTEM as RULES


def _instruments() -> Sequence[Instrument[Any]]:
    from sixfold.systems.skew.instruments import INSTRUMENTS  # here, since a roll needs none

    return INSTRUMENTS


SYSTEM = RULES._replace(instruments=_instruments)

__all__ = ["SYSTEM"]
