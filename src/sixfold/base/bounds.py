"""Every bound of Sixfold, by name. A request beyond one of them is refused with one sentence."""

from fractions import Fraction
from typing import Final

DICE_IN_A_HAND: Final = 100
"""Dice in one hand."""

RULES_INSIDE: Final = 50
"""Rules played inside each other."""

EXTRA_DICE: Final = 97
"""Superior or Inferior dice of a `ten` test; 100 dice together with the three of the test (T5)."""

SIDES: Final = 1_000
"""Sides of one die."""

EXPLOSIONS: Final = 100
"""Explosions of one die, if their number is limited."""

TEXT_LENGTH: Final = 2_000
"""Characters in the text of a check."""

NESTING: Final = 50
"""Parentheses inside parentheses in a dice expression."""

CHECKS_INSIDE: Final = 5
"""Checks in parentheses inside each other in the text of a check."""

ATTEMPTS: Final = 100
"""Attempts at one check, saves in one evening, or rounds of one duel."""

LUCK_DICE: Final = 30
"""Good luck dice in one evening (K8)."""

HEALTH: Final = 200
"""Health of one fighter in a duel."""

DICE_IN_AN_EVALUATION: Final = 10_000
"""Dice rolled for one check, rerolls included."""

STEPS: Final = 10_000
"""Steps of one `table.repeat` when a check is rolled."""

OPTIONS: Final = 1_000
"""Options of one choice."""

PICKS: Final = 100_000
"""Ways to pick dice of one hand that a preference ranks when a check is rolled."""

RECORDS: Final = 100_000
"""Records of one `roll --times`."""

THRESHOLD: Final = 1_000
"""Successes or failures that end an extended test (T11)."""

MODIFIER: Final = 1_000
"""A modifier, positive or negative, and the sum of all modifiers."""

SCORE: Final = 10_000
"""A difficulty, a save score or a number in a dice expression, positive or negative."""

TOTAL: Final = 10**12
"""The result of a dice expression, positive or negative; exploding dice count once."""

VALUE_DIGITS: Final = 18
"""Digits of a number that your own game returns."""

AMOUNT: Final = 1_000
"""The largest number of an option in your own game, if you set no other bounds."""

SIZE_CATEGORIES: Final = 20
"""Size categories between attacker and target, either way (T9)."""

LABEL_LENGTH: Final = 80
"""Characters in the label of a modifier."""

MESSAGE_LENGTH: Final = 1_000
"""Characters in the message of an error; a longer one is cut."""

SEED_LENGTH: Final = 1_000
"""Characters in a seed."""

EFFORT: Final = 10_000
"""Effort or points of one kind for one character (O15)."""

PARTY: Final = 1_000
"""Characters in one party."""

SAMPLES: Final = 100_000_000
"""Outcomes in one sample."""

WORK: Final = 13_000_000
"""Work for one exact answer, in units of about a tenth of a microsecond; you can raise it."""

MEMORY: Final = 400_000_000
"""Bytes of what one exact answer keeps while it is found (about), also with more work."""

PACKED_BITS: Final = 400_000_000
"""Bits of one packed number: a distribution whose values lie further apart than that is counted value by value."""

PACKED_VALUES: Final = 2_000_000
"""Values that one packed number is unpacked to."""

PATIENT_WORK: Final = 20 * WORK
"""Work for one exact answer with `odds --patient`: some tens of seconds."""

IDLE_WORK: Final = 3_000_000
"""Work for finding the words of a check that change none of its odds, where it is explained."""

STANDING_WORK: Final = 2_000_000
"""Work for the odds of “this or better” beside a roll; past it, the roll is shown without them."""

TOLERANCE: Final = Fraction(1, 10**12)
"""The chance that endless rerolls may leave out of odds, unless you give another tolerance."""

LEAST_TOLERANCE: Final = 1e-60
"""The smallest tolerance: the chance that odds may leave out."""

JSON_DIGITS: Final = 12_000_000
"""Digits of all fractions in one JSON document of odds."""

FRACTION_DIGITS: Final = 100_000
"""Digits of the numerator or denominator of one fraction in a JSON document."""

STUDY_CHECKS: Final = 10_000
"""Checks solved for one designer's question: cells of a table, or numbers tried for a `?`."""

STUDY_CONFIRMED: Final = 3
"""Checks of one designer's question on which a second opinion is asked where the game is one's own."""

SWEEP_CHECKS: Final = 100_000_000
"""Checks in one sweep."""

SWEEP_ANSWERED: Final = 1_000_000
"""Checks of a sweep that one of its questions compares."""

SWEEP_SECONDS: Final = 60.0
"""Seconds for one check of a sweep, unless its file has another number."""

SWEEP_LEAST_SECONDS: Final = 0.1
"""Seconds for one check of a sweep that its file may have at least."""

SWEEP_MOST_SECONDS: Final = 86_400
"""Seconds for one check of a sweep that its file may have at most."""

SWEEP_PARTS: Final = 100_000
"""Parts of one sweep."""

SWEEP_WORKERS: Final = 1_000
"""Processes of one machine that solve a sweep."""

SHOWN_AT_ONCE: Final = 100
"""Events and means in one table of odds."""

SHOWN_DIGITS: Final = 12
"""Digits after the decimal point in a table of odds."""

STUDY_WORK: Final = 4
"""Work for all checks of one designer's question, as a multiple of that for one exact answer."""

STUDY_RECORDS: Final = 5_000
"""Records in one question about luck."""

EVENT_LENGTH: Final = 500
"""Characters in the text of an event."""

EVENT_WORK: Final = 2_500_000
"""Comparisons that one event needs over all outcomes of a check."""

FIGURE_LENGTH: Final = 100
"""Characters in a chance, a tolerance or a printed figure."""

OPEN_PLACES: Final = 3
"""Question marks (`?`) in one check."""

CLAIMS_LENGTH: Final = 1_000_000
"""Characters in one file of claims."""

RECORD_LENGTH: Final = 2_000_000
"""Characters of one record in a file."""

HALF_WRITTEN_LINES: Final = 100
"""Incomplete lines in a log; a file with more of them is not read as a log."""

RECORDS_LENGTH: Final = 50_000_000
"""Bytes in one file of records."""

DRAWN_BARS: Final = 1_500
"""Values of a distribution in a chart; a wider one loses its far tails and says so."""

COMPLETIONS: Final = 100
"""Suggestions while you type a check."""

MENDED_LENGTH: Final = 300
"""Characters of a text for which Sixfold offers a correction; in a longer one it only shows the place."""

CONFIG_LENGTH: Final = 1_000_000
"""Bytes in a config file."""

SAVED_CHECKS: Final = 200
"""Saved checks of one character, and those of no character, in a config file."""

SAVED_CHARACTERS: Final = 50
"""Characters in a config file."""

SAVED_NAME_LENGTH: Final = 60
"""Characters in the name of a saved check, or of the character who has it."""

NAME_LENGTH: Final = 40
"""Characters in the name of a person or a room."""

NOTE_LENGTH: Final = 2_000
"""Characters in a note in the log of a room."""

CHARACTERS: Final = 200
"""Characters in one room."""

CHARACTER_ENTRIES: Final = 100
"""Entries of one trait of a character, such as skills."""

CHARACTER_LENGTH: Final = 50_000
"""Bytes of one character as JSON."""

PEOPLE: Final = 200
"""People who ever joined one room."""

EVENTS: Final = 100_000
"""Events in the log of one room."""

DICE_OF_A_ROLL: Final = 1_000
"""Dice of one roll in a room, rerolls included."""

COMMITMENTS: Final = 32
"""Open commitments of one person in the log."""

OPEN_QUESTIONS: Final = 10
"""Open questions and requests of one person."""

OPEN_REQUESTS: Final = 20
"""Requests of the game master that the room shows, newest first; older ones can be answered by number."""

INSTRUMENT_ENTRIES: Final = 200
"""Entries of one instrument: turns, proposals, trackers."""

EXPORT_LENGTH: Final = 200_000_000
"""Bytes in one export that `verify` reads."""

STORE_BATCH: Final = 500
"""Requests that are written in one transaction."""

STORE_WAITING: Final = 10_000
"""Posts to a table that wait to be written; further ones are refused for a moment."""

STORE_ROOMS_AT_HAND: Final = 1_000
"""Rooms that a server keeps in memory; others are read again when somebody comes."""

STORE_READERS: Final = 4
"""Connections for reading the database."""

STORE_SWEEP_SECONDS: Final = 5
"""Seconds after which a server looks for news from other servers."""

ROOMS: Final = 10_000
"""Rooms of one table, unless it is started with another number."""

OWN_GAMES: Final = 200
"""Games that GMs bring to one table, if it takes any."""

ROOMS_A_MINUTE: Final = 10
"""New rooms from one address per minute."""

RATE_A_MINUTE: Final = 600
"""Requests that one address, and one person, may make in a minute, and sockets that one address may have at a time.

This is the default; a table can be started with another number. Opening a socket counts as a request.
"""

RATE_PREFIX: Final = 64
"""Leading bits of an IPv6 address that count as one address: the network of a household."""

RATE_ADDRESS_LENGTH: Final = 64
"""Characters of an address, as a proxy writes it, that count."""

RATE_ADDRESSES: Final = 50_000
"""Addresses and people whose requests are counted."""

SOCKETS: Final = 10_000
"""Sockets on one server."""

SOCKETS_A_PERSON: Final = 8
"""Sockets of one person, such as open windows."""

RECENT_EVENTS: Final = 256
"""Newest events of a room that stay in memory for listeners."""

EVENTS_A_PAGE: Final = 500
"""Events that are read or sent together."""

HEAD_BYTES: Final = 65_536
"""Bytes of an incomplete request apart from its body, such as headers."""

REQUEST_SECONDS: Final = 20
"""Seconds within which a request must be complete."""

GREETING_SECONDS: Final = 10
"""Seconds within which a socket must authenticate."""

SEND_SECONDS: Final = 10
"""Seconds for a reader to take one message."""

EVENTS_A_WRITE: Final = 32
"""Events that are written at once to a listener who is behind: a slow one has no more of them in memory."""

SHOW_SECONDS: Final = 0.05
"""Seconds after a change before listeners get the room anew: what several events change is sent once."""

ALIVE_SECONDS: Final = 20
"""Seconds of silence before a socket gets a sign of life."""

PRESENCE_SECONDS: Final = 0.5
"""Seconds before people hear that somebody came or left. A person who only reloads the page was never away."""

LINGER_SECONDS: Final = 5
"""Seconds before a closed connection is given up."""

KEPT_SECONDS: Final = 75
"""Seconds to keep an idle connection."""

GOING_SECONDS: Final = 5
"""Seconds for requests to finish when the server stops."""

FRAME_BYTES: Final = 4_096
"""Bytes in one message from a client over a socket."""

BODY_BYTES: Final = 1_100_000
"""Bytes in the body of a request."""

POST_KEY_LENGTH: Final = 200
"""Characters in an Idempotency-Key."""

CHOICES: Final = 1_000
"""Choices in one record."""

CHECKS_AT_ONCE: Final = 50
"""Checks in one comparison over the network."""

ROLLS_AT_ONCE: Final = 50
"""Rolls in one answer over the network."""

BOT_LINES_A_MINUTE: Final = 60
"""Lines of one person that a bot in a chat answers in a minute."""

BOT_INVITATIONS_A_MINUTE: Final = 3
"""Invitations of one person that a bot accepts in a minute."""

WITNESS_SECONDS: Final = 0.3
"""Seconds for a witness to answer."""

WITNESSES: Final = 2
"""Witnesses that are asked for one roll."""

WORKERS: Final = 2
"""Processes in which a server computes odds."""

ANSWERS_A_WORKER: Final = 500
"""Answers after which such a process is replaced."""

ANSWER_SECONDS: Final = 10
"""Seconds of processor time for one answer; six times as many on the clock."""

ANSWER_BYTES: Final = 2**30
"""Bytes of memory (address space) of a process that computes odds, or runs your own code at a table."""

ANSWERS_WAITING: Final = 100
"""Questions that wait for an answer; further ones are refused for a moment."""

GAME_LENGTH: Final = 1_000_000
"""Bytes in the file of your own game."""

OWN_CODE_SECONDS: Final = 4.0
"""Seconds of processor time for your own code between two verbs of its table."""

OWN_CODE_AGAIN: Final = 3
"""So many times these seconds your own code may take nearly alone, however often it is called."""

OWN_CODE_BYTES: Final = 2**31
"""Bytes of memory (address space) of a command with your own code."""

OWN_ROLL_SECONDS: Final = 30
"""Seconds of processor time for one roll with your own code at a table, all verbs together; twice as many to wait."""

OWN_VERBS: Final = 20_000
"""Verbs of a table that your own code uses one after the other without a roll."""

OWN_VALUES: Final = 20_000
"""Values around your own rule that are compared before and after it is played."""

OWN_STEP_VALUES: Final = 1_000
"""Values in what a step, or a rule played inside another one, closes over: they are compared after each call of it."""

OWN_PROCESSES: Final = 2
"""Processes in which a table runs your own code."""
