"""The reader that tells: a record in words, every die of it, and why it came out so."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sixfold.checks.check import Check
from sixfold.report.blocks import Line
from sixfold.rules.trail import Note, Reading, Throw
from sixfold.rules.wording import minus


def told(
    check: Check, throws: Iterable[Throw], trail: Sequence[Note | Reading], outcome: Mapping[str, Any]
) -> list[Line]:
    """The trail of a record: its throws with what was read of them, its modifiers, its outcome."""
    lines: list[Line] = []
    throws = list(throws)
    sides: dict[str, set[int]] = {}
    for throw in throws:
        sides.setdefault(throw.label, set()).add(throw.sides)
    for at, throw in enumerate(throws, start=1):
        words = [entry.text for entry in trail if entry.after == at and not _clause(entry)]
        label = f"{throw.label} d{throw.sides}" if len(sides[throw.label]) > 1 else throw.label
        lines.append(Line(label, throw.dice, ", ".join(dict.fromkeys(filter(None, words)))))
        lines.extend(
            Line("", (), f"{_clause(entry)}: {entry.text}") for entry in trail if entry.after == at and _clause(entry)
        )
    settings = dict(check.settings)
    said = [word.told(settings[word.name]) for word in check.rule.words]
    lines.extend(Line(about, (), words) for about, words in filter(None, said))
    lines.append(Line("outcome", (), _values(check, outcome) or _otherwise(check, outcome)))
    return lines


def _clause(entry: object) -> str:
    return getattr(entry, "clause", "")


def _otherwise(check: Check, outcome: Mapping[str, Any]) -> str:
    """Return the words of an outcome without any event: a failure, in the words of its game."""
    success = check.rule.success
    return success.otherwise.lower() if success is not None and success.name in outcome else "nothing"


def _values(check: Check, outcome: Mapping[str, Any]) -> str:
    """The named values of the outcome that say something: numbers, names, and what is true."""
    shown = []
    for name, value in outcome.items():
        if check.rule.tells(name, value):
            words = check.rule.called(name)
            shown.append(words if value is True else value if isinstance(value, str) else minus(f"{words} {value}"))
    return ", ".join(shown)


def hands(throws: Sequence[Throw], trail: Sequence[Note | Reading]) -> list[str]:
    """A few words for each throw of a record, in the order thrown: what counts of it, and how much that is.

    >>> from sixfold import roll
    >>> record = roll("ten superior 1", faces=[6, 6, 5, 2, 4, 3])
    >>> hands(record.throws, record.trail)
    ['highest 3: 17', 'critical: 7']
    """
    found = []
    for at, throw in enumerate(throws, start=1):
        # What was read of it: sums, and what is so; not what is not so.
        readings = [entry for entry in trail if isinstance(entry, Reading) and entry.after == at]
        answers = [pair for entry in readings for pair in zip(entry.folds, entry.answers, strict=True)]
        words = ", ".join(dict.fromkeys(filter(None, (fold.say(a) for fold, a in answers if a is not False))))
        found.append(_labelled(words, throw.label, throws) if words else throw.label)
    return found


def _labelled(words: str, label: str, throws: Sequence[Throw]) -> str:
    """The sum alone has the name of its throw, unless all are called the same; other words speak for themselves."""
    if words.startswith("total "):
        alone = all(throw.label == label for throw in throws)
        return words if alone else f"{label}: {words.removeprefix('total ')}"
    return words if label == throws[0].label else f"{label}: {words}"
