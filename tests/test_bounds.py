"""Each named bound is accepted where it lies, and refused with one sentence one past it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import sixfold
from sixfold import parse
from sixfold.base import bounds
from sixfold.errors import SixfoldError
from sixfold.playing.sources.seeded import SeededDice
from sixfold.rules import Check, System
from sixfold.rules.dice import D6, Die
from sixfold.rules.folds import total
from sixfold.rules.rolled_table import RolledTable
from sixfold.rules.typed_faces import faces_of
from sixfold.solving.odds import Odds, solve_check
from sixfold.solving.sampling import Sampler
from sixfold.solving.solver import Solution, solve
from sixfold.systems.odgs.effort import Effort, PartyEffort
from tests.rules.test_slips import plays_deep


class Bound(NamedTuple):
    """A bound's name and something that goes up to a number given."""

    name: str
    ask: Callable[[int], Any]
    code: str = "bounds/exceeded"


def texts(pattern: str) -> Callable[[int], Any]:
    return lambda number: parse(pattern.format(number))


def many_dice(number: int) -> Any:
    table = RolledTable(SeededDice("x"))
    for _ in range(number // 100):
        table.roll(100, "dice")
    table.read(table.roll(number % 100, "dice", D6), total())


def _again(table: Any, check: Check) -> Any:
    return table.play(check, "success")


OWN = System(_again, name="own")

BOUNDS = [
    Bound("DICE_IN_A_HAND", texts("dice {}d6")),
    Bound("DICE_IN_A_HAND", texts("wild {}D")),
    Bound("DICE_IN_A_HAND", texts("skew pool {}d6")),
    Bound("DICE_IN_A_HAND", lambda n: parse(f"dice 3d6 ({n - 3} high)")),
    Bound("DICE_IN_A_HAND", lambda n: parse(f"skew pool 60d6 {n - 60} high")),
    Bound("DICE_IN_A_HAND", lambda n: parse(f"ten attack damage {n - 8}d6")),
    Bound("EXTRA_DICE", texts("ten superior {}")),
    Bound("EXTRA_DICE", texts("ten inferior {}")),
    Bound("EXTRA_DICE", lambda n: parse(f"ten superior {n - 1} superior 1")),
    Bound("EXTRA_DICE", lambda n: parse(f"ten inferior {n - 50} inferior 50")),
    Bound("SIDES", texts("dice d{}")),
    Bound("EXPLOSIONS", lambda n: Die(6, explode=6, depth=n)),
    Bound("TEXT_LENGTH", lambda n: parse("ten".ljust(n)), "notation/too-long"),
    Bound("NESTING", lambda n: parse("dice " + "(" * n + "d6" + ")" * n)),
    Bound("CHECKS_INSIDE", lambda n: parse("own (" * n + "ten" + ")" * n, {**sixfold.SYSTEMS, "own": OWN})),
    Bound("DICE_IN_AN_EVALUATION", lambda n: parse("dice " + "+".join(["100d6"] * (n // 100) + ["d6"] * (n % 100)))),
    Bound("DICE_IN_AN_EVALUATION", many_dice),
    Bound("DICE_IN_AN_EVALUATION", lambda n: faces_of("1000, " * n)),
    Bound("RECORDS", lambda n: sixfold.rolls("ten", n)),
    Bound("OPTIONS", lambda n: RolledTable(SeededDice("x"), [0]).choose("Which?", ["this"] * n, 0)),
    Bound("THRESHOLD", texts("ten extended threshold {}")),
    Bound("MODIFIER", texts("ten +{}")),
    Bound("MODIFIER", texts("ten -{}")),
    Bound("MODIFIER", lambda n: parse(f"wild 3D +{n - 1} [a] +1 [b]")),
    Bound("SCORE", texts("odgs vs {}")),
    Bound("SCORE", texts("skew vs -{}")),
    Bound("SCORE", texts("dice d6+{}")),
    Bound("SCORE", texts("dice d6//{}")),
    Bound("ATTEMPTS", texts("long (ten) {} times")),
    Bound("ATTEMPTS", texts("skew evening vs 12 good 1 {} tasks")),
    Bound("ATTEMPTS", texts("odgs effort vs 12 {} saves")),
    Bound("ATTEMPTS", texts("duel (ten) (ten) health 1 damage 1 rounds {}")),
    Bound("HEALTH", texts("duel (ten) (ten) damage 1 health {}")),
    Bound("HEALTH", texts("duel (ten) (ten) damage 1 health 1 {}")),
    Bound("LUCK_DICE", texts("skew evening 6 tasks vs 12 good {}")),
    Bound("RULES_INSIDE", lambda n: solve(plays_deep(n)), "rule/endless"),
    Bound("AMOUNT", lambda n: parse(f"light vs {n}", {"light": System(lambda table, vs=5: vs, name="light")})),
    Bound("SIZE_CATEGORIES", texts("ten attack damage 1d6 size -{}")),
    Bound("LABEL_LENGTH", lambda n: parse(f"ten +1 [{'x' * n}]")),
    Bound("SEED_LENGTH", lambda n: sixfold.roll("ten", seed="x" * n)),
    Bound("PARTY", lambda n: PartyEffort().give_points([f"Mira {at}" for at in range(n)], 3)),
    Bound("EFFORT", lambda n: PartyEffort().gain("Mira", Effort.FOCUS, n)),
    Bound("EFFORT", lambda n: PartyEffort().gain("Mira", Effort.FOCUS, n - 1).gain("Mira", Effort.FOCUS, 1)),
]


@pytest.mark.parametrize("bound", BOUNDS, ids=[f"{at}-{bound.name}" for at, bound in enumerate(BOUNDS)])
def test_bounds(bound: Bound) -> None:
    """At the bound it is accepted; one past it, one sentence refuses it."""
    limit = getattr(bounds, bound.name)
    bound.ask(limit)
    with pytest.raises(SixfoldError) as caught:
        bound.ask(limit + 1)
    assert bound.code == caught.value.code
    assert "\n" not in caught.value.message
    assert caught.value.message.endswith((".", "?"))


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("dice 101d6", "100"), ("ten superior 98", "97"), ("dice d1001", "1,000"), ("ten +1001", "1,000"),
        ("ten extended threshold 1001", "1,000"), ("odgs vs 10001", "10,000"), ("ten attack damage 1d6 size +21", "20"),
        ("hs 4 ranks", "3"), ("hs 4 edges", "3"), ("hs 7d", "6"), ("hs 3d 4 cuts", "3"), ("wild 0D", "1"),
    ],
)  # fmt: skip
def test_the_limit_is_named(text: str, named: str) -> None:
    """T5 and H3: who asks for more is told how much there is, and where in the text."""
    with pytest.raises(SixfoldError, match=named) as caught:
        parse(text)
    error: Any = caught.value
    assert error.column is not None


def test_samples() -> None:
    """So many outcomes are drawn at once, and none is no number."""
    sampler = Sampler(sixfold.odds("hs 1d").solution, seed=1)
    for count in (0, bounds.SAMPLES + 1):
        with pytest.raises(SixfoldError) as caught:
            sampler.indices(count)
        assert caught.value.code == "bounds/exceeded"
    assert len(sampler.indices(1)) == 1


def test_work() -> None:
    """One exact answer has a budget of work, in all its parts together."""
    check = parse("wild 100D vs 300")
    with pytest.raises(SixfoldError) as caught:
        solve_check(parse("dice 50d1000*50d1000"))
    assert caught.value.code == "odds/too-large"
    assert solve_check(check).unresolved > 0


def test_digits() -> None:
    """Odds whose fractions would fill too much paper are not written."""
    odds = Odds(parse("dice d1"), Solution(("total",), {(n,): 1 for n in range(1000)}, 10**30_000))
    with pytest.raises(SixfoldError) as caught:
        odds.to_json()
    assert caught.value.code == "odds/too-large"


def test_a_throw_can_go_on_too_long() -> None:
    """Dice that are thrown again and again stop at the bound of one evaluation."""

    class Sixes:
        def throw(self, size: int, die: Any, label: str) -> list[int]:
            return [6] * size

    check = parse("wild 3D")
    with pytest.raises(SixfoldError) as caught:
        check.rule.play(RolledTable(Sixes()), **check.arguments)
    assert caught.value.code == "bounds/exceeded"


def test_totals() -> None:
    """A dice expression may come to so much, either way, and not to more."""
    limit = bounds.TOTAL
    assert limit == 10_000**3
    parse("dice 10000*10000*10000")
    for more in ("10000*10000*10000+1", "0-10000*10000*10000-1", "100d1000*10000*10000"):
        with pytest.raises(SixfoldError) as caught:
            parse(f"dice {more}")
        assert caught.value.code == "bounds/exceeded"


def test_tolerances() -> None:
    """A tolerance is at least 1e-60, and its text is short."""
    assert sixfold.odds("ten", tolerance=str(bounds.LEAST_TOLERANCE)).unresolved == 0
    for wrong in ("1e-61", "0." + "0" * bounds.FIGURE_LENGTH + "1", "0.5".ljust(bounds.FIGURE_LENGTH + 1, "0")):
        with pytest.raises(SixfoldError) as caught:
            sixfold.odds("ten", tolerance=wrong)
        assert caught.value.code == "odds/tolerance"
    assert sixfold.odds("ten", tolerance="0.5".ljust(bounds.FIGURE_LENGTH, "0")).unresolved == 0


TESTED_ELSEWHERE = {
    "FRACTION_DIGITS",
    "HALF_WRITTEN_LINES",
    "MESSAGE_LENGTH",
    "RECORD_LENGTH",
    "WORK",
    "PATIENT_WORK",
    "STANDING_WORK",
    "MEMORY",
    "PACKED_BITS",
    "PACKED_VALUES",
    "SAMPLES",
    "JSON_DIGITS",
    "TOTAL",
    "STEPS",
    "LEAST_TOLERANCE",
    "TOLERANCE",
    "IDLE_WORK",
    "VALUE_DIGITS",
    "PICKS",
}
ROOM = {
    "CHARACTERS",
    "CHARACTER_ENTRIES",
    "CHARACTER_LENGTH",
    "NAME_LENGTH",
    "NOTE_LENGTH",
    "PEOPLE",
    "EVENTS",
    "DICE_OF_A_ROLL",
    "COMMITMENTS",
    "INSTRUMENT_ENTRIES",
    "EXPORT_LENGTH",
}
"""Bounds of a room; tests/table/room has them."""

TABLE = frozenset({
    "BOT_INVITATIONS_A_MINUTE", "BOT_LINES_A_MINUTE",
    "STORE_BATCH", "STORE_WAITING", "STORE_ROOMS_AT_HAND", "STORE_READERS", "STORE_SWEEP_SECONDS", "ROOMS",
    "ROOMS_A_MINUTE", "RATE_A_MINUTE", "RATE_ADDRESSES", "SOCKETS", "SOCKETS_A_PERSON", "RECENT_EVENTS",
    "EVENTS_A_PAGE", "HEAD_BYTES", "REQUEST_SECONDS", "GREETING_SECONDS", "SEND_SECONDS", "ALIVE_SECONDS",
    "LINGER_SECONDS", "PRESENCE_SECONDS", "EVENTS_A_WRITE", "SHOW_SECONDS",
    "GOING_SECONDS", "KEPT_SECONDS", "FRAME_BYTES", "BODY_BYTES", "POST_KEY_LENGTH", "CHOICES", "CHECKS_AT_ONCE",
    "RATE_PREFIX", "RATE_ADDRESS_LENGTH", "ROLLS_AT_ONCE", "COMPLETIONS", "MENDED_LENGTH",
    "WITNESS_SECONDS", "WITNESSES", "WORKERS", "ANSWERS_A_WORKER", "ANSWER_BYTES", "ANSWER_SECONDS", "ANSWERS_WAITING",
})  # fmt: skip
"""Bounds of a table on the network and of bots; tests/table/store, tests/table/server and tests/cli/bot have them."""

COMMAND = ("GAME_", "OWN_", "CONFIG_", "SAVED_")
"""Bounds of the command; tests/cli has them."""

STUDY = ("STUDY_", "SHOWN_", "EVENT_", "FIGURE_", "OPEN_", "CLAIMS_", "RECORDS_", "DRAWN_", "SHORT_", "SWEEP_")
"""Bounds of the workbench; tests/study and tests/sweep have them."""


def test_every_bound_is_tested() -> None:
    """A new bound without a test fails here."""
    names = {name for name in vars(bounds) if name.isupper() and not name.startswith((*STUDY, *COMMAND))}
    assert names == {bound.name for bound in BOUNDS} | TESTED_ELSEWHERE | ROOM | TABLE


def test_bounds_of_a_table_are_named_in_its_tests() -> None:
    """The tests of a table name each of its bounds."""
    folders = (Path(__file__).parent / name for name in ("table/store", "table/server", "cli/bot"))
    tests = "".join(path.read_text(encoding="utf-8") for folder in folders for path in folder.glob("test_*.py"))
    assert {name for name in TABLE if name not in tests} == set()
