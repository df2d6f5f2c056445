"""Code of an author that loops without end and without a roll."""

from __future__ import annotations


class WentOnError(BaseException):
    """Raised in a rule that is watched, at the line that it does not leave.

    No `except` of the rule stops it. A watch turns it into a sentence.
    """

    def __str__(self) -> str:
        return "This runs without end and rolls nothing. To repeat something until a condition holds, use table.repeat."
