"""Made-up checks that would take too much: large constants, many dice and sides, checks inside checks.

`python -m tests.solving.expensive 7 20` asks for the odds of 20 of them, and rolls each, with 1 GB of memory. It prints
what came of each as JSON.
"""

from __future__ import annotations

import json
import resource
import sys
from random import Random

from benchmarks.worker import peak

from sixfold import odds, parse, roll
from sixfold.errors import NotationError, RuleError, SixfoldError
from sixfold.playing.standing import account

ADDRESS_SPACE = 1_000_000 * 1024
"""Bytes that the process may have."""

SAID = (
    "opposed (dice 100d100) (dice 100d100) by total",
    "opposed (dice 40d100) (dice 40d100) by total",
    "dice 10d1000*10d1000",
    "dice d6*10000*1000+d6",
    "dice 10d999-1000*20d1000",
    "opposed (ten attack damage 60d6) (ten attack damage 60d6)",
)
"""Checks that took gigabytes once."""


def pool(random: Random) -> str:
    """So many dice, of which some may count, explode or be counted."""
    dice, sides = random.choice((1, 2, 3, 10, 40, 100)), random.choice((2, 6, 20, 100, 999, 1000))
    kept = random.choice(("kh", "kl", "dh", "dl")) + str(random.randint(1, dice))
    return f"{dice}d{sides}{random.choice(('', '', '', kept, '!', 'r1', f'>={sides}'))}"


def expression(random: Random, depth: int = 0) -> str:
    """Dice and numbers, added up and multiplied."""
    if depth > 2 or random.random() < 0.35:
        return pool(random)
    if random.random() < 0.2:
        return str(random.choice((2, 7, 100, 999, 10_000)))
    first, second = expression(random, depth + 1), expression(random, depth + 1)
    return f"({first}){random.choice('+-**')}({second})"


def check(random: Random, depth: int = 0) -> str:
    """A check of dice or of a game, or a check of such checks."""
    kind = random.random()
    if depth > 1 or kind < 0.5:
        return f"dice {expression(random)}"
    if kind < 0.65:
        return f"ten attack +{random.choice((1, 9))} damage {random.choice((2, 20, 60))}d6"
    first, second = check(random, depth + 1), check(random, depth + 1)
    if kind < 0.85:
        return f"opposed ({first}) ({second}){random.choice(('', ' by total', ' by damage', ' by lead'))}"
    if kind < 0.95:
        return f"duel ({first}) ({second}) health {random.choice((5, 100))} 200 damage {random.randint(1, 5)}"
    return f"long ({first}) {random.choice((3, 100))} times"


def checks(random: Random, count: int) -> list[str]:
    """So many that can be rolled."""
    found: list[str] = []
    while len(found) < count:
        text = check(random)
        try:
            parse(text)
        except SixfoldError:
            continue
        found.append(text)
    return found


def came(text: str) -> str:
    """What asking for the odds came to: “odds”, or the code of a refusal."""
    try:
        odds(text).report()
    except SixfoldError as refused:
        return refused.code
    return "odds"


def main(seed: str, count: str) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    for text in (*SAID, *checks(Random(seed), int(count))):
        answer = came(text)
        try:
            record = roll(text, seed=seed)
        except (NotationError, RuleError):
            raise
        except SixfoldError as refused:  # the same past the limits of one roll
            rolled = refused.code
        else:
            account(record)
            rolled = "rolled"
        print(json.dumps([text, answer, rolled]), flush=True)
    print(json.dumps(peak() * 1024))


if __name__ == "__main__":
    main(*sys.argv[1:])
