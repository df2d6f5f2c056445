"""Made-up questions that would take too much: many checks, each of which is dear.

`python -m tests.study.expensive 7 20` asks those that once took too long and 20 others, with 1 GB of memory and half
the work of one answer for all checks of a question. It prints what came of each, and the work that all of its checks
took, as JSON.
"""

from __future__ import annotations

import json
import re
import resource
import sys
from random import Random
from typing import Any

from sixfold import SYSTEMS, rolls, study
from sixfold.base.bounds import WORK
from sixfold.errors import SixfoldError
from sixfold.solving import solver
from sixfold.solving.best import play
from sixfold.solving.counting.work_limit import Work
from sixfold.study import budget
from sixfold.study.catalogue import CATALOGUE
from sixfold.study.questions.luck import in_short
from tests.solving import expensive

ALLOWED = WORK // 2
"""The work of all checks of a question."""

EVENTS = (None, "total >= 2000", "total >= 30 or total = 3", "success", "damage >= 20", "margin >= 3 and natural > 9")

SAID: tuple[tuple[str, dict[str, Any]], ...] = (
    ("need", {"check": "opposed (dice ?d100) (dice 100d100) by total", "chance": "75%"}),
    ("need", {"check": "10d1000*10d1000+?", "chance": "75%", "event": "total > 9"}),
    ("need", {"check": "wild ?D+? vs 30", "chance": "50%"}),
    ("need", {"check": "dice ((2d999r1)*(100d999r1))-((2d6>=6)*(?d6>=6))", "chance": "1%", "event": "total > 9"}),
    ("table", {"check": "d1000*d1000+?", "rows": "?=1..2", "event": [f"total > {at}" for at in range(99)]}),
    ("equivalent", {"check": "wild 60D vs 200", "within": "opposed (wild ?D) (dice ?d100) by total"}),
    ("odds", {"check": "10d100*10d100", "event": [f"total > {at} or total = 7" for at in range(99)]}),
    ("explain", {"check": "opposed (wild 60D+1 vs 90) (opposed (wild 60D+2 vs 80) (wild 59D+3 vs 80))"}),
    ("in_short", {"checks": ["10d100*10d100"] * 30 + [f"wild 60D+{at}" for at in range(1, 3)]}),
    ("evening", {"checks": ["wild 60D vs 200"] * 300}),
)
"""Questions that took more than five seconds once."""

spent = [0]


class Counted(Work):
    """Work whose units are counted, also where it begins again."""

    __slots__ = ()

    def charge(self, units: int) -> None:
        spent[0] += units
        super().charge(units)

    def adding(self, bits: int, times: int = 1) -> None:
        before = self.left
        try:
            super().adding(bits, times)
        finally:
            spent[0] += before - self.left


def opened(text: str, random: Random) -> str:
    """A check with one of its numbers left open."""
    place = random.choice(list(re.finditer(r"\d+", text)))
    return f"{text[: place.start()]}?{text[place.end() :]}"


def question(random: Random) -> tuple[str, dict[str, Any]]:
    """A question with its arguments."""
    event, check = random.choice(EVENTS), expensive.check(random)
    kind = random.choice(("need", "table", "compare", "equivalent", "evening"))
    if kind == "need":
        return kind, {"check": opened(check, random), "chance": random.choice(("1%", "75%")), "event": event}
    if kind == "table":
        return kind, {"check": opened(check, random), "rows": "?=1..40", "event": [event] if event else []}
    if kind == "equivalent":
        return kind, {"check": check, "within": opened(expensive.check(random), random), "event": event}
    return kind, {"checks": [check, *[expensive.check(random) for _ in range(5)]], "event": event}


def ask(kind: str, asked: dict[str, Any]) -> object:
    """The answer, as it is shown."""
    if kind in ("in_short", "evening"):
        records = [next(rolls(text, 1, seed=at)) for at, text in enumerate(asked["checks"])]
        return in_short(records) if kind == "in_short" else study.evening(records).report()
    question = CATALOGUE[kind]
    work = {"work": ALLOWED} if any(each.name == "work" for each in question.parameters) else {}
    return question.answer(systems=SYSTEMS, **work, **asked).report()


def main(seed: str, count: str) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (expensive.ADDRESS_SPACE, expensive.ADDRESS_SPACE))
    solver.Work = play.Work = Counted  # type: ignore[attr-defined]
    budget.STUDY_WORK = 1  # type: ignore[attr-defined]
    budget.Budget.__init__.__defaults__ = (SYSTEMS, None, ALLOWED)
    random = Random(seed)
    for kind, arguments in (*SAID, *[question(random) for _ in range(int(count))]):
        spent[0] = 0
        try:
            ask(kind, arguments)
        except SixfoldError as refused:
            came = refused.code
        else:
            came = "answered"
        print(json.dumps([kind, str(arguments)[:200], came, spent[0]]), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
