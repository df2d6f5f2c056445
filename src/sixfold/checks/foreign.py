"""Notations of other tools, and digits of other keyboards, as checks: from here errors guess what a text means."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final
from unicodedata import normalize

from sixfold.checks.head import begins_check
from sixfold.rules.rule import System
from sixfold.systems import plain

_DICE = r"(\d*d(?:\d+|%|f))"
_WHICH = r"(?:the )?(highest|lowest|best|worst)(?: (\d+))?"
_HIGH = ("highest", "best", "adv", "max", "h")


def _end(word: str) -> str:
    return "h" if word in _HIGH else "l"


def _kept(match: re.Match[str]) -> str:
    return f"{match[1]}k{_end(match[2])}{match[3] or 1}"


def _dropped(match: re.Match[str]) -> str:
    return f"{match[1]}d{_end(match[2])}{match[3] or 1}"


def _compared(match: re.Match[str]) -> str:
    """One die, or the best of two, and a modifier against a number, which is the same dice against another number."""
    sign = match[4] if match[4] in (">=", ">", "<=", "<") else ">="
    dice = match[1] if match[2] else f"1{match[1].removeprefix('1')}"
    return f"{dice}{sign}{int(match[5]) - int((match[3] or '0').replace(' ', ''))}"


TWINS: Final[Sequence[tuple[str, str | Callable[[re.Match[str]], str]]]] = (
    # Commands and comments of chats: Roll20, Foundry, Avrae, Dice Maiden.
    (r"^[/!]?(?:gmroll|roll|gmr|r|dice)\s+(?=[\d({\[]|d[\d%f]|min|max|floor)", ""),
    (r"\s*(?:#|\\).*$", ""),
    (r"^\[\[(.*)\]\]$", r"\1"),
    # AnyDice.
    (r"^output\s+", ""),
    (r'\s+named\s+"[^"]*"$', ""),
    (r"^\[?" + _WHICH + r" of " + _DICE + r"\]?", lambda match: f"{match[3]}k{_end(match[1])}{match[2] or 1}"),
    (r"^\[count (\d+) in " + _DICE + r"\]$", r"\2=\1"),
    # Advantage, and dice to keep or drop.
    (
        r"^1?d20([^a-z]*?)\s*(?:with )?(adv|dis)(?:advantage|antage|adv)?(?=$| vs| against| dc)",
        lambda match: f"2d20k{_end(match[2])}1{match[1]}",
    ),
    (_DICE + r"\s*,?\s*(?:(?:take|keep)s?\s+)?" + _WHICH, _kept),
    (_DICE + r"\s*,?\s*drops?\s+" + _WHICH, _dropped),
    (_DICE + r"-([hl])(\d*)\b", _dropped),
    (_DICE + r"([hl])(\d*)\b", _kept),
    (_DICE + r"(d)(\d+)\b", _dropped),
    (r"^(min|max)\(([^()]*)\)", lambda match: f"{{{match[2]}}}k{_end(match[1])}1"),
    (r"^floor\(([^()/]*)/\s*(\d+)\)", r"(\1)//\2"),
    (r"(?<=[\d%])\s*\[[a-z][a-z ]*\]", ""),
    # Rerolls, explosions and successes: Foundry, RPG Dice Roller, Dice Maiden.
    (r"(?<=\d)rr(?=[<>=\d])", "r"),
    (_DICE + r"\s*(?:ie|e|x)(?=[<>=\d]|$)", r"\1!"),
    (r"(?<=[\d%!])\s*cs(?=[<>=])", ""),
    (r"(?<=[\d%!])\s*cs(?=\d)", "="),
    (r"(?<=[\d%!])\s*t(?=\d)", ">="),
    # Words for signs.
    (r"\s+plus\s+", "+"),
    (r"\s+minus\s+", "-"),
    (r"\s+times\s+", "*"),
    # Dice against dice, and one die against a number.
    (rf"^({_DICE}[^a-z<>=]*?)\s*(?:vs\.?|versus|against)\s*({_DICE}[^a-z<>=]*)$", r"opposed (\1) (\3) by total"),
    (
        r"^(1?d(?:\d+|%)|2d20(k[hl]1))\s*([+-]\s*\d+)?\s*"
        r"(>=|>|<=|<|(?:vs\.?|versus|against|dc)(?: ?(?:ac|dc|tn))?)\s*(\d+)$",
        _compared,
    ),
)
"""Patterns of other tools' texts, in the order in which they are replaced, and the same as plain dice."""

NO_TWIN: Final = (
    (r"\d!{1,2}p", "Penetrating dice (!p) have no twin here."),
    (r"\d(?:mi|min|ma|max)\d", "A least or greatest face (mi, min, ma, max) has no twin here."),
    (r"\d(?:cf|df|f)[<>=]*\d", "Failures (f, cf, df) are not counted here."),
    (r"\d(?:xo|!o)", "Dice that explode once (xo, !o) have no twin here."),
    (r"^(?:dice )?(?:\d+\s*#|\d+\s+)\d*d\d", "A check is one roll: on the command line, write --times for several."),
)
"""Patterns of what other tools have and plain dice have not, and a sentence that says so."""


def foreign(text: str, systems: Mapping[str, System]) -> Iterator[str]:
    """The text of another tool or keyboard as a check, if it is one of those that are known.

    >>> from sixfold.systems import SYSTEMS
    >>> [*foreign("!r 1d20+5 # to hit", SYSTEMS), *foreign("output [highest 3 of 4d6]", SYSTEMS)]
    ['1d20+5', '4d6kh3']
    >>> [*foreign("ten ＋４", SYSTEMS)]
    ['ten +4']
    """
    if not text.isascii() and (narrow := normalize("NFKC", text)) != text:
        yield narrow
    typed = " ".join(text.lower().split())
    first = typed.partition(" ")[0]
    if first in systems and first != plain.NAME:
        return
    twin = typed.removeprefix(plain.NAME).strip()
    before = twin
    for pattern, replaced in TWINS:
        twin = re.sub(pattern, replaced, twin).strip()
    if twin != before and plain.has_dice(twin):
        yield twin


def is_foreign(text: str, systems: Mapping[str, System]) -> bool:
    """Whether a text that begins with no game is a check of another tool.

    >>> from sixfold.systems import SYSTEMS
    >>> is_foreign("/roll 2d6", SYSTEMS), is_foreign("compar 2d6 plus 1", SYSTEMS)
    (True, False)
    """
    return any(begins_check(twin.partition(" ")[0], systems) for twin in foreign(text, systems))


def without_twin(text: str) -> str | None:
    """The sentence for something that another tool has and plain dice have not."""
    typed = " ".join(text.lower().split())
    return next((sentence for pattern, sentence in NO_TWIN if re.search(pattern, typed)), None)
