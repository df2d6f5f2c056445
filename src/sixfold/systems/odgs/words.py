"""The words of `odgs`: announcements of saves, and the clauses that explain them."""

from __future__ import annotations

from sixfold.rules.message import counted, signed, spelled
from sixfold.rules.rule import Options
from sixfold.rules.table import Values
from sixfold.rules.texts import Clauses
from sixfold.systems.odgs.rules import MOST_ADVANTAGE, VOID_FROM, capped


def announce(outcome: Values, options: Options) -> str:
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


def announce_attack(outcome: Values, options: Options) -> str:
    name = "Critical hit" if outcome["critical_hit"] else "Hit" if outcome["hit"] else "Miss"
    words = ["Fumble" if outcome["fumble"] else name]
    if outcome["hit"]:
        words.append(f"{outcome['damage']} damage")
    if outcome["pattern"] != "none":
        as_hit = " taken as a hit" if outcome["hit"] and not outcome["success"] and not outcome["critical_hit"] else ""
        face = spelled(outcome["face"]) + ("es" if outcome["face"] == 6 else "s")
        words.append(f"{outcome['pattern']} {face}{as_hit}")
    if outcome["fumble"]:
        words.append("Vulnerable until your next action, and maintained effort is lost")
    if outcome["adrenaline"]:
        words.append(f"+{outcome['adrenaline']} Adrenaline Effort")
    return f"{words[0]}: {', '.join(words[1:])}" if len(words) > 1 else words[0]


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
