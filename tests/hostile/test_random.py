"""Texts made up at random, from a seed: pieces of checks, events, chances, ranges, claims and faces, and noise."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from sixfold import parse, roll, study
from sixfold.base.written_chances import read_chance, read_figure
from sixfold.playing.record_log import read_log
from sixfold.rules.typed_faces import choices_of, faces_of
from sixfold.study.open_places import Opening, read_range
from tests.console import run
from tests.effort import THOROUGH
from tests.hostile.limits import refusal
from tests.hostile.test_texts import HOSTILE

TEXTS = 600 * THOROUGH
"""For each door."""

WORDS = """
    ten skew wild hs odgs dice test extended attack chaos task pool percentile initiative roll check save voluntary
    opposed superior sup inferior inf high low good bad vs against score advantage adv dis target threshold damage size
    combat literal basic ranks rank edges cuts cut hard easy kept keep=sum chaos=kept third=code cancelled=zero
    overcut=fumble worst=avoid double=effort count=degrees reroll=once +4 -3 \u22122 +0 3 0 15 97 98 1000 10001
    99999999999999999999 3D 3D+1 0d 4d 3d6 4d6kh3 d66 d% 2d6! kh3 dl1 r1 ro<3 !>=5 >=4 (2 high) [Rope] [] [ ] ( ) * //
    + - , ; . ? / = != >= <= ! % # : " ' success hit margin total mean and or not quality critical 1 in 8 75% nearly
    one half three-quarters 1..9 check: printed: event: book: place: words: for: -3..9..3 1/2 0.5 1e9 nan inf
"""

STRANGE = (
    " ", "  ", "\n", "\t", "\u00a0", "\u202e", "\u200b", "\x00", "\x1b[2J", "\ud800", "\ufeff", "\u0663",
    "\u00bd", "\u00b2", "\U0001f3b2", "e\u0301", "\uff0b\uff11", "x" * 200, "9" * 200,
)  # fmt: skip

PIECES = (*WORDS.split(), *STRANGE)

OPTIONS = """
    --json --faces --seed --times --event --chance --range --rows --choose --help --tolerance --digits --choices --in
    --odds - -- --no-odds -x --nonsense
"""

COMMANDS = ("roll", "odds", "explain", "games", "compare", "need", "table", "luck", "schema", "what")


def text(dice: random.Random) -> str:
    """A few pieces, mostly with blanks between them; sometimes something hostile, or noise."""
    kind = dice.random()
    if kind < 0.02:
        return dice.choice(HOSTILE)
    if kind < 0.07:
        return "".join(
            chr(dice.randrange(0x110000 if dice.random() < 0.3 else 0x250)) for _ in range(dice.randrange(40))
        )
    between = " " if dice.random() < 0.8 else ""
    first = [dice.choice(PIECES[:6])] if dice.random() < 0.7 else []
    return between.join([*first, *(dice.choice(PIECES) for _ in range(dice.randrange(9)))])


def claims(said: str) -> Any:
    return study.parse_claims(said)


def log(said: str) -> Any:
    return list(read_log(said, "log"))


def typed(said: str) -> Any:
    return roll("ten superior 1", faces=said)


READERS: dict[str, Callable[[str], Any]] = {
    "check": parse,
    "event": study.Event.read,
    "chance": read_chance,
    "figure": read_figure,
    "range": read_range,
    "open places": Opening.read,
    "faces": faces_of,
    "choices": choices_of,
    "claims": claims,
    "log": log,
    "typed dice": typed,
}


@pytest.mark.parametrize("name", READERS)
def test_random_texts(name: str) -> None:
    """Each is read, or refused in a sentence, and soon."""
    dice = random.Random(f"hostile {name}")
    for _ in range(TEXTS):
        refusal(partial(READERS[name], text(dice)))


def test_random_command_lines() -> None:
    """Commands, checks and options in any order: a status of 0, 2 or 3, one document, and never a traceback."""
    dice = random.Random("hostile commands")
    options = OPTIONS.split()
    for _ in range(150):
        name = dice.choice(COMMANDS)
        words = [dice.choice(options) if dice.random() < 0.3 else text(dice)[:300] for _ in range(dice.randrange(5))]
        words = [word.replace("\x00", "") for word in words if not word.isdecimal() or len(word) < 4]
        ran = run(name, *words, "--json")
        assert ran.status in (0, 2, 3), words
        assert "Traceback" not in ran.out + ran.err, words
