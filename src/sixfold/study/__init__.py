"""The questions of designers: `compare`, `equivalent`, `need`, `table`, `audit`, `luck` and `sweep`.

`questions` has a file for each of them, and `catalogue` declares each with its command, its call over HTTP and its JSON
Schema. `sweeps` solves whole ranges of checks; the other files are what questions are written in.

>>> from sixfold import study
>>> study.need("ten superior ?", "1 in 4", event="quality=critical").answers[0].text
'ten superior 3'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sixfold.solving.events import Event
    from sixfold.study.claims import Claim, parse_claims, read_claims, shipped_claims
    from sixfold.study.questions.audit import Audit, Audited, audit
    from sixfold.study.questions.compare import Comparison, compare
    from sixfold.study.questions.equivalent import Equivalents, equivalent
    from sixfold.study.questions.grid import Grid, table
    from sixfold.study.questions.luck import Evening, Luck, evening, luck
    from sixfold.study.questions.need import Needed, need
    from sixfold.study.questions.own_events import with_events
    from sixfold.study.sweeps.scheduler import sweep

__all__ = (
    "Audit", "Audited", "Claim", "Comparison", "Equivalents", "Evening", "Event", "Grid", "Luck", "Needed",
    "audit", "compare", "equivalent", "evening", "luck", "need", "parse_claims", "read_claims",
    "shipped_claims", "sweep", "table", "with_events",
)  # fmt: skip

_HOMES = {
    "solving.events": "Event",
    "study.claims": "Claim parse_claims read_claims shipped_claims",
    "study.questions.audit": "Audit Audited audit",
    "study.questions.compare": "Comparison compare",
    "study.questions.equivalent": "Equivalents equivalent",
    "study.questions.grid": "Grid table",
    "study.questions.luck": "Evening Luck evening luck",
    "study.questions.need": "Needed need",
    "study.questions.own_events": "with_events",
    "study.sweeps.scheduler": "sweep",
}
"""The names that each module has; a name is imported when it is first used."""


def __getattr__(name: str) -> Any:
    home = next((home for home, names in _HOMES.items() if name in names.split()), None)
    if home is None:
        raise AttributeError(f"module 'sixfold.study' has no attribute {name!r}")
    return getattr(import_module(f"sixfold.{home}"), name)


def __dir__() -> list[str]:
    return [*__all__, "__doc__"]
