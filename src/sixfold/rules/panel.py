"""Panels: the view of an instrument as blocks of plain data, which a page draws and a terminal tells.

A block contains content and actions, never looks. The page and the terminal leave out what the onlooker may not
do: a button or a form whose command is not theirs, a roll for a spectator. So a game says all of it, and once.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from sixfold.base.wording import listed

NONE: Final[Mapping[str, Any]] = MappingProxyType({})


class Button(NamedTuple):
    """A command with its values, ready to use. `sure` is a question that is asked first."""

    label: str
    command: str
    values: Mapping[str, Any] = NONE
    main: bool = False
    sure: str = ""


class Roll(NamedTuple):
    """A check to roll. `to` is the number of the event it answers. A `settled` check is rolled at once, as it is."""

    label: str
    check: str
    to: int | None = None
    settled: bool = False
    main: bool = False


class Form(NamedTuple):
    """A command that needs more values; `values` are those already known."""

    label: str
    command: str
    values: Mapping[str, Any] = NONE
    main: bool = False


Act = Button | Roll | Form
"""Something to do."""


class Part(NamedTuple):
    """A heading for the blocks after it."""

    title: str
    aside: str = ""


class Said(NamedTuple):
    """A sentence. A `hint` explains something that is not there yet."""

    text: str
    hint: bool = False


class Figure(NamedTuple):
    """The current value, in large. `mark` is the mark of a verdict or an event, `note` says where it comes from."""

    text: str
    note: str = ""
    mark: str = ""


class Tally(NamedTuple):
    """A row of boxes: `reached` of `of`, with the mark of what is counted."""

    label: str
    reached: int
    of: int
    mark: str = "success"


class Meter(NamedTuple):
    """A bar: `reached` of `of`. `line` is where it should be, as a fraction of two whole numbers."""

    label: str
    reached: int
    of: int
    line: tuple[int, int]
    note: str = ""


class Column(NamedTuple):
    """A column of a ledger. `short` is its title where there is little room; `ends` says how it expires, if it does."""

    head: str
    short: str = ""
    ends: str = ""


class Row(NamedTuple):
    """A row of a ledger: a name, a cell for each column, and a note beside the name."""

    head: str
    cells: tuple[int | str, ...]
    note: str = ""


class Ledger(NamedTuple):
    """A table of people and what they have."""

    label: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


class Turn(NamedTuple):
    """A person in an order: their total, the record it came from, whether it is their turn `now`, or they are `out`."""

    name: str
    total: int
    record: Mapping[str, Any] | None = None
    note: str = ""
    now: bool = False
    out: bool = False


class Order(NamedTuple):
    """People in turn order."""

    turns: tuple[Turn, ...]


class Result(NamedTuple):
    """A roll that something depends on: its record, or the part of it that shows the dice and the outcome."""

    record: Mapping[str, Any]


class Chances(NamedTuple):
    """Checks with their exact odds, and a button each.

    The game names the checks and the `events` of their rule; the engine solves them.
    """

    label: str
    head: str
    events: tuple[str, ...]
    rows: "tuple[ChanceRow, ...]"


class ChanceRow(NamedTuple):
    """A row of chances: its title, its check, and what can be done with it."""

    head: str
    check: str
    act: Button | None = None


class Odds(NamedTuple):
    """A sentence with the chance that one of some events of a check happens. The engine fills in the figure."""

    text: str
    check: str
    events: tuple[str, ...]


class Offer(NamedTuple):
    """Something that waits for an answer: its text, who said it, and the possible answers."""

    text: str
    by: str = ""
    note: str = ""
    acts: tuple[Act, ...] = ()


class Acts(NamedTuple):
    """Things that can be done."""

    acts: tuple[Act, ...]
    text: str = ""


Block = Part | Said | Figure | Tally | Meter | Ledger | Order | Result | Chances | Odds | Offer | Acts
"""The blocks of a panel."""


DRAWN: Final = ("system", "rule", "throws", "outcome", "announcement")
"""The parts of a record that are needed to draw it."""


def drawn(record: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the part of a record that a block needs."""
    return {name: record[name] for name in DRAWN if name in record}


def panel(*blocks: Block | None) -> tuple[Block, ...]:
    """Return the blocks of a panel; None is left out.

    >>> panel(None, Said("The test is over."))
    (Said(text='The test is over.', hint=False),)
    """
    return tuple([block for block in blocks if block is not None])


def hint(text: str, unless: object) -> Said | None:
    """Return a sentence about something that is not there yet, or None if `unless` says that it is."""
    return None if unless else Said(text, hint=True)


def as_data(blocks: Sequence[Block]) -> list[dict[str, Any]]:
    """Return blocks as plain data, each with its name as `block`.

    >>> as_data([Tally("Successes", 3, 5)])
    [{'block': 'tally', 'label': 'Successes', 'reached': 3, 'of': 5, 'mark': 'success'}]
    """
    return [_plain(block, "block") for block in blocks]


def _plain(value: Any, kind: str = "") -> Any:
    """A value as JSON has it; what can be done says which it is (`act`)."""
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        named = kind or ("act" if isinstance(value, Button | Roll | Form) else "")
        head = {named: type(value).__name__.lower()} if named else {}
        return {**head, **{name: _plain(part) for name, part in value._asdict().items()}}
    if isinstance(value, Mapping):
        return {name: _plain(part) for name, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, tuple | list) else value


# -- a panel in sentences ------------------------------------------------------------------------------------


def sentences(blocks: Sequence[Block]) -> list[str]:
    """Return what a panel says as sentences, for a terminal or a bot; a panel with nothing but hints says nothing.

    Each part of a panel is one line, and so is each row of a ledger.

    >>> sentences([Part("The wall", "2 rolls"), Tally("Successes", 1, 3), Said("Bo rolls next.")])
    ['The wall (2 rolls): Successes 1 of 3. Bo rolls next.']
    >>> sentences([Said("Three alike strike chaos.", hint=True)])
    []
    """
    if all(isinstance(block, Acts) or (isinstance(block, Said) and block.hint) for block in blocks):
        return []
    lines: list[str] = []
    inside = False
    for block in blocks:
        if isinstance(block, Part):
            lines.append(f"{block.title} ({block.aside}):" if block.aside else f"{block.title}:")
            inside = True
        elif inside:
            lines[-1] = " ".join([lines[-1], *_sentences(block)])
        else:
            lines += _sentences(block)
    return lines


def _sentences(block: Block) -> Iterator[str]:
    match block:
        case Said(text, False) | Acts(_, text) if text:
            yield _ended(text)
        case Figure(text, note):
            yield " ".join(map(_ended, filter(None, (text, note))))
        case Tally(label, reached, of):
            yield f"{label} {reached} of {of}."
        case Meter(label, reached, of, _, note):
            yield f"{label}: {reached} of {of}.{note and f' {_ended(note)}'}"
        case Ledger(_, columns, rows):
            for row in rows:
                cells = [
                    f"{column.head} {cell}{column.ends and f' (ends {column.ends})'}"
                    for column, cell in zip(columns, row.cells, strict=True)
                    if cell
                ]
                if cells or row.note:
                    yield f"{row.head}: {', '.join([*cells, *filter(None, [row.note])])}."
        case Order(turns):
            yield from _turns(turns)
        case Result(record):
            yield _ended(record["announcement"])
        case Offer(text, by, note):
            yield f"{by and f'{by}: '}{' '.join(map(_ended, filter(None, (text, note))))}"


def _turns(turns: Sequence[Turn]) -> Iterator[str]:
    """A sentence for the present turn, then one for each turn; people with the same total act together."""
    going = [turn for turn in turns if not turn.out]
    now = listed([turn.name for turn in going if turn.now])
    if going:
        yield f"It is the turn of {now}." if now else "Everyone has had a turn."
    for total, tied in groupby(going, key=lambda turn: turn.total):
        together = list(tied)
        note = together[0].note
        yield f"{total}: {listed([turn.name for turn in together])}{note and f', {note}'}."
    yield from (f"{turn.name} {turn.note}." for turn in turns if turn.out)


def _ended(text: str) -> str:
    return text if text.endswith((".", "?", "!", "…")) else f"{text}."
