"""The rules of `odgs`: 3d6 saves (clauses O1 to O16). Who has how much effort is kept in `effort` (O15)."""

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Literal, NamedTuple

from sixfold.base.bounds import ATTEMPTS, SCORE
from sixfold.base.wording import counted, signed, spelled
from sixfold.rules import VERSUS, Amount, DieCode, Flag, HouseRule, Lean, Modifier
from sixfold.rules.folds import total
from sixfold.rules.rule import SUCCESS, Event, Hint, Options, Rule, System
from sixfold.rules.table import Table, Values
from sixfold.rules.texts import Clauses

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
    """The comparison of the dice: a save meets its score, a voluntary save stays within it."""

    score: int
    modifier: int
    low_is_good: bool
    void: bool = False
    void_rule: str = "all"

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
        return (three != (1, 1, 1), aim.succeeds(three, pattern), RANKS[pattern.name], better_sum, effort, three)

    return preference


def by_sum(low_is_good: bool) -> Callable[[Three], Any]:
    """`keep=sum`: the best sum alone; a voluntary save takes triple ones only where it must (O7)."""

    def preference(three: Three) -> Any:
        return (not (low_is_good and three == (1, 1, 1)), -sum(three) if low_is_good else sum(three))

    return preference


def avoiding(low_is_good: bool) -> Callable[[Three], Any]:
    """`worst=avoid`: triple ones if thrown; else the worst three, rather without a pair or triple (O14)."""

    def preference(three: Three) -> Any:
        pattern = pattern_of(three)
        return (three == (1, 1, 1), -RANKS[pattern.name], sum(three) if low_is_good else -sum(three))

    return preference


def lowest_sum(three: Three) -> int:
    return -sum(three)


def half_up(number: int) -> int:
    """Half, rounded up (O9, O10)."""
    return -(-number // 2)


NO_GAINS: Values = {
    "adrenaline": 0,
    "inspiration": 0,
    "party_points": 0,
    "hit": False,
    "damage_bonus": 0,
    "critical_hit": False,
    "fumble": False,
}


def settle(table: Table, three: Three, aim: Aim, combat: bool, double: str) -> Values:
    """The outcome of three dice: success, and the gains of doubles and triples (O8 to O13)."""
    pattern = pattern_of(three)
    success = aim.succeeds(three, pattern)
    if pattern.name == "triple" and pattern.face in (1, 6):
        gains = extreme_triple(table, pattern.face, combat)
    elif pattern.name != "none" and aim.void:
        still = success and not aim.by_sum(three)
        brings = "the triple succeeds, and gives nothing else" if still else "doubles and triples give nothing"
        table.tell("O13", "at this disadvantage {brings}", brings=brings)
        gains = {}
    elif pattern.name == "triple":
        table.tell("O10", "a triple of {face} succeeds, whatever the score", face=pattern.face)
        in_combat = {"adrenaline": pattern.face, "damage_bonus": half_up(sum(three))}
        gains = in_combat if combat else {"inspiration": 2 * pattern.face}
    elif pattern.name == "double" and combat:
        gains = double_in_combat(table, half_up(pattern.third), double == "hit" and not success)
    elif pattern.name == "double":
        table.tell("O9", "a double gives 1 Inspiration Effort")
        gains = {"inspiration": 1}
    else:
        gains = {}
    return {
        "sum": sum(three),
        "total": sum(three) + aim.modifier,
        "success": success,
        "pattern": pattern.name,
        "face": pattern.face,
        **NO_GAINS,
        "hit": combat and success,
        **gains,
    }


def extreme_triple(table: Table, face: int, combat: bool) -> Values:
    """The gains of triple ones and triple sixes, at any disadvantage (O11, O12)."""
    if face == 1:
        table.tell("O12", "triple ones fail, whatever the sum")
        return {"fumble": combat}
    if combat:
        table.tell("O11", "triple sixes are a critical hit")
        return {"critical_hit": True, "hit": True, "damage_bonus": 18}
    table.tell("O11", "triple sixes give everyone in the party 3 Inspiration Points")
    return {"party_points": 3}


def double_in_combat(table: Table, effort: int, rather_hit: bool) -> Values:
    """A double in combat is Adrenaline Effort or a hit, as the player chooses (O9)."""
    words = (f"gain {effort} Adrenaline Effort", "take the double as a hit")
    if table.choose("What does the double bring?", words, int(rather_hit)):
        table.tell("O9", "the double is taken as a hit")
        return {"hit": True}
    table.tell("O9", "the double gives {effort} Adrenaline Effort", effort=effort)
    return {"adrenaline": effort}


def capped(advantage: int) -> int:
    """Advantage and disadvantage cancel one for one, then the cap applies (O5)."""
    return max(-MOST_ADVANTAGE, min(MOST_ADVANTAGE, advantage))


Bonus = Annotated[int, Modifier(), "attribute and skill modifiers; they add up and can have a label: +2 [Strength]"]
Advantage = Annotated[
    int,
    Lean(up=("advantage", "adv"), down=("disadvantage", "dis", "disadv")),
    f"extra dice: choose three, or the worst three count; at most {spelled(MOST_ADVANTAGE)} either way",
]
Combat = Annotated[bool, Flag(always=True), "the check is made in combat"]
Literally = Annotated[bool, Flag(house_rule=True), "advantage keeps the highest, disadvantage the lowest (O6)"]
Keep = Annotated[Literal["success", "sum"], HouseRule(), "which three dice count if nobody is asked (O7)"]
Void = Annotated[Literal["all", "effort"], HouseRule(), "what doubles and triples lose at disadvantage 2 or 3 (O13)"]
Worst = Annotated[Literal["sum", "avoid"], HouseRule(), "the worst three, or three without a pair if possible (O14)"]
Doubled = Annotated[Literal["hit", "effort"], HouseRule(), "what a double in combat gives if nobody is asked (O9)"]


def score(help: str, *words: str, compares: str = "≥", plus: str = "") -> Amount:
    """The word for the number that a check is compared with."""
    return Amount(words=words, help=help, least=-SCORE, most=SCORE, compares=compares, plus=plus)


def throw(
    table: Table, aim: Aim, advantage: int, combat: bool, literal: bool, keep: str, void: str, worst: str, double: str
) -> Values:
    """Throw the dice of a save, keep three of them, and see what they mean (O5 to O14)."""
    advantage = capped(advantage)
    aim = aim._replace(void=advantage <= -VOID_FROM, void_rule=void)
    low_is_good = aim.low_is_good and not literal
    hand, ask = table.roll(3 + abs(advantage), "save"), ""
    if advantage < 0:
        preference = avoiding(low_is_good) if worst == "avoid" else sum if low_is_good else lowest_sum
    elif literal:
        preference = sum
    else:
        preference = by_sum(low_is_good) if keep == "sum" else by_success(aim)
        ask = "Which three dice count?" if advantage else ""
    return settle(table, table.pick(hand, 3, preference, ask), aim, combat, double)


def save(
    table: Table,
    vs: Annotated[int, score("the save score to meet", *VERSUS)],
    modifier: Bonus = 0,
    advantage: Advantage = 0,
    combat: Combat = False,
    literal: Literally = False,
    keep: Keep = "success",
    void: Void = "all",
    worst: Worst = "sum",
    double: Doubled = "hit",
) -> Values:
    """3d6 and modifiers meet or exceed the save score (O1, O3)."""
    return throw(table, Aim(vs, modifier, False), advantage, combat, literal, keep, void, worst, double)


def voluntary(
    table: Table,
    score: Annotated[int, score("the character's own save score", "score", "vs", compares="≤")],
    **how: Any,
) -> Values:
    """3d6 at or below the character's own score; nothing is added to the dice (O2)."""
    return throw(table, Aim(score, 0, True), **how)


MEANS = ("a voluntary save", "a save")
"""The two ways to meet an obstacle with the skill for it, the usual one first (O16)."""


def obstacle(
    table: Table,
    vs: Annotated[int, score("the save score to meet", *VERSUS)],
    score: Annotated[
        int | None, score("one's own save score, with the skill for a voluntary save", "score", compares="≤")
    ] = None,
    modifier: Bonus = 0,
    **how: Any,
) -> Values:
    """An obstacle: a save for one, and a voluntary save for another who has the skill for it (O16)."""
    if score is not None and table.choose("Which save?", MEANS, 0) == 0:
        table.tell("O16", "a voluntary save, with the skill for it")
        return voluntary(table, score, **how)
    table.tell("O16", "a save", when=score is not None)
    return save(table, vs, modifier, **how)


def opposed(
    table: Table,
    vs: Annotated[int, score("the target's own save score", *VERSUS, "score", plus="target")],
    target: Annotated[int, Amount(least=-SCORE, most=SCORE, sign=True), "a modifier on the target's score"] = 0,
    modifier: Bonus = 0,
    **how: Any,
) -> Values:
    """A save against the target's own save score plus a modifier (O4)."""
    return save(table, vs + target, modifier, **how)


def attack(
    table: Table,
    vs: Annotated[int, score("the save score to meet", *VERSUS)],
    modifier: Bonus = 0,
    advantage: Advantage = 0,
    *,
    damage: Annotated[int, DieCode(words=("damage",), plus="plus"), "dice of damage that a hit rolls, 0d6 for none"],
    plus: Annotated[int, Amount(), "damage that a hit adds"] = 0,
    **house: Any,
) -> Values:
    """A save in combat that throws damage when it hits, and what a triple adds to it (O9 to O12)."""
    outcome = save(table, vs, modifier, advantage, True, **house)
    harm = 0
    if outcome["hit"]:
        bonus = outcome["damage_bonus"]
        harm = table.read(table.roll(damage, "damage"), total()) + plus + bonus
        table.tell("O10", "the triple adds {bonus} to the damage", when=0 < bonus < 18, bonus=bonus)
        table.tell("O11", "triple sixes add 18 to the damage", when=bonus == 18)
    kept = ("sum", "total", "success", "pattern", "face", "adrenaline", "hit", "critical_hit", "fumble")
    return {**{field: outcome[field] for field in kept}, "damage": harm}


def effort(
    table: Table,
    saves: Annotated[
        int, Amount(words=("saves", "save"), least=1, most=ATTEMPTS, number_first=True), "how many saves there are"
    ],
    vs: Annotated[int, score("the save score to meet", *VERSUS)],
    modifier: Bonus = 0,
    advantage: Advantage = 0,
    combat: Combat = False,
    **house: Any,
) -> Values:
    """The effort of several saves: Adrenaline in a combat, Inspiration in a session (O9 to O11, O15)."""
    options = {"vs": vs, "modifier": modifier, "advantage": advantage, "combat": combat, **house}

    def one_save(table: Table, state: Any) -> Any:
        gained, points = state
        inspiration, party_points = table.play(save, ("inspiration", "party_points"), **options)
        return gained + inspiration, points + party_points

    def one_blow(table: Table, gained: Any) -> Any:
        return gained + table.play(save, "adrenaline", **options)

    if combat:
        return {"effort": table.repeat(one_blow, 0, lambda gained: False, saves)}
    gained, points = table.repeat(one_save, (0, 0), lambda state: False, saves)
    return {"effort": gained, "party_points": points}


# -- what is better --------------------------------------------------------------------------------------------


def better_attack(outcome: Values) -> Any:
    """As of a save; of two hits the one that does more damage (O10, O11)."""
    return _better({"party_points": 0, "inspiration": 0, "damage_bonus": outcome["damage"], **outcome}, outcome["sum"])


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


def better_effort(outcome: Values) -> Any:
    """More effort; then more points for the party (O15)."""
    return outcome["effort"], outcome.get("party_points", 0)


# -- in words ------------------------------------------------------------------------------------------------


VULNERABLE = "Vulnerable until your next action, and maintained effort is lost"
CLOSED = "this way is closed to the whole party, and maintained effort is lost"


def announce(outcome: Values, options: Options) -> str:
    fumble, triple_ones = outcome["fumble"], outcome["pattern"] == "triple" and outcome["face"] == 1
    missed = ("a fumble" if fumble else "a miss") if options["combat"] else ""
    struck = "a critical hit" if outcome["critical_hit"] else "a hit" if outcome["hit"] else missed
    lost = VULNERABLE if fumble else CLOSED if triple_ones else ""
    gains = (
        (outcome["damage_bonus"], "damage"),
        (outcome["adrenaline"], "Adrenaline Effort"),
        (outcome["inspiration"], "Inspiration Effort"),
        (outcome["party_points"], "Inspiration Points for everyone"),
    )
    more = [f"+{amount} {gain}" for amount, gain in gains if amount]
    return _sentence("Success" if outcome["success"] else "Failure", _pattern_in(outcome), struck, lost, *more)


def announce_attack(outcome: Values, options: Options) -> str:
    name = "Critical hit" if outcome["critical_hit"] else "Hit" if outcome["hit"] else "Miss"
    as_hit = " taken as a hit" if outcome["hit"] and not outcome["success"] and not outcome["critical_hit"] else ""
    return _sentence(
        "Fumble" if outcome["fumble"] else name,
        f"{outcome['damage']} damage" if outcome["hit"] else "",
        f"{_pattern_in(outcome)}{as_hit}",
        VULNERABLE if outcome["fumble"] else "",
        f"+{outcome['adrenaline']} Adrenaline Effort" if outcome["adrenaline"] else "",
    )


def _pattern_in(outcome: Values) -> str:
    if outcome["pattern"] == "none":
        return ""
    return f"{outcome['pattern']} {spelled(outcome['face'])}{'es' if outcome['face'] == 6 else 's'}"


def _sentence(head: str, *more: str) -> str:
    rest = ", ".join(filter(None, more))
    return f"{head}: {rest}" if rest else head


def _explain_dice(options: Options, low_is_good: bool) -> Clauses:
    advantage, literal = capped(options["advantage"]), options["literal"]
    dice = 3 + abs(advantage)
    low_is_good = low_is_good and not literal
    if advantage != options["advantage"]:
        yield "O5", f"More than {MOST_ADVANTAGE} count as {MOST_ADVANTAGE}."
    if advantage > 0 and literal:
        yield "O6", f"Advantage {advantage}, literally: roll {dice}d6; the highest three count."
    elif advantage > 0:
        yield "O5", f"Advantage {advantage}: roll {dice}d6; the player chooses which three count."
        if options["keep"] == "sum":
            yield "O7", f"If nobody is asked: the {'lowest' if low_is_good else 'highest'} sum."
        else:
            better = "lower" if low_is_good else "higher"
            order = "dice that succeed, then a triple before a double before neither"
            yield "O7", f"If nobody is asked: {order}, then the {better} sum; triple ones last of all."
    elif advantage < 0:
        side = "highest" if low_is_good else "lowest"
        if options["worst"] == "avoid":
            order = f"triple ones if possible, else the {side} three without a pair, else with a pair, else a triple"
            yield "O14", f"Disadvantage {-advantage}: roll {dice}d6; {order}."
        else:
            how = f"{-advantage}{', literally' if literal else ''}"
            yield (
                "O6" if literal or low_is_good else "O5",
                f"Disadvantage {how}: roll {dice}d6; the {side} three count.",
            )
    else:
        yield "O2" if low_is_good else "O1", "Roll 3d6."


def _explain_patterns(options: Options) -> Clauses:
    combat = options["combat"]
    if capped(options["advantage"]) <= -VOID_FROM:
        still = "still succeed automatically" if options["void"] == "effort" else "succeed only by their sum"
        yield "O13", f"Doubles and triples neither hit nor restore effort; triples 2 to 5 {still}."
    elif combat:
        as_hit = "" if options["double"] == "effort" else ", or a hit if the save misses"
        yield "O9", f"A double: Adrenaline Effort of half the third die, rounded up{as_hit}."
        gain = "Adrenaline Effort of one die, and half the sum, rounded up, as damage"
        yield "O10", f"A triple 2 to 5 succeeds and hits: {gain}."
    else:
        yield "O9", "A double: 1 Inspiration Effort."
        yield "O10", "A triple 2 to 5 succeeds: Inspiration Effort of twice one die."
    if combat:
        yield "O15", "Adrenaline Effort can be spent as Stamina, Focus or Resolve, and ends with the combat."
        yield "O11", "Triple six: a critical hit, +18 damage."
        yield "O12", "Triple one fails: a fumble, the character is Vulnerable, and maintained effort is lost."
    else:
        yield "O15", "Inspiration Effort can be spent as Stamina, Focus or Resolve, and ends with the session."
        yield "O11", "Triple six: 3 Inspiration Points for everyone in the party."
        yield "O12", "Triple one fails: this way is closed to the whole party, and maintained effort is lost."


def explain_save(options: Options) -> Clauses:
    modifier = options["modifier"]
    added = f"Add {signed(modifier)}." if modifier else "There are no modifiers."
    yield from _explain_dice(options, False)
    yield "O1", f"{added} {options['vs']} or more succeeds."
    yield from _explain_patterns(options)


def explain_voluntary(options: Options) -> Clauses:
    yield from _explain_dice(options, True)
    yield "O2", f"{options['score']} or less succeeds; nothing is added to the dice."
    yield from _explain_patterns(options)


def explain_obstacle(options: Options) -> Clauses:
    score = options["score"]
    if score is None:
        yield "O16", "With the skill for it, give your own save score (“score N”) for a voluntary save."
        yield from explain_save(options)
        return
    yield "O16", f"With the skill for it, a voluntary save against {score}; or a save against {options['vs']}."
    yield from explain_voluntary(options)
    yield "O1", f"A save instead: {options['vs']} or more succeeds, with the modifiers added."


def explain_opposed(options: Options) -> Clauses:
    score, target = options["vs"], options["target"]
    yield "O4", f"The score to meet is the target's own, {score}{f' {signed(target)}' if target else ''}."
    yield from explain_save({**options, "vs": score + target})


def explain_attack(options: Options) -> Clauses:
    plus = f" and {signed(options['plus'])}" if options["plus"] else ""
    yield from explain_save({**options, "combat": True})
    yield "O9", f"A hit rolls {options['damage']}d6{plus} of damage, plus the bonus of a triple."


def announce_effort(outcome: Values, options: Options) -> str:
    kind = "Adrenaline" if options["combat"] else "Inspiration"
    words = f"{outcome['effort']} {kind} Effort in {counted(options['saves'], 'save')}"
    points = outcome.get("party_points", 0)
    return f"{words}, {points} Inspiration Points for everyone" if points else words


def explain_effort(options: Options) -> Clauses:
    kind, until = ("Adrenaline", "combat") if options["combat"] else ("Inspiration", "session")
    yield "O15", f"{counted(options['saves'], 'save')}; {kind} Effort adds up until the {until} ends."
    yield from explain_save(options)


# -- the game --------------------------------------------------------------------------------------------------

EVENTS = (
    SUCCESS,
    Event("hit", "Hit"),
    Event("critical_hit", "Critical hit", "critical"),
    Event("pattern=triple", "Triple", mark="triple"),
    Event("pattern=double", "Double", mark="double"),
    Event("pattern=none", "No double or triple", told=False),
    Event("fumble", "Fumble", mark="blunder"),
)

HINTS = (
    Hint(("score",), "Say the score to meet with “vs” (O1); one's own score is for a voluntary save (O2).", "vs N"),
    Hint(("superior", "sup", "high"), "Extra dice to choose three from are an advantage (O5).", "advantage N"),
    Hint(("inferior", "inf", "low"), "Extra dice that keep the worst are a disadvantage (O5).", "disadvantage N"),
)


a_save = partial(
    Rule,
    announce=announce,
    better=lambda outcome: _better(outcome, outcome["sum"]),
    events=EVENTS,
    counts={"combat": "hit"},
    fumble=("fumble", "O12"),
    hints=HINTS,
    zeros=("sum", "total"),
)
SAVE = a_save(
    save,
    title="a save: 3d6 and modifiers meet the save score",
    example="odgs save vs 15 +2 [Strength] +3 [Heavy Lifting]",
    explain=explain_save,
)
HOW, HOUSE = SAVE.words[2:], SAVE.words[4:]
"""The options of every save: how it is thrown, and the house rules among them."""


SYSTEM = System(
    SAVE,
    a_save(
        voluntary,
        title="a voluntary save: 3d6 at or below the character's own score",
        words=HOW,
        example="odgs voluntary score 14 advantage 1",
        explain=explain_voluntary,
        better=lambda outcome: _better(outcome, -outcome["sum"]),
        hints=(Hint(("signed",), "A voluntary save has no modifiers: the score includes them (O2)."), *HINTS),
    ),
    a_save(
        obstacle,
        title="an obstacle: a save, or a voluntary save with the skill for it",
        words=HOW,
        example="odgs obstacle vs 15 +2 score 14",
        explain=explain_obstacle,
        better=lambda outcome: _better(outcome, 0),  # which sum is better depends on the save that it was (O6)
    ),
    a_save(
        opposed,
        title="an opposed save: against the target's own save score and a modifier",
        words=HOW,
        example="odgs opposed +5 vs 14 target +2",
        explain=explain_opposed,
    ),
    a_save(
        attack,
        title="an attack: a save in combat that rolls damage on a hit",
        words=HOUSE,
        example="odgs attack vs 15 +5 damage 2d6",
        announce=announce_attack,
        explain=explain_attack,
        better=better_attack,
        events=(Event("hit", "Hit", "success", otherwise="Miss"), *EVENTS[2:], Event("success", "Save met")),
        counts={},
        chart="damage",
        harm="damage",
    ),
    Rule(
        effort,
        title="an evening: the effort that several saves give",
        words=HOUSE,
        example="odgs effort 10 saves vs 15 +5",
        announce=announce_effort,
        explain=explain_effort,
        better=better_effort,
        hints=HINTS,
        chart="effort",
        zeros=("effort",),
    ),
    name="odgs",
    title="3d6 saves with advantage: reach a save score; doubles and triples do more",
    keeps="sixfold.systems.odgs.instruments",
)
