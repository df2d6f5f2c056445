"""JSON on standard output."""

from __future__ import annotations

import json
import sys
from typing import Any


def write(data: Any) -> None:
    """Print one JSON document."""
    json.dump(data, sys.stdout, ensure_ascii=False, separators=(", ", ": "))
    sys.stdout.write("\n")
