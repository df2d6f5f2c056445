"""The words that a check is made of, one kind a file.

A rule lists its words. From that list come the reading of its texts, their one canonical form, the shape of the
options in JSON, what is expected where something else stands, completion, and what `systems` shows.
"""

from sixfold.rules.words.amount import VERSUS, Amount
from sixfold.rules.words.check import CheckWord
from sixfold.rules.words.choice import Choice
from sixfold.rules.words.dice_pool import DicePool
from sixfold.rules.words.die_code import DieCode
from sixfold.rules.words.flag import Flag
from sixfold.rules.words.house_rule import HouseRule
from sixfold.rules.words.lean import Lean
from sixfold.rules.words.modifier import Modifier
from sixfold.rules.words.phrase import Phrase
from sixfold.rules.words.sides import Sides
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
