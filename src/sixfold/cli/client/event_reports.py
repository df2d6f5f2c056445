"""Events and instruments as reports: what a terminal shows of a table."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from sixfold.cli.client.matching import as_typed, form, line_for
from sixfold.errors import RoomError
from sixfold.playing.record import Record
from sixfold.playing.standing import standing
from sixfold.rules.rule import System
from sixfold.show.report.blocks import SPACE, Heading, Paragraph
from sixfold.show.report.tables import Block, Definition, Entries, Report
from sixfold.table.room.event_sentences import SeenEvent, transcript
from sixfold.table.room.instruments import blaming_game


def roll_report(shown: SeenEvent, systems: Mapping[str, System]) -> Report:
    """A roll that may be seen: its number, every die, what it means, and how likely that or better was."""
    record = Record.from_json(shown["record"], systems)
    heading, *blocks = record.report()
    title = heading.text if isinstance(heading, Heading) else record.text
    how = ", typed" if shown.get("typed") else f", corrects {shown['throw']}" if shown["kind"] == "correct" else ""
    request = shown.get("request", {})
    how = f"{', ' + request['character'] if 'character' in request else ''}{how}"
    note = request.get("note", "")
    heads: Report = (Heading(title, f"({shown['number']}{how})"), *([Paragraph(f"“{note}”")] if note else []))
    return (*heads, *blocks, *_this_or_better(record))


def _this_or_better(record: Record) -> list[Block]:
    if record.check.rule.order(record.outcome) is None:
        return []
    with suppress(RoomError), blaming_game("", record.check.rule.play):
        return [Paragraph(standing(record).in_words)]
    return []


def question_report(shown: SeenEvent) -> Report:
    """A choice, with the dice on the table and what each option means; options count from 1."""
    lying = "   ".join(f"{throw['label']}: {' '.join(map(str, throw['faces']))}" for throw in shown["throws"])
    entries = tuple(
        Definition(f"{'*' if at == shown['default'] + 1 else ''}{at}", f"{option}   {meaning}".rstrip())
        for at, (option, meaning) in enumerate(zip(shown["options"], shown["meanings"], strict=True), start=1)
    )
    return (
        Heading(shown["request"]["check"] if "request" in shown else "A choice", lying),
        Paragraph(shown["label"], "strong"),
        Entries(entries, "right"),
        Paragraph(f"Type the number of an option; Enter takes {shown['default'] + 1}."),
    )


def history(log: Iterable[SeenEvent], last: int | None = None) -> Report:
    """The events, one a line, each with its number."""
    entries = tuple(Definition(str(shown["number"]), line) for shown, _, line in transcript(log))
    if not entries:
        return (Paragraph("Nothing has happened yet."),)
    return (Entries(entries[-last if last else None :], "right", "quiet"),)


def lines_of(view: Mapping[str, Any], person: str) -> list[str]:
    """The requests to a person and the messages of the instruments, a sentence each."""
    requests = [
        f"You are asked for {request['check']}. Type “for {request['asked']}” to roll it."
        for request in view["asked"]
        if person in request["waiting"]
    ]
    return requests + [
        f"{instrument['title']}: {line}"
        for instrument in view["instruments"]
        for line in (*instrument["lines"], *_to_type(instrument, view, person))
    ]


def _to_type(instrument: Mapping[str, Any], view: Mapping[str, Any], person: str) -> list[str]:
    """The possible actions for things that wait, each with the line to type."""
    people = {one["name"]: one["id"] for one in view["people"]}
    commands = {command["title"]: command for command in instrument["commands"]}
    lines = []
    for act in _acts(instrument["blocks"]):
        if act["act"] == "roll" and person:
            check = f"{act['check']} for {act['to']}" if act["to"] else act["check"]
            more = "" if act["settled"] or act["to"] else " Add what the roll needs, such as the difficulty."
            lines.append(f"{act['label']}: type “{check}”.{more}")
        elif act["act"] != "roll" and act["values"] and act["command"] in commands:
            command, values = commands[act["command"]], act["values"]
            line: str | None = form(command, as_typed(command, values, people))
            if act["act"] == "button":
                line = line_for(command, values, people, person)
            if line is not None:
                lines.append(f"{act['label']}: type “/{instrument['instrument']} {line}”.")
    return lines


def _acts(blocks: Any) -> Iterator[Mapping[str, Any]]:
    """Everything in blocks that can be done."""
    if isinstance(blocks, Mapping):
        if "act" in blocks and isinstance(blocks["act"], str):
            yield blocks
        blocks = list(blocks.values())
    if isinstance(blocks, list):
        for part in blocks:
            yield from _acts(part)


def instruments(view: Mapping[str, Any], games: Sequence[str]) -> Report:
    """The instruments of games, each with what it says and how its commands are typed."""
    blocks: list[Block] = []
    for instrument in view["instruments"]:
        if instrument["system"] not in games:
            continue
        if blocks:
            blocks.append(SPACE)
        blocks.append(Heading(f"{instrument['system']} {instrument['instrument']}", instrument["title"], 2))
        blocks += [
            Paragraph(line, "", 2) for line in (*instrument["lines"], *_to_type(instrument, view, view["person"]))
        ]
        for command in instrument["commands"]:
            blocks.append(Paragraph(f"/{instrument['instrument']} {form(command)}", "strong", 2))
            blocks.append(Paragraph(command["description"], "quiet", 6))
    return tuple(blocks) or (Paragraph(f"{' and '.join(games) or 'No game'} keeps nothing on the table."),)
