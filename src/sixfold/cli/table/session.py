"""One person at a table in a terminal: each line is a check, an answer, or a command with a slash."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from msgspec.structs import replace

from sixfold.checks.check import parse
from sixfold.cli.config import config, meant, names
from sixfold.cli.console import Console
from sixfold.cli.table import everywhere
from sixfold.cli.table.drawing import asked, history, instruments, lines_of, thrown
from sixfold.cli.table.matching import matched
from sixfold.cli.table.seat import Seat, Shown
from sixfold.errors import DiceNeeded, SixfoldError, UsageError
from sixfold.playing.sources.typed import read_faces
from sixfold.report.blocks import Heading, Note
from sixfold.report.tables import Entries, Entry
from sixfold.room.commands import Answer, Correct, Rename, Throw, Use, Visible
from sixfold.room.commands import Note as Written
from sixfold.rules.message import did_you_mean, nearest

TYPED: Final = "<<"
"""Behind a check, before the faces of dice that lie on a real table."""

FOR: Final = re.compile(r"for +([0-9]{1,8})(?: +(.*))?", re.IGNORECASE)
"""What was asked with a number, and what is added to it."""

HELP: Final = (
    ("CHECK", "roll it: ten +4 superior 1, wild 3D vs 10, 4d6kh3"),
    ("CHECK << 6 3 2", "the same with your own dice, as they fell; you are asked for any that are missing"),
    ("CHECK for 12", "roll it for the entry with that number: a proposal, an extended test, a request of the GM"),
    ("for 12 [+2]", "roll what the GM asked for with that number, with your own modifiers"),
    ("a number", "take an option if the rules let you choose; Enter takes the one with the star"),
    ("/again", "roll the last check again"),
    ("/correct CHECK", "read the last dice as another check; /correct 7 CHECK reads those of roll 7"),
    ("/undo", "take back the last roll or action; it stays in the log"),
    ("/odds CHECK", "show the exact odds"),
    ("/explain CHECK", "explain the rule in words"),
    ("/checks", "list your saved checks: type the name of one to roll it"),
    ("/history [N]", "show what happened, or the last N events"),
    ("/note TEXT", "add a line to the log"),
    ("/name NAME", "change your name"),
    ("/table [GAME]", "show what a game keeps on the table, and its commands: /table odgs"),
    *everywhere.HELP,
    ("/help [COMMAND]", "show this list, or one command"),
    ("/quit", "leave; everything is saved"),
)


class Session:
    """A person's session at a table: reads lines, asks the room, shows the answers."""

    def __init__(self, seat: Seat, console: Console) -> None:
        self.seat = seat
        self.console = console
        self.game = ""
        self.going = True
        self._last_check = ""
        view = seat.view()
        self._seen: int = view["number"]
        self._lines: list[str] = lines_of(view, seat.person)
        self._commands: dict[str, Callable[[str], None]] = {
            "help": self._help, "again": self._again, "correct": self._correct, "undo": self._undo, "odds": self._odds,
            "explain": self._explain, "checks": self._checks, "history": self._history, "note": self._note,
            "name": self._name, "table": self._table, "quit": self._quit,
        }  # fmt: skip
        self._commands |= {name: partial(act, self) for name, act in everywhere.COMMANDS.items()}

    def handle(self, line: str) -> None:
        """Do what a line says; what is refused is said, and nothing has happened."""
        text = line.strip()
        question = self.question()
        if question is not None and (not text or text.isdecimal()):
            self._answer(question, text)
        elif text.startswith("/"):
            self._slash(text[1:])
        elif text in ("?", "help"):
            self._help("")
        elif text in ("quit", "exit", "q"):
            self._quit("")
        elif text:
            self.throw(text)

    def question(self) -> Shown | None:
        """The oldest question that waits for this person."""
        mine = [question for question in self.seat.view()["questions"] if question["person"] == self.seat.person]
        return mine[0] if mine else None

    def greet(self) -> None:
        """What waits from before."""
        self._say(self._lines)
        question = self.question()
        if question is not None:
            event = next((shown for shown in self.seat.log() if shown["number"] == question["question"]), {})
            self.console.show(asked({**event, **question}))

    def heard(self, number: int) -> None:
        """Somebody else's event came: say what the instruments make of it, if that is not said already."""
        if number > self._seen:
            self._say_changes()

    # -- checks ----------------------------------------------------------------------------------------------

    def throw(self, text: str, visible: Visible | None = None) -> None:
        """Throw a check as it was typed, for those to whom it is visible."""
        said, typed, faces = text.partition(TYPED)
        said, to = self._addressed(said.strip())
        check = self._taking_up(meant(said, self.seat.systems))
        if typed:
            self._typed(Throw(self.seat.person, check, visible, to=to), read_faces(faces) if faces.strip() else [])
        else:
            self._show(self.seat.do(Throw(self.seat.person, check, visible, self.seat.entropy(), to=to)))
        self._last_check = text

    def _addressed(self, text: str) -> tuple[str, int | None]:
        """A check, and the number of what it is thrown for: `ten +4 for 12`, or `for 12 +4` for what was asked."""
        asked = FOR.fullmatch(text)
        if asked is not None:
            number = int(asked[1])
            found = next((one for one in self.seat.view()["asked"] if one["asked"] == number), None)
            if found is None:
                raise UsageError(f"There is no request number {number} for you.")
            return f"{found['check']} {asked[2] or ''}".strip(), number
        check, said, last = text.rpartition(" for ")
        if said and last.strip().isdecimal() and len(last) < 9:
            return check, int(last)
        return text, None

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
            label = added.rpartition("[")[2] or added
            if label not in check.text:
                check = self._with(check.text, added) or check
        return check.text

    def _with(self, text: str, added: str) -> Any:
        try:
            return parse(f"{text} {added}", self.seat.systems)
        except SixfoldError:
            return None

    def _typed(self, throw: Throw, faces: Sequence[int]) -> None:
        lying = list(faces)
        while True:
            try:
                self._show(self.seat.do(replace(throw, faces=tuple(lying))))
            except DiceNeeded as needed:
                lying += self._more(needed)
            else:
                return

    def _more(self, needed: DiceNeeded) -> list[int]:
        dice = "one more die" if needed.size == 1 else f"{needed.size} more dice"
        answer = self.console.ask(f"{needed.label}: {dice} (d{needed.sides})?")
        if not answer:
            raise needed
        return read_faces(answer)

    def _answer(self, question: Shown, text: str) -> None:
        options = question["options"]
        choice = int(text) - 1 if text else question["default"]
        if not 0 <= choice < len(options):
            raise UsageError(f"Type a number from 1 to {len(options)}.")
        faces: list[int] = []
        while True:
            drawn = "" if question.get("typed") else self.seat.entropy()
            try:
                command = Answer(self.seat.person, question["question"], choice, drawn, faces=tuple(faces))
                self._show(self.seat.do(command))
            except DiceNeeded as needed:
                faces += self._more(needed)
            else:
                return

    # -- what comes of it ------------------------------------------------------------------------------------

    def _show(self, shown: Shown) -> None:
        if shown["kind"] == "question":
            self.console.show(asked({**shown, "question": shown["number"]}))
        elif "record" in shown:
            self.console.show(thrown(shown, self.seat.systems))
        else:
            self.console.show((Note(f"({shown['number']}) Rolled; only the GM sees the result."),))
        self._say_changes()

    def _say_changes(self) -> None:
        """What the instruments say now that they did not say before."""
        view = self.seat.view()
        before, self._lines = self._lines, lines_of(view, self.seat.person)
        self._seen = view["number"]
        self._say([line for line in self._lines if line not in before])

    def _say(self, lines: Sequence[str]) -> None:
        if lines:
            self.console.show(tuple(Note(line, "strong") for line in lines))

    # -- commands --------------------------------------------------------------------------------------------

    def _slash(self, text: str) -> None:
        name, _, rest = text.partition(" ")
        known = self._commands.get(name.lower())
        also = known is not None and rest and any(one["instrument"] == name.lower() for one in self._all())
        if known is not None and not also:
            known(rest.strip())
            return
        found = self._instruments(name.lower(), rest)
        if found is None:
            names = sorted({*self._commands, *(one["instrument"] for one in self._all()), *self.seat.systems})
            guess = nearest(name, names)
            raise UsageError(f"There is no command /{name[:40]}. Type /help.{did_you_mean(guess and '/' + guess)}")

    def _all(self) -> Sequence[Mapping[str, Any]]:
        found: Sequence[Mapping[str, Any]] = self.seat.view(self.seat.systems)["instruments"]
        return found

    def _instruments(self, name: str, rest: str) -> bool | None:
        """Use an instrument: `/chaos end`, or with its game before it, `/wild initiative start`."""
        if name in self.seat.systems:
            if not rest:
                self._table(name)
                return True
            game = name
            name, _, rest = rest.partition(" ")
            named = [one for one in self._all() if one["system"] == game and one["instrument"] == name.lower()]
        else:
            named = [one for one in self._all() if one["instrument"] == name]
        if not named:
            return None
        chosen = next((one for one in named if one["system"] == self.game), named[0])
        if len(named) > 1 and chosen["system"] != self.game:
            games = " or ".join(f"/{one['system']} {one['instrument']}" for one in named)
            raise UsageError(f"Several games have that command: type {games}.")
        self._use(chosen, rest.strip())
        return True

    def _use(self, instrument: Mapping[str, Any], typed: str) -> None:
        word, _, rest = typed.partition(" ")
        command = next((one for one in instrument["commands"] if one["title"] == word.lower()), None)
        if command is None:
            if word:
                names = ", ".join(one["title"] for one in instrument["commands"])
                raise UsageError(f"{instrument['title']} has no “{word[:40]}”; it has {names}.")
            self.console.show(
                instruments({"person": self.seat.person, "instruments": [instrument]}, [instrument["system"]])
            )
            return
        people = {person["name"]: person["id"] for person in self.seat.view()["people"]}
        values = matched(command, rest, people, self.seat.person, instrument["instrument"])
        self.game = instrument["system"]
        done = self.seat.do(
            Use(self.seat.person, instrument["system"], instrument["instrument"], command["title"], values)
        )
        self._said(done)

    def _said(self, shown: Shown) -> None:
        self.console.show((Note(f"({shown['number']}) {_what(shown)}"),))
        self._say_changes()

    def _help(self, rest: str) -> None:
        topic = rest.lstrip("/").lower()
        entries = tuple(
            Entry(typed, means)
            for typed, means in HELP
            if not topic or re.search(rf"/{re.escape(topic)}\b", f"{typed} {means}")
        )
        if not entries:
            self._slash(topic)
            return
        if topic:
            self.console.show((Entries(entries),))
            return
        games = ", ".join(self.seat.systems)
        self.console.show((Heading("What you can type", level=2), Entries(entries), Note(f"The games are {games}.")))

    def _again(self, rest: str) -> None:
        if not self._last_check:
            raise UsageError("There is no check to roll again yet.")
        self.throw(self._last_check)

    def _correct(self, rest: str) -> None:
        first, _, after = rest.partition(" ")
        number = int(first) if first.isdecimal() and len(first) < 9 and after else None
        check = after if number is not None else rest
        if not check:
            raise UsageError("Type the check that you meant: /correct ten +5.")
        shown = self.seat.do(
            Correct(self.seat.person, number or self._newest("throw"), meant(check, self.seat.systems))
        )
        self._show(shown)

    def _undo(self, rest: str) -> None:
        shown = self.seat.do(Correct(self.seat.person, self._newest("throw", "instrument"), withdraw=True))
        self.console.show((Note(f"({shown['number']}) {shown['throw']} is taken back."),))
        self._say_changes()

    def _newest(self, *kinds: str) -> int:
        """The newest of somebody's own throws (or acts) that was not taken back."""
        back = {shown["throw"] for shown in self.seat.log() if shown["kind"] == "correct" and shown.get("withdrawn")}
        me = self.seat.person
        mine = [shown["number"] for shown in self.seat.log() if shown["kind"] in kinds and shown["person"] == me]
        left = [number for number in mine if number not in back]
        if not left:
            raise UsageError("There is nothing to take back or correct.")
        return int(left[-1])

    def _odds(self, rest: str) -> None:
        from sixfold.api import odds  # here, since most evenings need none

        self.console.show(odds(parse(meant(rest, self.seat.systems), self.seat.systems)).report())

    def _explain(self, rest: str) -> None:
        check = parse(meant(rest, self.seat.systems), self.seat.systems)
        entries = tuple(Entry(clause.number, clause.text) for clause in check.explain())
        self.console.show((Heading(check.text), Entries(entries)))

    def _checks(self, rest: str) -> None:
        found = names(config(self.seat.systems))
        if not found:
            raise UsageError("There are no saved checks. They are in your config file: sixfold config --example")
        entries = tuple(Entry(name, check) for name, check in found.items())
        self.console.show((Heading("Saved checks", level=2), Entries(entries)))

    def _history(self, rest: str) -> None:
        last = int(rest) if rest.isdecimal() and len(rest) < 9 else None
        self.console.show(history(self.seat.log(), last))

    def _note(self, rest: str) -> None:
        shown = self.seat.do(Written(self.seat.person, rest))
        self.console.show((Note(f"({shown['number']}) noted."),))

    def _name(self, rest: str) -> None:
        shown = self.seat.do(Rename(self.seat.person, self.seat.person, rest))
        self.console.show((Note(f"({shown['number']}) You are {shown['name']}."),))

    def _table(self, rest: str) -> None:
        games = [rest.lower()] if rest else [self.game] if self.game else list(self.seat.systems)
        if games[0] not in self.seat.systems:
            raise UsageError(f"“{rest[:40]}” is not a game; there are {', '.join(self.seat.systems)}.")
        self.console.show(instruments(self.seat.view(games), games))

    def _quit(self, rest: str) -> None:
        self.going = False


def _what(shown: Shown) -> str:
    values = ", ".join(f"{name} {_value(value)}" for name, value in shown["values"].items() if name != "person")
    return f"{shown['instrument']}: {shown['did']}{f' ({values})' if values else ''}."


def _value(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
