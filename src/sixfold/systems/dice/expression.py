"""Dice expressions as values, each with one canonical text: `4d6kh3+2`."""

from collections.abc import Iterable
from functools import lru_cache
from math import prod
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

    Fudge dice have no `sides`: each shows -1, 0 or 1. At a real table, a plain d3 is used instead.
    """

    size: int
    sides: int
    reroll: tuple[Compare, ...] = ()
    once: bool = False
    explode: tuple[Compare, ...] = ()

    @property
    def die(self) -> Die:
        return _die(self.sides, self.reroll, self.once, self.explode) if self.sides else FUDGE

    def text(self, counting: bool) -> str:
        """The dice as they are written, before what is kept; a sign that counts must not follow a plain “!”."""
        text = f"{self.size}d{self.sides or 'F'}"
        text += "".join(f"{'ro' if self.once else 'r'}{compare}" for compare in self.reroll)
        return text + "".join("!" if c == Compare("=", self.sides) and not counting else f"!{c}" for c in self.explode)


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
    def fold(self) -> Fold[Any]:
        """The question that is asked about the dice."""
        return _asked(self.size, self.keep, self.counting)

    @property
    def rolled(self) -> tuple[int | list[Die], Die]:
        """The dice that a table rolls, or their number, and the kind of these or of an empty hand."""
        if self.braces:
            return [dice.die for dice in self.kinds for _ in range(dice.size)], D6
        return self.thrown, self.kinds[0].die

    def __str__(self) -> str:
        if self.braces:
            return f"{{{', '.join([dice.text(False) for dice in self.kinds])}}}{_kept(self.keep, self.counting)}"
        return self.kinds[0].text(self.counting is not None) + _kept(self.keep, self.counting)


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


class Chain(NamedTuple):
    """A sum or a product: its terms, each with the sign before it, + and - or * and // (which rounds down)."""

    terms: tuple[tuple[str, Any], ...]

    @property
    def is_sum(self) -> bool:
        return self.terms[0][0] in ("+", "-")

    def __str__(self) -> str:
        text = "".join(f"{sign}({term})" if isinstance(term, Chain) else f"{sign}{term}" for sign, term in self.terms)
        return text.lstrip("+*")


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
