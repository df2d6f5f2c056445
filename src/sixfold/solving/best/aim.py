"""The aim of a player: that something happens, or a number that is as high as possible on average."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from sixfold.errors import StudyError
from sixfold.rules.outcome import Outcome
from sixfold.solving.events import MEAN, Event, as_events, default_event, numbers_of
from sixfold.solving.odds import Odds
from sixfold.solving.outcomes import Row

AimInput = str | Callable[[Outcome], object] | None
"""An event or a number as a text, a function of outcomes, or what counts as success where nothing is said."""


class Aim(NamedTuple):
    """An event whose chance is to be the highest, or a number whose `mean` is to be.

    The function tells what an outcome is worth: yes or no of an event, the number of a mean. `instead` is an event that
    can be aimed at in place of a mean.
    """

    text: str
    mean: bool
    of: Callable[[Outcome], int | Fraction]
    instead: str = ""

    def worth(self, fields: tuple[str, ...]) -> Callable[[Row], Fraction]:
        """Return the worth of each outcome, by its values."""
        return lambda row: Fraction(self.of(Outcome.of(fields, row)))


def read_aim(text: str) -> tuple[str, int, str]:
    """The text of an aim without “mean”, and the number that it may be: -1 or 1 for low or high, and the name.

    >>> read_aim("mean damage"), read_aim("-margin")
    (('damage', 1, 'damage'), ('-margin', -1, 'margin'))
    """
    plain = MEAN.sub(r"\1", text).strip()
    low = plain[:1] in ("-", "−")
    return plain, -1 if low else 1, plain[1:].strip() if low else plain


def aim_of(wanted: AimInput, possible: Odds) -> Aim:
    """The aim that is asked for, in a check with these possible outcomes; by default what counts as success.

    `success`, `quality=critical`, `margin >= 3 and not chaos` are events; the name of a number is its mean, and with
    a minus before it as low a mean as can be. Raises StudyError (study/event) for what is neither.
    """
    if callable(wanted):
        return _of_function(wanted, possible)
    if wanted is None:
        return _of_event(default_event(possible, option="aim"), possible)
    text, sign, name = read_aim(wanted)
    if name in possible.numbers:
        instead = as_events(possible)[name]
        instead = instead if sign == 1 else instead.replace(">=", "<=")
        return Aim(name if sign == 1 else f"-{name}", True, lambda outcome: sign * int(outcome[name]), instead)
    event = Event.read(text)
    try:
        event.bounds(possible)
    except StudyError as error:
        message = error.message.replace("is not an event of", "is neither an event nor a number of")
        guess = error.guess
        number = (guess or "").partition(" ")[0]
        if number in possible.numbers:  # the number itself is an aim, too
            guess = number
            message = message.replace(f"“{error.guess}”?", f"“{guess}”?")
        raise StudyError(error.code, message, error.text, error.column, error.expected, guess) from None
    return _of_event(event, possible)


def _of_event(event: Event, possible: Odds) -> Aim:
    options = numbers_of(possible.check)
    named = event.of_rule(possible.check.rule, possible.fields)
    return Aim(event.text, False, lambda outcome: int(named.holds({**options, **outcome})))


def _of_function(wanted: Callable[[Outcome], object], possible: Odds) -> Aim:
    def worth(outcome: Outcome) -> Fraction:
        value: Any = wanted(outcome)
        return Fraction(value) if type(value) in (int, Fraction) else Fraction(int(bool(value)))

    return Aim(
        str(getattr(wanted, "__name__", "aim")).replace("<lambda>", "what the function says"),
        True,
        worth,
        next(iter(as_events(possible).values())),
    )
