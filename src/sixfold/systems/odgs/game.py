"""What `odgs` gives to Sixfold: its rules with their words."""

from __future__ import annotations

from functools import partial

from sixfold.rules.rule import SUCCESS, Event, Hint, Rule, System
from sixfold.systems.odgs.evening import announce_effort, better_effort, effort, explain_effort
from sixfold.systems.odgs.rules import attack, better_attack, better_high, better_low, opposed, save, voluntary
from sixfold.systems.odgs.words import (
    announce,
    announce_attack,
    explain_attack,
    explain_opposed,
    explain_save,
    explain_voluntary,
)

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
    Hint(("superior", "sup", "high"), "Extra dice to choose three from are an advantage (O5).", "advantage"),
    Hint(("inferior", "inf", "low"), "Extra dice that keep the worst are a disadvantage (O5).", "disadvantage"),
)


a_save = partial(
    Rule,
    announce=announce,
    better=better_high,
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
        better=better_low,
        hints=(Hint(("signed",), "A voluntary save has no modifiers: the score includes them (O2)."), *HINTS),
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
        counts=(),
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
