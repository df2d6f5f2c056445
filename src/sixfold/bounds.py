"""Every bound of Sixfold, by name: past one, the request is refused with one sentence."""

from __future__ import annotations

from typing import Final

DICE_IN_A_HAND: Final = 100
"""Dice that may leave the hand together."""

EXTRA_DICE: Final = 97
"""Superior or Inferior dice of a `ten` test: with the three of the test, a full hand (T5)."""

SIDES: Final = 1_000
"""Sides of one die."""

TEXT_LENGTH: Final = 2_000
"""Characters in the text of a check; a longer one is refused before it is read."""

NESTING: Final = 50
"""Parentheses inside parentheses in a dice expression."""

DICE_IN_AN_EVALUATION: Final = 10_000
"""Dice thrown for one check, everything that was thrown again included."""

OPTIONS: Final = 1_000
"""Options among which a player is asked to choose."""

RECORDS: Final = 100_000
"""Records of one `roll --times`."""

THRESHOLD: Final = 1_000
"""Successes or failures that end an extended test (T11)."""

MODIFIER: Final = 1_000
"""Size of any modifier, either way, and of the sum of all of them."""

SCORE: Final = 10_000
"""Size of a difficulty, a save score or a number in a dice expression, either way."""

TOTAL: Final = 10**12
"""Size of what a dice expression can come to, either way, exploding dice counted once."""

SIZE_CATEGORIES: Final = 20
"""Size categories between attacker and target (T9), either way."""

LABEL_LENGTH: Final = 80
"""Characters in the label of a modifier."""

MESSAGE_LENGTH: Final = 1_000
"""Characters in the sentence of an error; a longer one is cut."""

SEED_LENGTH: Final = 1_000
"""Characters in a seed."""

EFFORT: Final = 10_000
"""Effort or points of one kind that a character can have (O15)."""

PARTY: Final = 1_000
"""Characters of one party."""

KNOWLEDGE: Final = 1_000
"""Attributes, fields, skills or rotes of one character."""

SAMPLES: Final = 100_000_000
"""Outcomes drawn in bulk at once."""

WORK: Final = 13_000_000
"""Work of one exact answer, in units of about a tenth of a microsecond; it can be raised."""

PATIENT_WORK: Final = 20 * WORK
"""Work of one exact answer when the caller is patient (`odds --patient`): some tens of seconds."""

LEAST_TOLERANCE: Final = 1e-60
"""Smallest tolerance: the probability that odds may leave out."""

TOLERANCE_LENGTH: Final = 80
"""Characters of a tolerance in text."""

JSON_DIGITS: Final = 12_000_000
"""Digits of all the fractions in one JSON document of odds."""

FRACTION_DIGITS: Final = 100_000
"""Digits above or below the line of one fraction in a JSON document."""

STUDY_CHECKS: Final = 10_000
"""Checks solved for one question of a designer: cells of a table, values tried for an open place."""

STUDY_SECONDS: Final = 60
"""Seconds that one question of a designer may take in all."""

STUDY_RECORDS: Final = 5_000
"""Records whose luck is counted together."""

EVENT_LENGTH: Final = 500
"""Characters in the text of an event."""

EVENT_WORK: Final = 2_500_000
"""Comparisons that an event makes over all outcomes of a check."""

FIGURE_LENGTH: Final = 100
"""Characters in a chance or a printed figure."""

OPEN_PLACES: Final = 3
"""Open places (`?`) in one check."""

CLAIMS_LENGTH: Final = 1_000_000
"""Characters in one file of claims."""

RECORD_LENGTH: Final = 2_000_000
"""Characters of one record in a file."""

HALF_WRITTEN_LINES: Final = 100
"""Lines of a log that are left out because they are not whole; a file with more of them is not a log."""

RECORDS_LENGTH: Final = 50_000_000
"""Bytes in one file of records."""

DRAWN_BARS: Final = 1_500
"""Values of a distribution that a chart draws; a wider one has its far tails left out, and says so."""

GAME_LENGTH: Final = 1_000_000
"""Bytes in one file of a game of one's own."""
