"""People come, go, change their names and hand the room over; the GM has the door, the links and the games."""

from hmac import compare_digest

from msgspec.structs import replace

from sixfold.base.bounds import NAME_LENGTH, PEOPLE
from sixfold.base.wording import listed
from sixfold.errors import RoomError
from sixfold.table.room import event_kinds as kinds
from sixfold.table.room.commands import ChooseGames, Door, HandOver, Join, Leave, Links, Open, Remove, Rename, Role
from sixfold.table.room.draws import commit
from sixfold.table.room.fair import hashed
from sixfold.table.room.log_event import LogEvent
from sixfold.table.room.names import COLOURS, read_colour, read_name, told_apart
from sixfold.table.room.state import Draft, RoomState, require_member
from sixfold.table.room.visibility import ROLES, Person, masters


def who(state: RoomState, token: str) -> Person:
    """Return the person with this token, in constant time. Raises RoomError (room/token) if no member has it."""
    shown = hashed(token)
    matches = [person for person in state.people.values() if compare_digest(shown, person.token)]
    if not matches or not matches[0].member:
        raise RoomError("room/token", "This token belongs to nobody here: join again by a link.")
    return matches[0]


def role_of(state: RoomState, secret: str) -> Role:
    """Return the role that a link gives: `master`, `player` or `spectator`. Raises RoomError (room/link)."""
    shown = hashed(secret)
    matches = [role for role in ROLES if role in state.links and compare_digest(shown, state.links[role])]
    if not matches:
        raise RoomError("room/link", "This link does not work, or no longer works: ask the game master for a new one.")
    return matches[0]


def open_room(draft: Draft, command: Open) -> None:
    """Open a room, as anyone; only they get its three links."""
    if draft.state.number:
        raise RoomError("room/forbidden", "This room is open already.")
    name = read_name(command.name, "The name of a room", 2 * NAME_LENGTH)
    draft.given = {role: draft.randomness.token(f"link {role}") for role in ROLES}
    links = {role: hashed(link) for role, link in draft.given.items()}
    draft.write(None, kinds.Opened(room=draft.randomness.name("room"), name=name, links=links))


def apply_opened(state: RoomState, event: LogEvent, body: kinds.Opened) -> RoomState:
    return replace(state, room=body.room, name=body.name, links=body.links)


def join(draft: Draft, command: Join) -> None:
    """Join by a link, while the door is open; the first draws of the new person are committed to at once."""
    state = draft.state
    link_role = role_of(state, command.secret)
    role = command.role or link_role
    if ROLES.index(role) < ROLES.index(link_role):
        raise RoomError("room/forbidden", f"By the link of a {link_role} nobody comes in as {role}.")
    if not state.open and role != "master":
        raise RoomError("room/closed", "The door of this room is closed. Ask the game master to open it.")
    if len(state.people) >= PEOPLE:
        raise RoomError("room/full", f"A room holds at most {PEOPLE} people.")
    taken = [person.name for person in state.members]
    name = told_apart(read_name(command.name), taken)
    colour = read_colour(command.colour) if command.colour else COLOURS[len(state.people) % len(COLOURS)]
    person = f"p{len(state.people) + 1}"
    draft.given = {"token": draft.randomness.token("person")}
    token = hashed(draft.given["token"])
    draft.write(person, kinds.Joined(name=name, colour=colour, role=role, token=token))
    if role != "spectator":
        commit(draft, person)


def apply_joined(state: RoomState, event: LogEvent, body: kinds.Joined) -> RoomState:
    return _became_master(_with(state, Person(body.by, body.name, body.colour, body.role, body.token)), body.by)


def rename(draft: Draft, command: Rename, by: Person) -> None:
    """Rename oneself, or anyone as GM."""
    state = draft.state
    person = require_member(state, command.person)
    if by.id != person.id and by.role != "master":
        raise RoomError("room/forbidden", "Only the GM can rename other people.")
    others = [member.name for member in state.members if member.id != person.id]
    name = told_apart(read_name(command.name), others) if command.name else person.name
    colour = read_colour(command.colour) if command.colour else person.colour
    draft.write(by.id, kinds.Renamed(who=person.id, was=person.name, name=name, colour=colour))


def apply_renamed(state: RoomState, event: LogEvent, body: kinds.Renamed) -> RoomState:
    return _with(state, replace(state.people[body.who], name=body.name, colour=body.colour))


def remove(draft: Draft, command: Remove, by: Person) -> None:
    """Remove somebody else, as GM."""
    person = require_member(draft.state, command.person)
    if person.id == by.id:
        raise RoomError("room/forbidden", "Hand the room over before you leave.")
    draft.write(by.id, kinds.Removed(who=person.id))


def apply_removed(state: RoomState, event: LogEvent, body: kinds.Removed) -> RoomState:
    return _with(state, replace(state.people[body.who], member=False))


def leave(draft: Draft, command: Leave, by: Person) -> None:
    """Leave, as anyone; the last GM hands over first, as long as there is a player."""
    others = [member for member in draft.state.members if member.role == "player"]
    if masters(draft.state.people) == (by.id,) and others:
        raise RoomError("room/forbidden", "Hand the room over before you leave.")
    draft.write(by.id, kinds.Left())


def apply_left(state: RoomState, event: LogEvent, body: kinds.Left) -> RoomState:
    return _with(state, replace(state.people[body.by], member=False))


def hand_over(draft: Draft, command: HandOver, by: Person) -> None:
    """Make somebody else GM, as GM; the GM's link ends with it, since the former GM knows it.

    From now on the new GM sees what is for the GM; the former one keeps what they have seen.
    """
    person = require_member(draft.state, command.person)
    if person.role == "master":
        raise RoomError("room/forbidden", f"{person.name} is already game master.")
    draft.write(by.id, kinds.HandedOver(to=person.id))
    if person.id not in draft.state.lanes:
        commit(draft, person.id)


def apply_handed_over(state: RoomState, event: LogEvent, body: kinds.HandedOver) -> RoomState:
    state = _with(state, replace(state.people[body.by], role="player", master_until=event.number))
    state = _became_master(_with(state, replace(state.people[body.to], role="master")), body.to)
    return replace(state, links={role: link for role, link in state.links.items() if role != "master"})


def set_door(draft: Draft, command: Door, by: Person) -> None:
    """Open or close the door for newcomers, as GM."""
    draft.write(by.id, kinds.DoorSet(open=command.open))


def apply_door_set(state: RoomState, event: LogEvent, body: kinds.DoorSet) -> RoomState:
    return replace(state, open=body.open)


def choose_games(draft: Draft, command: ChooseGames, by: Person) -> None:
    """Say what is played, as GM: the instruments of these games are shown, used or not."""
    for game in command.games:
        if game not in draft.state.systems:
            raise RoomError(
                "room/game", f"There is no game “{game[:40]}” here; there are {listed(list(draft.state.systems))}."
            )
    draft.write(by.id, kinds.GamesChosen(games=[game for game in draft.state.systems if game in command.games]))


def apply_games_chosen(state: RoomState, event: LogEvent, body: kinds.GamesChosen) -> RoomState:
    return replace(state, games=tuple(body.games))


def renew_links(draft: Draft, command: Links, by: Person) -> None:
    """Renew links, as GM; only they get the new links, and the old ones stop working."""
    roles = [role for role in ROLES if role in command.roles]
    draft.given = {role: draft.randomness.token(f"link {role}") for role in roles}
    links = {role: hashed(link) for role, link in draft.given.items()}
    draft.write(by.id, kinds.LinksRenewed(roles=roles, links=links))


def apply_links_renewed(state: RoomState, event: LogEvent, body: kinds.LinksRenewed) -> RoomState:
    return replace(state, links={**state.links, **body.links})


def _with(state: RoomState, person: Person) -> RoomState:
    return replace(state, people={**state.people, person.id: person})


def _became_master(state: RoomState, person: str) -> RoomState:
    """A GM sees what earlier GMs saw, on the instruments too."""
    if state.people[person].role != "master":
        return state
    return replace(state, instruments=state.instruments.anew(state.systems, state.people, person))
