"""Games from files: `sixfold --game FILE` has a game of your own beside those of the package."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import MappingProxyType

from sixfold.errors import UsageError
from sixfold.rules.rule import System
from sixfold.systems import SYSTEMS


def with_game(file: str) -> Mapping[str, System]:
    """All games and the one that a file defines as `SYSTEM`.

    Raises UsageError when there is no such file, when it cannot be read as Python, or when it defines no game of
    a new name. What its own code raises is its author's to see.
    """
    path = Path(file)
    if not path.is_file():
        raise UsageError(f"There is no file “{file[:80]}”.")
    spec = spec_from_file_location("sixfold_game", path) if path.suffix == ".py" and path.is_file() else None
    if spec is None or spec.loader is None:
        raise UsageError(f"“{file[:80]}” is not a Python file that defines a game.")
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        raise UsageError(f"{path.name} is not Python: {error.msg} in line {error.lineno}.") from None
    except ImportError as error:
        raise UsageError(f"{path.name} cannot be loaded: {error}.") from None
    system = getattr(module, "SYSTEM", None)
    if not isinstance(system, System) or not system.rules:
        raise UsageError(f"{path.name} defines no game: it needs SYSTEM = System(name, title, rules).")
    if system.name in SYSTEMS or not (system.name.isalpha() and system.name.islower()):
        raise UsageError(f"“{system.name}” cannot name a game here: use lower-case letters, and a name not taken.")
    return MappingProxyType({**SYSTEMS, system.name: system})
