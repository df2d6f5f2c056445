"""The most expensive checks that are legal: what it costs to solve and to show them, each in a process of its own."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.conftest import ROOT
from tests.hostile.limits import MOST_CALLS

MOST_MEGABYTES = 300

EXPENSIVE = [
    "dice 61d10dl4*74d20dl5",
    "dice 2d4!<=3*d1000",
    "wild 100D",
    "ten attack damage 80d6 superior 97",
]

MEASURE = """
import re, sys
from pathlib import Path
import sixfold
from sixfold.errors import SixfoldError
from tests.effort import calls

answer = []

def ask():
    try:
        answer.append(sixfold.odds(sys.argv[1]))
    except SixfoldError:
        pass

steps = [calls(ask), *(calls(lambda: odds.to("markdown")) for odds in answer)]  # another format draws the same report
# The peak that `resource` reports begins with that of the process that started this one.
status = Path("/proc/self/status")
peak = int(re.search(r"VmHWM:\\s+(\\d+)", status.read_text())[1]) if status.exists() else 0
print(max(steps), peak / 1024)
"""


@pytest.mark.parametrize("text", EXPENSIVE)
def test_expensive_checks(text: str) -> None:
    """Solved or refused, and shown, for bounded work each and within three hundred megabytes."""
    ran = subprocess.run([sys.executable, "-c", MEASURE, text], capture_output=True, text=True, check=True, cwd=ROOT)
    most, megabytes = ran.stdout.split()
    assert int(most) < MOST_CALLS
    assert float(megabytes) < MOST_MEGABYTES
