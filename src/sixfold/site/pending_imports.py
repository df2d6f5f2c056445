"""An import hook that waits, in a browser, for modules that the memory which Python starts from does not contain."""

import sys
from importlib.machinery import PathFinder
from typing import NoReturn


class ImportPending(BaseException):
    """A module is needed that is still on its way; nothing on the way out takes it for a mistake."""


class PendingFinder:
    """Finds no module, after everything else that finds some."""

    @staticmethod
    def find_spec(name: str, *_: object) -> NoReturn:
        """Raise ImportPending."""
        raise ImportPending(name)


def install() -> None:
    """Have the import of every module that is not here raise ImportPending."""
    sys.meta_path.insert(sys.meta_path.index(PathFinder) + 1, PendingFinder)


def uninstall() -> None:
    """Import as always: everything is here."""
    sys.meta_path[:] = [finder for finder in sys.meta_path if finder is not PendingFinder]
