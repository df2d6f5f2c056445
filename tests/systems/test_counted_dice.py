"""Whether dice are counted, against every chain of throws that one of them can make."""

from __future__ import annotations

from itertools import product

import pytest

from sixfold.systems.dice.expression import Compare, Dice

SIDES, FAR = 4, 12
"""The sides of a die, and a sum from which on all are alike."""

NONE: tuple[Compare, ...] = ()
REROLLS = ((NONE, False), ((Compare("=", 1),), False), ((Compare("<", 3),), True), ((Compare(">=", 2),), True))
EXPLODES = (NONE, (Compare("=", 4),), (Compare("=", 2),), (Compare(">=", 2),), (Compare("=", 1), Compare("=", 3)))
COMPARES = [Compare(sign, number) for sign in (">=", ">", "<=", "<", "=") for number in range(10)]


def chains(dice: Dice, start: int, worth: dict[int, int]) -> set[int]:
    """Every total that a die can reach, thrown again while it explodes, from a total so far."""
    rerolled, exploding = ({face for face in worth if any(one.holds(face) for one in said)}
                           for said in (dice.reroll, dice.explode))  # fmt: skip
    staying = worth.keys() if dice.once else worth.keys() - rerolled
    new, seen, ends = {start}, set[int](), set[int]()
    while new:
        seen |= new
        ends |= {min(FAR, so_far + worth[face]) for so_far in new for face in staying - exploding}
        new = {min(FAR, so_far + worth[face]) for so_far in new for face in staying & exploding} - seen
    return ends


@pytest.mark.parametrize("compound", [False, True])
@pytest.mark.parametrize("reroll", REROLLS)
def test_what_is_counted(reroll: tuple[tuple[Compare, ...], bool], compound: bool) -> None:
    """A die counts always, never, or as it falls; of exploding ones that count apart, each or one in every chain."""
    faces = dict(zip(range(1, SIDES + 1), range(1, SIDES + 1), strict=True))
    for explode, compare in product(EXPLODES, COMPARES):
        dice = Dice(1, SIDES, *reroll, explode, compound)
        if not dice.ending or (explode and dice.staying == dice.ending):
            continue
        if compound:
            ways = {compare.holds(shown) for shown in chains(dice, 0, faces)}
            settled = all(
                {compare.holds(face)} == {compare.holds(shown) for shown in chains(dice, face, faces)}
                for face in dice.staying - dice.ending
            )
            assert dice.settles(compare) == settled, (dice, compare)
        else:
            numbers = chains(dice, 0, {face: int(compare.holds(face)) for face in faces})
            ways = {True} if numbers == {1} else {compare.holds(face) for face in dice.staying}
        assert dice.counts(compare) == ways, (dice, compare)
