"""One measurement in a process of its own: imports first, then the work, cold and again.

Run as `python -m benchmarks.worker WHAT …`; prints one JSON document.
"""

from __future__ import annotations

import gc
import json
import pickle
import resource
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from statistics import median
from time import perf_counter
from typing import Any

from benchmarks.rows import named

ROOMS = tuple(f"sixfold.{room}" for room in ("rules", "systems", "checks", "solving", "playing", "authoring"))
"""What a process that asks Sixfold for odds has loaded after a while; other libraries load all of theirs at once."""

WARM_CALLS, WARM_SECONDS = 15, 0.5


def peak() -> int:
    """The peak of this process's memory in kB.

    Linux lets a new process inherit `ru_maxrss` from the one that started it, so its own mark is read first.
    """
    try:
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
    except OSError:
        pass
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used // 1024 if sys.platform == "darwin" else used


def timed(call: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds, and what came out."""
    begun = perf_counter()
    result = call()
    return perf_counter() - begun, result


def repeated(call: Callable[[], Any], calls: int = WARM_CALLS, seconds: float = WARM_SECONDS) -> float:
    """The median seconds of several calls, fewer where they are slow."""
    found = [timed(call)[0]]
    while len(found) < calls and sum(found) < seconds:
        found.append(timed(call)[0])
    return median(found)


def loaded(module: str) -> Any:
    """A library's module, with all that it needs; what imports left is no garbage for a collection while it works."""
    library = import_module(f"benchmarks.{module}")
    for name in ROOMS if "sixfold" in sys.modules else ():
        room = import_module(name)
        for found in walk_packages(room.__path__, f"{name}."):
            import_module(found.name)
    gc.collect()
    gc.freeze()
    return library


def exact(module: str, function: str, name: str, answer_to: str) -> dict[str, Any]:
    """The work of one row by one library; its answer goes into a file where one is named."""
    library = loaded(module)
    work, arguments = getattr(library, function), named(name).arguments
    before = peak()
    cold, result = timed(lambda: work(*arguments))
    memory = peak() - before
    warm = repeated(lambda: work(*arguments)) if cold < 5 else None
    if answer_to:
        answer = library.answer(result)
        Path(answer_to).write_bytes(pickle.dumps((answer.rows, answer.scale)))
    return {"cold": cold, "warm": warm, "memory": memory}


def game(module: str, function: str, size: str) -> dict[str, Any]:
    """A game that goes on, solved once."""
    work = getattr(loaded(module), function)
    cold, _ = timed(lambda: work(int(size)))
    return {"cold": cold}


def text(name: str) -> dict[str, Any]:
    """`sixfold.odds` of a row's text: the first time, reading the text included, and the same check again."""
    odds, asked = loaded("ours").odds, named(name).text
    assert asked is not None
    cold, _ = timed(lambda: odds(asked))
    return {"cold": cold, "again": repeated(lambda: odds(asked), 200)}


def rolls(asked: str, announced: str) -> dict[str, Any]:
    """Records a second, with the operating system's randomness; with their announcement where asked."""
    import sixfold

    loaded("ours")
    check, count = sixfold.parse(asked), 20_000

    def work() -> None:
        if announced == "announced":
            for record in sixfold.rolls(check, count):
                _ = record.announcement
        else:
            for _ in sixfold.rolls(check, count):
                pass

    sixfold.roll(check)
    seconds, _ = timed(work)
    return {"rate": count / seconds}


def sampled(asked: str, numpy: str) -> dict[str, Any]:
    """Outcomes a second from the solved odds, beside the bare random numbers of the same generator."""
    import random

    if numpy == "plain":
        modules: dict[str, Any] = sys.modules
        modules["numpy"] = None
    import sixfold
    from sixfold.solving.sampling import Sampler

    sampler = Sampler(sixfold.odds(asked).solution, seed=1)
    if numpy == "plain":
        count, generator = 200_000, random.Random(1)

        def bare() -> Any:
            return [generator.random() for _ in range(count)]

    else:
        from numpy.random import PCG64, Generator

        count, bulk = 2_000_000, Generator(PCG64(1))

        def bare() -> Any:
            return bulk.random(count)

    sampler.indices(1000)
    return {"rate": count / repeated(lambda: sampler.indices(count), 5), "bare": count / repeated(bare, 5)}


def main() -> None:
    what, *arguments = sys.argv[1:]
    measures: dict[str, Callable[..., dict[str, Any]]] = {
        "exact": exact, "game": game, "text": text, "rolls": rolls, "sampled": sampled
    }  # fmt: skip
    print(json.dumps(measures[what](*arguments)))


if __name__ == "__main__":
    main()
