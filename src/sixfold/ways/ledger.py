"""What one exact answer may cost."""

from __future__ import annotations

from sixfold.bounds import WORK
from sixfold.errors import OddsError


class Ledger:
    """Counts the work of one exact answer and stops it when it costs too much."""

    def __init__(self, allowance: int = WORK) -> None:
        self.left = allowance

    def charge(self, units: int) -> None:
        """Pay for `units` of work: about 64 bits added or multiplied each."""
        self.left -= units
        if self.left < 0:
            raise OddsError(
                "odds/too-large",
                "The exact odds of this check would take more work than one evaluation may. "
                "Ask for fewer dice, fewer sides, a lower threshold or a larger tolerance.",
            )
