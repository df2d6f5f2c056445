"""SHA-256 without OpenSSL."""

import hashlib
import sys

import pytest

from sixfold.base import digest


@pytest.mark.parametrize("missing", [(), ("_sha2",), ("_sha2", "_sha256")])
def test_it_is_that_of_hashlib(missing: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """The digest is the same, whichever module of Python has it."""
    for name in missing:
        monkeypatch.setitem(sys.modules, name, None)
    digest._builtin.cache_clear()
    for size in range(0, 200, 7):
        data = bytes(range(size))
        assert digest.sha256(data).digest() == hashlib.sha256(data).digest()
    digest._builtin.cache_clear()
