"""Rules that nobody wrote, as the text of a function: all verbs, all folds, and whatever Python does with answers.

What stands in a rule is what an author could write: it is right on every table, so that every table must say the same.
Each throw is charged with the ways in which it can fall, so that the slow twin ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from random import Random
from typing import Any, NamedTuple

from sixfold import rules
from sixfold.rules import Fold

WAYS = 1_500
"""Ways in which all dice and choices of a rule can fall together, about."""


class Odd(Fold[int]):
    """An author's own question: the number of odd faces among dice that show a number."""

    def start(self, size: int) -> int:
        return 0

    def step(self, state: int, face: int, count: int) -> int:
        return state + count * (face % 2)

    def end(self, state: int) -> int:
        return state

    def plainly(self, faces: Sequence[int]) -> int:
        """The same, for the twin."""
        return sum(face % 2 for face in faces)


class Spread(Fold[Any]):
    """An author's own question: the lowest and the highest face, as a tuple; no dice have none."""

    def start(self, size: int) -> Any:
        return None

    def step(self, state: Any, face: int, count: int) -> Any:
        return (face, face) if state is None else (face, state[1])

    def end(self, state: Any) -> Any:
        return (0, 0) if state is None else state

    def plainly(self, faces: Sequence[int]) -> Any:
        """The same, for the twin."""
        return (min(faces), max(faces)) if faces else (0, 0)


class Ahead(Fold[int]):
    """An author's own question to several hands: the place of the one that is ahead at the highest face, from 1."""

    def start(self, size: Any) -> int:
        return 0

    def step(self, state: int, face: int, count: Any) -> int:
        most = max(count)
        return state or (1 + count.index(most) if list(count).count(most) == 1 else 0)

    def end(self, state: int) -> int:
        return state

    def plainly(self, *hands: Sequence[int]) -> int:
        """The same, for the twin."""
        for face in sorted({face for faces in hands for face in faces}, reverse=True):
            counts = [list(faces).count(face) for faces in hands]
            ahead = [at for at, count in enumerate(counts, 1) if count == max(counts)]
            if len(ahead) == 1:
                return ahead[0]
        return 0


class Program(NamedTuple):
    """The text of a rule, and what is known of it."""

    text: str
    decides: bool
    """Whether a player may decide something in it."""
    endless: bool
    """Whether its throws have no certain end."""

    def rule(self) -> Callable[..., Any]:
        """The rule itself."""
        space: dict[str, Any] = {name: getattr(rules, name) for name in rules.__all__}
        space |= {"__name__": "made_up", "Odd": Odd, "Spread": Spread, "Ahead": Ahead}
        exec(compile(self.text, "made_up.py", "exec"), space)
        found: Callable[..., Any] = space["rule"]
        return found


class Dice(NamedTuple):
    """A hand in a rule: its name, and what its dice can show."""

    name: str
    faces: tuple[Any, ...]
    kind: str = "numbers"
    """numbers, symbols, mixed, cup or deck."""
    ways: int = 2
    """Ways in which one of its dice can fall."""
    most: int = 3
    """The number of dice, at most."""
    endless: bool = False


DICE = {
    "2": (1, 2),
    "3": (1, 2, 3),
    "4": (1, 2, 3, 4),
    "Die(3, lowest=0)": (0, 1, 2),
    "Die(3, lowest=-1)": (-1, 0, 1),
    "Die.of(-1, 0, 0, 2)": (-1, 0, 2),
    "Die(3, reroll=1, once=True)": (1, 2, 3),
    "Die(3, reroll={1})": (2, 3),
    "Die(3, explode=3, depth=1)": (1, 2, 4, 5, 6),
    "Die(2, lowest=0, explode=1, depth=2)": (0, 1, 2, 3),
    "Die(3, explode=3, reroll=1, once=True, first=True, depth=1)": (1, 2, 4, 5, 6),
}
"""Dice with numbers, and what they can show."""

WAYS_OF = {"Die(3, reroll=1, once=True)": 5, "Die(3, explode=3, depth=1)": 5, "Die(3, reroll={1})": 3}
WAYS_OF["Die(2, lowest=0, explode=1, depth=2)"] = 4
WAYS_OF["Die(3, explode=3, reroll=1, once=True, first=True, depth=1)"] = 8
ENDLESS = {
    "Die(3, explode=3)": (1, 2, 4, 5, 7, 8),
    "Die(2, explode=2)": (1, 3, 5),
    "Die(3, reroll=1, explode={3})": (2, 5),
}
SYMBOLS = {
    'Die.of("a", "b", ())': ("a", "b"),
    'Die.of((), "a", ("a", "b"))': ("a", "b"),
    'Die.of("a", ("a", "a"), "b", explode="b", depth=1)': ("a", "b"),
}
"""Dice with symbols, and the names on them."""


class Writer:
    """Writes one rule. Whatever it needs of chance is `random`'s."""

    def __init__(self, random: Random, decides: bool, endless: bool = False) -> None:
        self.random = random
        self.decides = decides
        self.endless = endless
        self.left = float(WAYS)
        self.lines: list[str] = []
        self.indent = 1
        self.names = 0
        self.numbers: list[str] = []
        self.conditions: list[str] = []
        self.texts: list[str] = []
        self.hands: list[Dice] = []
        self.table = "table"
        self.depth = 0

    # -- the text --------------------------------------------------------------------------------------------

    def any(self, options: Any) -> Any:
        """One of several options."""
        return self.random.choice(list(options))

    def chance(self, percent: int) -> bool:
        """Yes, so often."""
        return self.random.randrange(100) < percent

    def say(self, line: str) -> None:
        self.lines.append("    " * self.indent + line)

    def new(self, letter: str) -> str:
        self.names += 1
        return f"{letter}{self.names}"

    def number_is(self, text: str) -> None:
        name = self.new("n")
        self.say(f"{name} = {text}")
        self.numbers.append(name)

    @contextmanager
    def inside(self, head: str) -> Iterator[None]:
        """A block, whose names are not known after it."""
        self.say(head)
        before = (list(self.numbers), list(self.conditions), list(self.texts), list(self.hands))
        self.indent += 1
        yield
        self.indent -= 1
        self.numbers, self.conditions, self.texts, hands = before
        self.hands = [dice for dice in hands if dice in self.hands]  # what was thrown again inside does not lie there

    def pays(self, ways: float) -> bool:
        """Whether so many ways more can still be followed; if so, they are."""
        if ways > self.left:
            return False
        self.left /= ways
        return True

    # -- what Python does with answers -----------------------------------------------------------------------

    def number(self, deep: int = 2) -> str:
        if deep == 0 or self.chance(25):
            return str(self.any(self.numbers) if self.numbers and self.chance(80) else self.random.randrange(-1, 4))
        a, c = partial(self.number, deep - 1), self.random.randrange(1, 4)
        b, p = a, partial(self.condition, deep - 1)
        return str(
            self.any(
                [
                    lambda: f"({a()} + {b()})",
                    lambda: f"({a()} - {b()})",
                    lambda: f"({a()} * {c})",
                    lambda: f"({a()} * {self.condition(deep - 1)})",
                    lambda: f"({a()} * {b()})",
                    lambda: f"({a()} // {self.any([c, -c])})",
                    lambda: f"({a()} % {self.any([c + 1, -c])})",
                    lambda: f"({a()} // (abs({b()}) + 1))",
                    lambda: f"({c} % (abs({b()}) + 1))",
                    lambda: f"divmod({a()}, {c})[{self.any([0, 1])}]",
                    lambda: f"abs({a()})",
                    lambda: f"-{a()}",
                    lambda: f"(~{a()})",
                    lambda: f"max({a()}, {b()})",
                    lambda: f"min({a()}, {b()}, {c})",
                    lambda: f"clamp({a()}, {c - 2}, {c + 1})",
                    lambda: f"clamp({a()}, 0)",
                    lambda: f"clamp({a()}, min(0, {b()}), 3)",
                    lambda: f"({a()} & 3)",
                    lambda: f"({a()} | {c})",
                    lambda: f"({a()} ^ {b()})",
                    lambda: f"(abs({a()}) ** 2 % 7)",
                    lambda: f"({a()} << 1)",
                    lambda: f"({a()} >> 1)",
                    lambda: f"int({self.any([a, p])()})",
                    lambda: f"round({a()} / 2)",
                    lambda: f"({self.condition(deep - 1)} + {self.condition(deep - 1)})",
                    lambda: f"({self.condition(deep - 1)} * {c})",
                    lambda: f"(+{self.condition(deep - 1)})",
                    lambda: f"({a()} if {self.condition(deep - 1)} else {b()})",
                    lambda: f"sum([{a()}, {b()}, {a()}])",
                    lambda: f"sum([{self.condition(deep - 1)}, {self.condition(deep - 1)}])",
                    lambda: f"len([n for n in ({a()}, {b()}) if n > {c}])",
                    lambda: f"{{1: 3, 2: -1}}.get({a()}, {b()})",
                    lambda: f"(5, 0, 2)[{a()} % 3]",
                    lambda: f"sorted([{a()}, {b()}, {c}])[1]",
                    lambda: f"len({self.text(deep - 1)})",
                    lambda: f"({a()} and {b()})",
                    lambda: f"({a()} or {c})",
                    lambda: f"next(n for n in range({c + 9}) if n >= {a()} % 5)",
                ]
            )()
        )

    def condition(self, deep: int = 2) -> str:
        if deep == 0 or self.chance(25):
            return str(self.any(self.conditions if self.conditions and self.chance(85) else ["True", "False"]))
        a, c = partial(self.number, deep - 1), self.random.randrange(-1, 4)
        p = partial(self.condition, deep - 1)
        b, q = a, p
        sign = self.any(["<", "<=", ">", ">=", "==", "!="])
        return str(
            self.any(
                [
                    lambda: f"({a()} {sign} {b()})",
                    lambda: f"({a()} {sign} {c})",
                    lambda: f"({c} {sign} {a()})",
                    lambda: f"({c} <= {a()} < {b()})",
                    lambda: f"({a()} {sign} {c}.5)",
                    lambda: f"({a()} / 2 {sign} 1)",
                    lambda: f"(not {p()})",
                    lambda: f"({p()} and {q()})",
                    lambda: f"({p()} or {q()})",
                    lambda: f"({p()} ^ {q()})",
                    lambda: f"({p()} & {q()})",
                    lambda: f"({p()} | {q()})",
                    lambda: f"({p()} == {q()})",
                    lambda: f"({p()} != {q()})",
                    lambda: f"({p()} {sign} {q()})",
                    lambda: f"({p()} + {q()} {sign} 1)",
                    lambda: f"({a()} in ({c}, {c + 2}))",
                    lambda: f"({a()} not in range({c}, {c + 2}))",
                    lambda: f"bool({a()})",
                    lambda: f"({p()} if {q()} else {p()})",
                    lambda: f"all([{p()}, {q()}])",
                    lambda: f"any([{p()}, {q()}])",
                    lambda: f"({self.text(deep - 1)} == {self.text(deep - 1)})",
                    lambda: f"(({a()}, {b()}) {sign} ({b()}, {c}))",
                    lambda: f"isinstance({a()}, int)",
                    lambda: f"({a()} {sign} {p()})",
                ]
            )()
        )

    def text(self, deep: int = 1) -> str:
        if deep <= 0 or self.chance(30):
            return str(self.any(self.texts if self.texts and self.chance(80) else ['"x"', '"yy"']))
        return str(
            self.any(
                [
                    lambda: f'("x" if {self.condition(deep - 1)} else {self.text(deep - 1)})',
                    lambda: f"'{{}}!'.format({self.number(0)})",
                    lambda: f"str({self.number(deep - 1)})",
                    lambda: f'("z" * ({self.number(deep - 1)} % 3))',
                    lambda: f'{{True: "t", False: "f"}}[{self.condition(deep - 1)}]',
                ]
            )()
        )

    def few(self, most: int) -> str:
        """A number of dice up to a most one: known, or not yet."""
        if self.numbers and self.chance(30):
            name = self.any(self.numbers)
            return str(
                self.any(
                    [
                        f"clamp({name}, 0, {most})",
                        f"abs({name}) % {most + 1}",
                        f"min({most}, max(0, {name}))",
                        f"{most} * ({name} > 1)",
                    ]
                )
            )
        if self.conditions and self.chance(10):
            return f"{most} * {self.any(self.conditions)}"
        return str(self.random.randrange(most + 1))

    # -- dice ------------------------------------------------------------------------------------------------

    def throw(self) -> None:
        name = self.new("h")
        label = f'"{name}"' if self.chance(90) else '"dice"'
        how = self.any(["plain"] * 6 + ["mixed", "mixed", "symbols", "cup", "cup", "deck", "deck"])
        if self.endless and self.chance(40):
            die, faces = self.any(ENDLESS.items())
            if self.pays(8):
                self.say(f"{name} = {self.table}.roll(1, {label}, {die})")
                self.hands.append(Dice(name, faces, "numbers", 8, 1, True))
        elif how == "plain":
            most = self.random.randrange(1, 4)
            die, faces = self.any(DICE.items())
            ways = WAYS_OF.get(die, len(faces) + (die == "Die.of(-1, 0, 0, 2)"))
            while most and not self.pays(ways**most):
                most -= 1
            self.say(f"{name} = {self.table}.roll({self.few(most) if self.chance(60) else most}, {label}, {die})")
            self.hands.append(Dice(name, faces, "numbers", ways, most))
        elif how == "mixed":
            dice = [self.any(["2", "3", "3", "4", "Die(3, explode=3, depth=1)"]) for _ in range(self.any([1, 2, 3]))]
            if "Die(3, explode=3, depth=1)" in dice:  # a d3 of another kind beside it would have no order
                dice = [die for die in dice if die != "3"]
            ways = 1
            for die in dice:
                ways *= WAYS_OF.get(die, len(DICE[die]))
            if self.pays(ways):
                self.say(f"{name} = {self.table}.roll([{', '.join(dice)}], {label})")
                faces = sorted({face for die in dice for face in DICE[die]})
                self.hands.append(Dice(name, tuple(faces), "mixed" if len(set(dice)) > 1 else "numbers", 5, len(dice)))
        elif how == "symbols":
            die, faces = self.any(SYMBOLS.items())
            many = self.any([1, 2])
            if self.pays(6**many):
                self.say(f"{name} = {self.table}.roll({many}, {label}, {die})")
                self.hands.append(Dice(name, faces, "symbols", 6, many))
        elif how == "cup":
            counts = self.any(["(1, 2)", "[2, 0, 1]", "(1, 1, 2)", "(3,)"])
            if self.numbers and self.chance(25):
                counts = f"(1 + abs({self.any(self.numbers)}) % 2, 2)"
            many = self.any([0, 1, 2, 2, 3])
            names = ', ("r", "g", "b")' if self.chance(10) else ""
            if self.pays(4**many):
                self.say(f"{name} = {self.table}.draw({counts}, {many}, {label}{names})")
                faces = tuple(range(1, counts.count(",") + (counts != "(3,)") + 1))
                self.hands.append(Dice(name, faces, "cup", 4, many))
        else:
            deck = self.any(["Deck(2, 2)", "Deck(3, 2)", 'Deck(("j", "q"), ("h", "s"))', "Deck(2, 2, (1, 2, 0, 1))"])
            many = self.any([1, 2])
            if self.pays((6 if "3" in deck else 4) * (5 if many > 1 else 1)):
                self.say(f"{name} = {self.table}.draw({deck}, {many}, {label})")
                self.hands.append(Dice(name, tuple(range(1, 7 if "3" in deck else 5)), "deck", 6, many))

    def late(self, small: int = 3) -> str:
        """A number in a question: known, or not yet."""
        if self.numbers and self.chance(15):
            name = self.any(self.numbers)
            return str(self.any([f"clamp({name}, 0, {small})", f"abs({name})", f"(abs({name}) % 3)"]))
        return str(self.random.randrange(small + 1))

    def fold(self, dice: Dice) -> tuple[str, str]:
        """A question to a hand, and what its answer is."""
        if dice.kind == "symbols":
            name, other = self.any(dice.faces), self.any(dice.faces)
            asked: list[tuple[str, str]] = [
                (f'count("{name}")', "number"),
                ('count("a", "b")', "number"),
                ('count("a", less="b")', "number"),
                ("groups()", "groups"),
                ("most_alike()", "number"),
                ("of_a_kind(2)", "condition"),
            ]
            return asked[self.random.randrange(len(asked))] if name == other or name else asked[0]
        face, other = self.any(dice.faces), self.any(dice.faces)
        by_rank = self.any([f"highest({self.late()})", f"lowest({self.late()})", f"without_highest({self.late()})"])
        kind = [
            ("total()", "number"),
            ("total()", "number"),
            (by_rank, "number"),
            (by_rank, "number"),
            (f"nth_highest(1 + {self.late()})", "number"),
            (f"at_least({face}, {self.late(2)})", "condition"),
            (f"of_a_kind({self.late()})", "condition"),
            (f"of_a_kind({self.late()}, after={self.late(2)})", "condition"),
            (f"of_a_kind({self.late()}, among={self.late()}, lowest={self.any([True, False])})", "condition"),
            (
                f"of_a_kind(2, after={self.late(2)}, among={self.late()}, lowest={self.any([True, False])})",
                "condition",
            ),
            (f"of_a_kind(2, after={self.late(2)}, lowest=True)", "condition"),
            (f'showing("{self.any([">=", "<=", ">", "<", "!="])}", {self.late()})', "number"),
            (f'showing("=", {face})', "number"),
            (f'showing("{self.any([">=", "<=", "!="])}", {face}, {by_rank})', "number"),
            ("most_common()", "number"),
            ("most_alike()", "number"),
            ("longest_run()", "number"),
            (f"successes({face})", "number"),
            (f"successes({face}, twice={max(dice.faces)}, less=[{min(dice.faces) - 1}])", "number"),
            (f"score({{{face}: 3, {other}: -1}})", "number"),
            ("groups()", "groups"),
            ("sets()", "sets"),
            (f"sets({self.any([1, 2, 3])}, {self.any([0, 1, 2])}, by='{self.any(['width', 'height'])}')", "sets"),
            ("Odd()", "number"),
            ("Spread()", "pair"),
        ]
        return kind[self.random.randrange(len(kind))]

    def read(self) -> None:
        if not self.hands:
            return
        dice = self.any(self.hands)
        hand = dice.name
        if dice.kind == "deck" and self.chance(75):
            part = self.any(["ranks", "suits"])
            hand, dice = f"{part}({hand})", dice._replace(faces=(1, 2), kind="numbers")
        if dice.kind in ("numbers", "cup") and not dice.endless and self.chance(8):
            kinds = {"cup": str(len(dice.faces))}.get(dice.kind, "")
            plain = dice.faces in ((1, 2), (1, 2, 3), (1, 2, 3, 4)) and dice.kind == "numbers" and "(" not in hand
            if kinds or (plain and dice.ways == len(dice.faces)):
                found = [self.new("n") for _ in dice.faces]
                left = ", ".join(found)
                self.say(f"{left} = {self.table}.read({hand}, *each_face({kinds or len(dice.faces)}))")
                self.numbers += found
                return
        folds = [self.fold(dice) for _ in range(self.any([1, 1, 2, 3]))]
        names = [self.new("a") for _ in folds]
        self.say(f"{', '.join(names)} = {self.table}.read({hand}, {', '.join(fold for fold, _ in folds)})")
        for name, (_, kind) in zip(names, folds, strict=True):
            if kind == "number":
                self.numbers.append(name)
            elif kind == "condition":
                self.conditions.append(name)
            elif kind == "groups":
                self.any(
                    [
                        lambda name=name: self.number_is(f"len({name})"),
                        lambda name=name: self.number_is(f"sum({name}[:2])"),
                        lambda name=name: self.conditions.append(f"({name}[:2] == (2, 1))"),
                        lambda name=name: self.number_is(f"max({name}, default=0)"),
                    ]
                )()
            elif kind == "pair":
                self.number_is(f"{name}[1] - {name}[0]")
            else:
                self.any(
                    [
                        lambda name=name: self.number_is(f"len({name})"),
                        lambda name=name: self.number_is(f"sum(width * height for width, height in {name})"),
                        lambda name=name: self.number_is(f"{name}[0].height if {name} else 0"),
                    ]
                )()

    def preference(self, dice: Dice) -> str:
        options = ["sum", "lambda dice: -sum(dice)", "max_first"]
        options += ["lambda dice: (len(set(dice)), sum(dice))"] if dice.kind != "mixed" else []
        if self.numbers and self.chance(35):
            name = self.any(self.numbers)
            options = [f"lambda dice: -abs(sum(dice) - {name})", f"lambda dice: dice.count({name}) * 9 + sum(dice)"]
        found = self.any(options)
        return "lambda dice: dice" if found == "max_first" else str(found)

    def asks(self) -> str:
        return ', ask="Which?"' if self.decides and self.chance(60) else ""

    def pick(self) -> None:
        hands = [dice for dice in self.hands if dice.kind in ("numbers", "cup", "mixed")]
        if not hands:
            return
        dice = self.any(hands)
        asks = self.asks() if dice.kind != "mixed" else ""
        if asks and not self.pays(dice.most + 1):
            return
        found = self.new("p")
        many = self.few(3) if self.chance(30) else str(self.random.randrange(4))
        self.say(f"{found} = {self.table}.pick({dice.name}, {many}, {self.preference(dice)}{asks})")
        asked = [f"sum({found})", f"len({found})", f"({found} + (0,))[0]", f"({found} + (0, 0))[1]"]
        for text in self.random.sample([*asked, f"len(set({found}))"] if dice.kind != "mixed" else asked, 2):
            self.number_is(text)
        if dice.kind == "mixed" and self.chance(50):
            self.number_is(f"sum(face.sides for face in {found}) if len({found}) else 0")

    def rethrow(self) -> None:
        hands = [dice for dice in self.hands if dice.kind in ("numbers", "mixed", "symbols")]
        if not hands:
            return
        dice = self.any(hands)
        if not self.pays(dice.ways ** min(2, dice.most)):
            return
        face, name = self.any(dice.faces), self.new("h")
        which = [
            f"{{{face!r}}}",
            f"[{face!r}, {self.any(dice.faces)!r}]",
            "()",
            "lambda dice: dice[1:]",
            "lambda dice: dice[-1:]",
            f"lambda dice: [face for face in dice if face != {face!r}]",
        ]
        if dice.kind != "symbols":
            which += [f"range({face}, {face + 2})", "lambda dice: [face for face in dice if dice.count(face) == 1]"]
            if self.numbers:
                which.append(f"lambda dice: [face for face in dice if face < {self.any(self.numbers)}]")
                which.append(f"[{face}, {self.any(self.numbers)}]")
        asks = self.asks() if dice.kind == "numbers" else ""
        if asks and not self.pays(2 ** min(2, dice.most)):
            return
        label = self.any(["again", name])
        extra = ""
        if asks and self.chance(50):
            extra = f", among={{{', '.join(map(str, dice.faces[:2]))}}}"
            which = [f"{{{dice.faces[0]}}}", "()"]
        elif asks:
            which = [one for one in which if "lambda" not in one] + which[-1:]
        self.say(f'{name} = {self.table}.rethrow({dice.name}, {self.any(which)}, "{label}"{asks}{extra})')
        self.hands.remove(dice)
        self.hands.append(dice._replace(name=name))

    def together(self) -> None:
        hands = [dice for dice in self.hands if dice.kind in ("numbers", "mixed", "cup")]
        if len(hands) < 2:
            return
        read = self.random.sample(hands, self.any([2, 2, min(3, len(hands))]))
        folds = ["Ahead()", "Ahead()"] + ["pairs_won()", "pairs_tied()", "pairs_lost()"] * (len(read) == 2)
        asked = self.random.sample(folds, self.any([1, 2]))
        names = [self.new("m") for _ in asked]
        hand = ", ".join(dice.name for dice in read)
        self.say(f"{', '.join(names)} = {self.table}.read(({hand}), {', '.join(asked)})")
        self.numbers += names

    # -- decisions, chains, games and other rules ----------------------------------------------------------------

    def choose(self) -> None:
        options = self.any([["no", "yes"], ["no", "yes"], ["low", "middle", "high"], ["only"]])
        if self.decides and not self.pays(len(options)):
            return
        name, against = self.new("c"), self.chance(25)
        said = ", ".join(f'"{option}"' for option in options)
        how = ", against=True" if against else ""
        question = "They" if against else "You"
        default = self.random.randrange(len(options))
        self.say(f'{name} = {self.table}.choose("{question}?", ({said},), {default}{how})')
        self.any(
            [
                lambda: self.number_is(f"{name} * 2"),
                lambda: self.number_is(f"1 if {name} == {len(options) - 1} else {self.number(1)}"),
                lambda: self.conditions.append(f'({name} == "{options[0]}")'),
                lambda: self.conditions.append(f"({name} == {default})"),
                lambda: self.texts.append(f'({name}.name + "")'),
                lambda: self.numbers.append(f"({name} + 0)"),
            ]
        )()

    def again(self) -> None:
        size = self.any(["0", "1", "1", "2"])
        fold = self.any(["", "", ", highest(1)", ", lowest(1)", ", nth_highest(1)", ", without_highest(1)"])
        most = self.any(["1", "2", "2"])
        among = [self.random.randrange(1, 9) for _ in range(self.any([0, 1, 1, 2, 3]))]
        among += among[:1] if self.chance(40) else []
        if size == "0":
            among = [face for face in among if face]
        if not self.pays(36 if size != "2" else 36 * 36 if most == "2" else 36):
            return
        counts, last = self.new("k"), self.new("n")
        order = f"({''.join(f'{face}, ' for face in among)})"
        size = f"clamp({self.any(self.numbers)}, 0, 1)" if self.numbers and size == "1" and self.chance(20) else size
        self.say(f'{counts}, {last} = {self.table}.again({size}, "again", {order}{fold}, most={most})')
        self.numbers.append(last)
        self.number_is(
            self.any([f"sum({counts})", f"len({counts})", f"({counts} + (7,))[0]", f"({counts} + (7, 8))[1]"])
        )

    def repeat(self) -> None:
        """A game of few steps, with a counter in its state that grows."""
        steps = self.any([1, 2, 2, 3])
        die = self.any(["2", "3"])
        if not self.pays(int(die) ** steps) or self.depth > 1:
            return
        step, state = self.new("step"), self.new("s")
        outer, table = (self.left, self.table), self.table
        shape = self.any(["int", "pair", "dict", "list", "flag", "text", "nested"])
        first, inner, held = self.number(1), self.new("t"), self.new("q")
        start = {
            "int": "0",
            "pair": f"(0, {first})",
            "dict": f'{{"at": 0, "sum": {first}}}',
            "list": f"[0, {first}, {self.condition(1)}]",
            "flag": f"(0, {self.condition(1)}, {first})",
            "text": f"(0, {self.text(1)}, {first})",
            "nested": f"(0, ({first}, ({self.condition(1)}, 1)))",
        }[shape]
        at, total = {
            "int": (held, held), "pair": (f"{held}[0]", f"{held}[1]"), "dict": (f'{held}["at"]', f'{held}["sum"]'),
            "list": (f"{held}[0]", f"{held}[1]"), "flag": (f"{held}[0]", f"{held}[2]"),
            "text": (f"{held}[0]", f"{held}[2]"),
            "nested": (f"{held}[0]", f"{held}[1][0]"),
        }[shape]  # fmt: skip
        self.left = self.left ** (1 / steps) if self.left > 8 else 1.0
        with self.inside(f"def {step}({inner}, {held}):"):
            self.table, self.depth, hands = inner, self.depth + 1, self.hands
            self.hands = []
            self.numbers += [at, total]
            if shape in ("flag",):
                self.conditions.append(f"{held}[1]")
            if shape == "text":
                self.texts.append(f"{held}[1]")
            face = self.new("f")
            self.say(f'{face} = {inner}.read({inner}.roll(1, "step", {die}), total())')
            self.numbers.append(face)
            for _ in range(self.any([0, 0, 1, 2])):
                self.statement()
            gain = self.any(["1", "1", f"1 + ({face} > 1)", face])
            more = self.number(2)
            self.say(
                {
                    "int": f"return {at} + {gain}",
                    "pair": f"return {at} + {gain}, {self.any([more, f'{total} + {face}', f'clamp({more}, -2, 4)'])}",
                    "dict": f'return {{"at": {at} + {gain}, "sum": {self.any([more, f"{total} + {face}"])}}}',
                    "list": f"return [{at} + {gain}, {more}, {self.condition(1)}]",
                    "flag": f"return {at} + {gain}, {self.condition(1)}, {more}",
                    "text": f"return {at} + {gain}, {self.text(1)}, {more}",
                    "nested": f"return {at} + {gain}, ({more}, ({self.condition(1)}, {face}))",
                }[shape]
            )
            self.hands = hands
        self.left, self.table = outer
        self.depth -= 1
        self.table = table
        by_most = self.chance(35)
        until = f"lambda {held}: {at} >= {steps}"
        if by_most and self.chance(50):
            until = self.any([f"lambda {held}: False", f"lambda {held}: {total} > 3"])
        elif self.numbers and self.chance(20):
            until = f"lambda {held}: {at} >= {steps} or {total} == {self.any(self.numbers)}"
        most = f", {steps}" if by_most else ""
        if by_most and self.numbers and self.chance(25):
            most = f", clamp({self.any(self.numbers)}, 0, {steps})"
        counted = self.chance(40)
        target = f"{state}, {state}k" if counted else state
        self.say(f"{target} = {table}.repeat({step}, {start}, {until}{most}{', counted=True' * counted})")
        if counted:
            self.numbers.append(f"{state}k")
        self.numbers += [at.replace(held, state), total.replace(held, state)]
        if shape == "flag":
            self.conditions.append(f"{state}[1]")
        if shape == "text":
            self.texts.append(f"{state}[1]")

    def endless_repeat(self) -> None:
        """A game without a longest course."""
        if not self.endless or self.depth or not self.pays(16):
            return
        step, state, counted = self.new("step"), self.new("s"), self.chance(70)
        self.say(f"def {step}(t, state):")
        self.say(f'    face = t.read(t.roll(1, "step", {self.any(["2", "3"])}), total())')
        self.say(f"    return {self.any(['face', 'state + (face == 1)', 'max(state, face)'])}")
        target = f"{state}, {state}k" if counted else state
        until = self.any(["state == 2", "state >= 2"])
        self.say(f"{target} = {self.table}.repeat({step}, 0, lambda state: {until}{', counted=True' * counted})")
        self.numbers += [state, *([f"{state}k"] if counted else [])]

    def endless_again(self) -> None:
        if not self.endless or not self.pays(16):
            return
        counts, last = self.new("k"), self.new("n")
        among = self.any(["(6,)", "(1, 6)", "(6, 6)", "(3, 4, 5, 6)"])
        self.say(f'{counts}, {last} = {self.table}.again(1, "again", {among})')
        self.numbers.append(last)
        self.number_is(self.any([f"sum({counts})", f"{counts}[0]", f"{counts}[-1]"]))

    def play(self) -> None:
        """Another rule, whose outcome comes back as a whole or in part."""
        if self.depth > 1:
            return
        inner, given = self.new("inner"), self.new("t")
        table, outer, hands = self.table, self.depth, self.hands
        kind = self.any(["dict", "tuple", "number", "condition", "text"])
        late = self.number(1) if self.chance(70) else "2"
        closes = self.chance(40)
        with self.inside(f"def {inner}({given}, bonus=0, sure=False):"):
            self.table, self.depth, self.hands = given, outer + 1, []
            if not closes:
                self.numbers, self.conditions, self.texts = [], [], []
            self.numbers.append("bonus")
            self.conditions.append("sure")
            for _ in range(self.any([1, 2, 3, 4])):
                self.statement()
            number, condition = self.number(1), self.condition(1)
            number, condition = f"0 + {number}", f"bool({condition})"
            self.say(
                {
                    "dict": f'return {{"sum": {number}, "met": {condition}, "word": {self.text(1)}}}',
                    "tuple": f"return {number}, {condition}",
                    "number": f"return {number}",
                    "condition": f"return {condition}",
                    "text": f"return {self.text(1)}",
                }[kind]
            )
            self.hands = hands
        self.table, self.depth = table, outer
        found = self.new("r")
        options = self.any(["", f", bonus={late}", f", bonus={late}, sure={self.condition(1)}"])
        names = {
            "dict": ("sum", "met"),
            "tuple": ("total", "success"),
            "number": ("total",),
            "condition": ("success",),
            "text": ("result",),
        }
        how = self.any(["whole", "one", "several"])
        name = self.any(names[kind])
        if how == "one":
            self.say(f'{found} = {table}.play({inner}, "{name}"{options})')
            value = found
        elif how == "several":
            asked = "".join(f'"{each}", ' for each in names[kind])
            self.say(f"{found} = {table}.play({inner}, ({asked}){options})")
            value = f"{found}[{names[kind].index(name)}]"
        else:
            call = f"{table}.play({inner}{options})" if not options else f"{table}.play({inner}, None{options})"
            self.say(f"{found} = {call}")
            value = {"dict": f'{found}["{name}"]', "tuple": f"{found}[{names[kind].index(name)}]"}.get(kind, found)
        where = {"sum": self.numbers, "total": self.numbers, "result": self.texts}.get(name, self.conditions)
        where.append(value)

    # -- everything else -----------------------------------------------------------------------------------------

    def tell(self) -> None:
        n = self.number(1)
        self.say(
            self.any(
                [
                    f'{self.table}.tell("X1", "{{n}} dice", n={n})',
                    f'{self.table}.tell("X2", "so {{n}}", when={self.condition(1)}, n=lambda: {n})',
                    f'{self.table}.strike("dice", 1, {self.any([0, 1])})',
                ]
            )
        )

    def branch(self) -> None:
        """An `if`, in each branch of which the same name gets a value."""
        if self.indent > 3:
            return
        name, kind = self.new("n"), self.any(["number", "number", "condition", "text"])
        head, before = f"if {self.condition(2)}:", self.left
        lefts = []
        for at, line in enumerate((head, "else:")):
            self.left = before
            with self.inside(line):
                for _ in range(self.any([0, 1, 2])):
                    self.statement()
                self.say(f"{name} = {getattr(self, kind)(1)}")
            lefts.append(self.left)
            if at == 0 and self.chance(10):
                break
        self.left = min(lefts)
        if len(lefts) == 1:
            self.say("else:")
            self.say(f"    {name} = {getattr(self, kind)(1)}")
        {"number": self.numbers, "condition": self.conditions, "text": self.texts}[kind].append(name)

    def loop(self) -> None:
        if self.indent > 2:
            return
        name, die = self.new("n"), self.any(["2", "3"])
        times = self.any([1, 2, 2])
        if not self.pays(int(die) ** times):
            return
        self.say(f"{name} = {self.any(['0', self.number(1)])}")
        over = (
            f"range(abs({self.any(self.numbers)}) % {times + 1})"
            if self.numbers and self.chance(40)
            else f"range({times})"
        )
        self.say(f"for i{name} in {over}:")
        more = self.any(["", f" * i{name}", " - 1"])
        self.say(f'    {name} += {self.table}.read({self.table}.roll(1, "loop", {die}), total()){more}')
        self.numbers.append(name)

    def value(self) -> None:
        kind = self.any(["number", "number", "condition", "text"])
        if kind == "number":
            self.number_is(self.number(3))
            return
        name = self.new("v")
        self.say(f"{name} = {self.condition(3) if kind == 'condition' else self.text(2)}")
        (self.conditions if kind == "condition" else self.texts).append(name)

    def statement(self) -> None:
        verbs = [self.throw] * 4 + [self.read] * 6 + [self.value] * 4 + [self.pick] * 2 + [self.rethrow] * 2
        verbs += [
            self.together,
            self.again,
            self.repeat,
            self.repeat,
            self.play,
            self.play,
            self.tell,
            self.branch,
            self.branch,
        ]
        verbs += [self.loop, self.choose]
        if self.decides:
            verbs += [self.choose] * 4
        if self.endless:
            verbs += [self.endless_repeat, self.endless_again] * 2
        self.any(verbs)()

    def program(self) -> Program:
        for _ in range(self.random.randrange(3, 11)):
            self.statement()
        kind = self.any(["dict", "dict", "dict", "number", "condition", "text", "tuple"])
        number, condition = f"0 + {self.number(2)}", f"bool({self.condition(2)})"
        if self.numbers and self.chance(60):
            number = f"0 + {self.numbers[-1]}"
        if self.conditions and self.chance(60):
            condition = f"bool({self.conditions[-1]})" if self.conditions[-1].startswith("c") else self.conditions[-1]
        more = f', "more": 0 + {self.any(self.numbers)}' if self.numbers else ""
        more += f', "word": {self.text(1)}' if self.chance(25) else ""
        self.say(
            {
                "dict": f'return {{"sum": {number}, "met": {condition}{more}}}',
                "number": f"return {number}",
                "condition": f"return {condition}",
                "text": f"return {self.text(2)}",
                "tuple": f"return {number}, {condition}",
            }[kind]
        )
        return Program("\n".join(["def rule(table):", *self.lines]) + "\n", self.decides, self.endless)


def made_up(random: Random) -> Program:
    """A rule that nobody wrote."""
    kind = random.randrange(10)
    return Writer(random, decides=kind < 4 or kind == 9, endless=kind == 9).program()
