"""Rolls: a person rolls a check, answers the questions of its rules, and reveals it."""

from msgspec import UNSET, json
from msgspec.structs import replace

from sixfold.checks.check import parse, read_check
from sixfold.errors import DiceNeeded, RoomError
from sixfold.rules.check import Check
from sixfold.table.room.characters import who_rolls
from sixfold.table.room.commands import Answer, Reveal, Roll
from sixfold.table.room.draws import call_draw, earlier_result, read_entropy, require_no_open_question
from sixfold.table.room.event_kinds import Answered, Revealed, RollTerms
from sixfold.table.room.instrument_commands import follow_roll
from sixfold.table.room.log_event import LogEvent
from sixfold.table.room.names import read_line
from sixfold.table.room.playing import versions
from sixfold.table.room.requests import require_fit, require_may_answer
from sixfold.table.room.results import play_and_write
from sixfold.table.room.state import Draft, OpenRoll, RollDone, RoomState
from sixfold.table.room.visibility import Person, audience, masters, may_see


def roll_check(draft: Draft, command: Roll, by: Person) -> None:
    """Roll a check, as a player or the GM; typed dice are marked as typed, all others are drawn by the protocol."""
    state = draft.state
    person, check = by.id, read_check(command.check, state.systems)
    replaced = None if command.instead is None else _replaced(state, command.instead, person)
    request = _terms(state, command, by, check, replaced)
    roll_request = state.requests.get(request.to or 0)
    if command.faces is None:
        before = earlier_result(state, person, command.index, request, read_entropy(command.c))
        if before is not None:
            draft.number = before
            return
    if roll_request is not None:
        require_may_answer(state, roll_request, person, replaced)
        require_fit(state, roll_request, check, request.visible)
    seers = audience(state.people, person, request.visible)
    if command.faces is None:
        call_draw(draft, OpenRoll(person, request, seers), check, command.c, command.index, command.witness)
    else:
        require_no_open_question(state, person)
        play_and_write(draft, OpenRoll(person, request, seers, typed=True, faces=tuple(command.faces)), check)


def _terms(state: RoomState, command: Roll, by: Person, check: Check, replaced: RollDone | None) -> RollTerms:
    """Return the request of a roll: its check, the event it answers, the roll it replaces, the character, the seers.

    By default, it is as visible as the GM asked.
    """
    to, before = command.to, replaced.play.request.to if replaced is not None else UNSET
    if to is not None and not 1 <= to <= state.number:
        raise RoomError("room/event", f"There is no event {to} in this room.")
    if before and to not in (None, before):
        raise RoomError(
            "room/event", f"The roll before was for {before}; a roll that replaces it must be for the same."
        )
    roll_request = state.requests.get(to or before or 0)
    return RollTerms(
        check=check.text,
        visible=command.visible or (roll_request.body.visible if roll_request is not None else "all"),
        to=to or before,
        instead=replaced.root if replaced is not None else UNSET,
        note=read_line(command.note) if command.note else "",
        character=who_rolls(state, by, command.character, check.system),
        versions=versions(check),
        seen=command.seen or UNSET,
    )


def _replaced(state: RoomState, number: int, person: str) -> RollDone:
    """Return the roll in whose place another one is made: one's own, or any as GM."""
    replaced = roll_of(state, number, person)
    if replaced.play.person != person and person not in masters(state.people):
        raise RoomError("room/forbidden", "Only the roller or the GM can roll it again.")
    return replaced


def roll_of(state: RoomState, number: int, person: str, exactly: bool = False) -> RollDone:
    """Return a roll that a person sees, in its latest form. To others it is as if it did not exist."""
    roll = state.rolls.get(number)
    if roll is not None and not exactly:
        roll = state.rolls[state.roll_and_corrections(roll.root)[-1]]
    if roll is None or not may_see(state.people.get(person), roll.play.seers, roll.root):
        raise RoomError("room/event", f"You see no roll with the number {number}.")
    return roll


def with_check(request: RollTerms, check: Check) -> RollTerms:
    """Return a request with another check, or with the same one of another version of its game."""
    return replace(request, check=check.text, versions=versions(check))


def answer(draft: Draft, command: Answer, by: Person) -> None:
    """Take an option, as the roller, or as GM for somebody who is gone; the dice stay as they lie."""
    state = draft.state
    question = state.questions.get(command.question)
    if question is None or not question.open:
        raise RoomError("room/event", f"There is no open question {command.question}.")
    roller = state.people[question.play.person]
    if by.id != roller.id and (roller.member or by.role != "master"):
        raise RoomError("room/forbidden", "Only the roller can choose.")
    most = len(question.body.options) - 1
    if not 0 <= command.choice <= most:
        raise RoomError("room/choice", f"The options are 0 to {most}; there is no {command.choice}.")
    draft.write(by.id, Answered(question=command.question, choice=command.choice))
    play = replace(draft.state.questions[command.question].play, question=command.question)
    if play.typed:
        play = replace(play, faces=(*play.faces, *(command.faces or ())))
    check = parse(play.request.check, state.systems)
    play = replace(play, request=with_check(play.request, check))
    try:
        play_and_write(draft, play, check)
    except DiceNeeded:
        if play.typed:
            raise
        seen = command.seen or UNSET
        request = replace(play.request, question=command.question, choices=play.choices, seen=seen)
        call_draw(draft, replace(play, request=request), check, command.c, command.index, command.witness)


def apply_answered(state: RoomState, event: LogEvent, body: Answered) -> RoomState:
    question = state.questions[body.question]
    play = replace(question.play, choices=(*question.play.choices, body.choice))
    return replace(state, questions={**state.questions, body.question: replace(question, play=play, open=False)})


def reveal(draft: Draft, command: Reveal, by: Person) -> None:
    """Reveal a hidden roll with all its corrections, as anyone who sees them.

    The private parts are published as they were stored.
    """
    state = draft.state
    roll = roll_of(state, command.throw, by.id, exactly=True)
    if roll.play.seers is None:
        raise RoomError("room/shown", "Everyone can already see that roll.")
    forms = ((number, state.rolls[number]) for number in state.roll_and_corrections(roll.root))
    hidden = {number: form for number, form in forms if form.play.seers is not None}
    if not all(may_see(by, form.play.seers, number) for number, form in hidden.items()):
        raise RoomError("room/forbidden", "That roll was corrected, and you may not see how. Ask the GM to reveal it.")
    numbers = {
        number: draft.write(by.id, Revealed(throw=number), revealed=json.decode(form.private))
        for number, form in hidden.items()
    }
    draft.number = numbers[command.throw]


def apply_revealed(state: RoomState, event: LogEvent, body: Revealed) -> RoomState:
    roll = state.rolls[body.throw]
    shown = replace(roll, play=replace(roll.play, seers=None), private=b"")
    state = replace(state, rolls=state.rolls.having(body.throw, shown))
    return follow_roll(state, body.number, shown, roll.play.seers or ())
