"""In how many ways a hand answers its folds: every face of every die, without visiting any of them.

`hands` answers; `pools` are what it is asked of. `ranks` knows hands cut at one rank, `adding` what adds up die by
die, `sweep` goes over the faces for any other folds, `picks` lets a preference take dice, `multisets` goes through all
hands, `tallies` counts chains of throws; `thrown_again` are dice of which some are thrown again, `pairs` two hands
beside each other. None of them knows a game.
"""
