"""`sixfold`, with a table whose clock goes on by a minute or so for each thing that happens: for pictures."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import accumulate, cycle

from sixfold.cli.main import main
from sixfold.table.server import room_service

STEPS = (40, 75, 110, 65, 150, 50)
"""Seconds between one thing and the next, again and again."""


def evening() -> Iterator[datetime]:
    """The times of an evening that begins today at eight."""
    start = datetime.now(UTC).replace(hour=20, minute=2, second=0, microsecond=0)
    seconds = accumulate(cycle(STEPS), initial=0)
    return (start + timedelta(seconds=passed) for passed in seconds)


if __name__ == "__main__":
    times = evening()
    room_service._now = lambda: next(times)
    sys.exit(main(sys.argv[1:]))
