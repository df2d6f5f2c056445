"""In how many ways a hand answers its folds: every face of every die, without visiting any of them.

`hands` answers; `ranks` knows hands cut at one rank, `sweep` goes over the faces for any other folds, `picks` lets
a preference take dice, `multisets` goes through all hands, `tallies` counts chains of throws; `drawn` are hands out
of a cup, `thrown_again` dice of which some are thrown again, `pairs` two hands beside each other.
None of them knows a game.
"""

from sixfold.counting.answers import IDENTITY, Affine, Faces, Ways
from sixfold.counting.hands import Hands, ways
from sixfold.counting.multisets import best, multisets
from sixfold.counting.picks import picks
from sixfold.counting.tallies import tallies
from sixfold.counting.work import Work

__all__ = ["IDENTITY", "Affine", "Faces", "Hands", "Ways", "Work", "best", "multisets", "picks", "tallies", "ways"]
