"""The instrument of plain dice: an order of turns, which serves every game that has none of its own."""

from sixfold.rules.turns import Initiative

INSTRUMENTS = (Initiative("dice 2d6"),)
