"""Hands of mixed dice, symbols, cards and folds of one's own: solved, rolled and counted die by die alike."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Annotated, Any

import icepool
import pytest

import sixfold
from sixfold.authoring.second_opinion.every_face import every_face
from sixfold.errors import DiceNeeded, RuleError
from sixfold.rules import (
    Deck,
    DicePool,
    Die,
    Fold,
    System,
    Table,
    at_least,
    count,
    each_face,
    groups,
    highest,
    longest_run,
    lowest,
    most_alike,
    most_common,
    nth_highest,
    of_a_kind,
    pairs_lost,
    pairs_tied,
    pairs_won,
    ranks,
    score,
    sets,
    showing,
    suits,
    total,
    without_highest,
)
from sixfold.rules.dry_run import DryRun
from sixfold.rules.rolled_table import RolledTable
from sixfold.rules.rule import Rule
from sixfold.rules.table import Values
from sixfold.rules.typed_faces import TypedDice
from sixfold.solving.solver import solve

MIXED = [2, 3, 3, 4]
BOOST = Die.of((), "advantage", ("success", "advantage"))
SETBACK = Die.of((), "failure", ("failure", "threat"), "threat")
CARDS = Deck(3, 2)


class Straight(Fold[bool]):
    """Whether three faces follow each other."""

    def start(self, size: int) -> tuple[int, int]:
        return (0, 0)

    def step(self, state: tuple[int, int], face: int, count: int) -> tuple[int, int]:
        length, above = state
        if length == 3:
            return state
        return (length + 1 if above == face + 1 else 1, face)

    def end(self, state: tuple[int, int]) -> bool:
        return state[0] == 3

    def plainly(self, faces: list[int]) -> bool:
        """The same for the slow twin."""
        return any({face, face + 1, face + 2} <= set(faces) for face in faces)


class Paired(Fold[str]):
    """The pairs in words, all of them or those of some faces."""

    def __init__(self, *of: int) -> None:
        self.of = of

    def start(self, size: int) -> str:
        return ""

    def step(self, state: str, face: int, count: int) -> str:
        return state + str(face) if count >= 2 and (not self.of or face in self.of) else state

    def end(self, state: str) -> str:
        return f"pairs {state}"

    def plainly(self, faces: list[int]) -> str:
        """The same for the slow twin."""
        paired = sorted({face for face in faces if faces.count(face) > 1 and face in (self.of or faces)}, reverse=True)
        return "pairs " + "".join(map(str, paired))


def reading(dice: Any, *folds: Fold[Any], die: Die | int = 6) -> Callable[[Table], Values]:
    """A rule that rolls some dice and asks all of this."""

    def rule(table: Table) -> Values:
        found = table.read(table.roll(dice, "dice", die), *folds)
        return named(found if len(folds) > 1 else (found,))

    return rule


def named(answers: Any) -> Values:
    return {str(at): str(answer) if isinstance(answer, tuple) else answer for at, answer in enumerate(answers)}


def again(*which: Any, dice: Any = MIXED, **more: Any) -> Callable[[Table], Values]:
    """A rule that rerolls some dice, before or after it reads something."""

    def rule(table: Table, late: bool = False) -> Values:
        hand = table.roll(dice)
        first = table.read(hand, total()) if late else 0
        hand = table.rethrow(hand, *which, **more)
        return {"first": first, "sum": table.read(hand, total()), "best": table.read(hand, highest(1))}

    def late(table: Table) -> Values:
        return rule(table, late=True)

    return late if more.pop("late", False) else rule


def effect(table: Table) -> Values:
    """Keep two dice, and the largest other one for the effect."""
    dice = table.pick(table.roll([2, 3, 3, 4]), 3, lambda dice: (dice[0] + dice[1], dice[2].sides))
    return {"total": dice[0] + dice[1], "effect": dice[2].sides}


def mixed_symbols(table: Table) -> Values:
    dice = table.pick(table.roll([BOOST, BOOST, SETBACK]), 2, lambda dice: sum(d.count("advantage") for d in dice))
    return {"seen": " / ".join(sorted(map(str, dice)))}


def symbols_again(table: Table) -> Values:
    hand = table.rethrow(table.roll(2, "boost", BOOST), {"advantage"})
    return {"hits": table.read(hand, count("success")), "all": table.read(hand, count("success", "advantage"))}


def cards(table: Table) -> Values:
    hand = table.draw(CARDS, 3)
    kinds, run, best = table.read(ranks(hand), groups(), longest_run(), total())
    alike, suit = table.read(suits(hand), most_alike(), most_common())
    return {"kinds": str(kinds), "run": run, "best": best, "alike": alike, "suit": suit}


def alike_cards(table: Table) -> Values:
    hand = table.draw(CARDS, 3)
    return {"flush": table.read(suits(hand), most_alike()) == 3, "kinds": str(table.read(ranks(hand), groups()))}


def ordered_suits(table: Table) -> Values:
    hand = table.draw(CARDS, 3)
    alike = table.read(suits(hand), of_a_kind(2, after=1))
    return {"alike": alike, "kinds": str(table.read(ranks(hand), groups())), "best": table.read(hand, highest(1))}


def uneven_cards(table: Table) -> Values:
    hand = table.draw(Deck(3, 2, counts=[0, 1, 2, 1, 1, 1]), 2)
    return {"flush": table.read(suits(hand), groups()) == (2,), "kinds": str(table.read(ranks(hand), sets()))}


def matched(table: Table) -> Values:
    won, tied, lost = table.read((table.roll([2, 3]), table.roll([3, 4])), pairs_won(), pairs_tied(), pairs_lost())
    return {"won": won, "tied": tied, "lost": lost}


def read_twice(table: Table) -> Values:
    hand = table.roll(MIXED)
    kinds = table.read(hand, groups())
    pair = table.read(hand, of_a_kind(2)) if kinds[0] > 1 else False
    return {
        "kinds": str(kinds),
        "pair": pair,
        "sets": str(table.read(hand, sets(2, 1))),
        "sum": table.read(hand, total()),
    }


RULES: dict[str, Callable[[Table], Values]] = {
    "total": reading(MIXED, total()),
    "ranks": reading(MIXED, highest(2), lowest(1)),
    "rank": reading(MIXED, nth_highest(2)),
    "rest": reading(MIXED, without_highest(1), at_least(3, 1)),
    "counts": reading(MIXED, showing(">=", 3), showing("=", 1), score({1: 5, 4: -1})),
    "kinds": reading(MIXED, of_a_kind(2), most_common(), most_alike()),
    "shapes": reading(MIXED, groups(), longest_run()),
    "sets": reading(MIXED, sets(), sets(2, 1, by="height"), sets(1, 2)),
    "each face": reading(MIXED, *each_face(4)),
    "own faces": reading([Die.of(1, 1, 5), 3], total(), highest(1)),
    "same dice": reading([3, 3], total(), groups()),
    "no dice": reading([], total()),
    "one die": reading([4], total()),
    "rerolled dice": reading([Die(4, reroll={1}, once=True), 2], total(), highest(1)),
    "own fold": reading(4, Straight(), total(), die=4),
    "own fold of mixed dice": reading(MIXED, Straight(), Paired()),
    "own fold with names": reading(4, Paired(), Paired(1, 2), die=3),
    "effect die": effect,
    "read twice": read_twice,
    "paired": matched,
    "rerolled by face": again({1, 2}),
    "rerolled by face once read": again({1, 2}, dice=[2, 3, 3], late=True),
    "rerolled by a function": again(lambda dice: dice[1:], dice=[2, 3, 3], late=True),
    "rerolled by size": again(lambda dice: [die for die in dice if die.sides == 3 and die < 3], dice=[2, 3, 3]),
    "rerolled among": again(among={1, 2}, dice=3),
    "rerolled of those": again({1}, among=range(1, 3), dice=3),
    "rerolled among by a function": again(among=lambda dice: dice[-1:], dice=[2, 3, 3]),
    "symbols": reading(3, count("success"), count("advantage"), die=BOOST),
    "cancelling symbols": reading(
        [BOOST, SETBACK, SETBACK], count("success", less="failure"), count("advantage", less="threat")
    ),
    "symbols of mixed dice": reading([BOOST, SETBACK], groups(), most_common(), count("threat", "failure")),
    "picked symbols": mixed_symbols,
    "symbols that are rerolled": symbols_again,
    "symbols that explode": reading(2, count("a"), die=Die.of("a", "b", explode="a", depth=1)),
    "limited explosions": reading(2, total(), highest(1), die=Die(3, explode={3}, depth=2)),
    "no explosion": reading(2, total(), die=Die(3, explode={3}, depth=0)),
    "every face explodes": reading(2, total(), die=Die(2, explode={1, 2}, depth=1)),
    "first throws are rerolled once": reading(
        2, total(), die=Die(3, reroll={1}, once=True, explode={3}, depth=1, first=True)
    ),
    "every throw is rerolled once": reading(2, total(), die=Die(3, reroll={1}, once=True, explode={3}, depth=1)),
    "mixed explosions": reading([Die(2, explode={2}, depth=1), Die(3, explode={3}, depth=1)], highest(1), total()),
    "cards": cards,
    "alike cards": alike_cards,
    "uneven cards": uneven_cards,
    "suits by their order": ordered_suits,
}


@pytest.mark.parametrize("name", RULES)
def test_every_pool_on_every_table(name: str) -> None:
    """The solver, the table with dice and the twin that knows only single dice give the same chances."""
    from tests.solving.exhaustive import exhaust  # here, since each play looks at all that is around a rule

    rule = RULES[name]
    found, left_out = exhaust(rule, 8)
    solution = solve(rule)
    assert not solution.unresolved
    solved = {
        tuple(sorted(zip(solution.fields, row, strict=True))): Fraction(ways, solution.scale)
        for row, ways in solution.rows.items()
    }
    assert close(solved, found, left_out)
    check = sixfold.parse("pool", {"pool": System(Rule(rule), name="pool")})
    played = every_face(check, 100_000)
    assert close(solved, {tuple(sorted(row)): chance for row, chance in played.chances.items()}, played.left)
    assert set(rule(DryRun())) == {field for row in found for field, _ in row}


def close(solved: dict[Any, Fraction], found: dict[Any, Fraction], left: Fraction) -> bool:
    """Whether chances are the same, but for dice that are rerolled more often than was gone through."""
    return all(0 <= chance - found.get(row, 0) <= left for row, chance in solved.items()) and set(found) <= set(solved)


# -- a second witness ------------------------------------------------------------------------------------------


def test_mixed_dice_as_icepool_has_them() -> None:
    """Large hands of mixed dice have the chances that icepool gives."""
    dice = [4, 6, 6, 8, 10, 12]
    solution = solve(lambda table: table.read(table.roll(dice), highest(3)))
    peer = icepool.Pool([icepool.d(sides) for sides in dice]).highest(3).sum()
    assert {value: Fraction(ways, solution.scale) for (value,), ways in solution.rows.items()} == {
        value: Fraction(peer.quantity(value), peer.denominator()) for value in peer
    }


def test_exploding_dice_of_several_kinds() -> None:
    """What is followed of exploding mixed dice is exact, and all else is unresolved."""
    die, other = Die(4, explode={4}), Die(6, explode={6})
    solution = solve(lambda table: table.read(table.roll([die, other]), highest(1)), Fraction(1, 1000))
    peer = icepool.highest(icepool.d4.explode(depth=9), icepool.d6.explode(depth=9))
    for value in range(1, 12):
        exact = Fraction(peer.quantity(value), peer.denominator())
        assert abs(Fraction(solution.rows[value,], solution.scale) - exact) <= solution.unresolved
    assert 0 < solution.unresolved < Fraction(1, 1000)


def test_a_player_rerolls_only_what_is_allowed() -> None:
    """Exactly ten on 3d6, where a player may reroll dice that show 1 to 3 once, has 359 of 1,728 at best."""

    def ten(table: Table) -> bool:
        hand = table.rethrow(table.roll(3), among={1, 2, 3}, ask="Which dice?")
        return table.read(hand, total()) == 10

    game = {"ten": System(ten, name="ten")}
    assert sixfold.odds("ten", aim="success", systems=game).best.low == Fraction(359, 1728)


# -- on the table ----------------------------------------------------------------------------------------------


def test_mixed_dice_are_thrown_kind_by_kind() -> None:
    """Typed dice are those of each kind in turn, in the order of the list."""
    table: Any = RolledTable(TypedDice([6, 1, 8, 10]))
    hand = table.roll([6, 8, 8, 10], "pool")
    assert table.read(hand, total(), highest(1)) == (25, 10)
    assert [(thrown.sides, thrown.faces) for thrown in table.throws] == [(6, (6,)), (8, (1, 8)), (10, (10,))]
    with pytest.raises(DiceNeeded) as needed:
        RolledTable(TypedDice([6, 1])).roll([6, 8, 8], "pool")
    assert (needed.value.size, needed.value.sides) == (1, 8)


def test_a_player_picks_among_mixed_dice() -> None:
    """The options say which die is which."""

    def rule(table: Table) -> int:
        (die,) = table.pick(table.roll([6, 8, 6]), 1, lambda dice: dice[0].sides, "Which die is the effect?")
        return int(die.sides)

    game = {"pool": System(Rule(rule), name="pool")}
    needed = sixfold.step(sixfold.parse("pool", game), [5, 2, 5])
    assert needed.options == ("5 (d6)", "5 (d8)", "2 (d6)")  # type: ignore[union-attr]
    assert sixfold.step(sixfold.parse("pool", game), [5, 2, 5], [1]).outcome.total == 8  # type: ignore[union-attr]


def test_a_roll_shows_its_symbols() -> None:
    """What is read of symbols is told by their names."""
    table: Any = RolledTable(TypedDice([1, 2, 3]))
    hand = table.roll(3, "boost", BOOST)
    assert table.read(hand, count("advantage")) == 2
    assert table.trail[0].text == "2 advantage"


# -- what cannot be --------------------------------------------------------------------------------------------


def odd(value: Any) -> Any:
    return value


class Forgetful(Straight):
    """A fold that remembers in a list."""

    def start(self, size: int) -> Any:
        return [0, 0]


@pytest.mark.parametrize(
    ("slip", "sentence"),
    [
        (lambda table: table.read(table.roll(5, "dice", 10), *each_face()), "write *each_face(die)"),
        (lambda table: table.read(table.draw([4] * 13, 2), *each_face()), "write *each_face(die)"),
        (lambda table: table.read(table.roll(2), showing("=", 7)), "can show 7: its faces are 1 to 6"),
        (lambda table: table.read(table.roll(2), at_least(7, 1)), "No die of this hand can show 7"),
        (lambda table: table.read(table.roll(2), sum), "not the function sum"),
        (lambda table: table.read(table.roll(2), lambda dice: 1), "Your own fold is a class with start, step and end"),
        (lambda table: table.read(table.roll(2), Straight), "write Straight() instead of Straight"),
        (lambda table: table.read(table.roll(2), Forgetful()), "“Forgetful” remembers a list, which can change"),
        (lambda table: highest(1) >= 5, "A fold is a question, and no number until it is asked"),
        (lambda table: total() + 2, "A fold is a question"),
        (lambda table: table.roll([6, BOOST]), "Dice with symbols and dice with numbers"),
        (lambda table: table.roll([6, 8], "dice", 10), "says its dice in the list"),
        (lambda table: table.roll([6, "8"]), "A die is a number of sides, or a Die: not “8”"),
        (lambda table: table.read(table.roll(2, "b", BOOST), count("succes")), "Did you mean “success”?"),
        (lambda table: table.read(ranks(table.roll(2)), groups()), "cards drawn from a Deck"),
        (lambda table: table.rethrow(table.roll(2)), "Say which dice to reroll"),
        (lambda table: table.rethrow(table.roll(1), {1, 2}, among={1}), "is not among the dice that may be"),
        (lambda table: table.pick(ranks(table.draw(CARDS, 2)), 1, max), "only read"),
    ],
)  # fmt: skip
def test_what_pools_cannot_do(slip: Any, sentence: str) -> None:
    """Each slip is one sentence, rolled and solved alike."""
    from tests.rules.test_hands import refusals  # here, as above

    for error in refusals(lambda table: {"it": slip(table) or 0}):
        assert sentence in error.message


def test_decks_and_dice_that_cannot_be() -> None:
    """A deck has counts for its kinds; a die explodes a number of times."""
    with pytest.raises(RuleError, match="A deck has 6 kinds of cards"):
        Deck(3, 2, counts=[1])
    with pytest.raises(sixfold.SixfoldError):
        Die(6, explode=6, depth=101)


# -- in a check ------------------------------------------------------------------------------------------------


def step(table: Table, dice: Annotated[list[int], DicePool(sides=(6, 8, 10))], vs: int = 10) -> bool:
    return table.read(table.roll(dice, "pool"), highest(2)) >= vs


def test_dice_of_several_kinds_in_a_check() -> None:
    """A check says its dice side by side in any order, as text and as plain data."""
    game = {"step": System(step, name="step")}
    check = sixfold.parse("step vs 12 2d8 d10 d6", game)
    assert check.text == "step d6 2d8 d10 vs 12"
    assert check.options["dice"] == [6, 8, 8, 10]
    assert sixfold.check("step", dice=[10, 8, 6, 8], vs=12, systems=game) == check
    chance = sixfold.odds(check).p("success")
    pool = icepool.Pool([icepool.d(sides) for sides in (6, 8, 8, 10)]).highest(2).sum()
    assert chance == Fraction((pool >= 12).quantity(True), pool.denominator())
    for text, sentence in (
        ("step d6 d7", "No d7 belongs here"),
        ("step 100d6 d8", "This hand has 101 dice; it must have 1 to 100"),
        ("step", "needs"),
    ):
        with pytest.raises(sixfold.SixfoldError, match=sentence):
            sixfold.parse(text, game)
