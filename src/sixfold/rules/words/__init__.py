"""The words that a check is made of.

A rule lists its words. From that list follow how its texts are read, their one canonical form, the shape of the
options in JSON, the words expected where something else is written, completion, and what `systems` shows.
"""

from sixfold.rules.words.names import CheckWord, Choice, Flag, HouseRule, Phrase
from sixfold.rules.words.numbers import VERSUS, Amount, DicePool, DieCode, Lean, Modifier, Sides
from sixfold.rules.words.word import Word

__all__ = [
    "VERSUS",
    "Amount",
    "CheckWord",
    "Choice",
    "DicePool",
    "DieCode",
    "Flag",
    "HouseRule",
    "Lean",
    "Modifier",
    "Phrase",
    "Sides",
    "Word",
]
