"""The instruments of `wild`: initiative with lost rounds (W9), and excess botches (W7)."""

from typing import NamedTuple

from sixfold.base.bounds import HEALTH, INSTRUMENT_ENTRIES
from sixfold.base.wording import counted
from sixfold.errors import RuleError
from sixfold.rules.instrument import GM, Command, Data, Did, Field, Instrument, People, Person, Thrown, named, numbered
from sixfold.rules.panel import Form, Offer, hint, panel
from sixfold.rules.traits import Trait
from sixfold.rules.turns import Initiative


class Debt(NamedTuple):
    """Botches in excess that something unpleasant is still owed for: the throw, its thrower, how many."""

    throw: int
    person: str
    excess: int


class Excess(Instrument[tuple[Debt, ...]]):
    """Botches beyond the other dice mean something unpleasant: it is owed until the master says what (W7)."""

    name = "excess"
    title = "Excess botches"
    commands = (
        Command("settle", "something unpleasant happened because of excess botches",
            (numbered("throw", "the number of the roll"), Field("what", "text", "what happened", needed=False)),
            GM, did="settled", told="settles the botches of {@throw}"),
    )  # fmt: skip

    def start(self) -> tuple[Debt, ...]:
        return ()

    def follow(self, state: tuple[Debt, ...], happening: Thrown | Did) -> tuple[Debt, ...]:
        if isinstance(happening, Did):
            return tuple(debt for debt in state if debt.throw != happening.values["throw"])
        excess = int(happening.outcome["excess"])
        if not excess:
            return state
        return (*state, Debt(happening.number, happening.person, excess))[-INSTRUMENT_ENTRIES:]

    def refuse(self, state: tuple[Debt, ...], command: str, values: Data, who: Person, people: People) -> None:
        if values["throw"] not in [debt.throw for debt in state]:
            raise RuleError("rule/unknown", f"Roll {values['throw']} has no open botches.")

    def view(self, state: tuple[Debt, ...], who: Person | None, people: People) -> Data:
        return {
            "owed": [debt._asdict() for debt in state],
            "blocks": panel(
                *(
                    Offer(
                        f"{counted(debt.excess, 'botch', 'botches')} too many: something unpleasant happens.",
                        named(debt.person, people),
                        f"Roll {debt.throw}. The GM says what.",
                        (Form("It happened", "settle", {"throw": debt.throw}),),
                    )
                    for debt in state
                ),
                hint("Botches beyond the other dice wait here until the GM settles them.", unless=state),
            ),
        }


INSTRUMENTS = (Initiative("wild initiative 3D", lambda outcome: bool(outcome["lost_round"])), Excess())

TRAITS = (
    Trait("skills", "an attribute or a skill with its die code, as in 3D+1", "roll dice", many=True, text=True),
    Trait("attacks", "the words of an attack, as in damage 4D", "attack damage", many=True, text=True, joins="skills"),
    Trait("health", "how much damage you can take", high=HEALTH, spent=True),
)
"""Traits of characters: die codes (W1)."""
