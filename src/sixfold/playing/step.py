"""A check played as far as it goes: it asks for dice, it asks for a choice, or it is done.

A rule never waits in memory. It is played from its start with the faces and choices that are there; where one is
missing, that is the answer, and once it is there the rule is played again. So a question can wait for days, in
another process or after a restart, and every way of asking is this one: dice typed at a prompt, a choice at a
terminal, a program that answers one call with the next, people at a table far apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from sixfold.base.arguments import one_of
from sixfold.errors import ChoiceNeeded, DiceNeeded, SixfoldError
from sixfold.playing.record import TYPED, CheckRoller, Record, roll_check, roller_for
from sixfold.rules.check import Check
from sixfold.rules.rolled_table import Source
from sixfold.rules.typed_faces import TypedDice, choices_of, faces_of

Step = DiceNeeded | ChoiceNeeded | Record
"""The next step: dice, a choice, or the end."""

Prompt = Callable[[DiceNeeded], Sequence[int]]
"""Asks for the faces of dice that are thrown on a real table; it may give some of them only, or ask for none."""

Chooser = Callable[[ChoiceNeeded], int]
"""Asks a player, and returns the index of the option that they choose."""

MEANINGS = 4
"""Different endings that are told of one option; where there are more, the rest is left open."""


def step(check: Check, faces: Sequence[int] = (), choices: Sequence[int] = ()) -> Step:
    """Play a check as far as the given faces and choices go.

    `faces` are the dice in the order in which they were rolled, and `choices` the options taken, as indices from 0.
    Returns DiceNeeded or ChoiceNeeded (as a value: it is not raised), or the record of a finished roll.

    Raises DiceError and ChoiceError for faces and choices that do not fit, or are too many.

    >>> from sixfold import parse
    >>> check = parse("odgs vs 15 +3 advantage 1")
    >>> step(check).size
    4
    >>> asked = step(check, [6, 4, 4, 2])
    >>> asked.options, asked.default
    (('6 4 4', '6 4 2', '4 4 2'), 0)
    >>> asked.meanings[0]
    'Success: double fours, +1 Inspiration Effort'
    >>> step(check, [6, 4, 4, 2], [0]).announcement
    'Success: double fours, +1 Inspiration Effort'
    """
    one_of(check, "What is stepped", Check, "a check")
    try:
        return play(check, TYPED, faces=faces, choices=choices_of(choices))
    except (ChoiceNeeded, DiceNeeded) as needed:
        return needed.with_traceback(None)


def play(
    check: Check,
    name: str,
    source: Source | None = None,
    *,
    faces: Sequence[int | str] = (),
    choices: Sequence[int] | None = None,
    prompt: Prompt | None = None,
    choose: Chooser | None = None,
    meant: bool = True,
) -> Record:
    """Play a check to its end, with the given functions for dice and choices; the record calls the dice `name`.

    A choice says what its options lead to, unless it need not be `meant`: finding that out plays the check many times.

    First come the typed `faces`, then dice from `source`, or those that `prompt` asks for. First come the `choices`,
    then those that `choose` asks for; with neither, the rule's policy decides and nobody is asked.
    Raises DiceNeeded or ChoiceNeeded where there is no one to ask, DiceError and ChoiceError for what does not fit.
    """
    thrown = faces_of(faces)
    taken = None if choices is None and choose is None else choices_of(choices or ())
    while True:
        dice = TypedDice(thrown, source)
        try:
            record = roll_check(check, dice, name, taken)
            dice.finish()
        except DiceNeeded as needed:
            more = faces_of(prompt(needed)) if prompt is not None else ()
            if not more:
                raise
            thrown.extend(more)
        except ChoiceNeeded as question:
            explained = with_meanings(check, question) if meant else question
            if choose is None or taken is None:
                raise explained from None
            on_the_table = question.faces
            thrown = on_the_table + thrown[len(on_the_table) :]
            taken.append(choose(explained))
        else:
            return record


def replay(check: Check, faces: Sequence[int], choices: Sequence[int] = ()) -> Record:
    """Return the record of a roll that already happened, from its faces and choices.

    `faces` are all faces in the order in which they were rolled. `choices` are the options taken, as indices from 0;
    without any, the policy of the rule decides.

    Raises DiceError if there are too many faces or impossible ones, and DiceNeeded if there are too few. ChoiceError
    and ChoiceNeeded say the same of choices.

    >>> from sixfold import parse
    >>> replay(parse("odgs vs 9 advantage 1"), [6, 5, 4, 4], choices=[2]).outcome.sum
    13
    """
    one_of(check, "What is played again", Check, "a check")
    return play(check, TYPED, faces=faces, choices=choices_of(choices) or None, meant=False)


def with_meanings(check: Check, question: ChoiceNeeded) -> ChoiceNeeded:
    """The same question, with what would come of each option as far as the dice on the table tell."""
    again = roller_for(check, TYPED)
    choices = [(*question.choices, at) for at in range(len(question.options))]
    question.meanings = tuple([_meaning(again, question.faces, each) for each in choices])
    return question


def _meaning(again: CheckRoller, faces: Sequence[int], choices: tuple[int, ...]) -> str:
    endings = list(dict.fromkeys(islice(_endings(again, faces, choices), MEANINGS + 1)))
    meaning = "; or ".join(endings[:MEANINGS])
    return f"{meaning}; or something else" if len(endings) > MEANINGS else meaning


def _endings(again: CheckRoller, faces: Sequence[int], choices: tuple[int, ...]) -> Iterator[str]:
    """Every way in which the check can end from here, and the dice that it would go on with."""
    try:
        yield again(TypedDice(faces), choices).announcement
    except DiceNeeded as needed:
        yield f"throw {needed.size}d{needed.sides} for “{needed.label}”"
    except ChoiceNeeded as question:
        for at in range(len(question.options)):
            yield from _endings(again, faces, (*choices, at))
    except SixfoldError as error:
        yield error.message
