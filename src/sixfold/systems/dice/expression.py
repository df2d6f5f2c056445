"""Dice expressions as values: `4d6kh3+2`, each with one canonical text."""

from functools import lru_cache
from typing import Any, NamedTuple

from sixfold.bounds import TOTAL
from sixfold.rules.dice import D6, Die
from sixfold.rules.folds import COMPARISONS, Fold, highest, lowest, showing, total
from sixfold.rules.folds import without_highest as without


class Compare(NamedTuple):
    """A comparison with a face: `>=5`."""

    sign: str
    number: int

    def faces(self, sides: int) -> frozenset[int]:
        return frozenset(face for face in range(1, sides + 1) if COMPARISONS[self.sign](face, self.number))

    def __str__(self) -> str:
        return f"{'' if self.sign == '=' else self.sign}{self.number}"


class Number(NamedTuple):
    """A whole number."""

    value: int

    def __str__(self) -> str:
        return str(self.value)


class Pool(NamedTuple):
    """Dice thrown together: how many of how many sides, and what is done with them.

    `keep` is one of kh, kl, dh, dl with its number, or `high`/`low` for extra dice that are dropped again.
    """

    size: int
    sides: int
    reroll: tuple[Compare, ...] = ()
    once: bool = False
    explode: tuple[Compare, ...] = ()
    keep: tuple[str, int] | None = None
    counting: Compare | None = None

    @property
    def thrown(self) -> int:
        """Dice that leave the hand."""
        extra = self.keep[1] if self.keep and self.keep[0] in ("high", "low") else 0
        return self.size + extra

    @property
    def die(self) -> Die:
        return _die(self.sides, self.reroll, self.once, self.explode)

    @property
    def fold(self) -> Fold[Any]:
        """The question that is asked about the dice."""
        return _asked(self.size, self.keep, self.counting)

    @property
    def rolled(self) -> tuple[int, Die]:
        """How many dice a table rolls, and which."""
        return self.thrown, self.die

    def __str__(self) -> str:
        text = f"{self.size}d{self.sides}"
        text += "".join(f"{'ro' if self.once else 'r'}{compare}" for compare in self.reroll)
        text += "".join("!" if c == Compare("=", self.sides) and not self.counting else f"!{c}" for c in self.explode)
        return text + _kept(self.keep, self.counting)


class Braces(NamedTuple):
    """Dice of several kinds in one hand: {2d6, 1d8}kh1 keeps the highest of three dice."""

    pools: tuple[Pool, ...]
    keep: tuple[str, int] | None = None
    counting: Compare | None = None

    @property
    def size(self) -> int:
        """How many dice there are."""
        return sum([pool.size for pool in self.pools])

    @property
    def thrown(self) -> int:
        """Dice that leave the hand."""
        return self.size

    @property
    def sides(self) -> int:
        """The sides of the largest die."""
        return max([pool.sides for pool in self.pools])

    @property
    def explode(self) -> bool:
        """Whether some of the dice explode."""
        return any(pool.explode for pool in self.pools)

    @property
    def fold(self) -> Fold[Any]:
        """The question that is asked about the dice."""
        return _asked(self.size, self.keep, self.counting)

    @property
    def rolled(self) -> tuple[list[Die], Die]:
        """The dice that a table rolls, and the kind of an empty hand."""
        return [pool.die for pool in self.pools for _ in range(pool.size)], D6

    def __str__(self) -> str:
        return f"{{{', '.join(map(str, self.pools))}}}{_kept(self.keep, self.counting)}"


def _asked(size: int, keep: tuple[str, int] | None, counting: Compare | None) -> Fold[Any]:
    how, number = keep or ("all", size)
    folds = {"all": total(), "kh": highest(number), "kl": lowest(number), "dh": without(number), "high": highest(size)}
    taken = folds.get(how) or (highest(size - number) if how == "dl" else lowest(size))
    return showing(counting.sign, counting.number, taken) if counting else taken


def _kept(keep: tuple[str, int] | None, counting: Compare | None) -> str:
    how, number = keep or ("", "")
    text = f" ({number} {how})" if how in ("high", "low") else f"{how}{number}"
    return f"{text}{counting.sign}{counting.number}" if counting else text


@lru_cache(maxsize=256)
def _die(sides: int, reroll: tuple[Compare, ...], once: bool, explode: tuple[Compare, ...]) -> Die:
    def faces(compares: tuple[Compare, ...]) -> frozenset[int]:
        return frozenset().union(*(compare.faces(sides) for compare in compares))

    return Die(sides, reroll=faces(reroll), once=once, explode=faces(explode))


FUDGE = Die.of(-1, 0, 1)


class Digits(NamedTuple):
    """Six-sided dice that are read as the digits of one number: d66 is tens and units, 11 to 66."""

    many: int

    def __str__(self) -> str:
        return f"d{'6' * self.many}"


class Fudge(NamedTuple):
    """Fudge dice, each of which shows -1, 0 or 1: 4dF. At a real table, a plain d3 is used instead."""

    size: int

    @property
    def thrown(self) -> int:
        """Dice that leave the hand."""
        return self.size

    @property
    def rolled(self) -> tuple[int, Die]:
        """How many dice a table rolls, and which."""
        return self.size, FUDGE

    @property
    def fold(self) -> Fold[Any]:
        """The question that is asked about the dice."""
        return total()

    def __str__(self) -> str:
        return f"{self.size}dF"


class Sum(NamedTuple):
    """Terms with their signs."""

    terms: tuple[tuple[int, Any], ...]

    def __str__(self) -> str:
        text = "".join(f"{'+' if sign > 0 else '-'}{_inner(term)}" for sign, term in self.terms)
        return text.removeprefix("+")


class Product(NamedTuple):
    """A first factor, and what it is multiplied by or divided by (rounding down)."""

    first: Any
    rest: tuple[tuple[str, Any], ...]

    def __str__(self) -> str:
        return _inner(self.first) + "".join(f"{sign}{_inner(factor)}" for sign, factor in self.rest)


Hands = Pool | Braces | Digits | Fudge
Expression = Number | Hands | Sum | Product


def _inner(node: Any) -> str:
    if isinstance(node, Sum | Product):
        return f"({node})"
    return str(node)


def hands(node: Expression) -> list[Hands]:
    """The hands of an expression, in the order in which they are rolled."""
    if isinstance(node, Hands):
        return [node]
    if isinstance(node, Sum):
        return [hand for _, term in node.terms for hand in hands(term)]
    if isinstance(node, Product):
        return hands(node.first) + [hand for _, factor in node.rest for hand in hands(factor)]
    return []


def largest(node: Expression) -> int:
    """The largest size that a value can have, either way, exploding dice counted once; all past TOTAL are alike."""
    if isinstance(node, Number):
        return node.value
    if isinstance(node, Digits):
        return int("6" * node.many)
    if isinstance(node, Fudge):
        return node.size
    if isinstance(node, Pool | Braces):
        return node.size * node.sides
    if isinstance(node, Sum):
        return sum(largest(term) for _, term in node.terms)
    size = largest(node.first)
    for sign, factor in node.rest:
        if sign == "*":
            size = min(size * largest(factor), TOTAL + 1)
    return size
