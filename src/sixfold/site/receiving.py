"""Waits, in a browser's Python, for modules that the memory which it starts from does not contain."""

import sys
from importlib.machinery import PathFinder
from typing import NoReturn


class Unreceived(BaseException):
    """A module is needed that is still on its way; nothing on the way out takes it for a mistake."""


class Waiting:
    """Finds no module, after everything else that finds some."""

    @staticmethod
    def find_spec(name: str, *_: object) -> NoReturn:
        """Raise Unreceived."""
        raise Unreceived(name)


def wait() -> None:
    """Have the import of every module that is not here raise Unreceived."""
    sys.meta_path.insert(sys.meta_path.index(PathFinder) + 1, Waiting)


def received() -> None:
    """Import as always: everything is here."""
    sys.meta_path[:] = [finder for finder in sys.meta_path if finder is not Waiting]
