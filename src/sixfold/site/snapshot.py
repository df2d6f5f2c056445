"""Run when the site is built: what a browser's Python remembers from the start."""

import gc
import importlib
import pkgutil

from sixfold.site.api import SiteApi

ROOMS = ("rules", "systems", "checks", "counting", "solving", "playing", "report")

for room in ROOMS:
    package = importlib.import_module(f"sixfold.{room}")
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        importlib.import_module(module.name)

door = SiteApi()
for text in ("ten +4 superior 1", "skew vs 14", "wild 5D vs 15", "hs 3d", "odgs vs 15 +2", "4d6kh3"):
    for call in ("odds", "outlook", "rolls", "explain", "checks"):
        answer = door.answer(call, f'{{"check": "{text}"}}')
        assert answer[0] == 200, answer
del text, call, answer
gc.collect()
