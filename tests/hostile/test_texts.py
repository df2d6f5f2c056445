"""Hostile texts: each gets exit status 0 or 2 and one JSON document, never a traceback, for bounded work.

What one answer may cost is a tenth of the usual here, and so is what is counted of it: `test_costs.py` looks at all of
it.
"""

from __future__ import annotations

import json

import pytest

from sixfold.base.bounds import WORK
from sixfold.study import catalogue
from tests.console import Ran, command, run
from tests.effort import calls
from tests.hostile.limits import MOST_CALLS

HOSTILE = [
    "", " ", "\t\n\r", ",", ",,,,", ".", "+", "-", "+-+-+-", "\u2212", "- - -", "[", "]", "[]", "[[[[]]]]", "(",
    ")", "()",
    "ten " + "x" * 100_000,
    "x" * 100_000,
    "9" * 100_000,
    "ten " + "+1 " * 33_000,
    "dice " + "1d6+" * 25_000 + "1",
    "dice " + "(" * 50_000 + "1" + ")" * 50_000,
    "dice " + "(" * 900 + "d6" + ")" * 900,
    "dice " + "-" * 1_900 + "1",
    "dice " + "(-" * 50 + "1" + ")" * 50,
    "dice 4d6" + "kh1" * 40,
    "dice " + "kh1" * 40,
    "dice 999d6!>0", "dice 6d6!>0", "dice 1d6!>=1", "dice d1!", "dice d1r1", "dice d6r<7", "dice d6r1r2r3r4r5r6",
    "dice 2d2!=1!=2",
    "dice 100d1000", "dice 100d1000!", "dice 100d1000kh50", "dice 100d1000>=500", "dice 100d1000ro<999",
    "dice d1000!>=2",
    "dice 50d1000!>=100kh25", "dice 100d1000!>1kh3", "dice 100d100!>=50", "dice 99d6!>=2", "dice 100d6!>1",
    "dice 101d6", "dice 99999999999999999999d6", "dice d99999999999999999999", "dice 1d1001", "dice 0d0", "dice d0",
    "dice -1d6",
    "dice " + "+".join(["100d6"] * 101), "dice " + "+".join(["100d6"] * 100), "dice " + "+".join(["100d1000"] * 99),
    "dice " + "*".join(["10000"] * 300), "dice " + "*".join(["100d1000"] * 100), "dice (100d1000)*(100d1000)",
    "dice 50d1000*50d1000*50d1000", "dice " + "*".join(["d6"] * 400), "dice " + "*".join(["9d9"] * 20),
    "dice (100d6-350)*(100d6-350)//7", "dice 1//0", "dice d6//0", "dice 1//(d6-3)", "dice 1d6//99999", "dice 2d6 ** 9",
    "dice 3d6 (97 high)", "dice 3d6 (98 high)", "dice 100d1000 (1 low)", "dice 50d1000 (50 low)",
    "dice 3d6kh99999999999",
    "ten superior 97", "ten inferior 97", "ten superior 98", "ten superior 99999999999999999999",
    "ten superior 97 superior 97",
    "ten +1001", "ten +1000 +1", "ten -99999999999999999999", "ten +1000", "ten -1000",
    "ten extended threshold 1000 superior 97", "ten extended threshold 1000 count=degrees",
    "ten extended threshold 1000 count=degrees superior 97", "ten extended threshold 1000 -1000",
    "ten extended threshold 0",
    "ten extended threshold 1000 +1000 count=degrees", "ten extended threshold 1 -10 count=degrees inferior 97",
    "ten attack damage 100d6 +1000", "ten attack damage 100d6", "ten attack damage 60d6 superior 97 size +20",
    "ten attack damage 1d6 size +21",
    "skew 100 high", "skew pool 100d6", "skew pool 97d6 3 high", "skew pool 100d6 1 high",
    "skew pool 50d6 50 low good 50 bad 50", "skew good 101",
    "wild 100D", "wild 100D+1000 vs 400", "wild initiative 100D",
    "wild attack 100D vs 300 third=code cancelled=zero", "wild 101D", "wild 0D",
    "hs 6d 3 cuts", "hs 7d", "hs 3 ranks 2d", "odgs vs 99999", "odgs vs 15 advantage 100",
    "odgs vs 15 advantage 3 combat worst=avoid", "odgs vs 15 dis 101",
    "ten superior \u0663", "ten +\u0661", "dice \u0663d\u0666", "dice \u00b2d6", "ten +\u00b2", "ten \uff0b\uff11",
    "dice 3d6\u200b", "\u202eten", "\ufefften",
    "ten \x00", "ten \x1b[31m", "\x07\x08\x7f", "ten [\x1b[2J]", "ten +1 [\x1b]0;title\x07]", "ten \ud800",
    "\udcff", "ten +1 [\udcff]", "te\u0301n", "\U0001f3b2" * 300,
    "ten +1 [" + "a" * 81 + "]", "ten +1 [a", "ten chaos=", "ten =kept", "ten chaos=kept chaos=all", "ten ten",
    "ten test test", "%s%n{0}{x}", "'; DROP TABLE", "$(id)", "../../etc/passwd",
    "null", "true", "NaN", "-0", "--json", "--times", "-1e9", "dice 1e9", "dice 0x10", "dice 1_000", "dice 1.5",
]  # fmt: skip


def shown(text: str) -> str:
    return ascii(text[:30]) + (f"...{len(text)}" if len(text) > 30 else "")


@pytest.fixture(autouse=True)
def little_work(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = catalogue.odds.answer.__defaults__ or ()
    monkeypatch.setattr(catalogue.odds.answer, "__defaults__", (*usual[:-1], WORK // 10))


def soon(*words: str) -> Ran:
    """What the command answers; it may be so much work at most."""
    ran: list[Ran] = []
    assert calls(lambda: ran.append(run(*words))) < MOST_CALLS // 5
    return ran[0]


@pytest.mark.parametrize("name", ["roll", "odds"])
@pytest.mark.parametrize("text", HOSTILE, ids=[shown(text) for text in HOSTILE])
def test_hostile(name: str, text: str) -> None:
    """One JSON document and a status of 0 or 2 for bounded work, whatever is asked."""
    ran = soon(name, "--json", "--", text)

    assert ran.err == ""
    if ran.status == 2:
        assert ran.error["message"]
        assert len(ran.error["message"]) < 400
    else:
        assert ran.status == 0
        assert "error" not in ran.json


@pytest.mark.parametrize("name", ["roll", "odds", "explain"])
@pytest.mark.parametrize("text", HOSTILE[::9], ids=[shown(text) for text in HOSTILE[::9]])
def test_hostile_for_people(name: str, text: str) -> None:
    """Without --json the answer is a short paragraph, in which no control character stands."""
    ran = run(name, "--", text)

    assert ran.status in (0, 2)
    shown_text = ran.out + ran.err
    assert "Traceback" not in shown_text
    assert not any(ord(c) < 32 and c != "\n" for c in shown_text)
    if ran.status == 2:
        assert len(ran.err) < 2000


@pytest.mark.parametrize(
    "arguments",
    [
        ("roll", "ten", "--faces", "9" * 100_000),
        ("roll", "ten", "--faces", "1," * 50_000),
        ("roll", "ten", "--faces", "\u0663,1,2"),
        ("roll", "ten", "--faces", "1.5,2,3"),
        ("roll", "ten", "--faces", "-1,2,3"),
        ("roll", "ten", "--seed", "s" * 100_000),
        ("roll", "ten", "--times", "9" * 100_000),
        ("roll", "ten", "--times", "0"),
        ("roll", "ten", "--times", "-5"),
        ("roll", "ten", "--times", "100001"),
        ("roll", "ten", "--times", "1e3"),
        ("odds", "wild 3D", "--tolerance", "nan"),
        ("odds", "wild 3D", "--tolerance", "0"),
        ("odds", "wild 3D", "--tolerance", "1e-999999999"),
        ("odds", "wild 3D", "--tolerance", "1/0"),
        ("odds", "wild 3D", "--tolerance", "-1"),
        ("odds", "wild 3D", "--tolerance", "9" * 100_000),
        ("odds", "dice 100d100!>=50", "--tolerance", "1e-60"),
        ("odds", "wild 100D", "--tolerance", "1e-60"),
        ("games", "x" * 100_000),
        ("x" * 100_000,),
    ],
    ids=lambda arguments: shown(" ".join(arguments)),
)
def test_hostile_arguments(arguments: tuple[str, ...]) -> None:
    """Other arguments are as safe as the text of the check."""
    ran = soon(*arguments, "--json")

    assert ran.status in (0, 2)
    assert isinstance(ran.json, dict)
    if ran.status == 2:
        assert ran.error["message"]


@pytest.mark.parametrize("text", ["dice " + "(" * 50_000, "ten \x1b[31m", "dice 100d1000!>1kh3"])
def test_hostile_for_real(text: str) -> None:
    """The real command, in a process of its own, does the same."""
    for name in ("roll", "odds"):
        ran = command(name, "--json", text)
        assert ran.status in (0, 2)
        assert ran.err == ""
        assert isinstance(json.loads(ran.out), dict)
