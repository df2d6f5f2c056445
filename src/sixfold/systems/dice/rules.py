"""`dice`: plain dice in the usual notation."""

from typing import Annotated, Any

from sixfold.rules.folds import total
from sixfold.rules.message import counted, listed, minus
from sixfold.rules.rule import Options, Rule, System
from sixfold.rules.table import Table, Values
from sixfold.rules.texts import Clauses
from sixfold.rules.words import Phrase
from sixfold.systems.dice.expression import Braces, Digits, Expression, Fudge, Number, Pool, Product, Sum, hands
from sixfold.systems.dice.notation import parse_expression

Notation = Annotated[
    Expression,
    Phrase(form="4d6kh3+2", reads=parse_expression),
    "dice NdS (d100, d%), kh kl dh dl to keep or drop, ! explodes, r and ro reroll, >= counts, "
    "(2 high) adds dice and keeps the highest, {2d6, 1d8}kh1 keeps the highest of several kinds; "
    "+ - * // and parentheses",
]


def roll(table: Table, expression: Notation) -> Values:
    """Throw every hand of the expression, from left to right, and add up."""
    return {"total": value(table, expression)}


def value(table: Table, node: Expression) -> Any:
    if isinstance(node, Number):
        return node.value
    if isinstance(node, Pool | Braces | Fudge):
        size, die = node.rolled
        return table.read(table.roll(size, str(node), die), node.fold)
    if isinstance(node, Digits):
        return digits(table, node)
    if isinstance(node, Sum):
        result = 0
        for sign, term in node.terms:
            result = result + sign * value(table, term)
        return result
    return product(table, node)


PLACES = {2: ("tens", "units"), 3: ("hundreds", "tens", "units")}


def digits(table: Table, node: Digits) -> Any:
    """One die after the other, each a digit of one number."""
    result = 0
    for place in PLACES[node.many]:
        digit = table.read(table.roll(1, place), total())
        result = 10 * result + digit
    return result


def product(table: Table, node: Product) -> Any:
    result = value(table, node.first)
    for sign, factor in node.rest:
        by = value(table, factor)
        result = result // by if sign == "//" else result * by
    return result


# -- in words ------------------------------------------------------------------------------------------------


def _announce(outcome: Values, options: Options) -> str:
    expression = options["expression"]
    if isinstance(expression, Pool | Braces) and expression.counting:
        return counted(outcome["total"], "success", "successes")
    return f"A total of {outcome['total']}"


KEPT = {
    "kh": "keep the highest {n}",
    "kl": "keep the lowest {n}",
    "dh": "leave out the highest {n}",
    "dl": "leave out the lowest {n}",
    "high": "{n} extra dice, keep the highest",
    "low": "{n} extra dice, keep the lowest",
}


def _explain(options: Options) -> Clauses:
    for pool in hands(options["expression"]):
        if isinstance(pool, Digits):
            places = " and ".join((", ".join(PLACES[pool.many][:-1]), PLACES[pool.many][-1]))
            yield "dice", f"Roll {pool.many}d6 one after the other: they are the {places} of {pool}."
            continue
        if isinstance(pool, Fudge):
            yield "dice", f"Roll {pool}: each die shows −1, 0 or +1 (on a d3: 1, 2 or 3)."
            continue
        parts = pool.pools if isinstance(pool, Braces) else (pool,)
        steps = [f"Roll {listed([f'{part.thrown}d{part.sides}' for part in parts])}"]
        for part in parts:
            of = f"of the d{part.sides}, " if len(parts) > 1 else ""
            if part.reroll:
                often = "once" if part.once else "until they show something else"
                steps.append(f"{of}throw those showing {_faces(part.reroll)} again, {often}")
            if part.explode:
                steps.append(f"{of}each {_faces(part.explode)} stays and adds another roll of its die")
        if pool.keep:
            of = f" of all {pool.size} dice" if isinstance(pool, Braces) else ""
            steps.append(KEPT[pool.keep[0]].format(n=pool.keep[1]) + of)
        if pool.counting:
            steps.append(f"count those showing {_faces((pool.counting,))}")
        yield "dice", "; ".join(steps) + "."
    expression = options["expression"]
    if isinstance(expression, Sum | Product | Number):
        yield "dice", f"The result is {minus(str(expression))}."
        if "//" in str(expression):
            yield "dice", "Divisions round down; a sign before a product applies to all of it."


def _faces(compares: Any) -> str:
    return " or ".join(str(compare) for compare in compares)


# -- the game ------------------------------------------------------------------------------------------------

SYSTEM = System(
    Rule(roll, title="dice in the usual notation", example="dice 4d6kh3+2", announce=_announce, explain=_explain),
    name="dice",
    title="plain dice in the usual notation: 4d6kh3+2, d100, 4dF, 6d6>=5",
)
