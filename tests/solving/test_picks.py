"""Dice that are picked, by a preference or by the player: made-up rules against every die and every decision."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import prod
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sixfold import advise
from sixfold.errors import RuleError
from sixfold.playing.sources.seeded import SeededDice
from sixfold.rules import Die, Rule, System, highest, lowest, of_a_kind, showing, total
from sixfold.rules.judging.watched_rule import watched
from sixfold.rules.rolled_table import RolledTable
from sixfold.solving.best.aim import Aim
from sixfold.solving.best.play import BestPlay, solve_best
from sixfold.solving.counting.picks import picks
from sixfold.solving.solver import solve
from tests.effort import THOROUGH

# -- the slow twin: it has nothing of the solver's, nor of the tables' -------------------------------------------


class Asked(Exception):
    """The script has ended: a die with so many sides, or a decision among so many options."""

    def __init__(self, many: int, who: str) -> None:
        super().__init__()
        self.many, self.who = many, who


class Shown(int):
    """A number with the sides of its die."""

    sides: int
    place: int


class Lying(NamedTuple):
    """Dice on the table: what each shows, its sides, and whether they are told apart."""

    shown: tuple[Shown, ...]
    told_apart: bool


class Twin:
    """A table on which every die and every decision is one number of a script."""

    def __init__(self, script: Sequence[int], decides: Collection[str] = ()) -> None:
        self.script, self.decides, self.at = script, decides, 0

    def next(self, many: int, who: str) -> int:
        """The next number of the script."""
        if many == 1 and who != "die":
            return 0
        if self.at == len(self.script):
            raise Asked(many, who)
        self.at += 1
        return self.script[self.at - 1]

    def thrown(self, die: Any, place: int) -> Shown:
        """One die; one that explodes once adds another throw."""
        sides = die.sides if isinstance(die, Die) else die
        face = 1 + self.next(sides, "die")
        if isinstance(die, Die) and face in die.explode:
            face += 1 + self.next(sides, "die")
        found = Shown(face)
        found.sides, found.place = sides, place
        return found

    def roll(self, size: Any, label: str = "dice", die: Any = 6) -> Lying:
        listed = isinstance(size, list)
        dice = list(size) if listed else [die] * max(0, int(size))
        dice = [one for kind in dict.fromkeys(dice) for one in dice if one == kind]
        return Lying(tuple([self.thrown(one, at) for at, one in enumerate(dice)]), listed)

    def read(self, hand: Lying, fold: Any) -> Any:
        faces = sorted(map(int, hand.shown))
        if fold == total():
            return sum(faces)
        if fold == highest(1):
            return max(faces, default=0)
        if fold == lowest(1):
            return min(faces, default=0)
        if fold == of_a_kind(2):
            return len(set(faces)) < len(faces)
        assert fold == showing(">=", 3)
        return sum([face >= 3 for face in faces])

    def ways(self, hand: Lying, count: int) -> list[tuple[Shown, ...]]:
        """All choices, the highest dice first, of equal ones the smallest first; equal dice of a size are alike."""
        ordered = sorted(hand.shown, key=lambda die: (-die, die.sides))
        found: dict[Any, tuple[Shown, ...]] = {}
        for way in combinations(ordered, min(max(0, count), len(ordered))):
            found.setdefault(tuple([(int(die), die.sides) for die in way]), way)
        return list(found.values())

    def pick(self, hand: Lying, count: int, preference: Callable[[Any], Any], ask: str = "") -> tuple[Shown, ...]:
        ways = self.ways(hand, int(count))
        if ask and "player" in self.decides:
            return ways[self.next(len(ways), "player")]
        return max(ways, key=preference) if len(ways) > 1 else ways[0]

    def rethrow(self, hand: Lying, which: Any = None, label: str = "again", ask: str = "") -> Lying:
        ordered = tuple(sorted(hand.shown, key=lambda die: (-die, die.sides)))
        if ask and "player" in self.decides:
            ways = [way for count in range(len(ordered) + 1) for way in self.ways(hand, count)]
            again: Sequence[Shown] = ways[self.next(len(ways), "player")]
        else:
            again = which(ordered) if callable(which) else [die for die in ordered if die in which]
        places = {die.place for die in again}
        shown = [self.thrown(d.sides, d.place) if d.place in places else d for d in hand.shown]
        return Lying(tuple(shown), hand.told_apart)

    def choose(self, label: str, options: Sequence[str], default: Any, against: bool = False) -> int:
        who = "opponent" if against else "player"
        return self.next(len(options), who) if who in self.decides else default

    def repeat(self, step: Any, state: Any, until: Any, most: int) -> Any:
        for _ in range(most):
            if until(state):
                break
            state = step(self, state)
        return state

    def play(self, rule: Any, fields: str, **options: Any) -> Any:
        return rule(self, **options)[fields]


def outcomes(rule: Callable[[Any], Any], script: tuple[int, ...] = ()) -> Iterator[tuple[Any, Fraction]]:
    """Every outcome where nobody is asked, with its chance."""
    try:
        yield rule(Twin(script)), Fraction(1)
    except Asked as asked:
        for at in range(asked.many):
            for outcome, chance in outcomes(rule, (*script, at)):
                yield outcome, chance / asked.many


BOTH = ("player", "opponent")


def expectimax(
    rule: Callable[[Any], Any], name: str, decides: Collection[str] = BOTH, script: tuple[int, ...] = ()
) -> Fraction:
    """The value of best play: a die is a mean, a decision a maximum, and one of the opponent a minimum.

    Who does not decide takes the default.
    """
    try:
        return Fraction(int(rule(Twin(script, decides))[name]))
    except Asked as asked:
        values = [expectimax(rule, name, decides, (*script, at)) for at in range(asked.many)]
        if asked.who == "die":
            return sum(values, Fraction(0)) / asked.many
        return max(values) if asked.who == "player" else min(values)


# -- rules that nobody wrote ------------------------------------------------------------------------------------

HANDS = {
    "[4, 2]": 8, "[2, 3]": 6, "[2, 2, 3]": 12, "[3]": 3, "[2, 2]": 4, "[]": 1, "[3] * few": 9,
    "[2, Die(2, explode=2)]": 8,
    "2, 'like', 3": 9, "3, 'like', 2": 8, "0": 1, "1, 'like', 4": 4,
}  # fmt: skip
PREFERENCES = (
    "sum", "lambda dice: -sum(dice)", "lambda dice: 0", "lambda dice: dice", "lambda dice: len(set(dice))",
    "lambda dice: (dice[:1] == dice[1:2], sum(dice))", "lambda dice: sum([die >= 2 for die in dice])",
    "lambda dice: -abs(sum(dice) - {number})", "lambda dice: ({number} in dice, sum(dice))",
    "lambda dice: sum(dice) % 3 - 1", "lambda dice: [die % 2 for die in dice]", "max_even",
    "lambda dice: {number} - sum(dice)",
    "lambda dice: sum(dice) >= {number}",
)  # fmt: skip
SIDED = (
    "lambda dice: sum([die.sides for die in dice])", "lambda dice: [-die.sides for die in dice]",
    "lambda dice: (sum(dice[:1]), [die.sides for die in dice[-1:]])",
    "lambda dice: sum([die - die.sides for die in dice])",
)  # fmt: skip


class Writer:
    """Writes the text of one rule: dice that are picked, read, picked again and thrown again, and decisions."""

    def __init__(self, random: Random, most: int) -> None:
        self.random, self.left = random, most
        self.lines: list[str] = []
        self.hands: list[tuple[str, bool]] = []
        self.numbers = ["few"]
        self.made = 0

    def one(self, options: Sequence[Any]) -> Any:
        return self.random.choice(options)

    def name(self, letter: str) -> str:
        self.made += 1
        return f"{letter}{self.made}"

    def say(self, line: str) -> None:
        self.lines.append("    " + line)

    def pays(self, ways: int) -> bool:
        """Whether so many more ways can be gone through one by one."""
        if ways > self.left:
            return False
        self.left //= ways
        return True

    def number(self, text: str) -> None:
        name = self.name("n")
        self.say(f"{name} = {text}")
        self.numbers.append(name)

    def roll(self) -> None:
        dice = self.one(list(HANDS))
        if self.pays(HANDS[dice]):
            hand = self.name("h")
            self.say(f"{hand} = table.roll({dice})")
            self.hands.append((hand, dice[0] == "["))

    def read(self) -> None:
        hand, _ = self.one(self.hands)
        fold = self.one(["total()", "highest(1)", "lowest(1)", "showing('>=', 3)", "of_a_kind(2)"])
        self.number(f"table.read({hand}, {fold}) + 0")

    def pick(self) -> None:
        hand, sided = self.one(self.hands)
        preference = self.one(SIDED if sided and self.random.random() < 0.4 else PREFERENCES)
        preference = preference.replace("{number}", self.one(self.numbers))
        asks = self.random.random() < 0.5 and self.pays(3)
        count, found = self.one([0, 1, 1, 2, 2, 3, 4, "few"]), self.name("p")
        ask = ', ask="Which?"' if asks else ""
        self.say(f"{found} = table.pick({hand}, {count}, {preference}{ask})")
        texts = [f"sum({found})", f"len({found})", f"({found} + (0,))[0]", f"int({found}[:1] == {found}[1:2])"]
        texts += [f"max({found} + (0,)) - min({found} + (0,))"]
        if sided:
            texts += [f"sum([die.sides for die in {found}])", f"sum([die.sides for die in {found} if die > 1])"] * 2
            texts += [f"sum([die for die in {found} if die == die.sides])"]
        for text in self.random.sample(texts, 2):
            self.number(text)

    def rethrow(self) -> None:
        at = self.random.randrange(len(self.hands))
        hand, sided = self.hands[at]
        if any("explode" in line and line.strip().startswith(f"{hand} =") for line in self.lines) or not self.pays(8):
            return
        which = self.one(["{1}", "{1, 2}", "lambda dice: dice[-1:]", "lambda dice: [die for die in dice if die == 2]"])
        ask = ', ask="Again?"' if self.random.random() < 0.3 and self.pays(4) else ""
        found = self.name("h")
        self.say(f"{found} = table.rethrow({hand}, {which}{ask})")
        self.hands[at] = (found, sided)

    def choose(self) -> None:
        if self.pays(2):
            against = ", against=True" if self.random.random() < 0.3 else ""
            a, b = self.one(self.numbers), self.one(self.numbers)
            self.number(
                f"{a} * 2 if table.choose('Which?', ('no', 'yes'), {self.random.randrange(2)}{against}) == 1 else {b}"
            )

    def branch(self) -> None:
        a, b, c = [self.one(self.numbers) for _ in range(3)]
        self.number(self.one([f"{a} if {b} > {c} else {b}", f"{a} * 2 - {b}", f"max({a}, {b})", f"abs({a} - {c})"]))

    def inner(self) -> None:
        if self.pays(9):
            given, kind = self.one(self.numbers), self.one(["few", "odd"])
            self.number(f"table.play(inner_{kind}, 'n', given={given})")

    def game(self) -> None:
        if self.pays(16):
            self.number(f"table.repeat(turn(table, {self.one(self.numbers)}), 0, lambda gained: gained > 2, 2)")

    def write(self) -> str:
        self.roll()
        while not self.hands:
            self.roll()
        for _ in range(self.random.randrange(2, 7)):
            self.one([self.roll, self.read, self.pick, self.pick, self.pick, self.rethrow, self.choose, self.branch,
                      self.inner, self.game])()  # fmt: skip
        self.pick()
        shown = self.random.sample(self.numbers, min(3, len(self.numbers)))
        outcome = [f"'{name}': {name}" for name in shown] + [f"'met': {shown[0]} > {shown[-1]} - 1"]
        return "def rule(table, few=2):\n" + "\n".join(self.lines) + f"\n    return {{{', '.join(outcome)}}}\n"


HEAD = """
def max_even(dice):
    return max([die for die in dice if die % 2 == 0], default=-1)

def inner_few(table, given):
    picked = table.pick(table.roll([2, 3], "inner"), 1, sum, ask="SubSolver?")
    return {"n": picked[0] * 2 - given % 2}

def inner_odd(table, given):
    picked = table.pick(table.roll(2, "inner odd", 3), 1, lambda dice: (dice[0] == given, dice[0]), ask="SubSolver?")
    return {"n": picked[0] - (picked[0] > given)}

def turn(table, bound):
    def step(table, gained):
        picked = table.pick(table.roll([2, 2], "turn"), 1, lambda dice: dice[0] >= bound, ask="Turn?")
        return gained + picked[0] if picked[0] >= bound else gained + 1
    return step
"""


def made(text: str) -> Callable[..., Any]:
    """The rule of a text."""
    space: dict[str, Any] = {
        "__name__": "made_up", "Die": Die, "total": total, "highest": highest, "lowest": lowest,
        "showing": showing, "of_a_kind": of_a_kind,
    }  # fmt: skip
    exec(compile(HEAD + text.replace("explode=2", "explode=2, depth=1"), "made_up.py", "exec"), space)
    rule: Callable[..., Any] = space["rule"]
    return rule


def best(rule: Callable[..., Any], name: str) -> BestPlay:
    """A rule under best play for a yes-or-no field, or for the mean of a number."""

    def aim(fields: tuple[str, ...], graph: Any) -> Aim:
        return Aim(name, name != "met", lambda outcome: int(outcome[name]))

    return solve_best(rule, aim, Fraction(1, 10**12), 10**8, {})


def compare(text: str) -> None:
    """Hold a rule, solved and under best play, to the twin."""
    rule = made(text)
    truth: dict[Any, Fraction] = {}
    for outcome, chance in outcomes(rule):
        row = tuple([bool(value) if name == "met" else int(value) for name, value in outcome.items()])
        truth[row] = truth.get(row, Fraction(0)) + chance
    solution = solve(rule)
    assert {row: Fraction(ways, solution.scale) for row, ways in solution.rows.items()} == truth
    if not any(word in text for word in ("ask=", "choose", "inner", "turn(")):
        return
    for at, name in enumerate(solution.fields):
        if name in (solution.fields[0], "met"):
            play = best(rule, name)
            value = expectimax(rule, name)
            assert (play.best.low, play.best.high) == (value, value), name
            usual = expectimax(rule, name, ["opponent"])
            assert play.usual.low == play.usual.high == usual
            rows, scale = play.solution.rows, play.solution.scale
            assert Fraction(sum([int(row[at]) * ways for row, ways in rows.items()]), scale) == value


@settings(
    max_examples=100 * THOROUGH, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
@given(st.randoms(use_true_random=False))
def test_made_up_picks(random: Random) -> None:
    """A rule put together by chance picks, and is played best, as a search through every die and decision does."""
    compare(Writer(random, 600).write())


# -- what such rules once got wrong -----------------------------------------------------------------------------


def taken(table: Any) -> Any:
    (die,) = table.pick(table.roll([4, 6]), 1, lambda dice: dice[0], ask="Which?")
    return {"n": die}


def inside(table: Any) -> Any:
    return {"n": table.play(taken, "n") * 2}


@pytest.mark.parametrize(("rule", "value"), [(taken, Fraction(47, 12)), (inside, Fraction(47, 6))])
def test_the_player_picks_among_different_dice(rule: Callable[..., Any], value: Fraction) -> None:
    """Best play takes a die of the roll that was made, also in a rule inside another one."""
    assert best(rule, "n").best.low == value


def test_advice_on_different_dice() -> None:
    """Each die is worth what it shows."""
    system = System(Rule(taken, example="taken"), name="taken", title="one of two dice")
    advice = advise("taken", faces=[3, 2], aim="n", systems={"taken": system})
    assert [(option.option, option.value.low) for option in advice.options] == [
        ("3 (d4)", Fraction(3)),
        ("2 (d6)", Fraction(2)),
    ]


RULES = {
    "a preference of what was read of the same dice, after a decision": """def rule(table):
    hand = table.roll(2, "dice", 3)
    choice = table.choose("Which?", ("low", "high"), 0)
    sum_ = table.read(hand, total())
    picked = table.pick(hand, 1, lambda dice: (sum_ - 2 in dice, sum(dice)))
    return {"n": choice * picked[0] + 1, "met": picked[0] > 1}
""",
    "a preference that works something out": """def rule(table):
    number = table.read(table.roll(1, "number", 3), total())
    hand = table.roll([2, 3])
    first = table.pick(hand, 1, lambda dice: -abs(dice[0] - number), ask="Which?")
    second = table.pick(hand, 1, lambda dice: abs(dice[0] - number))
    return {"n": first[0] * 2 - second[0] + number, "met": first[0] > second[0]}
""",
    "a game that looks at a number around it": """def rule(table):
    bound = table.read(table.roll(1, "bound", 2), total())
    def step(table, gained):
        choice = table.choose("Which?", ("one", "two"), 0)
        face = table.read(table.roll(1, "step", 2), total())
        return gained + 1 if face >= bound else gained + 2 * choice
    gained = table.repeat(step, 0, lambda gained: gained >= 2, 2)
    last = table.read(table.roll(1, "last", 2), total())
    return {"n": (gained * 2 if last > 1 else gained) * last, "met": gained > bound}
""",
    "a game that works something out of a number around it": """def rule(table):
    bound = table.read(table.roll(1, "bound", 3), total())
    def step(table, gained):
        choice = table.choose("Which?", ("one", "two"), 0)
        face = table.read(table.roll(1, "step", 2), total())
        return gained + abs(bound - 2) + face * choice
    gained = table.repeat(step, 0, lambda gained: gained >= 3, 2)
    return {"n": -abs(gained - 3) + bound, "met": gained == 3}
""",
    "equal faces of different dice": """def rule(table):
    picked = table.pick(table.roll([3, 4]), 2, lambda dice: (dice[0] == dice[1], dice[0] != dice[1]))
    equal = picked[0] == picked[1]
    return {"n": (picked[0] <= picked[1]) - (picked[0] >= picked[1]), "met": equal}
""",
    "two picks of different dice": """def rule(table):
    hand = table.roll([2, 3, 4])
    (large,) = table.pick(hand, 1, lambda dice: dice[0].sides)
    (small,) = table.pick(hand, 1, lambda dice: -dice[0].sides)
    return {"n": large, "met": small > large}
""",
    "no die, or one": """def rule(table):
    none, one = table.roll([]), table.roll([4])
    picked = table.pick(none, 1, sum) + table.pick(one, 2, sum)
    return {"n": picked[0] + sum([die.sides for die in picked]), "met": len(picked) == 1}
""",
    "a die with as many sides": """def rule(table):
    (picked,) = table.pick(table.roll([2, 3]), 1, sum)
    return {"n": table.read(table.roll([picked.sides, 2]), total()), "met": picked > 1}
""",
    "a preference that cannot rank no dice": """def rule(table):
    picked = table.pick(table.roll([2, 3]), 0, lambda dice: dice[0])
    picked += table.pick(table.roll(1), 0, lambda dice: dice[0])
    return {"n": len(picked), "met": True}
""",
    "a picked die given to another rule": """def rule(table):
    (picked,) = table.pick(table.roll([2, 3]), 1, sum)
    return {"n": table.play(sided, "n", die=picked), "met": picked > 1}

def sided(table, die):
    return {"n": die * 2 - die.sides}
""",
}


@pytest.mark.parametrize("text", RULES.values(), ids=RULES)
def test_picks(text: str) -> None:
    """What a rule does with picked dice is what a search through every die and decision finds."""
    compare(text)


KEYS: list[Callable[[Any], Any]] = [
    sum, len, max, lambda dice: -sum(dice), lambda dice: -dice[-1], lambda dice: dice[:1], lambda dice: sum(dice) % 3,
    lambda dice: len(set(dice)),
]  # fmt: skip


@settings(deadline=None)
@given(
    st.integers(1, 5), st.integers(1, 5), st.sampled_from(KEYS),
    st.dictionaries(st.integers(-2, 6), st.integers(1, 3), min_size=1, max_size=4),
)  # fmt: skip
def test_the_ways_of_every_choice(size: int, count: int, key: Callable[[Any], Any], weights: dict[int, int]) -> None:
    """Each choice of dice comes in as many ways as there are hands whose best one it is, hand by hand."""
    faces = tuple(sorted(weights.items(), reverse=True))
    found: dict[Any, int] = {}
    for hand in product(faces, repeat=size):
        shown = sorted([face for face, _ in hand], reverse=True)
        choice = max(combinations(shown, min(count, size)), key=key)
        found[choice] = found.get(choice, 0) + prod([weight for _, weight in hand])
    assert picks(size, faces, count, key) == found


def test_dice_that_explode_without_end_are_picked() -> None:
    """The highest of them are those that a fold keeps, to the same maximum error, and each has its sides."""
    die = Die(10, explode={10})
    read = solve(lambda table: {"n": table.read(table.roll(4, "dice", die), highest(2))})
    picked = solve(lambda table: {"n": sum(table.pick(table.roll([die] * 4), 2, sum))})
    assert (picked.rows, picked.scale) == (dict(read.rows), read.scale)
    sides = solve(lambda table: {"n": table.pick(table.roll([die] * 3), 1, lambda dice: -dice[0])[0].sides})
    assert sides.rows == {(10,): sides.scale}


def test_the_sides_of_picked_dice_that_explode_have_a_maximum_error() -> None:
    """Of a chain that is longer than is followed, no sides are said to be picked that may not be."""

    def small(table: Any) -> dict[str, Any]:
        (die,) = table.pick(table.roll([Die(2, explode={2}), Die(4, explode={4})]), 1, lambda dice: -dice[0])
        return {"small": die.sides < 4, "large": die.sides > 2}

    finely, roughly = solve(small, Fraction(1, 10**12)), solve(small, Fraction(1, 20))
    for row in ((True, False), (False, True)):
        least = Fraction(roughly.rows[row], roughly.scale)
        assert least <= Fraction(finely.rows[row], finely.scale) < least + roughly.unresolved
    assert roughly.unresolved > 0


def test_the_least_of_dice_that_explode_is_certain() -> None:
    """Whatever is not followed, dice that explode on what counts nothing come to nothing less than that."""
    die = Die(3, lowest=0, explode={0})
    found = solve(lambda table: {"n": table.read(table.roll(2, "dice", die), total()) >= 0})
    assert found.rows == {(True,): found.scale}


SLIPS = {
    "reads other dice": "abs(sum(dice) - table.read(other, total()))",
    "rolls": "table.read(table.roll(1), total())",
    "decides": "table.choose('Which?', ('a', 'b'), 0)",
    "picks": "sum(table.pick(other, 1, sum))",
}


@pytest.mark.parametrize("verb", ["pick(hand, 2, lambda dice: {})", "rethrow(hand, lambda dice: dice[:{} % 2])"])
@pytest.mark.parametrize("slip", SLIPS.values(), ids=SLIPS)
def test_a_function_given_to_a_verb_does_not_use_the_table(verb: str, slip: str) -> None:
    """A preference that reads, rolls or asks is refused with its line, whatever the table."""
    call = verb.format(slip)
    text = f"def rule(table):\n    hand, other = table.roll(3), table.roll(2)\n    table.{call}\n    return 1\n"
    rule = made(text)
    for play in (lambda: solve(rule), lambda: watched(rule)(RolledTable(SeededDice("1")))):
        with pytest.raises(RuleError, match=r"made_up.py, line \d+: “<lambda>” is called by a verb"):
            play()
