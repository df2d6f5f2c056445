"""Rolls a second by avrae's `d20`, parsed once, with the text of each result.

Runs in an environment of its own (`.venv-d20`), since `d20` needs a parser that cannot live beside Sixfold's.
"""

import gc
import json
import sys
from time import perf_counter

import d20

COUNT = 20_000
tree = d20.parse(sys.argv[1])
str(d20.roll(tree))
gc.collect()
gc.freeze()
begun = perf_counter()
if sys.argv[2] == "announced":
    for _ in range(COUNT):
        _ = d20.roll(tree).result
else:
    for _ in range(COUNT):
        d20.roll(tree)
print(json.dumps({"rate": COUNT / (perf_counter() - begun)}))
