"""Run when the site is built: what a browser's Python remembers from the start."""

import gc
import importlib
import pkgutil

ROOMS = ("rules", "systems", "checks", "counting", "solving", "playing", "report")

for room in ROOMS:
    package = importlib.import_module(f"sixfold.{room}")
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        importlib.import_module(module.name)

from sixfold.site.door import Door  # noqa: E402

door = Door()
for text in ("ten +4 superior 1", "skew vs 14", "wild 5D vs 15", "hs 3d", "odgs vs 15 +2", "4d6kh3"):
    assert door.answer("/odds", f'{{"check": "{text}"}}')[0] == 200, door.answer("/odds", f'{{"check": "{text}"}}')
    assert door.answer("/outlook", f'{{"check": "{text}"}}')[0] == 200
    assert door.answer("/rolls", f'{{"check": "{text}"}}')[0] == 200
    assert door.answer("/explain", f'{{"check": "{text}"}}')[0] == 200
    assert door.answer("/checks", f'{{"check": "{text}"}}')[0] == 200
del text
gc.collect()
