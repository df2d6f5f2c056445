"""Folds: the questions that are asked of a hand.

`fold.py` says what a fold is and what it can say of itself. `sums.py` has the folds that add up what dice are worth,
`patterns.py` those about dice that show the same. Those about cards are in `cards.py` beside this folder.
"""

from sixfold.rules.folds.fold import Fold, ask
from sixfold.rules.folds.patterns import (
    groups,
    longest_run,
    most_alike,
    most_common,
    of_a_kind,
    pairs_lost,
    pairs_tied,
    pairs_won,
    sets,
)
from sixfold.rules.folds.sums import (
    Sum,
    at_least,
    count,
    each_face,
    highest,
    lowest,
    nth_highest,
    score,
    showing,
    successes,
    total,
    without_highest,
)

__all__ = [
    "Fold", "Sum", "ask", "at_least", "count", "each_face", "groups", "highest", "longest_run", "lowest", "most_alike",
    "most_common", "nth_highest", "of_a_kind", "pairs_lost", "pairs_tied", "pairs_won", "score", "sets", "showing",
    "successes", "total", "without_highest"
]  # fmt: skip
