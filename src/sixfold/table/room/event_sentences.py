"""The sentences of the events of a log, as one person may see them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sixfold.base.wording import counted, listed

SeenEvent = Mapping[str, Any]
"""An event as somebody sees it (`seen_by`)."""


class Names:
    """The names of people, as the log goes on."""

    def __init__(self) -> None:
        self.people: dict[str, str] = {}
        self._options: dict[int, list[str]] = {}
        self.characters: dict[int, str] = {}
        self._owners: dict[int, str] = {}
        self.handed_over = False
        """Whether the last event gave a character to somebody else."""

    def follow(self, shown: SeenEvent) -> None:
        """Learn a name from an event."""
        if shown["kind"] == "joined":
            self.people[shown["person"]] = shown["name"]
        elif shown["kind"] == "renamed":
            self.people[shown["who"]] = shown["name"]
        elif "sheet" in shown:
            number, owner = shown["character"], shown["owner"]
            self.characters[number] = shown["sheet"].get("name") or self.characters.get(number, "a character")
            self.handed_over = self._owners.get(number, owner) != owner
            self._owners[number] = owner
        elif shown["kind"] == "question":
            self._options[shown["number"]] = list(shown["options"])

    def option(self, question: int, choice: int) -> str:
        """Return the text of the option that somebody chose."""
        options = self._options.get(question, [])
        return options[choice] if choice < len(options) else str(choice)

    def __getitem__(self, person: str | None) -> str:
        return self.people.get(person or "", "Somebody")


def sentence(shown: SeenEvent, names: Names) -> str:
    """Return the sentence of an event; empty for events that only serve fairness.

    >>> sentence({"kind": "door", "open": False, "person": "p1"}, Names())
    'Somebody closes the door.'
    """
    who = names[shown["person"]]
    if shown.get("hidden") and shown["kind"] in HIDDEN and "salt" not in shown:
        return f"{who} {HIDDEN[shown['kind']]}."
    teller = SENTENCES.get(shown["kind"])
    return teller(shown, who, names) if teller else ""


def transcript(log: Iterable[SeenEvent]) -> Iterator[tuple[SeenEvent, str, str]]:
    """Yield every event with a sentence, from events as somebody sees them: the event, who did it, and the sentence."""
    names = Names()
    for shown in log:
        names.follow(shown)
        words = sentence(shown, names)
        if words:
            yield shown, names[shown["person"]], words


def dice(record: Mapping[str, Any]) -> str:
    """Return all dice of a record, hand by hand; those that do not count are in parentheses.

    >>> dice({"throws": [{"faces": [6, 3], "kept": [True, False]}, {"faces": [2], "kept": [True]}]})
    '6 (3) | 2'
    """
    return " | ".join(" ".join(_hand(throw)) for throw in record["throws"])


def _hand(throw: Mapping[str, Any]) -> Iterator[str]:
    shows = throw.get("shows")
    for face, kept in zip(throw["faces"], throw["kept"], strict=True):
        seen = shows[face - 1] if shows else face
        yield str(seen) if kept else f"({seen})"


def result(record: Mapping[str, Any]) -> str:
    """Return a record on one line: the check, its dice, the announcement."""
    lying = dice(record)
    return f"{record['text']}: {f'{lying}: ' if lying else ''}{record['announcement']}"


def _throw(shown: SeenEvent, who: str, names: Names) -> str:
    record, request = shown["record"], shown["request"]
    how = "types" if shown.get("typed") else "rolls"
    secretly = " in secret" if shown.get("hidden") else ""
    again = f" (instead of {request['instead']})" if "instead" in request else ""
    to = f" (for {request['to']})" if "to" in request else ""
    note = f" “{request['note']}”" if "note" in request else ""
    rolling = f" as {request['character']}" if "character" in request else ""
    return f"{who}{rolling} {how}{secretly} {result(record)}{to}{again}{note}"


def _renamed(shown: SeenEvent, who: str, names: Names) -> str:
    was, name = shown.get("was", ""), shown["name"]
    if was == name:
        return f"{name} has a new colour."
    if shown["person"] != shown["who"]:
        return f"{who} gives {was or 'somebody'} another name: {name}."
    return f"{was or 'Somebody'} is called {name} now."


def _question(shown: SeenEvent, who: str, names: Names) -> str:
    lying = " | ".join(" ".join(map(str, throw["faces"])) for throw in shown["throws"])
    return f"{who} rolls {shown['request']['check']}: {lying}. {shown['label']}"


def _failed(shown: SeenEvent, who: str, names: Names) -> str:
    return f"{who} rolls {shown['request']['check']}, and the roll fails: {shown['message']}"


def _correct(shown: SeenEvent, who: str, names: Names) -> str:
    reason = f" ({shown['reason']})" if "reason" in shown else ""
    if shown.get("withdrawn"):
        return f"{who} takes {shown['throw']} back{reason}."
    return f"{who} corrects {shown['throw']}{reason}: {result(shown['record'])}"


def _reveal(shown: SeenEvent, who: str, names: Names) -> str:
    if "record" in shown:
        return f"{who} reveals {shown['throw']}: {result(shown['record'])}"
    if "code" in shown:
        return f"{who} reveals {shown['throw']}: the roll failed: {shown['message']}"
    return f"{who} reveals {shown['throw']}: it was taken back."


def _asked(shown: SeenEvent, who: str, names: Names) -> str:
    people = listed([names[person] for person in shown["people"]])
    return f"{who} asks {people} for {shown['check']}{ASKED_FOR[shown['visible']]}."


def _noted(shown: SeenEvent, who: str, names: Names) -> str:
    people = [names[person] for person in shown.get("people", ())]
    return f"{who}{f' to {listed(people)}' if people else ''}: {shown['text']}"


def _instrument(shown: SeenEvent, who: str, names: Names) -> str:
    values = ", ".join(f"{name} {names.people.get(value) or told(value)}" for name, value in shown["values"].items())
    return f"{who}: {shown['system']} {shown['instrument']}: {shown['did']}{f' ({values})' if values else ''}."


def _character(shown: SeenEvent, who: str, names: Names) -> str:
    name, sheet = names.characters[shown["character"]], shown["sheet"]
    if shown.get("gone"):
        return f"{who} removes the character {name}."
    if shown["number"] == shown["character"]:
        return f"{who} brings the character {name} to the table."
    if names.handed_over:
        return f"{who} gives {name} to {names[shown['owner']] if shown['owner'] else 'the GM'}."
    if {"name", "game"} <= sheet.keys():
        return f"{who} shows {name} to everyone."
    values = sheet.get("values", {})
    changed = [*(part for part in sheet if part != "values"), *values]
    parts = [f"{part} {_now(values.get(part))}".rstrip() for part in changed]
    return f"{who} changes {name}: {listed(parts)}."


def _now(value: Any) -> str:
    """A value that changed, if it is a number or has a current one."""
    if isinstance(value, Mapping):
        return f"{value['now']} of {value['of']}"
    return str(value) if isinstance(value, int) else ""


def _restored(shown: SeenEvent, who: str, names: Names) -> str:
    void = f" {_void(len(shown['void']))}" if shown["void"] else ""
    return (
        f"The table was restored from a copy: everything after event {shown['number'] - 1} is lost. "
        f"From here on, all dice have new keys.{void}"
    )


def _void(many: int) -> str:
    return "A roll that waited is void: roll again." if many == 1 else f"{many} rolls that waited are void."


def told(value: Any) -> str:
    """Return a value of an act in words.

    >>> told(True), told(3)
    ('yes', '3')
    """
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


ASKED_FOR = {"all": "", "master": ", for the GM only", "blind": ", blind", "self": ", in secret"}

HIDDEN = {
    "throw": "rolls something in secret",
    "failed": "rolls something in secret, and the roll fails",
    "noted": "writes something in secret",
    "asked": "asks for something in secret",
    "correct": "corrects something in secret",
    "instrument": "does something in secret",
    "character": "changes a character in secret",
}

SENTENCES = {
    "opened": lambda shown, who, names: f"The room “{shown['name']}” is open.",
    "joined": lambda shown, who, names: f"{who} comes in ({shown['role']}).",
    "renamed": _renamed,
    "removed": lambda shown, who, names: f"{who} removes {names[shown['who']]} from the table.",
    "left": lambda shown, who, names: f"{who} leaves.",
    "handed-over": lambda shown, who, names: f"{who} hands the room over to {names[shown['to']]}.",
    "games": lambda shown, who, names: f"{who} chooses the games: {listed(shown['games']) or 'none'}.",
    "door": lambda shown, who, names: f"{who} {'opens' if shown['open'] else 'closes'} the door.",
    "links": lambda shown, who, names: f"{who} renews {counted(len(shown['roles']), 'link')}.",
    "throw": _throw,
    "question": _question,
    "failed": _failed,
    "answer": lambda shown, who, names: f"{who} chooses: {names.option(shown['question'], shown['choice'])}.",
    "reveal": _reveal,
    "correct": _correct,
    "asked": _asked,
    "noted": _noted,
    "instrument": _instrument,
    "character": _character,
    "restored": _restored,
}
