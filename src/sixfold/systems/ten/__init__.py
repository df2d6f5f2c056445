"""`ten`: 3d6 against 10 (clauses T1 to T14)."""

from collections.abc import Sequence
from typing import Any

from sixfold.rules.instrument import Instrument
from sixfold.systems.ten.rules import SYSTEM as RULES


def _instruments() -> Sequence[Instrument[Any]]:
    from sixfold.systems.ten.instruments import INSTRUMENTS  # here, since a roll needs none

    return INSTRUMENTS


SYSTEM = RULES._replace(instruments=_instruments)

__all__ = ["SYSTEM"]
