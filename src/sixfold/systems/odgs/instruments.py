"""The instrument of `odgs`: combat, and the ledger of effort with its expiry (O9 to O15)."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sixfold.base.bounds import EFFORT, HEALTH, INSTRUMENT_ENTRIES
from sixfold.base.wording import counted
from sixfold.errors import BoundsError, RuleError
from sixfold.rules.instrument import GM, Command, Data, Did, Field, Instrument, People, Person, Thrown, named, numbered
from sixfold.rules.panel import Acts, Block, Button, Column, Figure, Form, Ledger, Offer, Row, Said, panel
from sixfold.rules.traits import Trait
from sixfold.systems.odgs.effort import POINTS_FOR_A_SUCCESS, Effort, PartyEffort

ENDS = {Effort.ADRENALINE: "with the combat", Effort.INSPIRATION: "with the session"}


class Scene(NamedTuple):
    """In combat or not, who has what, who is Vulnerable, and which throws closed a way to the whole party."""

    combat: bool = False
    ledger: PartyEffort = PartyEffort()
    vulnerable: tuple[str, ...] = ()
    closed: tuple[tuple[int, str], ...] = ()


def _kind(kinds: Sequence[Effort]) -> Field:
    return Field("kind", "choice", "which effort", choices=tuple(kind.value.lower() for kind in kinds))


ANY = _kind(tuple(Effort))
PERMANENT = _kind([kind for kind in Effort if not kind.temporary])
ON = Field("on", "switch", "whether there is combat")
WHO = Field("person", "person", "who gets it")
THROW = numbered("throw", "the number of the roll that closed it")
AMOUNT = Field("amount", "number", "how much", 1, EFFORT, default=1)


class EffortLedger(Instrument[Scene]):
    """Effort that throws bring and people spend; Adrenaline ends with the combat, Inspiration with the session."""

    name = "effort"
    title = "Effort"
    commands = (
        Command("combat", "combat begins or ends (O9, O15)", (ON,), GM, told="turns combat {on}"),
        Command("session", "the session ends, and temporary effort with it (O15)", (), GM, did="session ended",
            told="ends the session"),
        Command("give", "give somebody effort", (WHO, ANY, AMOUNT), GM, "gave", "gives {person} {amount} {kind}"),
        Command("spend", "spend effort; temporary effort goes first (O15)", (PERMANENT, AMOUNT), did="spent",
            told="spends {amount} {kind}"),
        Command("maintain", "spend effort to maintain something (O12)", (PERMANENT, AMOUNT), did="maintained",
            told="maintains something with {amount} {kind}"),
        Command("act", "the next action begins: no longer Vulnerable (O12)", did="acted",
            told="begins the next action"),
        Command("success", "give up Inspiration Points for an automatic success (O11)", did="bought a success",
            told="gives up Inspiration Points for a success"),
        Command("open", "a closed way is open again (O12)", (THROW,), GM, did="opened",
            told="opens the way again that {@throw} closed"),
    )  # fmt: skip

    def start(self) -> Scene:
        return Scene()

    def follow(self, state: Scene, happening: Thrown | Did) -> Scene:
        try:
            return _thrown(state, happening) if isinstance(happening, Thrown) else _done(state, happening)
        except BoundsError:  # nobody has more than that
            return state
        except RuleError as error:
            if error.code != "rule/not-enough":
                raise
            # The effort was there once: the roll that brought it was taken back.
            return _overspent(state, happening)

    def refuse(self, state: Scene, command: str, values: Data, who: Person, people: People) -> None:
        try:
            _done(state, Did(0, who.id, self.name, self.act(command), values))
        except RuleError as error:  # who is named by id there
            raise RuleError(error.code, error.message.replace(who.id, who.name)) from None

    def view(self, state: Scene, who: Person | None, people: People) -> Data:
        ledger = state.ledger
        known = dict.fromkeys(
            [*(person for person, _ in ledger.holdings), *ledger.points, *(person for person, _ in ledger.maintained)]
        )
        efforts = {person: _effort_of(ledger, person) for person in known}
        return {
            "combat": state.combat,
            "effort": efforts,
            "has": {person: _has(ledger, person, person in state.vulnerable) for person in known},
            "vulnerable": list(state.vulnerable),
            "closed": [{"throw": throw, "person": person} for throw, person in state.closed],
            "words": {person.id: "combat" for person in people} if state.combat else {},
            "blocks": panel(
                _fight(state, known),
                *_ledger(state, known, people),
                *_own(state, who),
                *(
                    Said(f"{named(person, people)} is Vulnerable until the next action.")
                    for person in state.vulnerable
                    if not who or person != who.id
                ),
                *(
                    Offer(
                        "A way is closed to the whole party.",
                        named(person, people),
                        f"Roll {throw}: triple ones.",
                        (Button("Open it again", "open", {"throw": throw}),),
                    )
                    for throw, person in state.closed
                ),
                Acts(
                    (
                        Form("Spend", "spend"),
                        Form("Maintain something", "maintain"),
                        Form("Give", "give"),
                        Button("End the session", "session", sure=_ending(state, known, session=True)),
                    )
                ),
            ),
        }


def _thrown(state: Scene, thrown: Thrown) -> Scene:
    """The gains and losses of a save or an attack (O9 to O13)."""
    outcome, person = thrown.outcome, thrown.person
    if "pattern" not in outcome:  # the sum of several saves, of which none was made at the table
        return state
    state = state._replace(ledger=state.ledger.after(person, outcome, thrown.party))
    if outcome["fumble"]:
        return state._replace(vulnerable=tuple(dict.fromkeys([*state.vulnerable, person])))
    if outcome["pattern"] == "triple" and outcome["face"] == 1:
        return state._replace(closed=(*state.closed, (thrown.number, person))[-INSTRUMENT_ENTRIES:])
    return state


def _done(state: Scene, did: Did) -> Scene:
    """The state after a command. Raises RuleError when there is not enough."""
    values, person, ledger = did.values, did.person, state.ledger
    kind = Effort(values["kind"].capitalize()) if "kind" in values else Effort.STAMINA
    match did.name:
        case "combat":
            on = bool(values["on"])
            return state._replace(combat=on, ledger=ledger if on else ledger.end_combat())
        case "session ended":
            return Scene(False, ledger.end_session())
        case "gave":
            return state._replace(ledger=ledger.gain(values["person"], kind, values["amount"]))
        case "spent":
            return state._replace(ledger=ledger.spend(person, kind, values["amount"]))
        case "maintained":
            return state._replace(ledger=ledger.maintain(person, kind, values["amount"]))
        case "acted":
            return state._replace(vulnerable=tuple(other for other in state.vulnerable if other != person))
        case "bought a success":
            return state._replace(ledger=ledger.buy_success(person))
    return state._replace(closed=tuple(way for way in state.closed if way[0] != values["throw"]))


def _overspent(state: Scene, did: Thrown | Did) -> Scene:
    """After more was spent than there is: that kind is empty."""
    if isinstance(did, Thrown) or "kind" not in did.values:
        return state
    left = state.ledger.spendable(did.person, Effort(did.values["kind"].capitalize()))
    return _done(state, did._replace(values={**did.values, "amount": left}))


SHORT = {
    Effort.STAMINA: "Stam", Effort.FOCUS: "Foc", Effort.RESOLVE: "Res", Effort.ADRENALINE: "Adr",
    Effort.INSPIRATION: "Insp",
}  # fmt: skip
COLUMNS = tuple(Column(kind.value, SHORT[kind], ENDS.get(kind, "")) for kind in Effort)


def _ending(state: Scene, known: Sequence[str] | Mapping[str, None], session: bool = False) -> str:
    """The effort that would be gone, in words."""
    kinds = [Effort.ADRENALINE, *([Effort.INSPIRATION] if session else [])]
    sums = [(sum(state.ledger.held(person, kind) for person in known), kind) for kind in kinds]
    gone = " and ".join(f"{amount} {kind.value}" for amount, kind in sums if amount)
    if session:
        return f"End the session? {gone} would end." if gone else "End the session?"
    return f"{gone} would end." if gone else ""


def _fight(state: Scene, known: Mapping[str, None]) -> Acts:
    """In combat or not, and what its end would take (O15)."""
    if not state.combat:
        return Acts((Button("Combat begins", "combat", {"on": True}),), "Outside combat.")
    return Acts((Button("End the combat", "combat", {"on": False}),), f"In combat. {_ending(state, known)}".strip())


def _ledger(state: Scene, known: Mapping[str, None], people: People) -> list[Block]:
    """Return the ledger of effort; every player has a row."""
    if not state.combat and not known:
        return [Said("Effort from rolls is shown here, and when it ends.", hint=True)]
    ledger, players = state.ledger, [person.id for person in people if person.role == "player"]
    rows = tuple(
        Row(named(person, people), tuple(ledger.held(person, kind) for kind in Effort), _besides(ledger, person))
        for person in dict.fromkeys([*players, *known])
    )
    return [Ledger("Effort", COLUMNS, rows)]


def _besides(ledger: PartyEffort, person: str) -> str:
    """The effort that somebody maintains, and their Inspiration Points (O11, O12)."""
    kept = [f"{n} {kind.value}" for (who, kind), n in ledger.maintained.items() if who == person and n]
    points = ledger.points.get(person, 0)
    parts = [f"maintains {', '.join(kept)}" if kept else "", counted(points, "Inspiration Point") if points else ""]
    return ", ".join(filter(None, parts))


def _own(state: Scene, who: Person | None) -> list[Block]:
    """One's own points and what they buy (O11); one's next action, once one is Vulnerable (O12)."""
    if who is None:
        return []
    points = state.ledger.points.get(who.id, 0)
    buys = Button("Give up for a success", "success", sure=f"Give up {POINTS_FOR_A_SUCCESS} for an automatic success?")
    return [
        *([Figure(counted(points, "Inspiration Point"))] if points else []),
        *([Acts((buys,))] if points >= POINTS_FOR_A_SUCCESS else []),
        *(
            [Acts((Button("My next action begins", "act"),), "You are Vulnerable.")]
            if who.id in state.vulnerable
            else []
        ),
    ]


def _effort_of(ledger: PartyEffort, person: str) -> dict[str, Any]:
    return {
        **{kind.value.lower(): ledger.held(person, kind) for kind in Effort},
        "maintained": {
            kind.value.lower(): amount for (who, kind), amount in ledger.maintained.items() if who == person and amount
        },
        "points": ledger.points.get(person, 0),
    }


def _has(ledger: PartyEffort, person: str, vulnerable: bool) -> dict[str, int]:
    """Return the effort of a person now, for a character sheet."""
    amounts = {kind.value: ledger.held(person, kind) for kind in Effort}
    amounts |= {"Inspiration Points": ledger.points.get(person, 0), "Vulnerable": int(vulnerable)}
    return {name: amount for name, amount in amounts.items() if amount}


INSTRUMENTS = (EffortLedger(),)

SAVES = ("save modifier", "voluntary score +8")

TRAITS = (
    Trait("attributes", "an attribute, which adds to saves", SAVES, many=True),
    Trait("skills", "a skill, which adds to saves with its attribute", SAVES, many=True, joins="attributes"),
    Trait("attacks", "the words of an attack, as in vs 15 damage 2d6", "attack damage", many=True, text=True,
        joins=("attributes", "skills")),
    Trait("health", "how much damage you can take", high=HEALTH, spent=True),
)  # fmt: skip
"""Traits of characters: an attribute and a skill add together (O3), and make the score of a voluntary save (O2)."""
