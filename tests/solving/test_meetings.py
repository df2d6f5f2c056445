"""Paths that meet at places of the code: rules are answered as by a plain memo, and equal every roll and choice."""

from __future__ import annotations

import ast
import linecache
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from fractions import Fraction
from functools import cache, lru_cache
from itertools import pairwise, product
from math import comb
from operator import methodcaller
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from sixfold.base.bounds import TOLERANCE, WORK
from sixfold.rules import Deck, Die, Fold, Table, each_face, highest, lowest, showing, total
from sixfold.rules.judging.syntax import CHANGED
from sixfold.solving import paths
from sixfold.solving.best.aim import Aim
from sixfold.solving.best.play import solve_best
from sixfold.solving.meetings import Meetings, Place, Remembered
from sixfold.solving.solver import solve
from tests.effort import THOROUGH
from tests.solving.exhaustive import exhaust
from tests.solving.random_rules import Program, made_up
from tests.solving.test_random_rules import best_of, compare

Chances = dict[tuple[Any, ...], Fraction]


def answered(rule: Callable[..., Any], **options: Any) -> Chances:
    """Every outcome of a rule with its chance, within the work that one answer may take."""
    return chances(solve(rule, **options))


def chances(solution: Any) -> Chances:
    """Every outcome of a solution with its chance."""
    return {row: Fraction(ways, solution.scale) for row, ways in solution.rows.items()}


def by_memo(start: Any, step: Callable[[Any, int], Any], rounds: int, end: Callable[[Any], Chances]) -> Chances:
    """The same by a memo of positions and states: each state after each six-sided die once."""

    @lru_cache(None)
    def go_on(at: int, state: Any) -> Chances:
        if at == rounds:
            return end(state)
        found: dict[tuple[Any, ...], Fraction] = {}
        for face in range(1, 7):
            for row, chance in go_on(at + 1, step(state, face)).items():
                found[row] = found.get(row, Fraction(0)) + chance / 6
        return found

    return go_on(0, start)


# -- rules as they are written -------------------------------------------------------------------------------------


def two_counters(table: Table, dice: int = 10) -> dict[str, Any]:
    harm = luck = 0
    for _ in range(dice):
        die = table.read(table.roll(1, "die"), total())
        if die >= 5:
            harm += 1
        elif die == 1:
            luck += 1
    save = table.read(table.roll(1, "save"), total())
    return {"saved": save + luck >= 3 + harm, "harm": harm}


def a_save_for_each(table: Table, dice: int = 8) -> dict[str, Any]:
    hits = wounds = 0
    for _ in range(dice):
        die = table.read(table.roll(1, "die"), total())
        if die == 6:
            wounds += 1
        elif die >= 4:
            hits += 1
    for _ in range(hits):
        if table.read(table.roll(1, "save"), total()) < 4:
            wounds += 1
    return {"wounds": wounds}


def a_sum_beside(table: Table, dice: int = 12) -> dict[str, Any]:
    harm = crits = 0
    for _ in range(dice):
        die = table.read(table.roll(1, "die"), total())
        harm += die
        if die == 6:
            crits += 1
        elif die == 1 and crits:
            crits -= 1
    return {"harm": harm, "crits": crits}


def dice_in_a_list(table: Table, dice: int = 10) -> dict[str, Any]:
    pool = [table.read(table.roll(1, "die"), total()) for _ in range(dice)]
    hits = crits = 0
    for die in pool:
        if die == 6:
            crits += 1
        elif die >= 4 and crits < 3:
            hits += 1
    return {"hits": hits, "crits": crits}


def several_hands(table: Table, dice: int = 4, rounds: int = 3) -> dict[str, Any]:
    sixes = pairs = 0
    for _ in range(rounds):
        faces = table.read(table.roll(dice, "hand"), *each_face(6))
        sixes += faces[5]
        for many in faces:
            if many >= 2:
                pairs += 1
    return {"sixes": sixes, "pairs": pairs}


LADDERS = {1: 38, 4: 14, 9: 31, 16: 6, 21: 42, 28: 84, 36: 44, 47: 26, 49: 11, 51: 67, 56: 53, 62: 19, 64: 60, 71: 91}


def snakes_and_ladders(table: Table, turns: int = 12) -> dict[str, Any]:
    square = 0
    for _ in range(turns):
        following = square + table.read(table.roll(1, "die"), total())
        if following <= 100:
            square = LADDERS.get(following, following)
    return {"square": square}


def attack_by_attack(table: Table, attacks: int = 20) -> dict[str, Any]:
    slain, left = 0, 3
    for _ in range(attacks):
        if table.read(table.roll(1, "hit"), total()) < 3:
            continue
        if table.read(table.roll(1, "wound"), total()) >= 4:
            left -= table.read(table.roll(1, "damage", 3), total())
            if left <= 0:
                slain, left = slain + 1, 3
    return {"slain": slain, "left": left}


def one_row(**values: Any) -> Chances:
    """An outcome that is certain."""
    return {tuple(values.values()): Fraction(1)}


def saved(state: tuple[int, int]) -> Chances:
    harm, luck = state
    won = Fraction(sum(face + luck >= 3 + harm for face in range(1, 7)), 6)
    return {row: chance for row, chance in {(True, harm): won, (False, harm): 1 - won}.items() if chance}


def saves(state: tuple[int, int]) -> Chances:
    hits, wounds = state
    return by_memo(wounds, lambda n, face: n + (face < 4), hits, lambda n: one_row(wounds=n))


def crits_after(crits: int, face: int) -> int:
    return crits + 1 if face == 6 else crits - 1 if face == 1 and crits else crits


def sorted_out(state: tuple[int, int], face: int) -> tuple[int, int]:
    hits, crits = state
    return hits + (4 <= face < 6 and crits < 3), crits + (face == 6)


def moved(square: int, face: int) -> int:
    following = square + face
    return LADDERS.get(following, following) if following <= 100 else square


def attacked(state: tuple[int, int, int], face: int) -> tuple[int, int, int]:
    """The next die of an attack, whose `stage` is to hit, to wound or to harm."""
    stage, slain, left = state
    if stage < 2:
        return (stage + 1 if face >= (3, 4)[stage] else 3, slain, left)
    left -= (face + 1) // 2
    return (3, slain + 1, 3) if left <= 0 else (3, slain, left)


def attacks_by_memo(attacks: int) -> Chances:
    ways: Chances = {(0, 3): Fraction(1)}
    for _ in range(attacks):
        following: Chances = {}
        for (slain, left), chance in ways.items():
            one = by_memo(
                (0, slain, left), lambda s, face: s if s[0] == 3 else attacked(s, face), 3, lambda s: {s: Fraction(1)}
            )
            for (_, *row), more in one.items():
                following[tuple(row)] = following.get(tuple(row), Fraction(0)) + chance * more
        ways = following
    return ways


@pytest.mark.parametrize(
    ("rule", "truth"),
    [
        (snakes_and_ladders, lambda: by_memo(0, moved, 12, lambda square: one_row(square=square))),
        (attack_by_attack, lambda: attacks_by_memo(20)),
        (two_counters, lambda: by_memo((0, 0), lambda s, die: (s[0] + (die >= 5), s[1] + (die == 1)), 10, saved)),
        (
            a_save_for_each,
            lambda: by_memo((0, 0), lambda s, die: (s[0] + (die in (4, 5)), s[1] + (die == 6)), 8, saves),
        ),
        (
            a_sum_beside,
            lambda: by_memo(
                (0, 0),
                lambda s, die: (s[0] + die, crits_after(s[1], die)),
                12,
                lambda s: one_row(harm=s[0], crits=s[1]),
            ),
        ),
        (dice_in_a_list, lambda: by_memo((0, 0), sorted_out, 10, lambda s: one_row(hits=s[0], crits=s[1]))),
    ],
)
def test_a_loop_over_dice_is_answered_as_by_a_memo(rule: Callable[..., Any], truth: Callable[[], Chances]) -> None:
    """A loop that reads die by die, and goes on by counters, has the odds that a plain memo finds."""
    assert answered(rule) == truth()


def test_the_faces_of_several_hands_are_answered() -> None:
    """Hands whose faces are counted in a loop have the odds of each hand by itself, added up."""
    counted = [Counter(faces) for faces in product(range(1, 7), repeat=4)]
    one = Counter((counts[6], sum(many >= 2 for many in counts.values())) for counts in counted)
    every: Chances = {(0, 0): Fraction(1)}
    for _ in range(3):
        following: Chances = {}
        for (sixes, pairs), chance in every.items():
            for (more, others), ways in one.items():
                row = sixes + more, pairs + others
                following[row] = following.get(row, Fraction(0)) + chance * Fraction(ways, 6**4)
        every = following
    assert answered(several_hands) == every


class MostOfAll(Fold[int]):
    """How many dice of all hands together show the most common face."""

    answers = int
    any_face = True

    def start(self, size: Any) -> int:
        return 0

    def step(self, state: int, face: Any, count: Any) -> int:
        most: int = max(state, sum(count))
        return most

    def end(self, state: int) -> int:
        return state


def test_the_writings_that_a_refusal_names_are_answered() -> None:
    """A refusal of a loop over hands names two writings, and both are answered."""

    def at_once(table: Table, dice: int = 4) -> dict[str, Any]:
        hands = tuple([table.roll(dice, f"hand {at}") for at in range(3)])
        return {"most": table.read(hands, MostOfAll())}

    def hand_by_hand(table: Table, dice: int = 4) -> dict[str, Any]:
        def step(inner: Table, counts: Any) -> Any:
            more = inner.read(inner.roll(dice, "hand"), *each_face(6))
            return tuple(sorted([one + other for one, other in zip(counts, more, strict=True)]))

        return {"most": max(table.repeat(step, (0,) * 6, lambda counts: False, 3))}

    truth = answered(lambda table: {"most": table.read((table.roll(6, "one"), table.roll(0, "none")), MostOfAll())})
    assert answered(at_once, dice=2) == answered(hand_by_hand, dice=2) == truth
    assert answered(at_once) == answered(hand_by_hand)


def a_chain(table: Table, attacks: int = 20) -> dict[str, Any]:
    hits = table.read(table.roll(attacks, "hit"), showing(">=", 3))
    if hits >= 5:
        hits += 1
    wounds = table.read(table.roll(hits, "wound"), showing(">=", 4))
    if wounds >= 3:
        wounds += 1
    unsaved = table.read(table.roll(wounds, "save"), showing("<", 5))
    if unsaved >= 2:
        unsaved += 1
    return {"lost": table.read(table.roll(unsaved, "morale"), showing("<", 3))}


def test_a_chain_of_rolls_forgets_the_first_ones() -> None:
    """The dice of each roll are those that the last one left, and no path remembers the rolls before."""
    left = {20: Fraction(1)}
    for chance, limit in ((Fraction(2, 3), 5), (Fraction(1, 2), 3), (Fraction(2, 3), 2), (Fraction(1, 3), 99)):
        found: dict[int, Fraction] = {}
        for dice, ways in left.items():
            for shown in range(dice + 1):
                here = ways * comb(dice, shown) * chance**shown * (1 - chance) ** (dice - shown)
                found[shown + (shown >= limit)] = found.get(shown + (shown >= limit), Fraction(0)) + here
        left = found
    assert answered(a_chain) == {(lost,): chance for lost, chance in left.items()}


def mexico(table: Table, throws: int = 10) -> dict[str, Any]:
    score = 0
    for at in range(throws):
        high, low = table.read(table.roll(2, "throw"), highest(1), lowest(1))
        score = 1000 if high == 2 and low == 1 else 100 * high if high == low else 10 * high + low
        if at + 1 < throws and table.choose("Keep it?", ("keep", "reroll"), "keep") == "keep":
            break
    return {"score": score}


def test_best_play_of_many_throws_is_that_of_a_memo() -> None:
    """To keep one of up to ten throws is solved, and is worth as much as by hand from the last throw on."""
    aim = Aim("score", True, lambda outcome: outcome["score"])
    play = solve_best(mexico, lambda fields, graph: aim, TOLERANCE, WORK, {})
    throws = [(max(pair), min(pair)) for pair in product(range(1, 7), repeat=2)]
    scores = [
        1000 if pair == (2, 1) else 100 * pair[0] if pair[0] == pair[1] else 10 * pair[0] + pair[1] for pair in throws
    ]
    worth = Fraction(0)
    for _ in range(10):
        worth = sum([max(Fraction(score), worth) for score in scores], Fraction(0)) / 36
    assert play.best.low == play.best.high == worth


def two_heats(table: Table, rerolls: int = 7) -> dict[str, Any]:
    points = 0
    for heat in (1, 2):
        score = table.read(table.roll(4, f"heat {heat}", Die.of(1, 2, 3, 4, 5, -6)), total())
        while rerolls and table.choose("Reroll?", ("keep", "reroll"), "keep") == "reroll":
            rerolls -= 1
            score = table.read(table.roll(4, f"heat {heat}", Die.of(1, 2, 3, 4, 5, -6)), total())
        points += score
    return {"points": points}


def test_best_play_forgets_what_the_rule_does_not_look_at_again() -> None:
    """Rerolls that two heats share are spent as by a memo of the heat, the rerolls left and the score."""
    scores = Counter(map(sum, product((1, 2, 3, 4, 5, -6), repeat=4)))

    @lru_cache(None)
    def begins(heat: int, left: int) -> Fraction:
        if heat == 2:
            return Fraction(0)
        return sum([ways * goes_on(heat, left, score) for score, ways in scores.items()], Fraction(0)) / 6**4

    @lru_cache(None)
    def goes_on(heat: int, left: int, score: int) -> Fraction:
        kept = score + begins(heat + 1, left)
        return max(kept, begins(heat, left - 1)) if left else kept

    aim = Aim("points", True, lambda outcome: outcome["points"])
    play = solve_best(two_heats, lambda fields, graph: aim, TOLERANCE, WORK, {})
    assert play.best.low == play.best.high == begins(0, 7)
    assert play.usual.low == 12


# -- all that a function remembers ---------------------------------------------------------------------------------


@pytest.fixture
def meeting(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Paths meet at each head that they can, however few they are: how often they waited, for others, and went on."""
    seen: Counter[str] = Counter()
    wait, from_place = Meetings._wait, Meetings.from_place

    def going_on(self: Meetings) -> Any:
        found = from_place(self)
        seen["went on"] += found is not None
        return found

    def counting(self: Meetings, place: Place, head: bool, memory: Remembered) -> None:
        seen["waited"] += 1
        seen["met"] += memory.key in self._waiting.get(place, {})
        wait(self, place, head, memory)

    monkeypatch.setattr(paths, "MANY_PATHS", 1)
    monkeypatch.setattr(Meetings, "_wait", counting)
    monkeypatch.setattr(Meetings, "from_place", going_on)
    return seen


def coin(table: Table) -> Any:
    return table.read(table.roll(1, "coin", 2), total())


def of_a_list(table: Table) -> Any:
    found: list[Any] = []
    left = [2, 3, 2]
    for sides in left if coin(table) == 1 else list(left):
        if coin(table) == 1:
            left.append(3)
            left.pop(1)
            if len(found) > 3:
                break
        found.append(table.read(table.roll(1, "die", sides), total()))
    return sum(found) * 10 + len(found)


def of_a_list_in_itself(table: Table) -> Any:
    numbers: list[Any] = [1, 2]
    numbers.append(numbers)
    found = 0
    for part in numbers if coin(table) == 1 else list(numbers):
        if isinstance(part, int):
            found += part
        elif coin(table) == 1:
            part.append(7)
    return found


def of_one_list_or_two(table: Table) -> Any:
    one = [0]
    other = one if coin(table) == 1 else [0]
    for _ in range(2):
        one[0] += table.read(table.roll(1, "die", 3), total())
    return sum(other)


def of_one_of_two_lists(table: Table) -> Any:
    other: Any = None
    one, two = [0], [0]
    other = one if coin(table) == 1 else two
    for _ in range(2):
        one[0] += table.read(table.roll(1, "die", 3), total())
        two[0] += 1
    return sum(other)


def of_a_dict(table: Table) -> Any:
    worths = {"a": 1, "b": 2, "c": 3}
    found = 0
    for worth in (worths if coin(table) == 1 else dict(worths)).values():
        worths["c"] += coin(table)
        if worth > 3:
            worths["b"] = 5
        found = found * 10 + worth
    return found


def of_a_closure(table: Table) -> Any:
    hits = 0

    def hit() -> None:
        nonlocal hits
        hits += 1

    for at in range(3):
        if coin(table) == 1:
            hit()
        elif at == 1:
            hits *= 2
    return hits


def of_functions(table: Table) -> Any:
    def counter() -> tuple[Callable[[], None], Callable[[], int]]:
        number = 0

        def add() -> None:
            nonlocal number
            number += 1

        return add, lambda: number

    (add, told), (_, others) = counter(), counter()
    shown = told if coin(table) == 1 else others
    for _ in range(2):
        if coin(table) == 1:
            add()
    return shown()


def of_a_generator(table: Table) -> Any:
    found = 0
    for at in (n * n if n % 2 else n for n in range(4)):
        if coin(table) == 1:
            found += at
    return found


def of_loops_inside(table: Table) -> Any:
    found = 0
    for one in (1, 2):
        for other in enumerate(range(coin(table) + one)):
            if coin(table) == 1:
                found += sum(other)
                continue
            if found > 2:
                break
        else:
            found += 1
        while found % 2:
            found += 1 if coin(table) == 1 else 3
    return found


def of_what_is_kept(table: Table) -> Any:
    found = 0
    with nullcontext():
        for _ in range(2):
            if coin(table) == 1:
                found += 1
    for _ in range(2):
        try:
            for _ in range(2):
                if coin(table) == 1:
                    found += 1
        finally:
            if coin(table) == 1:
                found *= 2
    return found


def of_what_is_left(table: Table) -> Any:
    spare, found = 5 if coin(table) == 1 else 0, 0
    for at in range(3):
        match int(coin(table)):
            case 1:
                break
        spare = at
    for at in range(3):
        with nullcontext():
            if coin(table) == 1:
                break
        found = at
    return spare * 10 + found


def of_an_iterator_that_is_left(table: Table) -> Any:
    ends: list[Any] = []

    def numbers() -> Any:
        try:
            yield from range(3)
        finally:
            ends.append(1)

    for _ in numbers():
        if coin(table) == 1:
            break
    return len(ends)


def of_empty_lists(table: Table) -> Any:
    one: list[int] = []
    other = one if coin(table) == 1 else []
    for _ in range(2):
        if coin(table) == 1:
            other.append(len(other))
    return len(one)


def of_two_in_turn(table: Table) -> Any:
    numbers = iter([1, 2])
    pair = (numbers, 1) if coin(table) == 1 else (1, numbers)
    found = 0
    for _ in range(2):
        if coin(table) == 1:
            found += 1
    return found * 10 + (pair[0] == 1)


def of_a_set(table: Table) -> Any:
    numbers = {1, 2, 3}
    found = 0
    for number in numbers if coin(table) == 1 else set(numbers):
        if coin(table) == 1:
            found += number
        numbers -= {3}
        numbers |= {11}
        found += number
    return found


class Hiding(dict[str, Any]):
    """A dict that does not show what is in it."""

    def items(self) -> Any:
        return ()


class Copied:
    """An object that leaves out of its copy what it holds."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __reduce__(self) -> Any:
        return Copied, (0,)


def of_what_hides(table: Table) -> Any:
    hiding, copied, numbers = Hiding(a=int(coin(table))), Copied(coin(table)), [coin(table)]
    taken, asked = numbers.pop, methodcaller("get", "a", 0) if coin(table) == 1 else methodcaller("get", "b", 7)
    del numbers
    found = 0
    for _ in range(2):
        if coin(table) == 1:
            found += 1
    return hiding["a"] + 10 * copied.value + 100 * taken() + 1000 * asked(hiding) + 10_000 * found


AROUND: list[int] = []


def of_what_is_around(table: Table) -> Any:
    AROUND.clear()
    for _ in range(3):
        if coin(table) == 1:
            AROUND.append(len(AROUND))
    found = len(AROUND)
    AROUND.clear()
    return found


def of_what_has_two_names(table: Table) -> Any:
    seen, found = AROUND, 0
    for _ in range(3):
        if coin(table) == 1:
            found += 1
    seen.append(found)
    found += 10 * len(AROUND)
    AROUND.clear()
    return found


def of_mixed_dice(table: Table) -> Any:
    (best,) = table.pick(table.roll([2, 3], "mixed"), 1, lambda dice: dice[0])
    found = 1 if best > 1 else 0
    for _ in range(2):
        if coin(table) == 1:
            found += 1
    return best.sides * 100 + best * 10 + found


def of_hands(table: Table) -> Any:
    hands = [table.roll(2, f"hand {at}", 2) for at in range(3)]
    found = 0
    for hand in hands:
        if table.read(hand, highest(1)) == 2:
            found += table.read(hand, lowest(1))
    return found + table.read(hands[0], total())


def of_sides(table: Table) -> Any:
    hand, found = table.roll([3, 2, 2], "hand"), 0
    for least in (2, 1):
        if table.read(hand, highest(1)) > least:
            found += 1
    (die,) = table.pick(hand, 1, sum)
    for _ in range(2):
        found += die.sides if coin(table) == 1 else 0
    return found


def of_yes_and_no(table: Table) -> Any:
    once = twice = False
    least = 9
    for _ in range(3):
        die = table.read(table.roll(1, "die", 3), total())
        twice = once if die == 3 else twice
        once = die >= 2
        if die < 3:
            least -= die
    return least * 10 + once + 2 * twice


class Two(NamedTuple):
    """Two values of an author's own."""

    one: Any
    other: Any


SIDES = [3, 2]


def of_what_is_given(table: Table) -> Any:
    numbers: list[Any] = [1, 2]
    pair, named = (numbers, table), Two(numbers, {"most": 2})
    left, found = iter(numbers), coin(table)
    for at, (one, two) in enumerate(zip((3, 1, 2), reversed((1, 2, 3)), strict=True)):
        if coin(pair[1]) == 1:
            pair[0].append(at)
            continue
        named.other["most"] += len(numbers) > 3
        for sides in SIDES:
            found += table.read(table.roll(1, "die", sides), total()) > 1
            if found > named.other["most"]:
                break
        else:
            found += one * two
        if found > 9:
            break
    else:
        found += 1000
    return found * 100 + sum(named.one) + 10 * next(left)


def add_three(number: int) -> int:
    return number + 3


def of_what_never_changes(table: Table) -> Any:
    die, sizes, add = Die(3, reroll={3}, once=True), frozenset({1}), add_three
    found = 0
    for _ in range(3):
        if table.read(table.roll(1, "die", die), total()) in sizes:
            found += 1
    return add(found)


def of_what_a_list_lost(table: Table) -> Any:
    numbers, found = [1, 2, 3, 4], 0
    for number in numbers:
        if coin(table) == 1:
            found += 1
        if number == 3:
            numbers[2:] = []
            found += coin(table)
            numbers += [7, 8, 9]
        found += number * 10
    return found


def of_what_is_first_in_itself(table: Table) -> Any:
    numbers: list[Any] = [1, 2, 3, 4]
    left = iter(numbers)
    found = next(left)
    numbers.insert(0, left)
    for _ in range(3):
        if coin(table) == 1:
            found += 1
    return found * 10 + next(numbers[0])


def of_a_deck_that_is_read(table: Table) -> Any:
    deck, found = Deck(("low", "high"), 1, (coin(table), 2)), 0
    for _ in range(3):
        if coin(table) == 1:
            found += 1
    return found * 10 + deck[0]


def of_what_is_not_set(table: Table) -> Any:
    found = 0
    for at in range(3):
        if coin(table) == 1:
            last = at
            found += 1
        elif found:
            found += 5 * last + coin(table)
    while coin(table) == 1:
        found += 1
        if found > 4:
            break
    return found


def of_what_it_closes_over(table: Table) -> Any:
    beside = coin(table)

    def inner(table: Table) -> Any:
        found = 0
        for _ in range(3):
            if coin(table) == 1:
                found += 1 if beside == 1 else 7
        return found

    return 0 + table.play(inner) + 100 * beside


ALL = [
    of_what_is_given,
    of_what_a_list_lost,
    of_what_is_first_in_itself,
    of_a_deck_that_is_read,
    of_what_is_not_set,
    of_what_never_changes,
    of_what_it_closes_over,
    of_a_list,
    of_a_list_in_itself,
    of_one_list_or_two,
    of_one_of_two_lists,
    of_functions,
    of_a_dict,
    of_a_closure,
    of_a_generator,
    of_loops_inside,
    of_what_is_kept,
    of_what_is_left,
    of_an_iterator_that_is_left,
    of_empty_lists,
    of_two_in_turn,
    of_a_set,
    of_what_hides,
    of_what_is_around,
    of_what_has_two_names,
    of_mixed_dice,
    of_hands,
    of_sides,
    of_yes_and_no,
]

KEPT_APART = [of_what_is_kept, of_an_iterator_that_is_left, of_what_hides, of_a_generator]
"""Rules that remember what cannot be looked into."""

WENT_ON = [
    of_what_is_given,
    of_what_never_changes,
    of_what_has_two_names,
    of_what_is_not_set,
    of_what_it_closes_over,
    of_a_list,
    of_loops_inside,
    of_yes_and_no,
]
"""Rules of which some paths go on from the place at which they met."""


@pytest.mark.parametrize("rule", ALL, ids=lambda rule: rule.__name__)
def test_paths_meet_only_where_all_is_the_same(rule: Callable[..., Any], meeting: Counter[str]) -> None:
    """Values that are equal but lead elsewhere, and what Python hides, keep paths apart."""
    found = answered(rule)
    truth, left_out = exhaust(lambda table: {"total": rule(table)}, 12)
    assert not left_out
    assert found == {tuple(value for _, value in row): chance for row, chance in truth.items()}
    assert meeting["waited"] or rule in KEPT_APART
    assert meeting["went on"] or rule not in WENT_ON


def decided_with_a_cache(table: Table) -> Any:
    seen: list[int] = []

    @cache
    def many(more: int) -> int:
        return len(seen) + more

    for _ in range(3):
        if table.choose("Go on?", ("no", "yes"), "yes") == "yes":
            seen.append(1)
            if coin(table) == 1:
                seen.append(2)
    return many(1)


def decided_with_a_class(table: Table) -> Any:
    state: Any = type("State", (), {"won": 0})
    for at in range(3):
        if table.choose("Go on?", ("no", "yes"), "yes") == "yes":
            state.won += at if coin(table) == 1 else -1
    return state.won + 9


def decided_with_a_function(table: Table) -> Any:
    state: Any = lambda: None  # noqa: E731
    for at in range(3):
        if table.choose("Go on?", ("no", "yes"), "yes") == "yes":
            state.won = getattr(state, "won", 9) + (at if coin(table) == 1 else -1)
    return getattr(state, "won", 9)


@pytest.mark.parametrize(
    "rule", [decided_with_a_cache, decided_with_a_class, decided_with_a_function], ids=lambda rule: rule.__name__
)
def test_what_a_player_decides_changes_one_path(rule: Callable[..., Any], meeting: Counter[str]) -> None:
    """What one way of a decision keeps in a class, in a function or behind a cache is not there in the others."""
    assert best_of(rule) == "decided"
    assert meeting["waited"]


@pytest.mark.parametrize("rule", [two_counters, a_sum_beside, several_hands], ids=lambda rule: rule.__name__)
def test_paths_that_remember_the_same_meet(rule: Callable[..., Any], meeting: Counter[str]) -> None:
    """Most paths of a loop that counts meet others."""
    solve(rule)
    assert meeting["met"] * 3 > meeting["waited"]


def throw(table: Table, sum_so_far: int) -> int:
    return sum_so_far + table.read(table.roll(1, "throw"), total())


def games_after_more(table: Table) -> Any:
    limit = int(table.read(table.roll(2, "limit", 3), total()))
    beside = int(table.read(table.roll(2, "beside", 3), total()))
    if limit == 6:
        beside += 1 if table.read(table.roll(400, "more"), total()) > 1400 else 0
    ended = table.repeat(throw, 0, lambda so_far: so_far >= limit)
    return {"over": ended - limit, "beside": beside > 6}


def asked_inside(table: Table) -> Any:
    first, second, third = [table.read(table.roll(1, name), total()) for name in ("first", "second", "third")]

    def inner(table: Table) -> Any:
        found = 0
        if table.read(table.roll(1, "one"), total()) >= 4:
            found += 1 if first > 3 else 0
        else:
            found += 2 if third > 3 else 0
        if table.read(table.roll(1, "two"), total()) > 2:
            found += 4 if second > 2 else 0
        if table.read(table.roll(1, "three"), total()) > 2:
            found += 8 if first > 4 else 0
        return found

    return {"found": 0 + table.play(inner)}


@pytest.mark.parametrize(("rule", "many"), [(games_after_more, 20), (asked_inside, 3)])
def test_what_is_followed_again_comes_in_the_same_order(
    rule: Callable[..., Any], many: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Paths wait as they did before when numbers get more room, or when a rule around them decides something."""
    found = []
    for alone in (many, 10**9):
        monkeypatch.setattr(paths, "MANY_PATHS", alone)
        found.append(answered(rule))
    assert found[0] == found[1]


def test_a_rule_that_is_played_again_waits_from_the_first_path_on() -> None:
    """Where paths of a rule met, those of its plays with other options do so at once."""

    def inner(table: Table, bonus: int = 0) -> Any:
        found = bonus
        for _ in range(6):
            die = table.read(table.roll(1, "die"), total())
            if die == 6:
                found += 2
            elif die == 1:
                found -= 1
        return found

    def outer(table: Table, plays: int) -> Any:
        return sum([table.play(inner, bonus=bonus) for bonus in range(plays)])

    one, several = [solve(outer, plays=plays).work for plays in (1, 5)]
    assert several < 3 * one


def test_paths_that_do_not_meet_cost_little() -> None:
    """If no two paths remember the same, few of them wait, and little is followed twice."""

    def listed(table: Table, coins: int = 11) -> Any:
        shown = []
        for _ in range(coins):
            if coin(table) == 1:
                shown.append(1)
            else:
                shown.append(0)
        return sum([one * other for one, other in pairwise(shown)])

    def told(table: Table) -> Any:
        return listed(table)

    waited, at_once = solve(listed), solve(told)
    assert chances(waited) == chances(at_once)
    assert waited.work < at_once.work * 1.1


def test_a_deep_chain_of_conditions_is_left_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule whose syntax is too deep to be copied is solved, and so is one whose file has another one in its place."""
    monkeypatch.setattr(paths, "MANY_PATHS", 1)
    chain = "\n".join([f"        {'el' if at else ''}if die == {at}:\n            found += {at}" for at in range(300)])
    head = "from sixfold.rules import total\n"
    text = "def {name}(table):\n    found = 0\n    for _ in range(2):\n"
    text += "        die = table.read(table.roll(1, 'die', 2), total())\n{rest}\n    return found\n"
    file = tmp_path / "long.py"
    for name, rest in (("rule", chain), ("other", "        found += die")):
        space: dict[str, Any] = {}
        source = head + text.format(name="rule", rest=rest)
        file.write_text(head + text.format(name=name, rest=rest), encoding="utf-8")
        exec(compile(source, str(file), "exec"), space)
        linecache.checkcache(str(file))
        assert answered(space["rule"]) == {(two,): Fraction(2 - abs(3 - two), 4) for two in (2, 3, 4)}


def test_a_mistake_is_placed_where_python_places_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A loop over what is no collection is reported with the same file and line whether paths meet or not."""
    text = (
        "def rule(table):\n    for _ in range(2):\n        table.roll(1)\n    for _ in \\\n        5:\n        pass\n"
    )
    places = []
    for name in ("one.py", "other.py"):
        (tmp_path / name).write_text(text, encoding="utf-8")
        space: dict[str, Any] = {}
        exec(compile(text, str(tmp_path / name), "exec"), space)
        for many in (1, 10**9):
            monkeypatch.setattr(paths, "MANY_PATHS", many)
            with pytest.raises(TypeError) as raised:
                solve(space["rule"])
            entry = raised.traceback[-1]
            places.append((str(entry.path), entry.lineno))
    assert [Path(file).name for file, _ in places] == ["one.py", "one.py", "other.py", "other.py"]
    assert len({line for _, line in places}) == 1


def in_loops(text: str) -> str:
    """The same rule, each statement of which stands in a loop that is gone through once."""
    lines = []
    for line in text.splitlines():
        inside = line.startswith("    ") and not line.startswith("    return")
        if inside and line[4:8] not in ("    ", "else", "elif"):
            lines.append("    for once in (0,):")
        lines.append("    " + line if inside else line)
    return "\n".join(lines) + "\n"


class InLoops(Program):
    """The same rule, whose syntax is known, though it stands in no file."""

    def rule(self) -> Callable[..., Any]:
        found = super().rule()
        found.__globals__[CHANGED] = ast.parse(self.text)
        return found


@pytest.mark.parametrize("batch", range(4))
def test_random_rules_meet_anywhere(batch: int, meeting: Counter[str]) -> None:
    """A rule put together by chance is the same on every table if its paths may meet before each of its statements."""
    many = 10 * THOROUGH
    for seed in range(batch * many, (batch + 1) * many):
        program = made_up(Random(seed))
        text = in_loops(program.text)
        try:
            compare(InLoops(text, program.decides, program.endless))
        except BaseException as error:
            error.add_note(f"The rule of seed {seed}:\n{text}")
            raise
    assert meeting["met"]
    assert meeting["went on"]
