"""SHA-256 as Python itself has it: `hashlib` loads OpenSSL, which takes 3 ms at every start and much memory."""

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import Any


@cache
def _builtin() -> Callable[[bytes], Any]:
    for name in ("_sha2", "_sha256"):  # from Python 3.12 on, and before
        with suppress(ImportError):
            return import_module(name).sha256  # type: ignore[no-any-return]
    return import_module("hashlib").sha256  # type: ignore[no-any-return]


def sha256(data: bytes = b"") -> Any:
    """Return what `hashlib.sha256` does.

    >>> sha256(b"sixfold").hexdigest()[:16]
    'b04e2c32fb0e771d'
    """
    return _builtin()(data)
