"""`odgs`: 3d6 saves (clauses O1 to O16)."""

from __future__ import annotations

from functools import partial

from sixfold.rules.rule import SUCCESS, Event, Hint, Rule, System
from sixfold.systems.odgs import rules

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
    announce=rules.announce,
    better=rules.better_high,
    events=EVENTS,
    counts={"combat": "hit"},
    fumble=("fumble", "O12"),
    hints=HINTS,
    zeros=("sum", "total"),
)
SAVE = a_save(
    rules.save,
    title="a save: 3d6 and modifiers meet the save score",
    example="odgs save vs 15 +2 [Strength] +3 [Heavy Lifting]",
    explain=rules.explain_save,
)
HOW, HOUSE = SAVE.words[2:], SAVE.words[4:]
"""The options of every save: how it is thrown, and the house rules among them."""


SYSTEM = System(
    SAVE,
    a_save(
        rules.voluntary,
        title="a voluntary save: 3d6 at or below the character's own score",
        words=HOW,
        example="odgs voluntary score 14 advantage 1",
        explain=rules.explain_voluntary,
        better=rules.better_low,
        hints=(Hint(("signed",), "A voluntary save has no modifiers: the score includes them (O2)."), *HINTS),
    ),
    a_save(
        rules.obstacle,
        title="an obstacle: a save, or a voluntary save with the skill for it",
        words=HOW,
        example="odgs obstacle vs 15 +2 score 14",
        explain=rules.explain_obstacle,
        better=rules.better_obstacle,
    ),
    a_save(
        rules.opposed,
        title="an opposed save: against the target's own save score and a modifier",
        words=HOW,
        example="odgs opposed +5 vs 14 target +2",
        explain=rules.explain_opposed,
    ),
    a_save(
        rules.attack,
        title="an attack: a save in combat that rolls damage on a hit",
        words=HOUSE,
        example="odgs attack vs 15 +5 damage 2d6",
        announce=rules.announce_attack,
        explain=rules.explain_attack,
        better=rules.better_attack,
        events=(Event("hit", "Hit", "success", otherwise="Miss"), *EVENTS[2:], Event("success", "Save met")),
        counts={},
        chart="damage",
        harm="damage",
    ),
    Rule(
        rules.effort,
        title="an evening: the effort that several saves give",
        words=HOUSE,
        example="odgs effort 10 saves vs 15 +5",
        announce=rules.announce_effort,
        explain=rules.explain_effort,
        better=rules.better_effort,
        hints=HINTS,
        chart="effort",
        zeros=("effort",),
    ),
    name="odgs",
    title="3d6 saves with advantage: reach a save score; doubles and triples do more",
    keeps="sixfold.systems.odgs.instruments",
)
