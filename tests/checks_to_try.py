"""Checks of every game, made up by hypothesis: words in any order, labels, house rules."""

from __future__ import annotations

import re
from pathlib import Path

from hypothesis import assume
from hypothesis import strategies as st

from sixfold import SYSTEMS, parse
from sixfold.authoring.load import with_games
from sixfold.base.printable import first_refused
from sixfold.checks.head import read_head

LABELS = (
    st.text(st.characters(blacklist_characters="[]", blacklist_categories=("Cs", "Cc")), min_size=1, max_size=12)
    .filter(lambda label: first_refused(label) is None)
    .map(lambda label: f"[{label}]")
)
MODIFIER = st.integers(-60, 60).map(lambda n: f"{n:+d}")
MODIFIERS = st.lists(MODIFIER | st.tuples(MODIFIER, LABELS).map(" ".join), max_size=3)
TIER = st.sampled_from(["trivial", "professional", "easy", "uncertain", "hard", "clueless", "hopeless", ""])


TWO_WAYS = re.compile(
    r"\bsup [+-]|[+-]\d+ (low|high)\b(?! \d)"
    r"|\bdamage \d+(d6|D) \+[1-9]|^odgs opposed .*[+-]\d.* vs \d+ \+[1-9]"
)
"""What can be read in two ways: “superior -2”, and what may be added to damage or to the score of an opponent."""


def maybe(words: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return words | st.just("")


def counted(word: str, low: int, high: int) -> st.SearchStrategy[str]:
    return maybe(st.integers(low, high).map(lambda n: f"{word} {n}"))


@st.composite
def _said(draw: st.DrawFn, head: str, *parts: st.SearchStrategy[str], modified: bool = True) -> str:
    words = [draw(part) for part in parts]
    if modified:
        words += draw(MODIFIERS)
    rules = read_head(head, SYSTEMS).rule.house_rules
    words += draw(st.lists(st.sampled_from(rules), unique=True)) if rules else []
    shuffled = draw(st.permutations(words))
    text = " ".join([head, *filter(None, shuffled)])
    assume(not TWO_WAYS.search(text))
    return text.upper() if draw(st.booleans()) and "[" not in text else text


SUPERIOR = counted("superior", 0, 4) | counted("inferior", 0, 4) | st.sampled_from(["sup 1", "inf 2", "sup"])
HIGH = st.sampled_from(["", "1 high", "2 low", "high 3", "1 low", "4 high 1 low"])
LUCK = st.sampled_from(["", "good 1", "bad 2", "good 3 bad 1"])
ADVANTAGE = st.sampled_from(["", "advantage 1", "adv 2", "dis 1", "disadvantage 3", "adv 3 dis 1"])
SIZE = st.sampled_from(["", "size -2", "size +3", "size 0"])
COMBAT = st.sampled_from(["", "combat"])
CODE = st.integers(1, 6).map(lambda n: f"{n}D")

HANDS = st.builds(
    lambda n, sides, how: f"{n}d{sides}{how}",
    st.integers(0, 4),
    st.sampled_from([4, 6, 10]),
    st.sampled_from(["", "kh", "kl2", "dh1", "dl0", "!", "!!", "ro1", "r2kh1", " (1 high)", " (2 low)"]),
).filter(lambda text: not (text.startswith(("0", "1")) and any(k in text for k in ("kl2", "kh", "dh1"))))
COUNTED = st.builds(
    lambda n, sides, how: f"({n}d{sides}{how})",
    st.integers(0, 4),
    st.sampled_from([4, 6, 10]),
    st.sampled_from([">=2", "=1", "!>=4<3", "!!4>=3", "kh0<=2"]),
)
POOLS = HANDS | COUNTED
EXPRESSIONS = st.recursive(
    POOLS | st.integers(0, 40).map(str),
    lambda inner: st.one_of(
        st.builds("{}+{}".format, inner, inner),
        st.builds("{}-({})".format, inner, inner),
        st.builds("({})*{}".format, inner, st.integers(0, 4)),
        st.builds("({})//{}".format, inner, st.integers(1, 4)),
        st.builds("-{}".format, st.integers(0, 9).map(str)),
    ).map(lambda text: f"({text})"),
    max_leaves=4,
)

TEXTS = st.one_of(
    _said("ten test", SUPERIOR, TIER),
    _said("ten extended", st.integers(1, 12).map("threshold {}".format), SUPERIOR, TIER),
    _said("ten attack", st.integers(0, 4).map("damage {}d6".format), SIZE, SUPERIOR),
    st.just("ten chaos"),
    _said("skew task", HIGH, LUCK, st.sampled_from(["", "vs 12", "vs -3"])),
    _said("skew pool", maybe(st.integers(1, 8).map("{}d6".format)), HIGH, LUCK),
    st.just("skew percentile"),
    _said("skew initiative", HIGH, LUCK),
    _said("wild roll", CODE, st.sampled_from(["", "vs 15"])),
    _said("wild initiative", CODE),
    _said("wild attack", CODE, st.sampled_from(["", "vs 9"])),
    _said("hs check", st.integers(0, 3).map("ranks {}".format), counted("edges", 0, 3), counted("cuts", 0, 3),
    COMBAT.map(lambda c: c and "basic"), modified=False),
    _said("hs check", st.integers(0, 6).map("{}d".format), counted("cuts", 0, 3), modified=False),
    _said("odgs save", st.integers(3, 25).map("vs {}".format), ADVANTAGE, COMBAT),
    _said("odgs voluntary", st.integers(3, 18).map("score {}".format), ADVANTAGE, COMBAT, modified=False),
    _said("odgs opposed", st.integers(8, 18).map("vs {}".format), st.sampled_from(["", "target +2"]),
    ADVANTAGE),
    _said("odgs attack", st.integers(3, 25).map("vs {}".format), ADVANTAGE,
    st.sampled_from(["damage 2d6", "damage 0d6 plus 3"])),
    _said("odgs effort", st.just("vs 15"), st.integers(1, 3).map("{} saves".format), ADVANTAGE, COMBAT),
    _said("skew evening", st.just("vs 12"), st.integers(1, 3).map("{} tasks".format),
    st.integers(0, 3).map("good {}".format)),
    _said("wild attack", CODE, st.sampled_from(["vs 9 damage 2D", "vs (wild 2D) damage 1D plus 2", "vs (dice 2d6)"])),
    _said("long", st.sampled_from(["(ten +1)", "(hs 3d)"]), st.integers(1, 4).map("{} times".format),
    st.sampled_from(["", "stop"]), modified=False),
    _said("long opposed", st.sampled_from(["(ten +1) (ten)", "(wild 2D), (wild 3D)", "(skew vs 9) (odgs vs 12 +2)"]),
    st.sampled_from(["", "ties second", "ties nobody"]), modified=False),
    _said("long duel",
    st.sampled_from(["(ten +2) (ten) damage 2", "(odgs attack vs 12 damage 1d6) (ten attack damage 1d6)"]),
    st.sampled_from(["health 3", "health 3 5"]),
    st.sampled_from(["", "begins both", "begins second", "rounds 2"]), modified=False),
    EXPRESSIONS.map("dice {}".format),
)  # fmt: skip
"""Texts of sound checks of every rule of every game."""

GAMES = with_games(sorted((Path(__file__).parent.parent / "examples").glob("*.py")))
"""The games of Sixfold, and those of one's own that are its examples."""

CHECKS_OF_ONES_OWN = st.sampled_from(
    [parse(rule.example, GAMES) for name, game in GAMES.items() if name not in SYSTEMS for rule in game.rules]
)
"""The example of each rule of the games of one's own: many have decisions, and some never surely end."""
