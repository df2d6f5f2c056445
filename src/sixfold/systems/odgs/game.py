"""What `odgs` gives to Sixfold: its rules with their words."""

from __future__ import annotations

from sixfold.bounds import SCORE
from sixfold.rules.rule import Event, Hint, Rule, System
from sixfold.rules.words import VERSUS, Amount, Flag, HouseRule, Lean, Modifier
from sixfold.systems.odgs.rules import better_high, better_low, opposed, save, voluntary
from sixfold.systems.odgs.words import announce, explain_opposed, explain_save, explain_voluntary

BONUS = Modifier(help="attribute and skill modifiers; they add up and may carry a label: +2 [Strength]")
LEAN = Lean(
    name="advantage",
    up=("advantage", "adv"),
    down=("disadvantage", "dis", "disadv"),
    help="extra dice, of which three are chosen, or the worst three count; at most three either way",
)
COMMON = (
    Flag(name="combat", words=("combat",), help="the check is made in combat", always=True),
    Flag(
        name="literal",
        words=("literal",),
        help="advantage keeps the highest, disadvantage the lowest (O6)",
        house_rule=True,
    ),
    HouseRule(name="keep", values=("success", "sum"), help="which three dice, where no one is asked (O7)"),
    HouseRule(
        name="void", values=("all", "effort"), help="what disadvantage 2 or 3 takes from doubles and triples (O13)"
    ),
    HouseRule(name="worst", values=("sum", "avoid"), help="the worst three, or rather without a pair (O14)"),
    HouseRule(
        name="double", values=("hit", "effort"), help="what a double in combat brings, where no one is asked (O9)"
    ),
)
EVENTS = (
    Event("success", "Success", "success"),
    Event("hit", "Hit"),
    Event("critical_hit", "Critical hit", "critical"),
    Event("pattern=triple", "Triple", mark="triple"),
    Event("pattern=double", "Double", mark="double"),
    Event("pattern=none", "neither", told=False),
    Event("fumble", "Fumble", mark="blunder"),
)


HINTS = (
    Hint(("superior", "sup", "high"), "Extra dice of which three are chosen are an advantage (O5).", "advantage"),
    Hint(("inferior", "inf", "low"), "Extra dice of which the worst count are a disadvantage (O5).", "disadvantage"),
)


def _score(name: str, words: tuple[str, ...], help: str) -> Amount:
    return Amount(name=name, words=words, help=help, least=-SCORE, most=SCORE)


SYSTEM = System(
    name="odgs",
    title="3d6 saves",
    rules=(
        Rule(
            name="save",
            title="a save: 3d6 and modifiers meet the save score",
            play=save,
            words=(
                _score("vs", VERSUS, "the save score to meet"),
                BONUS,
                LEAN,
                *COMMON,
            ),
            needs=("vs",),
            example="odgs save vs 15 +2 [Strength] +3 [Heavy Lifting]",
            announce=announce,
            explain=explain_save,
            better=better_high,
            events=EVENTS,
            hints=HINTS,
            zeros=("sum", "total"),
        ),
        Rule(
            name="voluntary",
            title="a voluntary save: 3d6 at or below the character's own score",
            play=voluntary,
            words=(_score("score", ("score", "vs"), "the character's own save score"), LEAN, *COMMON),
            needs=("score",),
            example="odgs voluntary score 14 advantage 1",
            announce=announce,
            explain=explain_voluntary,
            better=better_low,
            events=EVENTS,
            hints=(
                Hint(("signed",), "Nothing is added to the dice of a voluntary save: the score has it all (O2)."),
                *HINTS,
            ),
            zeros=("sum", "total"),
        ),
        Rule(
            name="opposed",
            title="an opposed save: against the target's own save score and a modifier",
            play=opposed,
            words=(
                _score("vs", (*VERSUS, "score"), "the target's own save score"),
                Amount(
                    name="target",
                    words=("target",),
                    help="a modifier on the target's score",
                    least=-SCORE,
                    most=SCORE,
                    sign=True,
                    default=0,
                ),
                BONUS,
                LEAN,
                *COMMON,
            ),
            needs=("vs",),
            example="odgs opposed +5 vs 14 target +2",
            announce=announce,
            explain=explain_opposed,
            better=better_high,
            events=EVENTS,
            hints=HINTS,
            zeros=("sum", "total"),
        ),
    ),
    keeps="sixfold.systems.odgs.instruments",
)
