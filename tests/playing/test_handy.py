"""What makes the package handy at a prompt: numbers as seeds, texts everywhere, names that are guessed."""

from __future__ import annotations

from fractions import Fraction

import pytest

import sixfold
from sixfold.errors import NoSuchNameError, OddsError, UsageError


def test_a_seed_may_be_a_number() -> None:
    """A whole number is the seed of its figures; anything else is refused."""
    assert sixfold.roll("ten", seed=7) == sixfold.roll("ten", seed="7")
    assert sixfold.roll("ten", seed=7).source == "seed:7"
    assert next(sixfold.rolls("ten", 1, seed=-3)).source == "seed:-3"
    with pytest.raises(UsageError):
        sixfold.roll("ten", seed=True)


def test_a_step_takes_a_text() -> None:
    """`step` reads a text as `roll` does, and faces as they are typed."""
    check = sixfold.parse("ten superior 1")
    assert sixfold.step("ten superior 1", "6,3,2,4") == sixfold.step(check, [6, 3, 2, 4])


@pytest.mark.parametrize("ask", ["events", "event_bounds"])
def test_an_event_that_is_not_there_is_guessed(ask: str) -> None:
    """A wrong name is a KeyError and an error of Sixfold, and says which name was meant."""
    with pytest.raises(KeyError, match=r"has no event “sucess”.*Did you mean “success”") as caught:
        getattr(sixfold.odds("ten"), ask)["sucess"]
    assert isinstance(caught.value, OddsError)
    assert isinstance(caught.value, NoSuchNameError)
    assert (caught.value.code, caught.value.guess) == ("odds/unknown", "success")
    assert str(caught.value).startswith("ten has no event")


def test_a_number_that_is_not_there_is_guessed() -> None:
    """The numbers of odds are guessed too; a mapping still says no where it is asked with `get` and `in`."""
    odds = sixfold.odds("ten")
    with pytest.raises(KeyError, match="Did you mean “margin”"):
        odds.numbers["margn"]
    with pytest.raises(NoSuchNameError, match="it has none"):
        sixfold.odds("dice 3d6").events["success"]
    assert (odds.numbers.get("margn"), "margn" in odds.numbers) == (None, False)


def test_p_takes_the_name_of_an_event() -> None:
    """`p` takes a name or a predicate."""
    assert sixfold.odds("ten").p("success") == Fraction(5, 8)
    with pytest.raises(NoSuchNameError):
        sixfold.odds("ten").p("sucess")


def test_completion_offers_public_names_only() -> None:
    """Neither the package nor a value offers what is not for users."""
    record = sixfold.roll("ten", seed="x")
    for value in (sixfold.parse("ten"), record, sixfold.odds("ten")):
        assert not [name for name in dir(value) if name.startswith("_") or name in ("count", "index")]
    assert {"outcome", "announcement", "throws", "to", "save"} <= set(dir(record))
    assert {"options", "explain", "text", "to_json"} <= set(dir(sixfold.parse("ten")))
