"""The kinds of events: what each of them contains, and what may stand there.

The tag of a class and the names of its fields are the names in JSON, which stay. The modules are those of this folder,
and on the right those of `verify`::

  tag          class            written by               applied by                         checked by
  opened       Opened           people.open_room         people.apply_opened                check_log._opened
  joined       Joined           people.join              people.apply_joined                verifier.Members.joined
  renamed      Renamed          people.rename            people.apply_renamed               verifier.Members.renamed
  removed      Removed          people.remove            people.apply_removed               verifier.Members.removed
  left         Left             people.leave             people.apply_left                  verifier.Members.left
  handed-over  HandedOver       people.hand_over         people.apply_handed_over           verifier.Members.handed_over
  door         DoorSet          people.set_door          people.apply_door_set              verifier.Members.door
  games        GamesChosen      people.choose_games      people.apply_games_chosen          games.laid_out
  links        LinksRenewed     people.renew_links       people.apply_links_renewed         verifier.Members.renewed
  lane         Committed        draws.commit             draws.apply_committed              draws.lane
  call         Called           draws.call_draw          draws.apply_called                 draws.call
  throw        Rolled           results.write_result     results.apply_rolled               rolls.roll_done
  question     Questioned       results.write_result     results.apply_questioned           rolls.question
  failed       Failed           results.write_result     results.apply_failed               rolls.roll_done
  answer       Answered         rolls.answer             rolls.apply_answered               rolls.answer
  reveal       Revealed         rolls.reveal             rolls.apply_revealed               corrections.reveal
  correct      Corrected        corrections.correct      corrections.apply_corrected        corrections.correct
  asked        Requested        requests.request_roll    requests.apply_requested           requests.gm_request
  noted        Noted            notes.note               notes.apply_noted                  notes.noted
  instrument   Used             instrument_commands.use  instrument_commands.apply_used     games.instrument
  character    CharacterEdited  characters.edit          characters.apply_character_edited  characters.character
  restored     Restored         draws.restore            draws.apply_restored               draws.restored

A kind that may be hidden (`MAY_BE_HIDDEN`) names the fields that everyone sees all the same (`PUBLIC_FIELDS`); its
other fields are then private. `ROOM` names fields that are for the room alone: hashes of links and tokens. Instruments
may show everyone something else after a kind that `MOVES_INSTRUMENTS`, and a kind `BY_NOBODY` comes by itself.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Final, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType, to_builtins

from sixfold.base.bounds import DICE_OF_A_ROLL, SIDES
from sixfold.table.room.commands import Bookmark, Entropy, Hash, Index, Number, Role, Visible

OrNone = Annotated[str, Meta(pattern=r"^([0-9a-f]{32}|[0-9a-f]{64}|)$(?!\n)")]
"""A hash or entropy, or nothing; `$` alone would take a line break behind it."""

Colour = Annotated[str, Meta(pattern="^#[0-9a-f]{6}$", max_length=7)]
Dice = tuple[
    Annotated[int, Meta(ge=1, le=DICE_OF_A_ROLL)],
    Annotated[int, Meta(ge=1, le=SIDES)],
    Annotated[int, Meta(ge=-SIDES, le=SIDES)],
]
"""How many dice, of how many sides, and their lowest face."""


class Body(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind"):
    """The fields of every event, besides the hash of the one before."""

    VERSION: ClassVar[int] = 1
    MAY_BE_HIDDEN: ClassVar[bool] = False
    MOVES_INSTRUMENTS: ClassVar[bool] = False
    BY_NOBODY: ClassVar[bool] = False
    PUBLIC_FIELDS: ClassVar[frozenset[str]] = frozenset()
    ROOM: ClassVar[frozenset[str]] = frozenset()

    number: Index = 0
    version: int = 1
    at: str = ""
    person: str | None = None
    prev: OrNone = ""
    hidden: bool = False

    @property
    def by(self) -> str:
        """The id of the person who did it; empty for an event by nobody."""
        return self.person or ""

    @property
    def settles(self) -> Sequence[int]:
        """The numbers of the calls that wait no longer after this event."""
        return ()


class Opened(Body, frozen=True, tag="opened"):
    BY_NOBODY = True
    ROOM = frozenset({"links"})
    room: Annotated[str, Meta(pattern=r"^[0-9a-z]+$(?!\n)", max_length=40)]
    name: str
    links: dict[str, str]


class Joined(Body, frozen=True, tag="joined"):
    ROOM = frozenset({"token"})
    name: str
    colour: Colour
    role: Role
    token: str


class Renamed(Body, frozen=True, tag="renamed"):
    who: str
    was: str
    name: str
    colour: Colour


class Removed(Body, frozen=True, tag="removed"):
    who: str


class Left(Body, frozen=True, tag="left"):
    pass


class HandedOver(Body, frozen=True, tag="handed-over"):
    to: str


class DoorSet(Body, frozen=True, tag="door"):
    open: bool


class GamesChosen(Body, frozen=True, tag="games"):
    MOVES_INSTRUMENTS = True
    games: list[str]


class LinksRenewed(Body, frozen=True, tag="links"):
    ROOM = frozenset({"links"})
    roles: list[Role]
    links: dict[str, str]


class Committed(Body, frozen=True, tag="lane"):
    first: Index
    commitments: list[Hash]


class RollTerms(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The terms of a roll: a check and who sees it.

    Perhaps also the event that it answers (`to`), the roll that it replaces, a note, the name of the character who
    rolls, the question after which it goes on with all choices, the versions of games of one's own, and the last event
    that its roller had seen.
    """

    check: str
    visible: Visible
    to: Number | UnsetType = UNSET
    instead: Number | UnsetType = UNSET
    note: str = ""
    character: str = ""
    question: Number | UnsetType = UNSET
    choices: tuple[Index, ...] = ()
    versions: dict[str, Hash] = {}
    seen: Bookmark | UnsetType = UNSET


class Called(Body, frozen=True, tag="call"):
    MAY_BE_HIDDEN = True
    PUBLIC_FIELDS = frozenset({"index", "seal", "witness", "answers"})
    index: Index
    seal: Hash
    witness: str | None
    request: RollTerms
    c: Entropy
    answers: Index = 0


class RollResult(Body, frozen=True):
    """The result of dice, drawn or typed. `call` and the fields after it are those of a draw."""

    PUBLIC_FIELDS = frozenset({"typed", "call", "index", "w", "witness", "silent", "answers", "calls"})
    request: RollTerms
    typed: bool = False
    answers: Index = 0
    calls: list[Number] | UnsetType = UNSET
    call: Index = 0
    index: Index | UnsetType = UNSET
    w: OrNone | UnsetType = UNSET
    witness: str | UnsetType | None = UNSET
    silent: list[str] | UnsetType = UNSET
    key: OrNone = ""
    c: OrNone = ""
    dice: list[Dice] | UnsetType = UNSET
    faces: list[int] | UnsetType = UNSET

    @property
    def settles(self) -> Sequence[int]:
        return (self.call,) if self.call else ()


class Rolled(RollResult, frozen=True, kw_only=True, tag="throw"):
    MOVES_INSTRUMENTS = True
    MAY_BE_HIDDEN = True
    record: dict[str, Any]


class Questioned(RollResult, frozen=True, kw_only=True, tag="question"):
    label: str
    options: list[str]
    meanings: list[str]
    default: Index
    throws: list[dict[str, Any]]
    choices: list[Index]


class Failed(RollResult, frozen=True, kw_only=True, tag="failed"):
    """A draw that gave no result: its faces count for nothing, and its index is used up."""

    MAY_BE_HIDDEN = True
    code: str
    message: str


class Answered(Body, frozen=True, tag="answer"):
    question: Number
    choice: Index


class Revealed(Body, frozen=True, tag="reveal"):
    """It contains the private part of that event, too."""

    MOVES_INSTRUMENTS = True
    throw: Number


class Corrected(Body, frozen=True, tag="correct"):
    MOVES_INSTRUMENTS = True
    MAY_BE_HIDDEN = True
    PUBLIC_FIELDS = frozenset({"throw"})
    throw: Number
    record: dict[str, Any] | None = None
    request: RollTerms | None = None
    withdrawn: bool = False
    reason: str = ""


class Requested(Body, frozen=True, tag="asked"):
    MAY_BE_HIDDEN = True
    check: str
    visible: Visible
    people: list[str]
    versions: dict[str, Hash] = {}


class Noted(Body, frozen=True, tag="noted"):
    MAY_BE_HIDDEN = True
    text: str
    people: list[str] = []


class Used(Body, frozen=True, tag="instrument"):
    MOVES_INSTRUMENTS = True
    MAY_BE_HIDDEN = True
    system: str
    instrument: str
    did: str
    values: dict[str, Any]


class CharacterEdited(Body, frozen=True, tag="character"):
    """A character is made, or changes: `character` is the number of the event that made it."""

    MAY_BE_HIDDEN = True
    character: Number
    owner: str
    sheet: dict[str, Any]
    gone: bool = False


class Restored(Body, frozen=True, tag="restored"):
    BY_NOBODY = True
    MOVES_INSTRUMENTS = True
    void: list[Number]

    @property
    def settles(self) -> Sequence[int]:
        return self.void


Kinds: TypeAlias = (
    Opened | Joined | Renamed | Removed | Left | HandedOver | DoorSet | GamesChosen | LinksRenewed | Committed | Called
    | Rolled | Questioned | Failed | Answered | Revealed | Corrected | Requested | Noted | Used | CharacterEdited
    | Restored
)  # fmt: skip

KINDS: Final[Mapping[str, type[Body]]] = MappingProxyType(
    {str(kind.__struct_config__.tag): kind for kind in Kinds.__args__}
)
"""Every kind of event by its tag."""


def parts(body: Body, hidden: bool) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """Return the public fields of a new event, and its private ones if it has any."""
    fields = to_builtins(body)
    own = set(fields) - body.PUBLIC_FIELDS - {"kind"} if hidden else body.ROOM
    private = {name: fields.pop(name) for name in own}
    return {**fields, "hidden": True} if hidden else fields, private or None
