"""Text that can be shown."""

from __future__ import annotations

import pytest

from sixfold.base.printable import printable, unshowable


@pytest.mark.parametrize("code", [0xFFFE, 0xFFFF, 0x1FFFE, 0x10FFFF, 0xFDD0, 0xFDEF, 0xE0001, 0xE0FFF, 0xD800, 0x7F])
def test_what_is_no_character_is_a_mark(code: int) -> None:
    """Codes that no character will ever have, tags that are not seen, halves and controls are not shown."""
    assert unshowable(f"a{chr(code)}") == 1
    assert printable(f"a{chr(code)}b") == "a\ufffdb"


@pytest.mark.parametrize("code", [0x0378, 0x1FAFF, 0x30000, 0xF0000, 0xF000])
def test_a_character_of_tomorrow_is_shown(code: int) -> None:
    """Characters that this Python does not know yet, and private ones, stay as they are."""
    assert unshowable(chr(code)) is None
    assert printable(f"a{chr(code)}b") == f"a{chr(code)}b"
