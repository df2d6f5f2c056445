"""How much one address or person may ask, and from which pages."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping
from time import monotonic

from sixfold.bounds import RATE_ADDRESSES
from sixfold.errors import TableError
from sixfold.web.settings import Settings


class Rates:
    """A bucket for each name: it holds a minute's worth and fills steadily.

    >>> clock = iter([0.0, 0.0, 0.0, 30.0]).__next__
    >>> rates = Rates(2, clock)
    >>> [rates.allows("a") for _ in range(4)]
    [True, True, False, True]
    """

    def __init__(self, a_minute: int, clock: Callable[[], float] = monotonic) -> None:
        self._most = a_minute
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, name: str) -> bool:
        """Whether there is room for one more request of this name; it is counted."""
        now = self._clock()
        left, before = self._buckets.pop(name, (float(self._most), now))
        left = min(float(self._most), left + (now - before) * self._most / 60)
        allowed = left >= 1
        self._buckets[name] = (left - 1 if allowed else left, now)
        while len(self._buckets) > RATE_ADDRESSES:
            self._buckets.popitem(last=False)
        return allowed

    def take(self, name: str) -> None:
        """Raises TableError (table/too-many) when there is no room."""
        if not self.allows(name):
            raise TableError(
                "table/too-many", f"Too many requests: the limit is {self._most} per minute. Wait a few seconds."
            )


class Held:
    """What each name has open at this moment, up to so many, and all of them together.

    >>> held = Held(1, 2)
    >>> [held.takes(name) for name in ("a", "a", "b", "c")]
    [True, False, True, False]
    """

    def __init__(self, most: int, in_all: int) -> None:
        self._most = most
        self._in_all = in_all
        self._open: Counter[str] = Counter()
        self._all = 0

    def takes(self, name: str) -> bool:
        """Whether there is room for one more of this name; it is held until it is left."""
        if self._open[name] >= self._most or self._all >= self._in_all:
            return False
        self._open[name] += 1
        self._all += 1
        return True

    def leave(self, name: str) -> None:
        """It is open no more."""
        self._open[name] -= 1
        self._all -= 1
        if not self._open[name]:
            del self._open[name]


def own_origin(headers: Mapping[str, str], settings: Settings) -> bool:
    """Whether a request comes from a page of this table, or from no page at all (a program says no origin)."""
    origin = headers.get("origin")
    if origin is None:
        return True
    hosts = {settings.address, f"http://{headers.get('host', '')}", f"https://{headers.get('host', '')}"}
    return origin.rstrip("/") in hosts
