"""The API of the site: in a browser it answers the calls that a table's API answers over a network."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import gettempdir
from types import MappingProxyType
from typing import Any, Final

from sixfold.api import step
from sixfold.checks.check_input import checked
from sixfold.errors import DiceNeeded, SixfoldError
from sixfold.rules.check import Check
from sixfold.rules.rule import Systems
from sixfold.show.formats.json import draw
from sixfold.site.pending_imports import ImportPending
from sixfold.study.catalogue import CATALOGUE, written
from sixfold.study.operation import Operation
from sixfold.systems import SYSTEMS

FOLDER: Final = Path(gettempdir())
"""The folder of the game that is being written."""


class SiteApi:
    """Answers calls, one after the other. It remembers the game that was loaded last."""

    def __init__(self) -> None:
        self._systems: Systems = SYSTEMS
        self._file = FOLDER
        self._calls: Mapping[str, Callable[..., Any]] = {"checks": self._checks, "load": self._load, "test": self._test}

    def answer(self, path: str, body: str) -> tuple[int, str]:
        """Return the status of a call and its answer as text.

        The status is 200, 422 for what is refused, and 425 for what needs a module that the browser still receives.
        """
        try:
            return self._status(path, body)
        except ImportPending as module:
            return 425, str(module)

    def _status(self, path: str, body: str) -> tuple[int, str]:
        try:
            return 200, self._answered(path.strip("/"), json.loads(body))
        except SixfoldError as error:
            refused = error
        except Exception as error:
            from sixfold.authoring.failure import failure

            why = failure(error, [str(self._file)])
            if why is None:
                raise
            refused = why
        return 422, json.dumps({**refused.to_json()["error"], "detail": refused.message})

    def _answered(self, name: str, body: dict[str, Any]) -> str:
        """The answer to a question, in the format that is asked for; or to a call of the site's own."""
        own = self._calls.get(name)
        if own is not None:
            return draw(own(**body))
        form = body.pop("format", "json")
        asked = {name: value for name, value in body.items() if value is not None}
        return written(self._question(f"/{name}"), asked, self._systems, form)

    def _question(self, path: str) -> Operation:
        known = next((each for each in CATALOGUE.values() if each.call == path), None)
        if known is not None:
            return known
        from sixfold.table.api_questions import (
            API_QUESTIONS,  # here, since the memory of a browser's Python does not contain it
        )

        return next(each for each in API_QUESTIONS.values() if each.call == path)

    def _checks(self, check: Any, cursor: int | None = None, faces: Sequence[int | str] | None = None) -> Any:
        """Return the reading of a check while somebody types it."""
        return checked(check, cursor, faces, self._systems, _next_dice)

    def _load(self, source: str, name: str = "game") -> dict[str, Any]:
        """Load somebody's own game; the answer describes it like the games of a table."""
        from sixfold.authoring.load import load_game
        from sixfold.show.values.games import listing  # here, since it needs msgspec

        self._systems = SYSTEMS
        self._file = FOLDER / f"{name if name.isidentifier() else 'game'}.py"
        self._file.write_text(source, encoding="utf-8")
        game = load_game(self._file)
        self._systems = MappingProxyType({**SYSTEMS, game.name: game})
        described: dict[str, Any] = listing([game])["games"][0]
        return described

    def _test(self) -> dict[str, str]:
        """Test the game that was loaded last."""
        from sixfold.authoring.testing.examination import examine

        return {"text": str(examine(list(self._systems.values())[-1]))}


def _next_dice(check: Check, faces: Sequence[int | str]) -> DiceNeeded | None:
    needed = step(check, faces)
    return needed if isinstance(needed, DiceNeeded) else None
