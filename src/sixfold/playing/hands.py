"""What each hand of a record is worth, in the few words that fit under its dice."""

from __future__ import annotations

from collections.abc import Iterator

from sixfold.playing.record import Record
from sixfold.rules.trail import Reading


def hands(record: Record) -> list[str]:
    """A few words for each throw of a record, in the order thrown: what counts of it, and how much that is.

    >>> from sixfold import roll
    >>> hands(roll("ten superior 1", faces=[6, 6, 5, 2, 4, 3]))
    ['highest 3: 17', 'critical: 7']
    >>> hands(roll("wild 3D", faces=[4, 2, 5]))
    ['dice: 6', 'wild: 5']
    """
    return [_words(record, at) for at in range(1, len(record.throws) + 1)]


def _words(record: Record, at: int) -> str:
    """The sum alone has the name of its throw, unless all are called the same; other words speak for themselves."""
    label, first = record.throws[at - 1].label, record.throws[0].label
    said = ", ".join(dict.fromkeys(_said(record, at)))
    if not said:
        return label
    if said.startswith("total "):
        alone = all(throw.label == label for throw in record.throws)
        return said if alone else f"{label}: {said.removeprefix('total ')}"
    return said if label == first else f"{label}: {said}"


def _said(record: Record, at: int) -> Iterator[str]:
    """What was read of a throw: sums, and what is so; not what is not so."""
    for entry in record.trail:
        if isinstance(entry, Reading) and entry.after == at:
            for fold, answer in zip(entry.folds, entry.answers, strict=True):
                if answer is not False and (said := fold.say(answer)):
                    yield said
