"""One person at a table in a terminal: each line is a check, an answer, or a command with a slash."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partialmethod
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from sixfold.api import odds
from sixfold.base.wording import did_you_mean, nearest
from sixfold.checks.check import parse
from sixfold.checks.head import begins_check
from sixfold.cli.client import sheets
from sixfold.cli.client.event_reports import history, instruments, lines_of, question_report, roll_report
from sixfold.cli.client.matching import matched
from sixfold.cli.commands import find
from sixfold.cli.commands.completion import script
from sixfold.cli.complaint import complain
from sixfold.cli.config_file import config, names
from sixfold.cli.console import Console
from sixfold.cli.find_check import find_check
from sixfold.cli.prompts import question_for, someone_types
from sixfold.errors import DiceNeeded, SixfoldError, StudyError, UsageError, file_named
from sixfold.playing.record import Record
from sixfold.playing.standing import applied
from sixfold.rules.check import Check
from sixfold.rules.typed_faces import faces_of
from sixfold.show.report.blocks import SPACE, Heading, Paragraph
from sixfold.show.report.tables import Block, Definition, Entries
from sixfold.systems import plain
from sixfold.table.room.characters import document
from sixfold.table.room.commands import (
    Answer,
    Correct,
    EditCharacter,
    HandOver,
    Note,
    Rename,
    RequestRoll,
    Reveal,
    Roll,
    Use,
    Visible,
)
from sixfold.table.room.event_sentences import SeenEvent, told
from sixfold.table.room.luck import fallen_of, luck_of
from sixfold.table.room.verify import verify

if TYPE_CHECKING:
    from sixfold.checks.config import Config
    from sixfold.cli.client.local import KeptRoom
    from sixfold.cli.client.remote import RemoteSeat

TYPED: Final = "<<"
"""Behind a check, before the faces of dice that lie on a real table."""

NOTE: Final = "#"
"""The sign between a check and its note."""

ROLLS: Final = ("call", "throw", "question")
"""Kinds of events that say what their person rolls."""

FOR: Final = re.compile(r"for +([0-9]{1,8})(?: +(.*))?", re.IGNORECASE)
"""The number of a request, and words that are added to its check."""

NUMBER: Final = re.compile(r"[0-9]{1,8}")
"""The number of an event, or of events."""

FORMS: Final = {"json": "json", "csv": "csv", "md": "markdown"}
"""The format of an exported file, by its ending."""


class Session:
    """A person's session at a table: reads lines, asks the room, shows the answers.

    Each `do_` method is a command that is typed with a slash; `rest` is what is typed behind it.
    """

    def __init__(self, seat: KeptRoom | RemoteSeat, console: Console) -> None:
        self.seat = seat
        self.console = console
        self.typing = someone_types()
        self.prompted = False
        """Whether somebody is typing a line at this moment."""
        self.lock = Lock()
        """Held while something is said, so that no two things are said at once."""
        self.game = ""
        self.going = True
        self._last_check = ""
        self._last_seen: Visible | None = None
        view = seat.view()
        self._seen: int = view["number"]
        self._lines: list[str] = lines_of(view, seat.person)

    def run(self) -> None:
        """Read lines and do what they say, until they end."""
        while self.going:
            self.prompted = True
            line = self.console.next_line(self.typing)
            self.prompted = False
            if line is None:
                break
            if not self.typing and line.strip():
                self.console.say(f"> {line.strip()}")
            with self.lock:
                try:
                    self.handle(line)
                except SixfoldError as error:
                    complain(error, False)
                self.console.flush()

    def handle(self, line: str) -> None:
        """Do what a line says; what is refused is said, and nothing has happened."""
        text = line.strip()
        question = self.question()
        if question is not None and (not text or text.isdecimal()):
            self._answer(question, text)
        elif text.lower().startswith(("/roll ", "/r ")):  # as other tables have it
            self.roll(text.partition(" ")[2].strip())
        elif text.startswith("/"):
            self._slash(text[1:])
        elif text in ("?", "help"):
            self.do_help("")
        elif text in ("quit", "exit", "q"):
            self.do_quit("")
        elif text:
            self._refuse_command(text)
            self.roll(text)

    def _refuse_command(self, text: str) -> None:
        """Raises UsageError for a line that begins with a command instead of a check."""
        command = text.partition(" ")[2].strip() if text.lower().startswith("sixfold ") else text
        first, _, rest = command.partition(" ")
        if command == text and begins_check(first, self.seat.systems):
            return
        if begins_check(first, self.seat.systems) or (first.lower() == "roll" and rest):
            check = command if first.lower() != "roll" else rest.strip()
            raise UsageError(f"Type the check alone: {check[:80]}")
        if hasattr(self, f"do_{first.lower()}"):
            raise UsageError(f"Commands begin with a slash here: /{first.lower()} {rest}".rstrip())
        if find(first) is not None:
            raise UsageError(
                f"“{first.lower()}” is a command of your shell, not of the table. "
                "Type it in another terminal, or after /quit. /help lists the commands of the table."
            )

    def question(self) -> Mapping[str, Any] | None:
        """The oldest question that waits for this person."""
        mine = [question for question in self.seat.view()["questions"] if question["person"] == self.seat.person]
        return mine[0] if mine else None

    def greet(self) -> None:
        """Show the messages and the question that wait for this person."""
        self._say(self._lines)
        question = self.question()
        if question is not None:
            event = next((shown for shown in self.seat.log() if shown["number"] == question["question"]), {})
            self.console.show(question_report({**event, **question}))

    def heard(self, number: int) -> None:
        """Somebody else's event came: say what the instruments make of it, if that is not said already."""
        if number > self._seen:
            self._say_changes()

    # -- checks ----------------------------------------------------------------------------------------------

    def roll(self, text: str, visible: Visible | None = None) -> None:
        """Roll a check as it was typed, for those to whom it is visible."""
        before, _, note = text.partition(NOTE)
        words, typed, faces = before.partition(TYPED)
        words, to = self._addressed(words.strip())
        check = self._taking_up(self._meant(words))
        command = Roll(self.seat.person, check, visible, to=to, note=note.strip())
        self._roll_dice(command, bool(typed), faces_of(faces) if faces.strip() else ())
        self._last_check, self._last_seen = text, visible

    def _meant(self, text: str) -> str:
        """The check that a text means: one on one's own sheets by its name, or as everywhere on the command line."""
        named = None if begins_check(text, self.seat.systems) else sheets.check_of(self.seat.view(), text)
        return named or find_check(text, self.seat.systems, self.config)

    def config(self) -> Config | None:
        """The default game and the saved checks of this person."""
        return config(self.seat.systems)

    def _addressed(self, text: str) -> tuple[str, int | None]:
        """A check, and the number of what it is rolled for: `ten +4 for 12`, or `for 12 +4` for what was asked."""
        match = FOR.fullmatch(text)
        if match is not None:
            number = int(match[1])
            request = next((one for one in self.seat.view()["asked"] if one["asked"] == number), None)
            if request is None:
                raise UsageError(f"There is no request number {number} for you.")
            own = {one["name"].casefold(): one["check"] for one in reversed(request["with"])}
            words = match[2] or ""
            return own.get(words.casefold(), f"{request['check']} {words}".strip()), number
        check, words, last = text.rpartition(" for ")
        return (check, int(last)) if words and NUMBER.fullmatch(last.strip()) else (text, None)

    def _taking_up(self, text: str) -> str:
        """The check with the words that instruments add to it now, where it takes them."""
        check = parse(text, self.seat.systems)
        self.game = check.system
        words = [
            instrument["words"][self.seat.person]
            for instrument in self.seat.view()["instruments"]
            if instrument["system"] == check.system and self.seat.person in instrument.get("words", {})
        ]
        for added in words:
            _, bracket, label = added.rpartition("[")
            if bracket + label not in check.text:
                with suppress(SixfoldError):
                    check = parse(f"{check.text} {added}", self.seat.systems)
        return check.text

    def _roll_dice(self, command: Roll | Answer, typed: bool, faces: Sequence[int] = ()) -> None:
        """Do what rolls dice: fair ones, or typed ones, which are asked for until there are enough."""
        while True:
            dice: dict[str, Any] = {"faces": tuple(faces)} if typed else {"c": self.seat.entropy()}
            try:
                shown = self.seat.do(replace(command, **dice))
            except DiceNeeded as needed:
                answer = self.console.ask(question_for(needed))
                if not answer:
                    raise
                faces = [*faces, *faces_of(answer)]
            else:
                return self._show(shown)

    def _answer(self, question: Mapping[str, Any], text: str) -> None:
        options = question["options"]
        choice = int(text) - 1 if text else question["default"]
        if not 0 <= choice < len(options):
            raise UsageError(f"Type a number from 1 to {len(options)}.")
        self._roll_dice(Answer(self.seat.person, question["question"], choice), bool(question.get("typed")))

    # -- what comes of it ------------------------------------------------------------------------------------

    def _show(self, shown: SeenEvent) -> None:
        if shown["kind"] == "question":
            self.console.show(question_report({**shown, "question": shown["number"]}))
        elif "record" in shown:
            self.console.show(roll_report(shown, self.seat.systems))
        else:
            self._done(shown, "Rolled; only the GM sees the result.")
        self._say_changes()

    def _say_changes(self) -> None:
        """Show the messages of the instruments that are new."""
        view = self.seat.view()
        before, self._lines = self._lines, lines_of(view, self.seat.person)
        self._seen = view["number"]
        self._say([line for line in self._lines if line not in before])

    def _say(self, lines: Sequence[str]) -> None:
        if lines:
            self.console.show(tuple(Paragraph(line, "strong") for line in lines))

    # -- commands --------------------------------------------------------------------------------------------

    def _slash(self, text: str) -> None:
        """Run a command or use an instrument: `/chaos end`, or with its game before it, `/wild initiative start`."""
        typed, _, rest = text.partition(" ")
        name, game = typed.lower(), ""
        every: Sequence[Mapping[str, Any]] = self.seat.view(self.seat.systems)["instruments"]
        known: Callable[[str], None] | None = getattr(self, f"do_{name}", None)
        if known is not None and not (rest and any(one["instrument"] == name for one in every)):
            return known(rest.strip())
        if name in self.seat.systems:
            if not rest:
                return self.do_table(name)
            game = name
            name, _, rest = rest.partition(" ")
        named = [one for one in every if one["instrument"] == name.lower() and game in ("", one["system"])]
        if not named:
            commands = (method.removeprefix("do_") for method in dir(self) if method.startswith("do_"))
            guess = nearest(typed, sorted({*commands, *(one["instrument"] for one in every), *self.seat.systems}))
            raise UsageError(f"There is no command /{typed[:40]}. Type /help.{did_you_mean(guess and '/' + guess)}")
        config = self.config()
        playing = game or self.game or (config.game if config else "")
        order = (playing, plain.NAME) if playing else ()
        chosen = next((one for meant in order for one in named if one["system"] == meant), None)
        if len(named) > 1 and chosen is None:
            games = " or ".join(f"/{one['system']} {one['instrument']}" for one in named)
            raise UsageError(f"Several games have that command: type {games}.")
        return self._use(chosen or named[0], rest.strip())

    def _use(self, instrument: Mapping[str, Any], typed: str) -> None:
        word, _, rest = typed.partition(" ")
        command = next((one for one in instrument["commands"] if one["title"] == word.lower()), None)
        if command is None:
            if word:
                names = ", ".join(one["title"] for one in instrument["commands"])
                raise UsageError(f"{instrument['title']} has no “{word[:40]}”; it has {names}.")
            view = {**self.seat.view(), "instruments": [instrument]}
            return self.console.show(instruments(view, [instrument["system"]]))
        people = {person["name"]: person["id"] for person in self.seat.view()["people"]}
        values = matched(command, rest, people, self.seat.person, instrument["instrument"])
        self.game = instrument["system"]
        used = Use(self.seat.person, self.game, instrument["instrument"], command["title"], values)
        done = self.seat.do(used)
        details = ", ".join(f"{name} {told(value)}" for name, value in done["values"].items() if name != "person")
        self._done(done, f"{done['instrument']}: {done['did']}{f' ({details})' if details else ''}.")
        return self._say_changes()

    def _done(self, shown: SeenEvent, words: str) -> None:
        self.console.show((Paragraph(f"({shown['number']}) {words}"),))

    def do_help(self, rest: str) -> None:
        """List the commands, or explain one."""
        topic = rest.lstrip("/").lower()
        named = re.compile(rf"/{re.escape(topic)}\b" if topic else "")
        lines = [line for line in script("table.txt").splitlines() if named.search(line)]
        entries = tuple(Definition(*re.split(" {3,}", line)) for line in lines)
        if not entries:
            return self._slash(topic)
        if topic:
            return self.console.show((Entries(entries),))
        games = ", ".join(self.seat.systems)
        return self.console.show(
            (Heading("What you can type", level=2), Entries(entries), Paragraph(f"The games are {games}."))
        )

    def do_again(self, rest: str) -> None:
        """Roll the last check again, for the same people."""
        check, visible = self._last()
        if not check:
            raise UsageError("There is no check to roll again yet.")
        self.roll(check, visible)

    def _last(self) -> tuple[str, Visible | None]:
        """The last check of this person, as it was typed or as the log has it, and who saw it; empty if none."""
        if not self._last_check:
            own = [shown for shown in self.seat.log() if shown["person"] == self.seat.person]
            rolled = [shown["request"] for shown in own if shown["kind"] in ROLLS and "request" in shown]
            if rolled:
                note = rolled[-1].get("note", "")
                self._last_check = rolled[-1]["check"] + (f" {NOTE} {note}" if note else "")
                self._last_seen = rolled[-1]["visible"]
        return self._last_check, self._last_seen

    def do_correct(self, rest: str) -> None:
        """Read the last dice, or those of a roll with its number, as another check."""
        first, _, after = rest.partition(" ")
        number, check = (int(first), after) if NUMBER.fullmatch(first) and after else (0, rest)
        if not check:
            raise UsageError("Type the check that you meant: /correct ten +5.")
        number = number or self._newest("throw")
        self._show(self.seat.do(Correct(self.seat.person, number, self._meant(check))))

    def do_undo(self, rest: str) -> None:
        """Take back the last roll, action or request of this person, or what has a number."""
        if rest and not NUMBER.fullmatch(rest):
            raise UsageError("Type the number of what you take back: /undo 12. Alone, /undo takes back your last roll.")
        asks = ["asked"] if not rest and sheets.is_master(self.seat.view()) else []  # a request is withdrawn by a GM
        number = int(rest) if rest else self._newest("throw", "instrument", *asks)
        shown = self.seat.do(Correct(self.seat.person, number, withdraw=True))
        self._done(shown, f"{shown['throw']} is taken back.")
        self._say_changes()

    def _newest(self, *kinds: str) -> int:
        """The newest event of these kinds by this person that was not taken back."""
        log, me = self.seat.log(), self.seat.person
        back = {shown["throw"] for shown in log if shown["kind"] == "correct" and shown.get("withdrawn")}
        mine = [shown["number"] for shown in log if shown["kind"] in kinds and shown["person"] == me]
        left = [number for number in mine if number not in back]
        if not left:
            raise UsageError("There is nothing to take back or correct.")
        return int(left[-1])

    def do_odds(self, rest: str) -> None:
        """Show the exact odds of a check."""
        self.console.show(odds(self._asked_about(rest)).report())

    def _asked_about(self, rest: str) -> Check:
        """The check of a question; without one the last that was rolled."""
        check = rest or self._last()[0].partition(NOTE)[0].partition(TYPED)[0].strip()
        return parse(self._meant(check), self.seat.systems)

    def do_explain(self, rest: str) -> None:
        """Explain the rule of a check in words."""
        check = self._asked_about(rest)
        entries = tuple(Definition(clause.number, clause.text) for clause in check.explain())
        self.console.show((Heading(check.text), Entries(entries)))

    def do_why(self, rest: str) -> None:
        """Explain a roll, or the last one: its dice, and the clauses that mattered."""
        shown = self._rolled(rest)
        clauses = applied(Record.from_json(shown["record"], self.seat.systems))
        entries = Entries(tuple(Definition(clause["clause"], clause["text"]) for clause in clauses))
        none = Paragraph("No clause of the rules changed this roll.", "quiet")
        self.console.show((*roll_report(shown, self.seat.systems), entries if clauses else none))

    def _rolled(self, rest: str) -> SeenEvent:
        """The roll with a number, or the last one that this person sees."""
        if rest and not rest.isdecimal():
            raise UsageError("Give the number of the roll: /why 12.")
        seen = [shown for shown in self.seat.log() if shown.get("record") and rest in ("", str(shown["number"]))]
        if not seen:
            raise UsageError(f"You see no roll with the number {rest}." if rest else "Nothing has been rolled yet.")
        return seen[-1]

    def do_checks(self, rest: str) -> None:
        """List the saved checks."""
        saved = names(self.config())
        if not saved:
            raise UsageError(
                "There are no saved checks. A config file has them (on the command line: sixfold config --example)."
            )
        entries = tuple(Definition(name, check) for name, check in saved.items())
        self.console.show((Heading("Saved checks", level=2), Entries(entries)))

    def do_sheet(self, rest: str) -> None:
        """Show, make, change, keep or hand over a character; of several, one is named first: `/sheet Mira: ...`."""
        view = self.seat.view()
        own = sheets.mine(view)
        name, colon, after = rest.partition(":")
        named = [one for one in own if name.strip().casefold() in (one["name"].casefold(), str(one["character"]))]
        if colon and named:
            own, rest = named, after.strip()
        word, _, what = rest.partition(" ")
        if word == "new" and what:
            game, _, called = what.partition(" ")
            made = {"game": game, "name": called} if game in self.seat.systems and called else {"name": what}
            self._portray(None, sheet=made)
        elif word == "load" and what:
            for sheet in self._read(what):
                self._portray(None, sheet=sheet)
        elif not own:
            raise UsageError("You have no character yet: /sheet new ten Mira makes one, /sheet load FILE brings one.")
        elif not rest:
            for character in own:
                self.console.show(sheets.drawn(character, self.seat.systems.get(character["game"])))
        elif len(own) > 1:
            raise UsageError(f"Say which character: /sheet {own[0]['name']}: {rest[:40]}")
        elif word == "save" and what:
            self._write(what, sheets.written(own[0], what, document(own[0])))
            self.console.show((Paragraph(f"{own[0]['name']} is in {what}."),))
        elif word == "give" and what:
            self._portray(own[0], owner=self._person(what))
        elif rest in ("drop", "show"):
            self._portray(own[0], **({"remove": True} if rest == "drop" else {"visible": "all"}))
        else:
            changes = sheets.changed(own[0], self.seat.systems.get(own[0]["game"]), rest)
            self._portray(own[0], sheet={"values": changes})

    def _portray(self, character: sheets.SeenCharacter | None, **what: Any) -> None:
        number = None if character is None else character["character"]
        shown = self.seat.do(EditCharacter(self.seat.person, number, **what))
        name = shown["sheet"].get("name") or (character or {}).get("name", "")
        did = "is at the table" if number is None else "is changed"
        self._done(shown, f"{name} {'is removed' if what.get('remove') else did}.")

    def do_history(self, rest: str) -> None:
        """Show what happened, or the last events."""
        if rest and not NUMBER.fullmatch(rest):
            raise UsageError("Give the number of events to show: /history 10.")
        self.console.show(history(self.seat.log(), int(rest) if rest else None))

    def do_note(self, rest: str) -> None:
        """Add a line to the log."""
        self._done(self.seat.do(Note(self.seat.person, rest)), "noted.")

    def do_whisper(self, rest: str) -> None:
        """Write a line for one person only."""
        person, text = self._to_whom(rest)
        if not person:
            raise UsageError("Say to whom: /whisper Ada: the door is a trap.")
        self._done(self.seat.do(Note(self.seat.person, text, people=person)), "noted.")

    def do_name(self, rest: str) -> None:
        """Change your name."""
        shown = self.seat.do(Rename(self.seat.person, self.seat.person, rest))
        self._done(shown, f"You are {shown['name']}.")

    def do_table(self, rest: str) -> None:
        """Show what a game keeps on the table."""
        games = [rest.lower()] if rest else [self.game] if self.game else list(self.seat.systems)
        if games[0] not in self.seat.systems:
            raise UsageError(f"“{rest[:40]}” is not a game; there are {', '.join(self.seat.systems)}.")
        self.console.show(instruments(self.seat.view(games), games))

    do_secret = partialmethod(roll, visible="self")
    do_master = partialmethod(roll, visible="master")
    do_blind = partialmethod(roll, visible="blind")

    def do_reveal(self, rest: str) -> None:
        """Reveal a hidden roll."""
        if not NUMBER.fullmatch(rest):
            raise UsageError("Give the number of the roll: /reveal 12.")
        self._done(self.seat.do(Reveal(self.seat.person, int(rest))), f"{rest} is shown to everyone.")

    def do_ask(self, rest: str) -> None:
        """Ask people for a check."""
        people, check = self._to_whom(rest)
        shown = self.seat.do(RequestRoll(self.seat.person, self._meant(check), people))
        self._done(shown, f"asked for {shown['check']}: “for {shown['number']}” rolls it.")

    def _to_whom(self, rest: str) -> tuple[tuple[str, ...], str]:
        """The person before a colon, if there is one, and what follows."""
        name, colon, text = rest.partition(":")
        return ((self._person(name),), text.strip()) if colon else ((), rest)

    def _person(self, name: str) -> str:
        """The id of the person with a name."""
        people = {person["name"].casefold(): person["id"] for person in self.seat.view()["people"]}
        if name.strip().casefold() not in people:
            raise UsageError(f"Nobody here is called “{name.strip()[:40]}”.")
        return str(people[name.strip().casefold()])

    def do_gm(self, rest: str) -> None:
        """Make somebody else GM."""
        self._done(self.seat.do(HandOver(self.seat.person, self._person(rest))), f"{rest} is GM now.")

    def do_luck(self, rest: str) -> None:
        """Show the luck of the evening, for everyone whose rolls you can see."""
        players = [player for player in fallen_of(self.seat.log()) if player.records]
        if not players:
            raise StudyError("study/luck", "Nothing has been rolled yet.")
        blocks: list[Block] = []
        for player in players:
            if len(players) > 1:
                blocks += [*([SPACE] if blocks else []), Heading(player.name)]
            blocks += luck_of(player.records, self.seat.systems).report()
        self.console.show(tuple(blocks))

    def do_verify(self, rest: str) -> None:
        """Verify the log as you see it: this machine works out the dice again."""
        self.console.show(verify(self.seat.export("json"), self.seat.systems).report())

    def do_export(self, rest: str) -> None:
        """Write the log into a new file."""
        form = FORMS.get(rest.rpartition(".")[2].lower()) if "." in rest else None
        if form is None:
            raise UsageError("Name a file that ends with .json, .csv or .md: /export evening.json.")
        self._write(rest, self.seat.export(form))
        self.console.show((Paragraph(f"The log is in {rest}."),))

    def _read(self, path: str) -> list[dict[str, Any]]:
        """The characters of a file."""
        return sheets.loaded(path)

    def _write(self, path: str, text: str) -> None:
        with file_named(path, "written"):
            try:
                with Path(path).open("x", encoding="utf-8", newline="") as file:
                    file.write(text)
            except FileExistsError:
                raise StudyError("study/file", f"The file {path[:200]} already exists: choose another name.") from None

    def do_quit(self, rest: str) -> None:
        """Leave."""
        self.going = False
