"""How much anybody may ask in a minute."""

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

from sixfold.base.bounds import RATE_ADDRESSES
from sixfold.errors import TableError


class RateLimiter:
    """A bucket for each name: it holds a minute's worth and fills steadily.

    >>> clock = iter([0.0, 0.0, 0.0, 30.0]).__next__
    >>> rates = RateLimiter(2, clock)
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
