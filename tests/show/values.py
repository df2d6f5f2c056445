"""A value of every kind that shows itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from sixfold import advise, odds, parse, roll, rolls, study
from sixfold.show.display import Shown

CLAIMS = """\
book: A green book
place: page 7

check: ten +6
printed: 99.5 %

check: ten superior ?
for: 2..4
event: quality=blunder
printed: below one in a thousand

check: ten
printed: 62.5 %
"""
MAKING: Mapping[str, Callable[[], Shown]] = {
    "check": lambda: parse("skew task good 2 vs 14"),
    "record": lambda: roll("ten +4 [Strength] superior 1", faces=[6, 6, 5, 2, 4, 3]),
    "odds": lambda: odds("ten +4 superior 1"),
    "odds of events alone": lambda: odds("hs 3d"),
    "endless odds": lambda: odds("wild 5D+1 vs 15"),
    "odds of a wide number": lambda: odds("dice d100"),
    "odds with events": lambda: study.with_events(odds("ten"), "margin >= 3", whole=True),
    "best odds": lambda: odds("odgs vs 15 +5 combat double=effort", aim="hit"),
    "advice": lambda: advise("odgs vs 16 +2 combat", faces=[4, 4, 3], aim="hit"),
    "comparison": lambda: study.compare("ten +3", "wild 5D vs 15", "odgs vs 15 +5 combat"),
    "comparison without success": lambda: study.compare("hs 3d", "skew percentile"),
    "need": lambda: study.need("ten +? superior 1", "90%", ranges=["-10..10"]),
    "need without an answer": lambda: study.need("hs ?d", "70%", event="result=triumph"),
    "equivalents": lambda: study.equivalent("ten +3", "wild vs 15"),
    "grid": lambda: study.table("ten", "modifier=-3..3", "skew=-3..3"),
    "grid of one column": lambda: study.table("hs", "dice=0..6", event=["result=triumph", "twist"]),
    "grid of means": lambda: study.table("ten attack damage 2d6", "modifier=0..2", "size=-1..1", "mean damage"),
    "audit": lambda: study.audit(study.parse_claims(CLAIMS)),
    "luck": lambda: study.luck("ten superior 1", faces=[6, 6, 5, 2, 4, 3]),
    "evening": lambda: study.evening(rolls("ten +3", 20, seed="tavern")),
}
VALUES: Mapping[str, Callable[[], Shown]] = {name: cache(make) for name, make in MAKING.items()}
"""Values by what they are called. They never change, so each is worked out once."""
