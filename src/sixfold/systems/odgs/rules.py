"""`odgs`: 3d6 saves (clauses O1 to O16). Who has how much effort is kept by `odgs_effort` (O15)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from sixfold.bounds import DICE_IN_A_HAND, SCORE
from sixfold.rules.message import signed, spelled
from sixfold.rules.rule import Clause, Options, Rule, System
from sixfold.rules.table import Table, Values
from sixfold.rules.words import Amount, Flag, HouseRule, Lean, Modifier

MOST_ADVANTAGE = 3
VOID_FROM = 2
"""Disadvantage from which doubles and triples are void (O13)."""

Three = tuple[int, ...]


class Pattern(NamedTuple):
    """The three dice that count, as doubles and triples (O8): the face of the pair or triple, 0 for none."""

    name: str
    face: int
    third: int


def pattern_of(three: Three) -> Pattern:
    a, b, c = three
    if a == b:
        return Pattern("triple", a, a) if b == c else Pattern("double", a, c)
    if b == c:
        return Pattern("double", b, a)
    return Pattern("none", 0, 0)


class Aim(NamedTuple):
    """What the dice are compared with: a save meets its score, a voluntary save stays within it."""

    score: int
    modifier: int
    low_is_good: bool
    void: bool
    void_rule: str

    def by_sum(self, three: Three) -> bool:
        thrown = sum(three)
        if self.low_is_good:
            return thrown <= self.score
        return thrown + self.modifier >= self.score

    def succeeds(self, three: Three, pattern: Pattern) -> bool:
        """By the sum, unless a triple decides (O10 to O13)."""
        if pattern.name == "triple":
            if pattern.face == 1:
                return False
            if pattern.face <= 5 and (not self.void or self.void_rule == "effort"):
                return True
        return self.by_sum(three)


RANKS = {"none": 0, "double": 1, "triple": 2}


def by_success(aim: Aim) -> Callable[[Three], Any]:
    """`keep=success`: success, then triple over double over neither, then the better sum (O7).

    Where two choices are still equal, the one with more effort for a double.
    """

    def preference(three: Three) -> Any:
        pattern = pattern_of(three)
        better_sum = -sum(three) if aim.low_is_good else sum(three)
        effort = half_up(pattern.third) if pattern.name == "double" else 0
        return (
            three != (1, 1, 1),
            aim.succeeds(three, pattern),
            RANKS[pattern.name],
            better_sum,
            effort,
            three,
        )

    return preference


def by_sum(low_is_good: bool) -> Callable[[Three], Any]:
    """`keep=sum`: the best sum alone; a voluntary save takes triple ones only where it must (O7)."""

    def preference(three: Three) -> Any:
        return (
            not (low_is_good and three == (1, 1, 1)),
            -sum(three) if low_is_good else sum(three),
        )

    return preference


def avoiding(low_is_good: bool) -> Callable[[Three], Any]:
    """`worst=avoid`: triple ones if thrown; else the worst three, rather without a pair or triple (O14)."""

    def preference(three: Three) -> Any:
        pattern = pattern_of(three)
        return (
            three == (1, 1, 1),
            -RANKS[pattern.name],
            sum(three) if low_is_good else -sum(three),
        )

    return preference


def half_up(number: int) -> int:
    """Half, rounded up (O9, O10)."""
    return -(-number // 2)


def keep_three(table: Table, advantage: int, aim: Aim, keep: str, worst: str, literal: bool) -> Three:
    """The three dice that count (O5 to O7, O14)."""
    hand = table.roll(3 + abs(advantage), "save")
    low_is_good = aim.low_is_good and not literal
    if advantage < 0 and worst == "avoid":
        return table.pick(hand, 3, avoiding(low_is_good))
    if advantage < 0:
        return table.pick(hand, 3, highest_sum if low_is_good else lowest_sum)
    if literal:
        return table.pick(hand, 3, highest_sum)
    preference = by_sum(low_is_good) if keep == "sum" else by_success(aim)
    return table.pick(hand, 3, preference, "Which three dice count?" if advantage else "")


def highest_sum(three: Three) -> int:
    return sum(three)


def lowest_sum(three: Three) -> int:
    return -sum(three)


def settle(table: Table, three: Three, aim: Aim, combat: bool, double: str) -> Values:
    """What three dice mean: success, and what doubles and triples bring (O8 to O13)."""
    pattern = pattern_of(three)
    thrown = sum(three)
    success = aim.succeeds(three, pattern)
    hit = combat and success
    adrenaline = inspiration = party_points = damage_bonus = 0
    critical_hit = fumble = False
    if pattern.name == "triple" and pattern.face == 1:
        fumble = combat
        table.tell("O12", "triple ones fail, whatever the sum")
    elif pattern.name == "triple" and pattern.face == 6:
        if combat:
            critical_hit = hit = True
            damage_bonus = 18
            table.tell("O11", "triple sixes are a critical hit")
        else:
            party_points = 3
            table.tell("O11", "triple sixes give everyone in the party 3 Inspiration Points")
    elif aim.void and pattern.name != "none":
        still = success and not aim.by_sum(three)
        brings = "the triple succeeds, and brings nothing else" if still else "doubles and triples bring nothing"
        table.tell("O13", "at this disadvantage {brings}", brings=brings)
    elif pattern.name == "triple":
        table.tell("O10", "a triple of {face} succeeds, whatever the score", face=pattern.face)
        if combat:
            adrenaline = pattern.face
            damage_bonus = half_up(thrown)
        else:
            inspiration = 2 * pattern.face
    elif pattern.name == "double" and not combat:
        inspiration = 1
        table.tell("O9", "a double gives 1 Inspiration Effort")
    elif pattern.name == "double":
        effort = half_up(pattern.third)
        as_hit = 1 if not success and double == "hit" else 0
        words = (f"gain {effort} Adrenaline Effort", "take the double as a hit")
        if table.choose("What does the double bring?", words, as_hit):
            hit = True
            table.tell("O9", "the double is taken as a hit")
        else:
            adrenaline = effort
            table.tell("O9", "the double gives {effort} Adrenaline Effort", effort=effort)
    return {
        "sum": thrown,
        "total": thrown + aim.modifier,
        "success": success,
        "pattern": pattern.name,
        "face": pattern.face,
        "adrenaline": adrenaline,
        "inspiration": inspiration,
        "party_points": party_points,
        "hit": hit,
        "damage_bonus": damage_bonus,
        "critical_hit": critical_hit,
        "fumble": fumble,
    }


def _capped(advantage: int) -> int:
    """Advantage and disadvantage cancel one for one, then the cap applies (O5)."""
    return max(-MOST_ADVANTAGE, min(MOST_ADVANTAGE, advantage))


def save(
    table: Table,
    vs: int,
    modifier: int = 0,
    advantage: int = 0,
    combat: bool = False,
    literal: bool = False,
    keep: str = "success",
    void: str = "all",
    worst: str = "sum",
    double: str = "hit",
) -> Values:
    """3d6 and modifiers meet or exceed the save score (O1, O3)."""
    advantage = _capped(advantage)
    aim = Aim(vs, modifier, False, advantage <= -VOID_FROM, void)
    three = keep_three(table, advantage, aim, keep, worst, literal)
    return settle(table, three, aim, combat, double)


def voluntary(
    table: Table,
    score: int,
    advantage: int = 0,
    combat: bool = False,
    literal: bool = False,
    keep: str = "success",
    void: str = "all",
    worst: str = "sum",
    double: str = "hit",
) -> Values:
    """3d6 at or below the character's own score; nothing is added to the dice (O2)."""
    advantage = _capped(advantage)
    aim = Aim(score, 0, True, advantage <= -VOID_FROM, void)
    three = keep_three(table, advantage, aim, keep, worst, literal)
    return settle(table, three, aim, combat, double)


def opposed(table: Table, vs: int, target: int = 0, **options: Any) -> Values:
    """A save against the target's own save score plus a modifier (O4)."""
    return save(table, vs + target, **options)


# -- what is better ------------------------------------------------------------------------------------------


def _better_high(outcome: Values) -> Any:
    return _better(outcome, outcome["sum"])


def _better_low(outcome: Values) -> Any:
    return _better(outcome, -outcome["sum"])


def _better(outcome: Values, better_sum: int) -> Any:
    """Triple ones are the worst (O12); then a critical hit over a hit over a miss (O9 to O11), and success (O7).

    Then what the dice bring (O9 to O11), which is a triple over a double over neither, as in O7; then the better sum.
    """
    return (
        not (outcome["pattern"] == "triple" and outcome["face"] == 1),
        outcome["critical_hit"],
        outcome["hit"],
        outcome["success"],
        outcome["party_points"],
        outcome["damage_bonus"],
        outcome["adrenaline"] + outcome["inspiration"],
        better_sum,
    )


# -- in words ------------------------------------------------------------------------------------------------


def _announce(outcome: Values, options: Options) -> str:
    words = ["Success" if outcome["success"] else "Failure"]
    face = spelled(outcome["face"]) + ("es" if outcome["face"] == 6 else "s")
    if outcome["pattern"] != "none":
        words.append(f"{outcome['pattern']} {face}")
    if outcome["critical_hit"]:
        words.append("a critical hit")
    elif outcome["hit"]:
        words.append("a hit")
    elif options["combat"]:
        words.append("a fumble" if outcome["fumble"] else "a miss")
    if outcome["fumble"]:
        words.append("Vulnerable until your next action, and maintained effort is lost")
    elif outcome["pattern"] == "triple" and outcome["face"] == 1:
        words.append("this way is closed to the whole party, and maintained effort is lost")
    for amount, gain in (
        (outcome["damage_bonus"], "damage"),
        (outcome["adrenaline"], "Adrenaline Effort"),
        (outcome["inspiration"], "Inspiration Effort"),
        (outcome["party_points"], "Inspiration Points for everyone"),
    ):
        if amount:
            words.append(f"+{amount} {gain}")
    return f"{words[0]}: {', '.join(words[1:])}" if len(words) > 1 else words[0]


def _explain_dice(options: Options, low_is_good: bool) -> list[Clause]:
    advantage = _capped(options["advantage"])
    clauses = []
    if advantage != options["advantage"]:
        clauses.append(Clause("O5", f"More than {MOST_ADVANTAGE} count as {MOST_ADVANTAGE}."))
    literal = options["literal"]
    low_is_good = low_is_good and not literal
    if advantage > 0:
        clauses.append(
            Clause("O5", f"Advantage {advantage}: throw {3 + advantage}d6; the player chooses which three count.")
            if not literal
            else Clause("O6", f"Advantage {advantage}, literally: throw {3 + advantage}d6, the highest three count.")
        )
        if not literal:
            clauses.append(
                Clause(
                    "O7",
                    f"Where no one is asked: the {'lowest' if low_is_good else 'highest'} sum."
                    if options["keep"] == "sum"
                    else "Where no one is asked: dice that succeed, then a triple over a double over neither, "
                    f"then the {'lower' if low_is_good else 'higher'} sum; triple ones last of all.",
                )
            )
    elif advantage < 0:
        side = "highest" if low_is_good else "lowest"
        clauses.append(
            Clause(
                "O14",
                f"Disadvantage {-advantage}: throw {3 - advantage}d6; triple ones if they are there, else the {side} "
                "three without a pair, else with a pair, else a triple.",
            )
            if options["worst"] == "avoid"
            else Clause(
                "O6" if literal or low_is_good else "O5",
                f"Disadvantage {-advantage}{', literally' if literal else ''}: "
                f"throw {3 - advantage}d6; the {side} three count.",
            )
        )
    else:
        clauses.append(Clause("O2" if low_is_good else "O1", "Throw 3d6."))
    return clauses


def _explain_patterns(options: Options) -> list[Clause]:
    combat = options["combat"]
    clauses = []
    if _capped(options["advantage"]) <= -VOID_FROM:
        still = "still succeed by themselves" if options["void"] == "effort" else "succeed by their sum only"
        clauses.append(Clause("O13", f"Doubles and triples neither hit nor restore effort; triples 2 to 5 {still}."))
    elif combat:
        as_hit = "" if options["double"] == "effort" else ", or a hit where the save misses"
        clauses.append(Clause("O9", f"A double: Adrenaline Effort of half the third die, rounded up{as_hit}."))
        clauses.append(
            Clause(
                "O10",
                "A triple 2 to 5 succeeds and hits: Adrenaline Effort of one die, "
                "and half the sum, rounded up, as damage.",
            )
        )
    else:
        clauses.append(Clause("O9", "A double: 1 Inspiration Effort."))
        clauses.append(Clause("O10", "A triple 2 to 5 succeeds: Inspiration Effort of twice one die."))
    clauses.append(
        Clause("O11", "Triple six: a critical hit, +18 damage.")
        if combat
        else Clause("O11", "Triple six: 3 Inspiration Points for everyone in the party.")
    )
    clauses.append(
        Clause("O12", "Triple one fails: a fumble, the character is Vulnerable, and maintained effort is lost.")
        if combat
        else Clause("O12", "Triple one fails: this way is closed to the whole party, and maintained effort is lost.")
    )
    return clauses


def _added(modifier: int) -> str:
    return f"Add {signed(modifier)}." if modifier else "There are no modifiers."


def _explain_save(options: Options) -> list[Clause]:
    return [
        *_explain_dice(options, False),
        Clause("O1", f"{_added(options['modifier'])} {options['vs']} or more succeeds."),
        *_explain_patterns(options),
    ]


def _explain_voluntary(options: Options) -> list[Clause]:
    return [
        *_explain_dice(options, True),
        Clause("O2", f"{options['score']} or less succeeds; nothing is added to the dice."),
        *_explain_patterns(options),
    ]


def _explain_opposed(options: Options) -> list[Clause]:
    score, target = options["vs"], options["target"]
    return [
        Clause("O4", f"The score to meet is the target's own, {score}{f' {signed(target)}' if target else ''}."),
        *_explain_save({**options, "vs": score + target}),
    ]


# -- the game ------------------------------------------------------------------------------------------------

BONUS = Modifier(help="attribute and skill modifiers; they add up and may carry a label: +2 [Strength]")
SAVE_SCORE = Amount("vs", ("vs", "against"), "the save score to meet", -SCORE, SCORE, signed=True)
LEAN = Lean(
    "advantage",
    ("advantage", "adv"),
    ("disadvantage", "dis", "disadv"),
    "extra dice, of which three are chosen, or the worst three count; at most three either way",
    DICE_IN_A_HAND,
)
COMMON = (
    Flag("combat", ("combat",), "the check is made in combat", always=True),
    Flag("literal", ("literal",), "advantage keeps the highest, disadvantage the lowest (O6)"),
    HouseRule("keep", ("success", "sum"), "which three dice, where no one is asked (O7)"),
    HouseRule("void", ("all", "effort"), "what disadvantage 2 or 3 takes from doubles and triples (O13)"),
    HouseRule("worst", ("sum", "avoid"), "the worst three, or rather without a pair (O14)"),
    HouseRule("double", ("hit", "effort"), "what a double in combat brings, where no one is asked (O9)"),
)
EVENTS = (
    ("success", "Success"),
    ("hit", "Hit"),
    ("critical_hit", "Critical hit"),
    ("pattern=triple", "Triple"),
    ("pattern=double", "Double"),
    ("pattern=none", "neither"),
    ("fumble", "Fumble"),
)


SYSTEM = System(
    "odgs",
    "3d6 saves",
    (
        Rule(
            "odgs",
            "save",
            "a save: 3d6 and modifiers meet the save score",
            save,
            (SAVE_SCORE, BONUS, LEAN, *COMMON),
            "odgs save vs 15 +2 [Strength] +3 [Heavy Lifting]",
            _announce,
            _explain_save,
            better=_better_high,
            events=EVENTS,
            needs=("vs",),
        ),
        Rule(
            "odgs",
            "voluntary",
            "a voluntary save: 3d6 at or below the character's own score",
            voluntary,
            (
                Amount("score", ("score", "vs"), "the character's own save score", -SCORE, SCORE, signed=True),
                LEAN,
                *COMMON,
            ),
            "odgs voluntary score 14 advantage 1",
            _announce,
            _explain_voluntary,
            better=_better_low,
            events=EVENTS,
            needs=("score",),
        ),
        Rule(
            "odgs",
            "opposed",
            "an opposed save: against the target's own save score and a modifier",
            opposed,
            (
                Amount(
                    "vs",
                    ("vs", "against", "score"),
                    "the target's own save score",
                    -SCORE,
                    SCORE,
                    signed=True,
                ),
                Amount(
                    "target",
                    ("target",),
                    "a modifier on the target's score",
                    -SCORE,
                    SCORE,
                    signed=True,
                    absent=0,
                    signs=True,
                ),
                BONUS,
                LEAN,
                *COMMON,
            ),
            "odgs opposed +5 vs 14 target +2",
            _announce,
            _explain_opposed,
            better=_better_high,
            events=EVENTS,
            needs=("vs",),
        ),
    ),
)
