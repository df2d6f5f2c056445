"""Every error that Sixfold raises, as one tree.

::

    SixfoldError (a ValueError)          exit status 2 unless it says otherwise
    |-- NotationError                    the text of a check cannot be read
    |     notation/empty                 there is no check
    |     notation/too-long              more characters than are read at all
    |     notation/unexpected            a word that does not belong in this place
    |     notation/ambiguous             words that can mean two things
    |     notation/missing               the check lacks something that its rule needs
    |     notation/conflict              two words that contradict each other
    |-- BoundsError                      a number past a named bound (see bounds.py)
    |     bounds/exceeded
    |-- RuleError                        the rules of the game forbid it
    |     rule/field-required            an advanced skill without a rank in its field (K11)
    |     rule/unknown                   something that the state of a game does not have
    |     rule/not-enough                less effort or fewer points than are spent (O15)
    |     rule/turn                      it is somebody else's turn
    |     rule/forbidden                 it was decided already, or is not for this person
    |     rule/lost                      your own game, which a pickled check needs, is not found
    |     rule/declared                  a declaration of your own game is not true
    |     rule/outcome                   your rule does not return whole numbers, names, yes or no
    |     rule/unread                    a hand is used as a number
    |     rule/chance                    a rule uses randomness, a clock or a file of its own
    |     rule/changing                  a rule gives another result with the same dice
    |     rule/identity                  a rule compares by identity (`is`) what is still open while it is solved
    |     rule/unsound                   the odds or words of your own game are wrong (`sixfold test`)
    |     rule/tell                      a sentence about a roll names something that does not exist
    |     rule/table                     a rule played inside another one uses the table or hands of that one
    |     rule/verb                      a table has no such verb: `NoSuchVerbError`, or it cannot take what it is given
    |     rule/dice                      dice that cannot exist, or a question that they cannot answer
    |     rule/endless                   dice that would be rerolled without end, or a game that never ends
    |     rule/repeat                    a step, a state or an end that `table.repeat` cannot use
    |-- DiceError                        dice typed from a real table do not fit
    |     dice/needed                    more dice are needed: `DiceNeeded`, exit status 3
    |     dice/impossible                a face that the die does not have
    |     dice/unused                    dice are left over when the check is done
    |     dice/unreadable                the list of faces cannot be read
    |-- ChoiceError                      choices that the rules give a player do not fit
    |     choice/needed                  a player must choose: `ChoiceNeeded`, exit status 3
    |     choice/impossible              a choice that is not one of the options
    |     choice/unused                  choices are left over when the check is done
    |     choice/unreadable              the list of choices cannot be read
    |-- OddsError
    |     odds/too-large                 an exact answer would cost more than one evaluation may
    |     odds/unknown                   no such event, field or quantile
    |     odds/tolerance                 a tolerance that is not a probability
    |     odds/no-choice                 best play or advice for a check without decisions
    |     odds/endless                   best play for an expected value without a bound
    |-- StudyError                       a designer's question cannot be read or answered
    |     study/event                    no such event, or one that cannot be read
    |     study/chance                   a chance or a printed figure that cannot be read
    |     study/range                    a range that cannot be read
    |     study/open                     no open place (`?`), too many, or one where no number fits
    |     study/option                   no such option, or one that is given twice
    |     study/claim                    a bad line in a file of claims: `ClaimError`
    |     study/luck                     rolls that cannot be compared with their odds
    |     study/form                     there is nothing to write in this format
    |     study/file                     a file that cannot be read or written
    |     study/extra                    an optional part of Sixfold is not installed
    |     study/sweep                    the file of a sweep asks for something that there is not
    |     study/store                    the results of a sweep cannot be read or written
    |     study/cluster                  the processes or the cluster that solve a sweep are gone
    |-- UsageError                       a command or a function is used in a wrong way
    |     usage/unexpected               the command line cannot be read
    |     usage/argument                 a function of the package got a wrong argument
    |     usage/config                   a config file that cannot be used: `ConfigError`
    |-- OutputError                      the answer cannot be written: exit status 1
    |     output/unwritable
    |-- RecordError
    |     record/malformed               the data is not a record
    |     record/ambiguous               the data can be read in two ways
    |     record/headless                events without the document around them
    |     record/mismatch                parts that contradict each other: dice do not give their outcome
    |-- RoomError                        the room does not allow it, or does not know it
    |     room/link                      the link does not, or no longer, belong to the room
    |     room/token                     the token does not, or no longer, belong to a person
    |     room/forbidden                 not for someone of this role
    |     room/closed                    the door is closed for new people
    |     room/full                      the room holds no more people or events
    |     room/person                    no such person here
    |     room/game                      a game that is not known here, or whose code fails
    |     room/endless                   a rule of your own that had to be stopped
    |     room/name                      a name that cannot be shown
    |     room/colour                    a colour that cannot be read
    |     room/visible                   nobody could see it, or an unknown visibility
    |     room/event                     there is no such event with this number
    |     room/shown                     it was revealed already, or never hidden
    |     room/choice                    no such option of the question
    |     room/check                     not the check that the GM asked for
    |     room/answered                  this person has already answered the request
    |     room/entropy                   the thrower's or witness's entropy is missing or unreadable
    |     room/index                     not the next draw of the lane
    |     room/seen                      what the roller has seen is not in the log of this table
    |     room/waiting                   questions or calls of this person wait for an answer already
    |     room/dice                      the correction would need other dice
    |     room/command                   the instrument has no such command, or it takes other values
    |     room/character                 no such character, or what does not fit the sheet of one
    |     room/gap                       an event does not follow the ones before
    |     room/failed                    a roll failed, and this person may not see why
    |     room/version                   an event of a newer version of Sixfold
    |     room/sockets                   too many connections of one person, or of all
    |-- StoreError                       the data of a table cannot be read or written
    |     store/address                  not the address of a database
    |     store/locked                   another server uses the file, or it has several names
    |     store/lost                     the file is empty, and had events before
    |     store/version                  a database of a newer Sixfold, or of something else
    |     store/unavailable              the database does not answer as it should
    |     store/busy                     too much waits to be written
    |     store/no-room                  there is no such room
    |     store/other-post               the key of this post was used for another one
    |     store/backup                   the copy cannot be made or restored
    `-- TableError                       a request that the server does not take
          table/unreadable               a body, an address or a header that cannot be read
          table/nowhere                  nothing has this address
          table/method                   not a method of this address
          table/media                    a body that is not JSON
          table/too-large                more than a request may hold
          table/too-many                 too many requests: wait
          table/origin                   a page of another site
          table/host                     an address by which nobody knows this table
          table/full                     the server holds no more rooms
          table/port                     an address that cannot be listened on
          table/own-games                a game from a page, at a table that takes none
          table/chat                     a token that Discord or a homeserver refuses
          table/deadline                 an answer that took too long
          table/mistake                  a bug in Sixfold

Codes are stable: programs may rely on them.
Each message is a sentence for a player; `to_json()` is the same for a program.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Self

from sixfold.base.bounds import MESSAGE_LENGTH
from sixfold.base.machine import install_command
from sixfold.base.printable import printable

if TYPE_CHECKING:
    from sixfold.base.throw import Throw


SHOWN_OPTIONS = 20
SHOWN_FACES = 40
"""So many options and faces are named in the sentence of an error; all of them are in its values."""


RAISED: ContextVar[list[BaseException] | None] = ContextVar("raised", default=None)
"""While a rule of an author is played: what was raised meanwhile, since the rule must not keep it to itself."""


def note(error: BaseException) -> None:
    """Note an error that no `except` of a rule may hold up."""
    raised = RAISED.get()
    if raised is not None:
        raised.append(error)


class Passing(BaseException):
    """Something that passes through a rule, whatever that or a library catches: only the package may go on after it."""

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)
        note(self)

    def caught(self) -> None:
        """Let the rule that is played go on: the package caught this and does without."""
        raised = RAISED.get() or []
        raised[:] = [error for error in raised if error is not self]


class SixfoldError(ValueError):
    """The root of all errors: catch it to catch everything that Sixfold refuses.

    `code` is stable, and `message` is a sentence for a player. Errors compare by value and can be pickled.

    >>> SixfoldError("rule/endless", "That never ends.").to_json()
    {'error': {'code': 'rule/endless', 'message': 'That never ends.'}}
    """

    exit_status = 2
    file: str = ""
    path: str = ""
    line: int | None = None
    """The place in the file of your own game, or in the file with this `path`."""

    def __init__(
        self,
        code: str,
        message: str,
        text: str = "",
        column: int | None = None,
        expected: tuple[str, ...] = (),
        guess: str | None = None,
    ) -> None:
        # Sentences quote what was asked, which may be anything at all.
        message = printable(message[:MESSAGE_LENGTH])
        super().__init__(message)
        self.code = code
        self.message = message
        self.text = text
        self.column = column
        self.expected = expected
        self.guess = guess
        note(self)

    def to_json(self) -> dict[str, dict[str, object]]:
        """Return the error as plain data: `{"error": {"code": ..., "message": ...}}`."""
        return {"error": {"code": self.code, "message": self.message, **self._details()}}

    def _details(self) -> dict[str, object]:
        expected = None if self.column is None else list(self.expected)
        place = {"path": self.path, "file": self.file, "line": self.line, "column": self.column}
        told = {**place, "expected": expected, "guess": self.guess}
        return {name: value for name, value in told.items() if value not in (None, "")}

    def placed(self, file: str, line: int) -> Self:
        """Return the same error with its place in the author's file, if it has none yet and the place is known."""
        if self.line is None and file:
            self.file, self.line = file, line
            name = file.replace("\\", "/").rpartition("/")[2]
            self.message = f"{printable(name)}, line {line}: {self.message}"
            self.args = (self.message,)
        return self

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, SixfoldError) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash((self.code, self.message))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self.message, self.__dict__)


def _restored(kind: type[SixfoldError], message: str, values: Mapping[str, Any]) -> SixfoldError:
    """An error that was pickled: each kind is made of other arguments, but all are a message and their values."""
    error = kind.__new__(kind)
    SixfoldError.__init__(error, str(values["code"]), message)
    error.__dict__.update(values)
    return error


class TextError(SixfoldError):
    """An error with a place in a text: `text`, `column` (from 1), what was `expected` there, and a `guess`.

    `guesses` are all that may be meant, the likeliest first; `mended` is the text with the guess in it.
    """

    guesses: tuple[str, ...] = ()
    mended: str | None = None


class NotationError(TextError):
    """The text of a check cannot be read."""


class BoundsError(TextError):
    """A number is beyond one of the named bounds."""

    def __init__(self, message: str, text: str = "", column: int | None = None, expected: tuple[str, ...] = ()) -> None:
        super().__init__("bounds/exceeded", message, text, column, expected)


class RuleError(TextError):
    """The rules of the game forbid the request, or a rule has a mistake."""


def misdeclared(sentence: str) -> RuleError:
    """The error for a declaration of a game that is not true."""
    return RuleError("rule/declared", sentence)


def wrong_dice(sentence: str) -> RuleError:
    """The error for dice that cannot exist, or a question that they cannot answer."""
    return RuleError("rule/dice", sentence)


class NoSuchVerbError(RuleError, AttributeError):
    """A table or a hand has nothing of that name. That of a table holds even if a rule only looks (`hasattr`)."""

    def __init__(self, message: str, of_table: bool = False) -> None:
        super().__init__("rule/verb", message)
        self.of_table = of_table


class DiceError(TextError):
    """Dice typed from a real table do not fit the check."""


class DiceNeeded(DiceError):
    """The check needs more dice from the real table.

    Next come `size` dice of `sides` sides, with faces from `lowest` up; the rule calls this roll `label`. `throws` are
    the dice already on the table, and `choices` those already made. For dice with custom faces, `shows` says what the
    sides show, and `signs` are the texts on them.
    """

    exit_status = 3

    def __init__(
        self,
        size: int,
        label: str,
        sides: int = 6,
        lowest: int = 1,
        throws: Sequence[Throw] = (),
        choices: Sequence[int] = (),
        shows: str = "",
        signs: Sequence[str] = (),
    ) -> None:
        dice = "die" if size == 1 else "dice"
        faces = "" if lowest == 1 else f", typed as {lowest} to {lowest + sides - 1}"
        faces += f": {shows}" if shows else ""
        super().__init__(
            "dice/needed", f"The check continues: roll {size} more {dice} (d{sides}{faces}) for “{label}”."
        )
        self.size, self.label, self.sides, self.lowest, self.shows = size, label, sides, lowest, shows
        self.throws, self.choices, self.signs = tuple(throws), tuple(choices), tuple(signs)

    def _details(self) -> dict[str, object]:
        shows = {"shows": self.shows} if self.shows else {}
        return {"size": self.size, "label": self.label, "sides": self.sides, "lowest": self.lowest, **shows}


class ChoiceError(TextError):
    """Choices that the rules give a player do not fit the check."""


def indexed(options: Sequence[str]) -> str:
    """The sentence that says how options are chosen: by their indices, though a prompt counts from 1.

    >>> indexed(["hold", "roll"])
    'Counted from 0, choose 0 for hold, 1 for roll.'
    """
    listed = [f"{at} for {option}" for at, option in enumerate(options[:SHOWN_OPTIONS])]
    more = len(options) - len(listed)
    return f"Counted from 0, choose {', '.join(listed)}{f', and {more} more' if more else ''}."


class ChoiceNeeded(ChoiceError):
    """The check waits for a choice of the player.

    `label` is the question, and `options` are the answers. `default` is the index of the one that the policy of the
    rule takes if nobody is asked. `meanings` say what each option would lead to, as far as the dice on the table tell.
    `throws` are the dice on the table, and `choices` those already made. A choice `against` the player is an
    opponent's.
    """

    exit_status = 3

    def __init__(
        self,
        label: str,
        options: Sequence[str],
        default: int,
        throws: Sequence[Throw] = (),
        choices: Sequence[int] = (),
        against: bool = False,
    ) -> None:
        faces = [str(face) for throw in throws for face in throw.faces]
        on_table = f" Rolled: {' '.join(faces)}." if 0 < len(faces) <= SHOWN_FACES else ""
        super().__init__("choice/needed", f"The check needs a choice.{on_table} {label} {indexed(options)}")
        self.label, self.default, self.against = label, default, against
        self.options, self.throws, self.choices = tuple(options), tuple(throws), tuple(choices)
        self.meanings: Sequence[str] = ()
        self.advice: Mapping[str, object] = {}

    def advised(self, advice: Mapping[str, Any]) -> Self:
        """Return the same question with the value of each option, from an advice as plain data."""
        worth = [{k: v for k, v in option.items() if k not in ("option", "meaning")} for option in advice["options"]]
        self.advice = {"aim": advice["aim"], "kind": advice["kind"], "choice": advice["choice"], "worth": worth}
        return self

    @property
    def faces(self) -> list[int]:
        """All faces on the table, in the order in which they were rolled."""
        return [face for throw in self.throws for face in throw.faces]

    def _details(self) -> dict[str, object]:
        return {
            "label": self.label,
            "options": list(self.options),
            "meanings": list(self.meanings),
            "default": self.default,
            "dice": self.faces,
            "throws": [throw.to_json() for throw in self.throws],
            "choices": list(self.choices),
            **self.advice,
        }


class StudyError(TextError):
    """A designer's question cannot be read or answered."""


def refusal(error: Exception) -> str:
    """Return the reason why the system refuses a file, without its number and the name of the file.

    >>> refusal(PermissionError(13, "Permission denied", "/tmp/a.db"))
    'permission denied'
    """
    return (getattr(error, "strerror", None) or str(error)).lower()


@contextmanager
def file_named(name: str, done: str) -> Iterator[None]:
    """Report what the system refuses in this block: the file cannot be `done` (read, written).

    Raises StudyError (study/file) with the reason that the system gives.

    >>> with file_named("a.csv", "read"):
    ...     raise FileNotFoundError(2, "No such file or directory")
    Traceback (most recent call last):
        ...
    sixfold.errors.StudyError: a.csv cannot be read: no such file or directory.
    """
    try:
        yield
    except SixfoldError:
        raise
    except (OSError, ValueError) as error:
        raise StudyError("study/file", f"{name.strip()[:200] or '“”'} cannot be {done}: {refusal(error)}.") from None


@contextmanager
def needing(what: str, extra: str) -> Iterator[None]:
    """Report a library that this block does not find: `what` needs an optional part of Sixfold.

    Raises StudyError (study/extra) with the command that installs it.

    >>> with needing("A table", "table"):
    ...     raise ModuleNotFoundError(name="litestar")
    Traceback (most recent call last):
        ...
    sixfold.errors.StudyError: A table needs the extra “table”: pip install '.[table]' in the folder of Sixfold.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("sixfold"):
            raise
        raise StudyError(
            "study/extra", f"{what} needs the extra “{extra}”: {install_command(extra)} in the folder of Sixfold."
        ) from None


class ClaimError(StudyError):
    """A bad line in a file of claims: `path`, `line` and `column` (from 1)."""

    def __init__(
        self, message: str, path: str, line: int, text: str, column: int, expected: tuple[str, ...] = ()
    ) -> None:
        super().__init__("study/claim", f"{path}, line {line}: {message}", text, column, expected)
        self.path, self.line = path, line


class UsageError(SixfoldError):
    """The command line cannot be read, or a function gets an argument of the wrong kind."""

    def __init__(self, message: str, code: str = "usage/unexpected", text: str = "", column: int | None = None) -> None:
        super().__init__(code, message, text, column)


class ConfigError(UsageError):
    """A config file that cannot be used: `path`, with `line` and `column` (from 1) where it is not TOML."""

    def __init__(
        self, message: str, path: str, line: int | None = None, text: str = "", column: int | None = None
    ) -> None:
        place = path if line is None else f"{path}, line {line}"
        super().__init__(f"{place}: {message}", "usage/config", text, column)
        self.path, self.line = path, line


class OutputError(SixfoldError):
    """Standard output is closed or accepts no more."""

    exit_status = 1

    def __init__(self, message: str) -> None:
        super().__init__("output/unwritable", message)


class OddsError(SixfoldError):
    """These odds cannot be computed, or not within the work of one answer."""


class NoSuchNameError(OddsError, KeyError):
    """Odds have no event or number of this name; `guess` is the one that was probably meant."""

    def __init__(self, message: str, guess: str | None = None) -> None:
        super().__init__("odds/unknown", message, guess=guess)

    __str__ = Exception.__str__  # a KeyError shows its message in quotes


class RoomError(SixfoldError):
    """The room does not allow this, or has no such thing."""


class RecordError(SixfoldError):
    """The data is not a record, or its dice do not give its outcome."""


class StoreError(SixfoldError):
    """The data of a table cannot be read or written."""


class TableError(SixfoldError):
    """A request that the server refuses."""
