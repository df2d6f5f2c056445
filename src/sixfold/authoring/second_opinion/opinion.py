"""A second opinion about the odds of a check of one's own game: plays with dice that are known, here and elsewhere.

What differs in another process, or is impossible by the odds, has its reason in something besides the dice.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from time import process_time
from typing import Final, NamedTuple

from sixfold.authoring.second_opinion.approvals import files_of
from sixfold.authoring.second_opinion.backwards_odds import HERE_WORK, chances_again
from sixfold.authoring.second_opinion.comparison import (
    Plays,
    against_backwards,
    against_faces,
    against_rolls,
    chances_of,
    in_words,
    unsound,
    with_dice,
)
from sixfold.authoring.second_opinion.every_face import EveryFace, every_face
from sixfold.authoring.try_folds import check_fold, own_folds
from sixfold.base.printable import shown
from sixfold.base.wording import listed
from sixfold.errors import misdeclared
from sixfold.playing.record import Record, roller_for
from sixfold.playing.sources.seeded import SeededDice
from sixfold.rules.check import Check
from sixfold.rules.functions import beginning
from sixfold.rules.judging.returned_names import written_in
from sixfold.solving.odds import Odds

PLAYS: Final = 120
"""Plays of one opinion."""

PLAYED: Final = 0.5
"""Seconds of processor time that plays should take here; where one takes long, there are fewer."""

LEAST_PLAYS: Final = 10
"""Plays of one opinion, however long they take."""


class Opinion(NamedTuple):
    """How many times a check was played, and whether it was played in another process."""

    plays: int
    elsewhere: bool


def check_names(check: Check, odds: Odds) -> None:
    """Raise RuleError (rule/declared) for an event with a name that did not come, and is not in the file."""
    rule = check.rule
    for event in rule.events:
        field, sign, value = event.name.partition("=")
        known = not sign or odds.events.get(event.name) or odds.unresolved
        if not known and value not in written_in(rule.play) and value not in rule.promised.get(field, ()):
            came = [name for name, chance in odds.events.items() if chance and name.startswith(f"{field}=")]
            raise misdeclared(
                f"The event “{shown(event.name)}” of {rule.name} never happens: {listed(came)} came."
            ).placed(*(rule.place if rule.place[0] else beginning(rule.play)))


def second_opinion(check: Check, odds: Odds) -> Opinion:
    """Play a check with likely dice and with chance ones, and hold that against its odds, and against another process.

    Raises RuleError (rule/unsound) where the odds are wrong, and (rule/changing) where the other process gives another
    outcome, with the dice, both results and the line.
    """
    (opinion,) = second_opinions([(check, odds)])
    return opinion


def second_opinions(asked: Sequence[tuple[Check, Odds]]) -> list[Opinion]:
    """Return the second opinions about several checks with their odds, for which the same other processes are asked."""
    here = [_here(check, odds) for check, odds in asked]
    elsewhere = False
    if any(files_of(check) for check, _ in asked):
        from sixfold.authoring.second_opinion.other_process_check import (
            the_same_elsewhere,  # here, since games of no file have no other process
        )

        elsewhere = the_same_elsewhere(here)
    for plays in here if not elsewhere else ():
        against_backwards(plays, chances_again(plays.check, min(HERE_WORK, plays.work)))
    return [Opinion(len(plays.plays), elsewhere) for plays in here]


def _here(check: Check, odds: Odds) -> Plays:
    """Return plays of a check in this process, held against its odds."""
    check_names(check, odds)
    played, records = _played(check)
    solved = chances_of(odds)
    against_faces(check, solved, odds.unresolved, played)
    for fold, tried in own_folds(records).items():
        check_fold(fold, *tried)
    rolled = [(tuple(record.faces), tuple(record.outcome.items())) for record in records if played.left]
    for faces, outcome in () if odds.unresolved else rolled:
        if outcome not in solved:
            raise unsound(check, f"“{in_words(outcome)}” is impossible by the odds, but happened{with_dice(faces)}.")
    against_rolls(check, odds, solved, Counter([outcome for _, outcome in rolled]))
    # The likeliest come last: what a rare roll leaves behind shows in them.
    return Plays(check, [*played.plays, *rolled][::-1], solved, not odds.unresolved, 2 * odds.solution.work)


@lru_cache(maxsize=64)
def _played(check: Check) -> tuple[EveryFace, Sequence[Record]]:
    """Return plays of a check with its likely faces, and rolls with chance ones: one where there are no other faces."""
    roll_once, dice = roller_for(check, "a second opinion"), SeededDice(f"a second opinion of {check.text}")
    begun = process_time()
    records = [roll_once(dice)]
    most = max(LEAST_PLAYS, min(PLAYS, int(PLAYED / max(1e-6, process_time() - begun))))
    found = every_face(check, most)
    records += [roll_once(dice) for _ in range(most - len(found.plays) - 1 if found.left else 0)]
    return found, records
