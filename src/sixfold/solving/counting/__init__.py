"""In how many ways a hand answers its folds: every face of every die, without visiting any of them.

`hands` answers; `pools` are what it is asked of. `ranks` knows hands cut at one rank, `adding` what adds up die by
die, `by_faces` goes over the faces for any other folds, `picks` goes through all hands and lets a preference take dice;
`rerolled` are dice of which some are thrown again, and two hands beside each other. None of them knows a game.
"""
