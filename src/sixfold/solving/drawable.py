"""What a path can draw from."""

from __future__ import annotations

from typing import Protocol

from sixfold.solving.joint import Joints, Parts


class Drawable(Protocol):
    """What a verb of a rule gives: all its answers, found when a path comes to it first."""

    def parts(self) -> Parts:
        """What is followed, and whether there is more."""
        ...

    def beyond(self) -> Joints:
        """What lies beyond the length to which endless throws are followed."""
        ...
