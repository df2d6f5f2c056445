"""Dice expressions as values, each with one canonical text: `4d6kh3+2`."""

from collections.abc import Iterable
from functools import lru_cache
from math import prod
from typing import Any, NamedTuple

from sixfold.base.bounds import TOTAL
from sixfold.rules.dice import D6, Die
from sixfold.rules.folds import Fold, highest, lowest, showing, total
from sixfold.rules.folds import without_highest as without
from sixfold.rules.folds.fold import EVERY_DIE
from sixfold.rules.folds.sums import COMPARISONS, Ranked


class Compare(NamedTuple):
    """A comparison with a face: `>=5`."""

    sign: str
    number: int

    def holds(self, face: int) -> bool:
        """Whether a face is one of those."""
        return COMPARISONS[self.sign](face, self.number)

    def faces(self, sides: int) -> frozenset[int]:
        return frozenset(filter(self.holds, range(1, sides + 1)))

    def __str__(self) -> str:
        return f"{'' if self.sign == '=' else self.sign}{self.number}"


SAID = {">=": "{} or more", "<=": "{} or less", ">": "more than {}", "<": "less than {}", "=": "{}"}


def either(compares: Iterable[Compare]) -> str:
    """Comparisons in words: `5 or more or 1`."""
    return " or ".join(SAID[compare.sign].format(compare.number) for compare in compares)


class Number(NamedTuple):
    """A whole number."""

    value: int

    def __str__(self) -> str:
        return str(self.value)


class Dice(NamedTuple):
    """Dice of one kind: how many, and which of their faces are thrown again or explode.

    Exploding dice add others; `compound` ones are one die that shows the sum.
    Fudge dice have no `sides`: each shows -1, 0 or 1. At a real table, a plain d3 is used instead.
    """

    size: int
    sides: int
    reroll: tuple[Compare, ...] = ()
    once: bool = False
    explode: tuple[Compare, ...] = ()
    compound: bool = False

    def die(self, counting: Compare | None = None) -> Die:
        """One of them; with a comparison, it is worth as many of its throws as this counts."""
        return _die(self.sides, self.reroll, self.once, self.explode, counting) if self.sides else FUDGE

    @property
    def staying(self) -> frozenset[int]:
        """The faces that are not rerolled, or only once."""
        faces = frozenset(range(1, self.sides + 1)) if self.sides else frozenset((-1, 0, 1))
        return faces if self.once else faces - faces_of(self.reroll, self.sides)

    @property
    def ends_anew(self) -> bool:
        """Whether every face is rerolled once, so that the reroll changes no odds."""
        return self.once and len(faces_of(self.reroll, self.sides)) == self.sides

    @property
    def ending(self) -> frozenset[int]:
        """The faces with which a die is done."""
        return self.staying - faces_of(self.explode, self.sides)

    def counts(self, compare: Compare) -> frozenset[bool]:
        """Whether one of them is counted: true, false, or either, as the dice fall."""
        if not self.compound or not self.explode:
            ways = frozenset(map(compare.holds, self.staying))
            exploding = self.staying - self.ending
            once = exploding and not any(map(compare.holds, exploding)) and all(map(compare.holds, self.ending))
            return frozenset((True,)) if once else ways  # each chain ends with one success, however long it is
        if compare.sign in (">=", ">"):
            return frozenset((True, compare.holds(min(self.ending))))
        if compare.sign == "=":
            return frozenset((False, compare.number in self.sums(compare.number)))
        return frozenset((False, compare.holds(min(self.ending))))

    def settles(self, compare: Compare) -> bool:
        """Whether an exploding face counts or not, whatever is added to it."""
        exploding = self.staying - self.ending
        if compare.sign in (">=", ">"):
            return all(map(compare.holds, exploding))
        later = self.sums(compare.number) if compare.sign == "=" else ()
        return not any(compare.holds(face) or compare.number - face in later for face in exploding)

    def sums(self, most: int) -> set[int]:
        """The sums that a compound die can show, up to a number."""
        begun, new = {0}, {0}
        while new:
            new = {so_far + face for so_far in new for face in self.staying - self.ending} - begun
            new = {so_far for so_far in new if so_far < most}
            begun |= new
        return {so_far + face for so_far in begun for face in self.ending}

    def text(self, counting: bool) -> str:
        """The dice as they are written, before what is kept; a sign that counts must not follow a plain “!”."""
        text = f"{self.size}d{self.sides or 'F'}"
        text += "".join(f"{'ro' if self.once else 'r'}{compare}" for compare in self.reroll)
        sign = "!!" if self.compound else "!"
        top = Compare("=", self.sides)
        return text + "".join(sign if each == top and not counting else f"{sign}{each}" for each in self.explode)


class Pool(NamedTuple):
    """Dice thrown together, in braces where they may be of several kinds: {2d6, 1d8}kh1.

    `keep` is one of kh, kl, dh, dl with its number, or `high`/`low` for extra dice that are dropped again.
    """

    kinds: tuple[Dice, ...]
    braces: bool = False
    keep: tuple[str, int] | None = None
    counting: Compare | None = None

    @property
    def size(self) -> int:
        """How many dice there are, without extra ones."""
        return sum([dice.size for dice in self.kinds])

    @property
    def thrown(self) -> int:
        """Dice that leave the hand."""
        return self.size + (self.keep[1] if self.keep and self.keep[0] in ("high", "low") else 0)

    @property
    def sides(self) -> int:
        """The sides of the largest die."""
        return max([dice.sides for dice in self.kinds])

    @property
    def apart(self) -> Compare | None:
        """The comparison, where each throw of an exploding die is counted as a die of its own."""
        return self.counting if any(dice.explode and not dice.compound for dice in self.kinds) else None

    @property
    def taken(self) -> int:
        """How many of the dice are kept."""
        how, number = self.keep or ("", 0)
        return number if how in ("kh", "kl") else self.size - number if how in ("dh", "dl") else self.size

    @property
    def fold(self) -> Fold[Any]:
        """The question that is asked about the dice."""
        if self.apart:
            return Ranked(0, EVERY_DIE, words=f"of them {self.apart.sign} {self.apart.number}")
        return _counted(self.size, self.keep, self.counting)

    @property
    def rolled(self) -> tuple[int | list[Die], Die]:
        """The dice that a table rolls, or their number, and the kind of these or of an empty hand."""
        if self.braces:
            return [dice.die(self.apart) for dice in self.kinds for _ in range(dice.size)], D6
        return self.thrown, self.kinds[0].die(self.apart)

    @property
    def span(self) -> tuple[int, int]:
        """The lowest and the highest value; an exploding die has no highest one, and shows TOTAL."""
        if self.counting:
            return 0, self.taken
        lowest = self.keep is not None and self.keep[0] in ("kl", "dh", "low")
        dice = [die for die in self.kinds for _ in range(die.size)] or [self.kinds[0]]
        ends = (
            [min(die.ending) for die in dice],
            [TOTAL if die.explode else max(die.staying) for die in dice],
        )
        least, most = [sum(sorted(end, reverse=not lowest)[: self.taken]) for end in ends]
        return least, most

    def __str__(self) -> str:
        if self.braces:
            return f"{{{', '.join([dice.text(False) for dice in self.kinds])}}}{_kept(self.keep, self.counting)}"
        return self.kinds[0].text(self.counting is not None) + _kept(self.keep, self.counting)


def _counted(size: int, keep: tuple[str, int] | None, counting: Compare | None) -> Fold[Any]:
    how, number = keep or ("all", size)
    folds = {"all": total(), "kh": highest(number), "kl": lowest(number), "dh": without(number), "high": highest(size)}
    taken = folds[how] if how in folds else highest(size - number) if how == "dl" else lowest(size)
    return showing(counting.sign, counting.number, taken) if counting else taken


def _kept(keep: tuple[str, int] | None, counting: Compare | None) -> str:
    how, number = keep or ("", "")
    text = f" ({number} {how})" if how in ("high", "low") else f"{how}{number}"
    return f"{text}{counting.sign}{counting.number}" if counting else text


def faces_of(compares: Iterable[Compare], sides: int) -> frozenset[int]:
    """The faces with which any of some comparisons holds."""
    return frozenset().union(*(compare.faces(sides) for compare in compares))


@lru_cache
def _die(
    sides: int, reroll: tuple[Compare, ...], once: bool, explode: tuple[Compare, ...], counting: Compare | None
) -> Die:
    return Die(
        sides,
        reroll=faces_of(reroll, sides),
        once=once,
        explode=faces_of(explode, sides),
        counting=counting and counting.faces(sides),
    )


FUDGE = Die.of(-1, 0, 1)


class Digits(NamedTuple):
    """Six-sided dice that are read as the digits of one number: d66 is tens and units, 11 to 66."""

    many: int

    def __str__(self) -> str:
        return f"d{'6' * self.many}"


class Chain(NamedTuple):
    """A sum or a product: its terms, each with the sign before it, + and - or * and // (which rounds down)."""

    terms: tuple[tuple[str, Any], ...]

    @property
    def is_sum(self) -> bool:
        return self.terms[0][0] in ("+", "-")

    def __str__(self) -> str:
        inside = [isinstance(term, Chain) or getattr(term, "counting", None) for _, term in self.terms]
        terms = zip(self.terms, inside, strict=True)
        return "".join(f"{sign}({term})" if apart else f"{sign}{term}" for (sign, term), apart in terms).lstrip("+*")


Hands = Pool | Digits
Expression = Number | Hands | Chain


def hands(node: Expression) -> list[Hands]:
    """The hands of an expression, in the order in which they are rolled."""
    if isinstance(node, Hands):
        return [node]
    return [hand for _, term in node.terms for hand in hands(term)] if isinstance(node, Chain) else []


def largest(node: Expression) -> int:
    """The largest size that a value can have, either way, exploding dice counted once; all past TOTAL are alike."""
    if isinstance(node, Number):
        return node.value
    if isinstance(node, Digits):
        return int("6" * node.many)
    if isinstance(node, Pool):
        return node.size * max(1, node.sides)
    sizes = [largest(term) for sign, term in node.terms if sign != "//"]
    return sum(sizes) if node.is_sum else min(prod(sizes), TOTAL + 1)


def span(node: Expression) -> tuple[int, int]:
    """The lowest and the highest value that an expression can have; they are equal where its dice change nothing."""
    if isinstance(node, Number):
        return node.value, node.value
    if isinstance(node, Digits):
        return int("1" * node.many), int("6" * node.many)
    if isinstance(node, Pool):
        return node.span
    low, high = (0, 0) if node.is_sum else (1, 1)
    for sign, term in node.terms:
        least, most = span(term)
        if sign in ("+", "-"):
            low, high = (low + least, high + most) if sign == "+" else (low - most, high - least)
        elif sign == "*":
            corners = [one * other for one in (low, high) for other in (least, most)]
            low, high = min(corners), max(corners)
        else:
            low, high = low // least, high // least
    return low, high
