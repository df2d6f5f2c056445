"""`dice`: plain dice in the usual notation."""

from collections.abc import Iterator
from operator import add, floordiv, mul, sub
from typing import Annotated, Any

from sixfold.base.wording import counted, listed, minus
from sixfold.rules import Phrase
from sixfold.rules.folds import total
from sixfold.rules.rule import Options, Rule, System
from sixfold.rules.table import Table, Values
from sixfold.rules.texts import Clauses
from sixfold.systems.dice.expression import Chain, Dice, Digits, Expression, Hands, Number, Pool, either, hands, span
from sixfold.systems.dice.notation import parse

ENDINGS = {
    "kh": "keep the highest",
    "kl": "keep the lowest",
    "dh": "leave out the highest",
    "dl": "leave out the lowest",
    ">=": "count the dice that show at least this",
    "!": "each die with its highest face, or with this one, adds another die",
    "!!": "the same, and the dice count as one that shows their sum",
    "r": "reroll while this face shows",
    "}kh": "keep the highest of all these dice",
    "}kl": "keep the lowest of all these dice",
}
"""Words that may follow dice, for completion."""

Notation = Annotated[
    Expression,
    Phrase(form="4d6kh3+2", reads=parse, endings=ENDINGS),
    "dice NdS (d100, d%), kh kl dh dl to keep or drop, ! explodes, !! explodes into one die, r and ro reroll, "
    ">= counts, (2 high) adds dice and keeps the highest, {2d6, 1d8}kh1 keeps the highest of several kinds; "
    "+ - * // and parentheses; x is refused, because 4dF x3 could also mean three rolls",
]


def roll(table: Table, expression: Notation) -> Values:
    """Throw every hand of the expression, from left to right, and add up."""
    return {"total": value(table, expression)}


def value(table: Table, node: Expression) -> Any:
    if isinstance(node, Number):
        return node.value
    if isinstance(node, Pool):
        size, die = node.rolled
        return table.read(table.roll(size, str(node), die), node.fold)
    if isinstance(node, Digits):
        return digits(table, node)
    (sign, first), *rest = node.terms
    result = -value(table, first) if sign == "-" else value(table, first)
    for sign, term in rest:
        result = OPERATIONS[sign](result, value(table, term))
    return result


OPERATIONS = {"+": add, "-": sub, "*": mul, "//": floordiv}
PLACES = {2: ("tens", "units"), 3: ("hundreds", "tens", "units")}


def digits(table: Table, node: Digits) -> Any:
    """One die after the other, each a digit of one number."""
    result = 0
    for place in PLACES[node.many]:
        digit = table.read(table.roll(1, place), total())
        result = 10 * result + digit
    return result


# -- in words ------------------------------------------------------------------------------------------------


def _announce(outcome: Values, options: Options) -> str:
    expression = options["expression"]
    if isinstance(expression, Pool) and expression.counting:
        return counted(outcome["total"], "success", "successes")
    return f"A total of {outcome['total']}"


KEPT = {**ENDINGS, "high": "keep the highest", "low": "keep the lowest"}


def _explain(options: Options) -> Clauses:
    expression = options["expression"]
    for hand in hands(expression):
        for sentence in _hand(hand):
            yield "dice", sentence
    if isinstance(expression, Chain | Number):
        yield "dice", _reckoned(expression)
        if "//" in str(expression):
            yield "dice", "Divisions round down; a sign before a product applies to all of it."
    least, most = span(expression)
    if hands(expression) and least == most:
        yield "dice", f"Whatever the dice show, the total is {minus(str(least))}."
    elif hands(expression):
        result, target = (
            ("More successes are", 2) if getattr(expression, "counting", None) else ("A higher total is", 10)
        )
        yield "dice", f"{result} better. To ask for a target number, use an event, as in “total >= {target}”."


def _reckoned(expression: Chain | Number) -> str:
    """Return the arithmetic with the dice in words: “Then add 2.”, or the whole expression."""
    if isinstance(expression, Chain):
        (sign, first), *rest = expression.terms
        if isinstance(first, Hands) and sign == "+" and all(isinstance(term, Number) for _, term in rest):
            steps = [f"{'add' if plus == '+' else 'subtract'} {term}" for plus, term in rest]
            return f"Then {listed(steps)}."
    return f"The total is {minus(str(expression))}."


def _hand(hand: Hands) -> Iterator[str]:
    """Return the dice of a hand and their reading, in words."""
    if isinstance(hand, Digits):
        places = " and ".join((", ".join(PLACES[hand.many][:-1]), PLACES[hand.many][-1]))
        yield f"Roll {hand.many}d6 one after the other: they are the {places} of {hand}."
    elif not hand.sides:
        yield f"Roll {hand} and add up: each die shows −1, 0 or +1. On a d3, 1 is −1, 2 is 0 and 3 is +1."
    elif not hand.thrown:
        yield f"{hand} rolls no dice."
    else:
        yield from _pool(hand)


def _pool(hand: Pool) -> Iterator[str]:
    several = len(hand.kinds) > 1
    rolled = listed([f"{part.size if several else hand.thrown}d{part.sides}" for part in hand.kinds])
    kept = _kept(hand)
    yield f"Roll {rolled}{' together' if several else ''}{f' and {kept}' if kept else ''}."
    for part in hand.kinds:
        die = f"A d{part.sides}" if several else "A die"
        if part.reroll:
            often = "once" if part.once else "until it shows something else"
            every = " Every face is one, so only the second roll counts." if part.ends_anew else ""
            yield f"{die} that shows {either(part.reroll)} is rolled again, {often}.{every}"
        if part.explode:
            more = "and adds another die, which counts as well" if hand.apart else "is rolled again, and shows the sum"
            idle = " That changes no success here." if _explodes_for_nothing(hand, part) else ""
            yield f"{die} that shows {either(part.explode)} explodes: it stays, {more}.{idle}"
    if hand.counting:
        of = " of the kept dice" if hand.keep else ""
        yield f"Count the successes: each{of or ' die'} that shows {either((hand.counting,))}."
        for part in hand.kinds:
            if several and len(ways := part.counts(hand.counting)) == 1:
                yield f"{'Every' if ways == {True} else 'No'} d{part.sides} is a success."


def _kept(hand: Pool) -> str:
    """The part of the dice that counts; nothing for a single die, or where successes are counted of all."""
    if not hand.keep:
        return "add up" if hand.thrown > 1 and not hand.counting else ""
    how, number = hand.keep
    dice = f"{hand.size} dice" if how in ("high", "low") else "die" if number == 1 else f"{number} dice"
    if hand.taken == hand.thrown:
        dice += ", which are all of them" if number else ", so that all of them count"
    return f"{KEPT[how]} {dice}"


def _explodes_for_nothing(hand: Pool, part: Dice) -> bool:
    """Whether a die is a success or none before it explodes, and its sum decides nothing else."""
    if not part.compound or hand.counting is None or not part.settles(hand.counting):
        return False
    return not (hand.keep and str(hand.counting).isdecimal())  # then the sums decide which dice are kept


# -- the game ------------------------------------------------------------------------------------------------

SYSTEM = System(
    Rule(roll, title="dice in the usual notation", example="dice 4d6kh3+2", announce=_announce, explain=_explain),
    name="dice",
    title="plain dice in the usual notation: 4d6kh3+2, d100, 4dF, 6d6>=5",
    keeps="sixfold.systems.dice.instruments",
)
