"""Every bound of Sixfold, by name: past one, the request is refused with one sentence."""

from __future__ import annotations

from typing import Final

DICE_IN_A_HAND: Final = 100
"""Dice that may leave the hand together."""

RULES_INSIDE: Final = 50
"""Rules that are played inside each other, each one inside the one before."""

EXTRA_DICE: Final = 97
"""Superior or Inferior dice of a `ten` test: with the three of the test, a full hand (T5)."""

SIDES: Final = 1_000
"""Sides of one die."""

TEXT_LENGTH: Final = 2_000
"""Characters in the text of a check; a longer one is refused before it is read."""

NESTING: Final = 50
"""Parentheses inside parentheses in a dice expression."""

CHECKS_INSIDE: Final = 5
"""Checks in parentheses inside each other in the text of a check."""

ATTEMPTS: Final = 100
"""Attempts at one check, saves of one evening and rounds of one duel that are asked for at once."""

LUCK_DICE: Final = 30
"""Good luck dice of one evening (K8)."""

HEALTH: Final = 200
"""Health of one fighter in a duel."""

DICE_IN_AN_EVALUATION: Final = 10_000
"""Dice thrown for one check, everything that was thrown again included."""

STEPS: Final = 10_000
"""Steps of one game that goes on from state to state, where it is thrown."""

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

AMOUNT: Final = 1_000
"""Largest number that a word of a game of one's own takes, where its author sets no other bounds."""

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

SHOWN_AT_ONCE: Final = 100
"""Events and means that one table of odds shows."""

SHOWN_DIGITS: Final = 12
"""Digits after the point of a percentage in a table of odds."""

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

SHORT_FRACTION: Final = 10**12
"""The largest number below the line of a fraction that is still told beside its per cent."""

DRAWN_BARS: Final = 1_500
"""Values of a distribution that a chart draws; a wider one has its far tails left out, and says so."""

COMPLETIONS: Final = 100
"""Words that are offered where a check is being typed."""

MENDED_LENGTH: Final = 300
"""Characters of a text that is offered without its slip; in a longer one the slip is only shown."""

NAME_LENGTH: Final = 40
"""Characters in the name of a person or a room."""

NOTE_LENGTH: Final = 2_000
"""Characters in a note in the log of a room."""

PEOPLE: Final = 200
"""People who ever came into one room."""

EVENTS: Final = 100_000
"""Events in the log of one room."""

DICE_OF_A_THROW: Final = 1_000
"""Dice of one throw in a room, everything that was thrown again included."""

COMMITMENTS: Final = 32
"""Commitments to draws that a person has in the log at a time."""

OPEN_QUESTIONS: Final = 10
"""Questions and calls of one person that wait for an answer."""

OPEN_ASKS: Final = 20
"""The newest checks that the master asked for and that the room still shows; older ones can be answered by number."""

INSTRUMENT_ENTRIES: Final = 200
"""Entries that one instrument of a game keeps: turns, proposals, trackers."""

EXPORT_LENGTH: Final = 200_000_000
"""Bytes in one export of a room that is checked."""

STORE_BATCH: Final = 500
"""Posts to a table that are written in one transaction."""

STORE_WAITING: Final = 10_000
"""Posts to a table that wait to be written; further ones are refused for a moment."""

STORE_ROOMS_AT_HAND: Final = 1_000
"""Rooms that a server has in memory; the others are read again when somebody comes."""

STORE_READERS: Final = 4
"""Connections on which a server reads its database."""

STORE_SWEEP_SECONDS: Final = 5
"""Seconds after which a server looks by itself what other servers have written."""

ROOMS: Final = 10_000
"""Rooms of one table, unless it is started with another number."""

ROOMS_A_MINUTE: Final = 10
"""Rooms that one address may open in a minute."""

RATE_A_MINUTE: Final = 600
"""Requests that one address, and one person, may make in a minute, and sockets that one address may have at a time.

This is the default; a table can be started with another number. Opening a socket counts as a request.
"""

RATE_PREFIX: Final = 64
"""Bits of an IPv6 address that are counted as one: the network that a household is given."""

RATE_ADDRESS_LENGTH: Final = 64
"""Characters of an address, as a proxy writes it, that count."""

RATE_ADDRESSES: Final = 50_000
"""Addresses and people whose requests are counted at once."""

SOCKETS: Final = 10_000
"""Sockets that one server carries."""

SOCKETS_A_PERSON: Final = 8
"""Sockets of one person, such as open windows."""

RECENT_EVENTS: Final = 256
"""Newest events of a room that its listeners find in memory."""

EVENTS_A_PAGE: Final = 500
"""Events that are read or sent at once."""

HEAD_BYTES: Final = 65_536
"""Bytes of a request that has not come whole, beside its body: headers, and what stands around a body in pieces."""

REQUEST_SECONDS: Final = 20
"""Seconds in which a request comes whole, headers and body."""

GREETING_SECONDS: Final = 10
"""Seconds in which a socket says who it is."""

SEND_SECONDS: Final = 10
"""Seconds that a reader may take for one message."""

ALIVE_SECONDS: Final = 20
"""Seconds after which a quiet socket gets a sign of life."""

HERE_SECONDS: Final = 0.5
"""Seconds before people hear that somebody came or left. A person who only reloads the page was never away."""

LINGER_SECONDS: Final = 5
"""Seconds after which a closed connection is given up."""

KEPT_SECONDS: Final = 75
"""Seconds that an idle connection is kept for the next request."""

GOING_SECONDS: Final = 5
"""Seconds that requests have to end when the server stops."""

FRAME_BYTES: Final = 4_096
"""Bytes of one message from a client over a socket."""

BODY_BYTES: Final = 1_100_000
"""Bytes of the body of a request."""

POST_KEY_LENGTH: Final = 200
"""Characters in an Idempotency-Key."""

CHOICES: Final = 1_000
"""Choices in one record."""

CHECKS_AT_ONCE: Final = 50
"""Checks that are compared at once over the network."""

THROWS_AT_ONCE: Final = 50
"""Throws that are told at once over the network."""

WITNESS_SECONDS: Final = 0.3
"""Seconds that a witness has to answer."""

WITNESSES: Final = 2
"""Witnesses that are asked for one throw."""

WORKERS: Final = 2
"""Processes in which a server works out odds."""

ANSWERS_A_WORKER: Final = 500
"""Answers after which such a process is begun anew."""

ANSWER_SECONDS: Final = 10
"""Seconds that one answer may take."""

ANSWERS_WAITING: Final = 100
"""Questions that wait for an answer; further ones are refused for a moment."""

GAME_LENGTH: Final = 1_000_000
"""Bytes in one file of a game of one's own."""

OWN_CODE_SECONDS: Final = 5.0
"""Seconds of processor time that code of one's own may run on without a word to its table."""
