"""Every error that Sixfold raises, as one tree.

::

    SixfoldError (a ValueError)          exit status 2 unless it says otherwise
    |-- NotationError                    the text of a check cannot be read
    |     notation/empty                 there is no check
    |     notation/too-long              more characters than are read at all
    |     notation/unexpected            a word that does not belong where it stands
    |     notation/missing               the check lacks something that its rule needs
    |     notation/conflict              two words that cannot both be meant
    |-- BoundsError                      a number past a named bound (see bounds.py)
    |     bounds/exceeded
    |-- RuleError                        the rules of the game forbid it
    |     rule/field-required            an advanced skill without a rank in its field (K11)
    |     rule/unknown                   a character has no such skill or attribute (K11)
    |     rule/not-enough                less effort or fewer points than are spent (O15)
    |     rule/outcome                   a rule of one's own gives something else than whole numbers, names, yes or no
    |     rule/table                     a rule played inside another one uses the other one's table or hands
    |     rule/endless                   dice that would be thrown again for ever
    |-- DiceError                        dice typed from a real table do not fit
    |     dice/needed                    more dice are to be thrown: `DiceNeeded`, exit status 3
    |     dice/impossible                a face that the die does not have
    |     dice/unused                    dice are left over when the check is done
    |     dice/unreadable                the list of faces cannot be read
    |     dice/choice                    a choice that is not one of the options
    |-- OddsError
    |     odds/too-large                 an exact answer would cost more than one evaluation may
    |     odds/unknown                   no such event, field or quantile
    |     odds/tolerance                 a tolerance that is no probability
    |-- StudyError                       a designer's question cannot be read or answered
    |     study/event                    no such event, or one that cannot be read
    |     study/chance                   a chance or a printed figure that cannot be read
    |     study/range                    a range that cannot be read
    |     study/open                     no open place (`?`), too many, or one where no number fits
    |     study/option                   no such option, or one that is given twice
    |     study/claim                    a bad line in a file of claims: `ClaimError`
    |     study/luck                     results that cannot be held against their chances
    |     study/file                     a file that cannot be read or written
    |     study/extra                    an optional part of Sixfold is not installed
    |-- UsageError                       the command line cannot be read
    |     usage/unexpected
    |-- RecordError
    |     record/malformed               the data is not a record
    |     record/mismatch                the dice of a record do not give its outcome
    `-- RoomError                        the house does not allow it, or knows no such thing
          room/link                      a link that is not, or no longer, one of the room
          room/token                     a token that is nobody's, or no longer anybody's
          room/forbidden                 not for someone of this role
          room/closed                    the door is closed for newcomers
          room/full                      as many people or events as one room holds
          room/person                    no such person here
          room/name                      a name that cannot be shown
          room/colour                    a colour that cannot be read
          room/visible                   nobody could see it, or no such way of seeing
          room/event                     no event with this number to do that with
          room/shown                     it was revealed already, or never hidden
          room/entropy                   the thrower's or witness's entropy is missing or unreadable
          room/index                     not the next draw of the lane
          room/waiting                   questions or calls of this person wait for an answer already
          room/dice                      the correction would throw other dice
          room/command                   an instrument has no such command, or it is told something else
          room/gap                       an event that does not follow on the ones before
          room/version                   an event of a newer version than this one reads

Codes are stable: programs may rely on them.
Each message is a sentence for a player; `to_json()` is the same for a program.
"""

from __future__ import annotations


class SixfoldError(ValueError):
    """The root of the tree: catch it to catch everything that Sixfold refuses.

    >>> SixfoldError("rule/endless", "That never ends.").to_json()
    {'error': {'code': 'rule/endless', 'message': 'That never ends.'}}
    """

    exit_status = 2

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message

    def to_json(self) -> dict[str, dict[str, object]]:
        """The error as plain data: `{"error": {"code": ..., "message": ...}}`."""
        return {"error": {"code": self.code, "message": self.message, **self._details()}}

    def _details(self) -> dict[str, object]:
        return {}


class TextError(SixfoldError):
    """An error with a place in a text: `text`, `column` (from 1) and what was `expected` there."""

    def __init__(
        self,
        code: str,
        message: str,
        text: str = "",
        column: int | None = None,
        expected: tuple[str, ...] = (),
        guess: str | None = None,
    ) -> None:
        super().__init__(code, message)
        self.text = text
        self.column = column
        self.expected = expected
        self.guess = guess

    def _details(self) -> dict[str, object]:
        details: dict[str, object] = {}
        if self.column is not None:
            details["column"] = self.column
            details["expected"] = list(self.expected)
        if self.guess is not None:
            details["guess"] = self.guess
        return details


class NotationError(TextError):
    """The text of a check cannot be read."""


class BoundsError(TextError):
    """A number lies past one of the named bounds."""

    def __init__(
        self,
        message: str,
        text: str = "",
        column: int | None = None,
        expected: tuple[str, ...] = (),
    ) -> None:
        super().__init__("bounds/exceeded", message, text, column, expected)


class RuleError(TextError):
    """The rules of the game forbid what was asked."""


class DiceError(TextError):
    """Dice typed from a real table do not fit the check."""


class DiceNeeded(DiceError):
    """More dice must be thrown on the real table before the check is done.

    `size` dice of `sides` sides are thrown next, and the rule calls the throw `label`.
    """

    exit_status = 3

    def __init__(self, size: int, label: str, sides: int = 6) -> None:
        dice = "die" if size == 1 else "dice"
        super().__init__("dice/needed", f"The check goes on: throw {size} more {dice} (d{sides}) for “{label}”.")
        self.size = size
        self.label = label
        self.sides = sides

    def _details(self) -> dict[str, object]:
        return {"size": self.size, "label": self.label, "sides": self.sides}


class StudyError(TextError):
    """A designer's question cannot be read or answered."""


class ClaimError(StudyError):
    """A bad line in a file of claims: `path`, `line` and `column` (from 1)."""

    def __init__(
        self, message: str, path: str, line: int, text: str, column: int, expected: tuple[str, ...] = ()
    ) -> None:
        super().__init__("study/claim", f"{path}, line {line}: {message}", text, column, expected)
        self.path = path
        self.line = line

    def _details(self) -> dict[str, object]:
        return {"path": self.path, "line": self.line, **super()._details()}


class UsageError(SixfoldError):
    """The command line cannot be read."""

    def __init__(self, message: str) -> None:
        super().__init__("usage/unexpected", message)


class OddsError(SixfoldError):
    """Exact odds cannot be had for this, or not within one evaluation's work."""


class RoomError(SixfoldError):
    """The house does not allow it, or knows no such thing."""


class RecordError(SixfoldError):
    """The data is not a record, or its dice do not give its outcome."""
