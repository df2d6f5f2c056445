"""Plays of checks held against the same plays in other processes."""

import os
from collections.abc import Sequence
from typing import Any

from sixfold.authoring.second_opinion.approvals import files_of
from sixfold.authoring.second_opinion.comparison import BESIDES, Plays, against_backwards, in_words
from sixfold.authoring.second_opinion.every_face import Outcome
from sixfold.authoring.second_opinion.other_process import Elsewhere, PlayRequest, ask_other_processes, hash_seeds
from sixfold.authoring.second_opinion.traced_play import parting, steps_of
from sixfold.errors import RuleError
from sixfold.rules.check import Check
from sixfold.rules.functions import beginning


def the_same_elsewhere(here: Sequence[Plays]) -> bool:
    """Return whether other processes could be asked, which found the same as here.

    Raises RuleError (rule/changing) where one found something else, with the dice, both results and the line, and
    (rule/chance) for a call that no rule may make.
    """
    seeds = hash_seeds([file for plays in here for file in files_of(plays.check)])
    asked = [PlayRequest(each.check, [faces for faces, _ in each.plays], each.work) for each in here]
    there = ask_other_processes(asked, seeds)
    for each, other in zip(here, there or (), strict=there is not None):
        _check_same(each, other, seeds)
    return there is not None


def _check_same(here: Plays, there: Elsewhere, seeds: Sequence[str]) -> None:
    """Raise RuleError for what another process refused, and (rule/changing) where it found something else."""
    if there.refused is not None:
        code, message, file, line = there.refused
        error = RuleError(code, message)
        error.file, error.line = file, line
        raise error
    for at, ((faces, outcome), other) in enumerate(zip(here.plays, there.plays, strict=True)):
        if other != [[name, value] for name, value in outcome]:
            raise _differs(here.check, faces, outcome, other, seeds[at % len(seeds)])
    for chances in there.backwards:
        against_backwards(here, chances)


def _differs(check: Check, faces: Sequence[int], outcome: Outcome, other: Any, seed: str) -> RuleError:
    """The error for a play that gave something else in a process of this seed, with the line where the two part."""
    there = ask_other_processes([PlayRequest(check, [faces])], [seed], traced=True)
    file, begins = beginning(check.rule.play)
    place = parting(steps_of(check, faces, files_of(check)), there[0].plays[0] if there else ())
    result = f"“{in_words(tuple(map(tuple, other)))}”" if isinstance(other, list) else f"an error ({other})"
    dice = f"with the dice {' '.join(map(str, faces))}" if faces else "without any dice"
    return RuleError(
        "rule/changing",
        f"Played twice {dice}, it gives “{in_words(outcome)}” and, in another process, {result}. {BESIDES}: what an "
        "earlier play left behind, the order of a set, or what Python says of the machine, the folder or the command.",
    ).placed(os.path.join(os.path.dirname(file), place[0]) if place else file, place[1] if place else begins)
