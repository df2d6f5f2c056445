"""The questions of designers: `compare`, `equivalent`, `need`, `table`, `audit`, `luck` and `sweep`.

Each file with the name of a question answers it; the others are what the questions are written in.

>>> from sixfold import study
>>> study.need("ten superior ?", "1 in 4", event="quality=critical").answers[0].text
'ten superior 3'
"""

from typing import TYPE_CHECKING, Any

# Every question is imported here, not when it is asked for: a file has the name of its question, and as an attribute
# of this package the name is the question's.
from sixfold.solving.events import Event
from sixfold.study.audit import Audit, Audited, audit
from sixfold.study.claims import Claim, parse_claims, read_claims, shipped_claims
from sixfold.study.compare import Comparison, compare
from sixfold.study.equivalent import Equivalents, equivalent
from sixfold.study.grid import Grid, table
from sixfold.study.luck import Evening, Luck, evening, luck
from sixfold.study.need import Needed, need
from sixfold.study.odds import asked

if TYPE_CHECKING:
    from sixfold.sweep.scheduler import sweep

__all__ = (
    "Audit", "Audited", "Claim", "Comparison", "Equivalents", "Evening", "Event", "Grid", "Luck", "Needed",
    "asked", "audit", "compare", "equivalent", "evening", "luck", "need", "parse_claims", "read_claims",
    "shipped_claims", "sweep", "table",
)  # fmt: skip


def __getattr__(name: str) -> Any:
    if name != "sweep":
        raise AttributeError(f"module 'sixfold.study' has no attribute {name!r}")
    from sixfold.sweep.scheduler import sweep  # here, since a sweep is made of what lies above this room

    return sweep
