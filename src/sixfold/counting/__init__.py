"""In how many ways a hand answers its folds: every face of every die, without visiting any of them.

`hands` answers; `pools` are what it is asked of. `ranks` knows hands cut at one rank, `adding` what adds up die by
die, `sweep` goes over the faces for any other folds, `picks` lets a preference take dice, `multisets` goes through all
hands, `tallies` counts chains of throws; `thrown_again` are dice of which some are thrown again, `pairs` two hands
beside each other. None of them knows a game.
"""

from sixfold.counting.answers import IDENTITY, Affine, Faces, Ways
from sixfold.counting.hands import Hands, drawn_ways, mixed_ways, ways
from sixfold.counting.multisets import best, multisets
from sixfold.counting.picks import picks
from sixfold.counting.pools import drawn_hands, hands_of
from sixfold.counting.tallies import tallies
from sixfold.counting.work import Work

__all__ = [
    "IDENTITY",
    "Affine",
    "Faces",
    "Hands",
    "Ways",
    "Work",
    "best",
    "drawn_hands",
    "drawn_ways",
    "hands_of",
    "mixed_ways",
    "multisets",
    "picks",
    "tallies",
    "ways",
]
