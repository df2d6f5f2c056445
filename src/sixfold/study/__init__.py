"""What designers ask: `compare`, `equivalent`, `need`, `table`, `audit` and `luck`.

>>> from sixfold import study
>>> study.need("ten superior ?", "1 in 4", event="quality=critical").answers[0].text
'ten superior 3'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sixfold.study.auditing import Audit, Audited, audit
    from sixfold.study.claims import Claim, parse_claims, read_claims, shipped_claims
    from sixfold.study.comparing import Comparison, compare
    from sixfold.study.equivalents import Equivalents, equivalent
    from sixfold.study.events import Event
    from sixfold.study.fortune import Evening, Luck, evening, luck
    from sixfold.study.grids import Grid, table
    from sixfold.study.needing import Needed, need

_HOMES = {
    "Audit": "auditing",
    "Audited": "auditing",
    "Claim": "claims",
    "Comparison": "comparing",
    "Equivalents": "equivalents",
    "Evening": "fortune",
    "Event": "events",
    "Grid": "grids",
    "Luck": "fortune",
    "Needed": "needing",
    "audit": "auditing",
    "compare": "comparing",
    "equivalent": "equivalents",
    "evening": "fortune",
    "luck": "fortune",
    "need": "needing",
    "parse_claims": "claims",
    "read_claims": "claims",
    "shipped_claims": "claims",
    "table": "grids",
}

__all__ = [
    "Audit",
    "Audited",
    "Claim",
    "Comparison",
    "Equivalents",
    "Evening",
    "Event",
    "Grid",
    "Luck",
    "Needed",
    "audit",
    "compare",
    "equivalent",
    "evening",
    "luck",
    "need",
    "parse_claims",
    "read_claims",
    "shipped_claims",
    "table",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'sixfold.study' has no attribute {name!r}")
    return getattr(import_module(f"sixfold.study.{_HOMES[name]}"), name)
