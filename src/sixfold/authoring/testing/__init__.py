"""Testing a game: what it says of itself, and its odds against every face or thousands of throws.

In a test of one's own, with any runner:

>>> from sixfold import SYSTEMS
>>> from sixfold.authoring.testing import sound
>>> sound(SYSTEMS["hs"])
"""

from sixfold.authoring.testing.examination import Examined, Finding, examine, sound

__all__ = ["Examined", "Finding", "examine", "sound"]
