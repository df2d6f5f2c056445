"""The engine in the browser answers as the package does."""

from __future__ import annotations

import json

from playwright.sync_api import Page

import sixfold
from tests.golden import ODDS
from tests.site.conftest import Site, engine


def test_golden_odds_are_equal_to_the_last_fraction(page: Page, site: Site) -> None:
    """Every golden check has the same odds in a browser as in Python: events, numbers, outcomes, bounds."""
    page.goto(f"{site.address}tutorial.json")
    engine(page)
    answers = page.evaluate(
        "(checks) => Promise.all(checks.map((check) => asked('/odds', { check })))",
        list(ODDS.values()),
    )
    for check, answer in zip(ODDS.values(), answers, strict=True):
        assert answer["status"] == 200, answer["text"][:500]
        assert json.loads(answer["text"]) == sixfold.odds(check).to_json(), check
