"""Code of an author that goes on for ever without a throw."""

from __future__ import annotations


class WentOnError(BaseException):
    """Raised in a rule, by whoever watches it, at the line that it does not come away from.

    No `except` of the rule stops it. Where the code of games is kept apart, it becomes a sentence.
    """

    def __str__(self) -> str:
        return (
            "This goes on and on without a word to its table: it has no end. What goes on until something is so is "
            "written with table.repeat."
        )
