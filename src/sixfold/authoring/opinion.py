"""A second opinion about the odds of a check of one's own game: plays with dice that are known, here and elsewhere.

What differs in another process, or is impossible by the odds, has its reason in something besides the dice.
"""

import os
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from time import process_time
from typing import Any, Final, NamedTuple

from sixfold.authoring.comparison import (
    BESIDES,
    Chances,
    against_backwards,
    against_faces,
    against_rolls,
    chances_of,
    in_words,
    unsound,
    with_dice,
)
from sixfold.authoring.every_face import EveryFace, Outcome, every_face
from sixfold.authoring.folds import check_fold, own_folds
from sixfold.authoring.other_process import Elsewhere, Question, ask_other_processes, files_of, hash_seeds
from sixfold.authoring.traced_play import parting, steps_of
from sixfold.authoring.verdict import Verdict
from sixfold.base.bounds import TOLERANCE, WORK
from sixfold.base.printable import shown
from sixfold.base.wording import listed
from sixfold.checks.check import parse
from sixfold.errors import OddsError, RuleError, SixfoldError, misdeclared
from sixfold.playing.record import Record, check_roller
from sixfold.playing.sources.seeded import SeededDice
from sixfold.rules.check import Check
from sixfold.rules.functions import beginning
from sixfold.rules.judging.written import written_in
from sixfold.rules.rule import System
from sixfold.solving.odds import Odds, solve_check
from sixfold.systems import SYSTEMS

PLAYS: Final = 120
"""Plays of one opinion."""

PLAYED: Final = 0.5
"""Seconds of processor time that plays should take here; where one takes long, there are fewer."""

LEAST_PLAYS: Final = 10
"""Plays of one opinion, however long they take."""

BACKWARDS_WORK: Final = 3_000_000
"""Work of odds that are also found in another order, in the other process: less than a second."""

SLOW: Final = 0.05
"""Seconds of processor time of a play that is too slow for a game's odds to be confirmed before anybody asks."""


class Opinion(NamedTuple):
    """How much was played: times, how much of all rolls (0 to 1), and whether it was played in another process."""

    plays: int
    share: Fraction
    elsewhere: bool


def confirm(check: Check, odds: Odds) -> None:
    """Raise RuleError where a second opinion about a check finds something else than its odds; once for each file.

    A game that was handed over in Python is played in this process alone.
    The code is rule/changing or rule/unsound.
    """
    verdict = Verdict.about(check.text, files_of(check))
    if not verdict.known and second_opinion(check, odds).elsewhere:
        verdict.keep()


def confirm_game(system: System) -> None:
    """Confirm the example of each rule of a game, as `confirm` does; what takes long to solve is left to who asks."""
    unknown: list[tuple[Verdict, Check, Odds]] = []
    for rule in system.rules:
        check = parse(rule.example, {**SYSTEMS, system.name: system})
        verdict = Verdict.about(check.text, files_of(check))
        begun = process_time()
        with suppress(SixfoldError):
            check_roller(check, "a second opinion")(SeededDice("a second opinion"))
        if process_time() - begun < SLOW and not verdict.known:
            with suppress(OddsError):
                unknown.append((verdict, check, solve_check(check, TOLERANCE, WORK // 4)))
    opinions = second_opinions([(check, odds) for _, check, odds in unknown])
    for (verdict, _, _), opinion in zip(unknown, opinions, strict=True):
        if opinion.elsewhere:
            verdict.keep()


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
    seeds = hash_seeds([file for check, _ in asked for file in files_of(check)])
    there = ask_other_processes([each.question for each in here], seeds) if asked else []
    if there is None:
        return [Opinion(len(each.plays), each.share, False) for each in here]
    for each, other in zip(here, there, strict=True):
        _against_elsewhere(each, other, seeds)
    return [Opinion(len(each.plays), each.share, True) for each in here]


class _Here(NamedTuple):
    """A check as it was played here: plays with faces and outcome, how much of all rolls they are, and its odds."""

    check: Check
    plays: list[tuple[tuple[int, ...], Outcome]]
    share: Fraction
    solved: Chances
    work: int

    @property
    def question(self) -> Question:
        """The question to another process."""
        return Question(self.check, [faces for faces, _ in self.plays], self.work)


def _here(check: Check, odds: Odds) -> _Here:
    """Play a check in this process, and hold that against its odds."""
    check_names(check, odds)
    played, records = _played(check)
    solved = chances_of(odds)
    against_faces(check, solved, odds.unresolved, played)
    for fold, tried in own_folds(records).items():
        check_fold(fold, *tried)
    rolled = [(tuple(record.faces), tuple(record.outcome.items())) for record in records if played.left]
    against_rolls(check, odds, solved, Counter([outcome for _, outcome in rolled]))
    plays = [*played.plays, *rolled]
    for faces, outcome in () if odds.unresolved else plays:
        if outcome not in solved:
            raise unsound(check, f"“{in_words(outcome)}” is impossible by the odds, but happened{with_dice(faces)}.")
    work = 0 if odds.unresolved or odds.solution.work > BACKWARDS_WORK else 2 * odds.solution.work
    # The likeliest come last: what a rare roll leaves behind shows in them.
    return _Here(check, plays[::-1], 1 - played.left, solved, work)


def _against_elsewhere(here: _Here, there: Elsewhere, seeds: Sequence[str]) -> None:
    """Raise RuleError (rule/changing) where another process found something else."""
    for at, ((faces, outcome), other) in enumerate(zip(here.plays, there.plays, strict=True)):
        if other != [[name, value] for name, value in outcome]:
            raise _differs(here.check, faces, outcome, other, seeds[at % len(seeds)])
    if there.backwards is not None:
        against_backwards(here.check, here.solved, there.backwards)


@lru_cache(maxsize=64)
def _played(check: Check) -> tuple[EveryFace, Sequence[Record]]:
    """Return plays of a check with its likely faces, and rolls with chance ones: one where there are no other faces."""
    roll_once, dice = check_roller(check, "a second opinion"), SeededDice(f"a second opinion of {check.text}")
    begun = process_time()
    records = [roll_once(dice)]
    most = max(LEAST_PLAYS, min(PLAYS, int(PLAYED / max(1e-6, process_time() - begun))))
    found = every_face(check, most)
    records += [roll_once(dice) for _ in range(most - len(found.plays) - 1 if found.left else 0)]
    return found, records


def _differs(check: Check, faces: Sequence[int], outcome: Outcome, other: Any, seed: str) -> RuleError:
    """The error for a play that gave something else in a process of this seed, with the line where the two part."""
    there = ask_other_processes([Question(check, [faces])], [seed], traced=True)
    file, begins = beginning(check.rule.play)
    place = parting(steps_of(check, faces, files_of(check)), there[0].plays[0] if there else ())
    result = f"“{in_words(tuple(map(tuple, other)))}”" if isinstance(other, list) else f"an error ({other})"
    dice = f"with the dice {' '.join(map(str, faces))}" if faces else "without any dice"
    return RuleError(
        "rule/changing",
        f"Played twice {dice}, it gives “{in_words(outcome)}” and, in another process, {result}. {BESIDES}: what an "
        "earlier play left behind, the order of a set, or what Python says of the machine, the folder or the command.",
    ).placed(os.path.join(os.path.dirname(file), place[0]) if place else file, place[1] if place else begins)
