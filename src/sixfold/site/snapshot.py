"""Run when the site is built: what a browser's Python remembers from the start.

It has answered for every rule, and refused slips of all kinds, so it remembers the modules that answers and refusals
need. A call that needs another one waits until that is received.
"""

import gc
import importlib
import json
import pkgutil
from collections.abc import Iterator
from typing import Any

from sixfold.site.api import SiteApi
from sixfold.systems import SYSTEMS

ROOMS = ("rules", "systems", "checks", "solving", "playing", "show.report")


def texts(example: str) -> Iterator[str]:
    """A check and slips in it: a word cut short or missing, one too many, one said twice, a number past its bound."""
    words = example.split()
    yield from (example, f"{example} perception", f"{example} {words[-1]}", f"{example} +1000000")
    for nth, word in enumerate(words):
        for instead in (word[:-1], "", f"{word[:-1]}q"):
            yield " ".join([*words[:nth], instead, *words[nth + 1 :]])


for room in ROOMS:
    package = importlib.import_module(f"sixfold.{room}")
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        importlib.import_module(module.name)

api = SiteApi()
for system in SYSTEMS.values():
    first = {"check": system.rules[0].example}
    calls: list[tuple[str, dict[str, Any]]] = [("odds", first), ("outlook", first)]
    for text in (text for rule in system.rules for text in texts(rule.example)):
        calls.append(("checks", {"check": text, "cursor": len(text), "faces": [1]}))
        calls += [("rolls", {"check": text, **faces}) for faces in ({}, {"faces": [1]}, {"faces": [99]})]
        calls.append(("explain", {"check": text}))
    for call, body in calls:
        status, answer = api.answer(call, json.dumps(body))
        assert status in (200, 422), answer
gc.collect()
