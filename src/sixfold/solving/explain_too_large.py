"""Why a rule is too much work: the line of its author that divides the paths most, and what to write instead."""

from collections import Counter
from inspect import CO_GENERATOR
from types import CodeType, FrameType
from typing import NamedTuple

from sixfold.errors import OddsError
from sixfold.rules.judging.blame import authors_helper, authors_place
from sixfold.rules.table import Delegating
from sixfold.solving.counting.work_limit import Work
from sixfold.solving.path import ADDED, CUT, DERIVED, JOINED, READ, SPLIT, VALUED

RETRY = 10
"""The rule is followed again for this part of the work, to see where it divides."""

OFTEN = 4
"""So many places on its paths where one line divides are a loop."""


class CodeLine(NamedTuple):
    """A line of an author's file, and what it must know there."""

    file: str
    line: int
    kind: str
    helper: CodeType | None
    """The function around the line, if another function calls it and `table.play` could play it instead."""


class WatchedWork(Work):
    """Work that remembers which lines divide the paths, and how much."""

    __slots__ = ("depths", "lines")

    def __init__(self, left: int) -> None:
        super().__init__(max(1, left))
        self.lines: Counter[CodeLine] = Counter()
        self.depths: dict[CodeLine, set[int]] = {}

    def divided(self, kind: str, ways: int, depth: int) -> None:
        place = authors_place()
        if place is not None:
            line = CodeLine(*place, kind, _could_be_a_rule(authors_helper()))
            self.lines[line] += ways - 1
            self.depths.setdefault(line, set()).add(depth)

    def refusal(self) -> OddsError | None:
        """Return the error for too much work, with the author's line that divides it most, if there is one."""
        if not self.lines:
            return None
        ((line, _),) = self.lines.most_common(1)
        name = line.file.replace("\\", "/").rpartition("/")[2]
        if line.kind is CUT:
            let = "Write the loop as table.repeat, let" if len(self.depths[line]) >= OFTEN else "Let"
            return OddsError(
                "odds/too-large",
                "Best play in this check would take more work than one evaluation may. "
                f"Line {line.line} of {name} costs most: the player decides there, and best play looks at each option "
                f"in all that the player may know then. {let} the rule remember less, offer "
                "fewer options, or end it sooner (`most`). Or allow more work (on the command line --patient, in "
                "Python work=).",
            )
        return OddsError(
            "odds/too-large",
            "The exact odds of this check would take more work than one evaluation may. "
            f"Line {line.line} of {name} divides them most: {_remedy(line, len(self.depths[line]) >= OFTEN)} "
            "Or ask for less, or allow more work (on the command line --patient, in Python work=).",
        )


def _could_be_a_rule(called: FrameType | None) -> CodeType | None:
    """The code of a function that is given a table first, as no method is, and yields nothing, as generators do."""
    if called is None or called.f_code.co_flags & CO_GENERATOR:
        return None
    code = called.f_code
    table = called.f_locals.get(code.co_varnames[0]) if code.co_argcount else None
    return code if isinstance(table, Delegating) else None


def _remedy(line: CodeLine, loop: bool) -> str:
    if loop and line.helper is not None and line.kind in (SPLIT, VALUED):
        code = line.helper
        options = [f"{option}=..." for option in code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount]]
        name = code.co_qualname.rpartition("<locals>.")[2]
        return (
            f"“{name}” is called there and not played, so that all ways through it are solved separately. Play "
            f"it as a rule, as in table.play({', '.join([name, *options])}): each round of its loops is then "
            "solved once for all that it remembers."
        )
    if line.kind is SPLIT:
        if loop:
            return (
                "each round of a loop on dice is solved for all that the rule may remember there. Remember less, such "
                "as how many dice instead of which. For a “while” until something happens, use table.repeat. For an "
                "“if” on each die, count instead, as in hits += face >= 5."
            )
        return (
            "each “if” on dice solves both cases separately. Count instead, as in hits += face >= 5, "
            "or move that part into its own rule and play it with table.play."
        )
    if line.kind is VALUED:
        more = " For a loop from state to state, use table.repeat." if loop else ""
        return (
            "it needs the value of a number, and solves each value separately. Limit it with clamp, "
            f"ask the hand with a fold, or play the rest as its own rule with table.play.{more}"
        )
    if line.kind in (ADDED, DERIVED):
        return (
            "it calculates with what was read many thousands of times. Multiply instead (times * die), read dice as "
            "one hand with total(), or repeat a step with table.repeat."
        )
    if line.kind is JOINED:
        return (
            "it looks at several numbers that hang on the same hands, in each way in which all of these can fall. Ask "
            "the hands one question with a fold of your own, as in table.read((mine, theirs), fold), or go from hand "
            "to hand with table.repeat."
        )
    if line.kind is READ:
        return (
            "it counts the dice of each face, and every combination of these counts is an answer of its own. "
            "Ask the hand for what you need: most_alike(), sets() or groups() for equal dice, score() for points, "
            "showing() for some faces. Draw cards from a Deck, and read ranks(hand) or suits(hand)."
        )
    return (
        "what is read or played there has many results that are no numbers, and each is solved separately. Ask for "
        "numbers, or for less: sets(2, 1) instead of sets(), a fold of your own that returns one number, or fewer "
        "fields of table.play."
    )
