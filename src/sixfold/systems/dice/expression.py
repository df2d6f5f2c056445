"""Dice expressions: `4d6kh3+2`, read with a grammar, and written back in one canonical form."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from sixfold.bounds import DICE_IN_A_HAND, DICE_IN_AN_EVALUATION, NESTING, SCORE, SIDES, TOTAL
from sixfold.errors import BoundsError, NotationError, RuleError
from sixfold.rules.dice import Die
from sixfold.rules.folds import COMPARISONS, Fold, Ranked, highest, lowest, showing, total
from sixfold.rules.folds import without_highest as without

if TYPE_CHECKING:
    from lark import Lark


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
    def fold(self) -> Fold:
        """What is read of the dice."""
        taken = self._taken()
        return showing(self.counting.sign, self.counting.number, taken) if self.counting else taken

    def _taken(self) -> Ranked:
        if self.keep is None:
            return total()
        how, number = self.keep
        if how == "kh":
            return highest(number)
        if how == "kl":
            return lowest(number)
        if how == "dh":
            return without(number)
        if how == "dl":
            return highest(self.size - number)
        return highest(self.size) if how == "high" else lowest(self.size)

    def __str__(self) -> str:
        text = f"{self.size}d{self.sides}"
        text += "".join(f"{'ro' if self.once else 'r'}{compare}" for compare in self.reroll)
        text += "".join("!" if c == Compare("=", self.sides) and not self.counting else f"!{c}" for c in self.explode)
        if self.keep and self.keep[0] in ("high", "low"):
            text += f" ({self.keep[1]} {self.keep[0]})"
        elif self.keep:
            text += f"{self.keep[0]}{self.keep[1]}"
        if self.counting:
            text += f"{self.counting.sign}{self.counting.number}"
        return text


@lru_cache(maxsize=256)
def _die(sides: int, reroll: tuple[Compare, ...], once: bool, explode: tuple[Compare, ...]) -> Die:
    def faces(compares: tuple[Compare, ...]) -> frozenset[int]:
        return frozenset().union(*(compare.faces(sides) for compare in compares))

    return Die(sides, reroll=faces(reroll), once=once, explode=faces(explode))


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


Expression = Number | Pool | Sum | Product


def _inner(node: Any) -> str:
    if isinstance(node, Sum | Product):
        return f"({node})"
    return str(node)


GRAMMAR = r"""
?start: sum
sum: _sign? product (ADD product)*
_sign: ADD
product: atom ((TIMES atom) | (OVER INT))*
?atom: INT -> number
     | pool
     | "(" sum ")"
pool: INT? "d"i (INT | PERCENT) modifier*
modifier: KEEP INT? -> keep
        | "(" INT SIDE ")" -> skew
        | REROLL compare -> reroll
        | "!" compare? -> explode
        | SIGN INT -> count
compare: SIGN? INT
KEEP: /kh|kl|dh|dl|k(?![hl])/i
SIDE: /high|low/i
REROLL: /ro?/i
SIGN: ">=" | "<=" | ">" | "<" | "="
ADD: "+" | "-" | "\u2212"
TIMES: "*" | "\u00d7" | "x"i
OVER: "//" | "\u00f7"
PERCENT: "%"
INT: /[0-9]+/
%ignore /[ \t\r\n,]+/
"""

NAMES = {
    "INT": "a number",
    "D": "d",
    "LPAR": "(",
    "RPAR": ")",
    "BANG": "!",
    "ADD": "+ or -",
    "TIMES": "*",
    "OVER": "//",
    "PERCENT": "%",
    "KEEP": "kh, kl, dh or dl",
    "SIDE": "high or low",
    "REROLL": "r or ro",
    "SIGN": ">=, <=, >, < or =",
    "$END": "the end",
}


@cache
def _parser() -> Lark:
    from lark import Lark  # here, since only dice expressions need the parser

    return Lark(GRAMMAR, parser="lalr", propagate_positions=True)


def parse_expression(text: str, start: int = 0) -> Expression:
    """The expression that `text` says from the index `start` on.

    Raises NotationError with the column of what cannot be read, BoundsError past a bound, RuleError for dice
    that would be thrown for ever.

    >>> str(parse_expression("4D6 kh3 + 2"))
    '4d6kh3+2'
    """
    depth = 0
    for at in range(start, len(text)):
        depth += (text[at] == "(") - (text[at] == ")")
        if depth > NESTING:
            raise BoundsError(f"At most {NESTING} parentheses inside each other.", text, at + 1, (")",))
    if not text[start:].strip(" \t\r\n,"):
        raise NotationError(
            "notation/missing",
            "A dice expression is missing, like 4d6kh3+2.",
            text,
            len(text) + 1,
            ("a dice expression",),
        )
    from lark.exceptions import UnexpectedInput

    try:
        tree = _parser().parse(" " * start + text[start:])
    except UnexpectedInput as error:
        raise _unexpected(error, text) from None
    expression = _Builder(text).build(tree)
    dice = sum(pool.thrown for pool in pools(expression))
    if dice > DICE_IN_AN_EVALUATION:
        raise BoundsError(
            f"This throws {dice:,} dice; the most for one check is {DICE_IN_AN_EVALUATION:,}.",
            text,
            start + 1,
        )
    if _largest(expression) > TOTAL:
        raise BoundsError(f"This could come to more than {TOTAL:,}.", text, start + 1)
    return expression


def _largest(node: Expression) -> int:
    """The largest size that a value can have, either way."""
    if isinstance(node, Number):
        return node.value
    if isinstance(node, Pool):
        return node.size * node.sides
    if isinstance(node, Sum):
        return sum(_largest(term) for _, term in node.terms)
    largest = _largest(node.first)
    for sign, factor in node.rest:
        if sign == "*":
            largest = min(largest * _largest(factor), TOTAL + 1)
    return largest


def _unexpected(error: Any, text: str) -> NotationError:
    position = getattr(error, "pos_in_stream", None)
    at_end = getattr(getattr(error, "token", None), "type", "") == "$END"
    column = len(text.rstrip()) + 1 if position is None or at_end else position + 1
    wanted = getattr(error, "accepts", None) or getattr(error, "expected", None)
    wanted = wanted or getattr(error, "allowed", None) or ()
    expected = tuple(sorted({NAMES.get(name, name.lower()) for name in wanted}))
    if text[column - 1 : column] == "/" and text[column : column + 1] != "/":
        return NotationError(
            "notation/unexpected", "Division is written //, and rounds down.", text, column, ("//",), "//"
        )
    where = "The expression ends too early" if column > len(text.rstrip()) else "This does not fit"
    return NotationError("notation/unexpected", f"{where} in a dice expression.", text, column, expected)


def pools(node: Expression) -> list[Pool]:
    """Every pool of an expression, in the order in which they are thrown."""
    if isinstance(node, Pool):
        return [node]
    if isinstance(node, Sum):
        return [pool for _, term in node.terms for pool in pools(term)]
    if isinstance(node, Product):
        return pools(node.first) + [pool for _, factor in node.rest for pool in pools(factor)]
    return []


class _Builder:
    """Turns the parser's tree into an expression and checks its numbers."""

    def __init__(self, text: str) -> None:
        self.text = text

    def build(self, tree: Any) -> Expression:
        made: Expression = getattr(self, f"_{tree.data}")(tree.children)
        return made

    def _sum(self, children: list[Any]) -> Expression:
        terms: list[tuple[int, Any]] = []
        sign = 1
        for child in children:
            if hasattr(child, "data"):
                terms.append((sign, self.build(child)))
            else:
                sign = 1 if child == "+" else -1
        flat: list[tuple[int, Any]] = []
        for sign, term in terms:
            inner = term.terms if isinstance(term, Sum) else ((1, term),)
            flat.extend((sign * inner_sign, inner_term) for inner_sign, inner_term in inner)
        if len(flat) == 1 and flat[0][0] == 1:
            only: Expression = flat[0][1]
            return only
        return Sum(tuple(flat))

    def _product(self, children: list[Any]) -> Expression:
        first = self.build(children[0])
        rest: list[tuple[str, Any]] = []
        for sign, factor in zip(children[1::2], children[2::2], strict=True):
            if sign in ("//", "\u00f7"):
                rest.append(("//", Number(self._int(factor, 1, SCORE, "A divisor goes"))))
            else:
                rest.append(("*", self.build(factor)))
        return Product(first, tuple(rest)) if rest else first

    def _number(self, children: list[Any]) -> Number:
        return Number(self._int(children[0], 0, SCORE, "A number goes"))

    def _pool(self, children: list[Any]) -> Pool:
        heads = [child for child in children if not hasattr(child, "data")]
        size = self._int(heads[0], 0, DICE_IN_A_HAND, "The dice of a hand go") if heads[1:] else 1
        sides = 100 if heads[-1] == "%" else self._int(heads[-1], 1, SIDES, "The sides of a die go")
        pool = Pool(size, sides)
        for child in children:
            if hasattr(child, "data"):
                pool = getattr(self, f"_{child.data}")(pool, child)
        if pool.thrown > DICE_IN_A_HAND:
            raise BoundsError(
                f"This hand has {pool.thrown} dice; the most is {DICE_IN_A_HAND}.",
                self.text,
                self._column(heads[0]),
            )
        return self._ending(pool, self._column(heads[0]))

    def _ending(self, pool: Pool, column: int) -> Pool:
        die = pool.die
        left = set(die.faces) - (set() if die.once else die.reroll)
        if not left or (die.explode and left <= die.explode):
            raise RuleError("rule/endless", f"The dice of {pool} would be thrown again for ever.", self.text, column)
        if len(left - die.explode) * DICE_IN_AN_EVALUATION < len(left) * max(1, pool.size):
            raise RuleError(
                "rule/endless",
                f"{pool} would throw more than {DICE_IN_AN_EVALUATION:,} dice on average.",
                self.text,
                column,
            )
        return pool

    def _keep(self, pool: Pool, tree: Any) -> Pool:
        how = str(tree.children[0]).lower()
        how = "kh" if how == "k" else how
        number = 1
        if len(tree.children) > 1:
            number = self._int(tree.children[1], 0, pool.size, f"Of {pool.size} dice, {how} goes")
        return self._kept(pool, (how, number), tree)

    def _skew(self, pool: Pool, tree: Any) -> Pool:
        number = self._int(tree.children[0], 0, DICE_IN_A_HAND, "Extra dice go")
        return self._kept(pool, (str(tree.children[1]).lower(), number), tree)

    def _kept(self, pool: Pool, keep: tuple[str, int], tree: Any) -> Pool:
        if pool.keep:
            raise NotationError(
                "notation/conflict",
                "A hand is kept or dropped from once.",
                self.text,
                self._column(tree.children[0]),
            )
        return pool._replace(keep=keep)

    def _reroll(self, pool: Pool, tree: Any) -> Pool:
        once = str(tree.children[0]).lower() == "ro"
        compare = self._compare(tree.children[1], pool.sides)
        if pool.reroll and pool.once != once:
            raise NotationError(
                "notation/conflict",
                "Use either r or ro for one hand.",
                self.text,
                self._column(tree.children[0]),
            )
        return pool._replace(reroll=_united(pool.reroll, compare), once=once)

    def _explode(self, pool: Pool, tree: Any) -> Pool:
        compare = self._compare(tree.children[0], pool.sides) if tree.children else Compare("=", pool.sides)
        return pool._replace(explode=_united(pool.explode, compare))

    def _count(self, pool: Pool, tree: Any) -> Pool:
        sign, number = tree.children
        if pool.counting:
            raise NotationError("notation/conflict", "A hand is counted once.", self.text, self._column(sign))
        bound = self._int(number, 0, SCORE, "The face to count goes")
        return pool._replace(counting=Compare(str(sign), bound))

    def _compare(self, tree: Any, sides: int) -> Compare:
        sign = str(tree.children[0]) if len(tree.children) > 1 else "="
        return Compare(sign, self._int(tree.children[-1], 0, sides, f"A face of a d{sides} goes"))

    def _int(self, token: Any, low: int, high: int, what: str) -> int:
        digits = str(token).lstrip("0") or "0"
        if len(digits) > 8 or not low <= int(digits) <= high:
            span = f"from {low:,} to {high:,}"
            raise BoundsError(f"{what} {span}.", self.text, self._column(token), (f"a number {span}",))
        return int(digits)

    def _column(self, token: Any) -> int:
        position = getattr(token, "start_pos", None)
        return 1 if position is None else int(position) + 1


def _united(compares: tuple[Compare, ...], compare: Compare) -> tuple[Compare, ...]:
    return tuple(sorted({*compares, compare}))
