"""The most expensive checks that are legal: what it costs to solve and to show them, each in a process of its own."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.hostile.limits import MOST_SECONDS

MOST_MEGABYTES = 300

EXPENSIVE = [
    "dice 61d10dl4*74d20dl5",
    "dice 2d4!<=3*d1000",
    "dice d1000*d1000",
    "wild 100D",
    "ten attack damage 80d6 superior 97",
]

MEASURE = """
import resource, sys, time
import sixfold
from sixfold.errors import SixfoldError

def took(ask):
    began = time.process_time()
    try:
        ask()
    except SixfoldError:
        pass
    return time.process_time() - began

answer = []
steps = [took(lambda: answer.append(sixfold.odds(sys.argv[1])))]
for odds in answer:
    steps += [took(lambda: str(odds)), took(lambda: odds.to("markdown"))]
print(max(steps), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


@pytest.mark.parametrize("text", EXPENSIVE)
def test_expensive_checks(text: str) -> None:
    """Solved or refused, and shown, in two seconds of processor time for each and three hundred megabytes."""
    ran = subprocess.run([sys.executable, "-c", MEASURE, text], capture_output=True, text=True, timeout=120, check=True)
    seconds, megabytes = map(float, ran.stdout.split())
    assert seconds < MOST_SECONDS
    assert megabytes < MOST_MEGABYTES
