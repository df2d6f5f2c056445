"""What `hs` keeps on the table: proposals of checks (H7), twists (H2), and how often cuts fall (H8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from sixfold.bounds import INSTRUMENT_ENTRIES
from sixfold.errors import RuleError
from sixfold.rules.instrument import Act, Command, Did, Field, Person, Thrown, named, numbered
from sixfold.rules.message import counted
from sixfold.systems.hs.rules import MOST_CUTS

TEXT = 300
"""Characters of what is proposed or decided in words."""

ONE_IN = 3
"""About one check in so many suffers cuts (H8)."""


PROPOSAL = numbered("proposal", "the number of the proposal")
MEANING = (numbered("throw", "the throw with the twist"), Field("text", "text", "what it means", high=TEXT))


class Proposal(NamedTuple):
    """A check that a player proposed; `verdict` is what the master said, `check` what is to be thrown then."""

    number: int
    person: str
    check: str
    why: str
    verdict: str = ""
    cuts: int = 0
    thrown: bool = False

    @property
    def to_throw(self) -> str:
        """The check with the master's cuts, once it may be made."""
        if self.verdict not in ("accepted", "cut"):
            return ""
        return f"{self.check} {counted(self.cuts, 'cut')}" if self.cuts else self.check


class Proposals:
    """A player proposes a check; the master accepts it, adds cuts, or waives it: no risk, no check (H7)."""

    name = "proposals"
    title = "Proposed checks"
    commands: Sequence[Command] = (
        Command(
            "propose",
            "propose a check to the master",
            (
                Field("check", "check", "a check of hs, as in hs 3 ranks 1 edge"),
                Field("why", "text", "what is tried", high=TEXT, needed=False),
            ),
        ),
        Command("accept", "the check is made as proposed", (PROPOSAL,), ("master",)),
        Command(
            "cut",
            "the check is made with cuts",
            (
                PROPOSAL,
                Field("cuts", "number", "how many", 1, MOST_CUTS, default=1),
            ),
            ("master",),
        ),
        Command("waive", "no risk, no check", (PROPOSAL,), ("master",)),
    )  # fmt: skip

    def start(self) -> tuple[Proposal, ...]:
        return ()

    def follow(self, state: tuple[Proposal, ...], happening: Thrown | Did) -> tuple[Proposal, ...]:
        if isinstance(happening, Thrown):
            return tuple(
                one._replace(thrown=True) if one.number == happening.to and one.to_throw else one for one in state
            )
        values = happening.values
        if happening.name == "proposed":
            proposed = Proposal(happening.number, happening.person, values["check"], values.get("why") or "")
            return (*state, proposed)[-INSTRUMENT_ENTRIES:]
        verdict = {"verdict": happening.name, "cuts": values.get("cuts", 0)}
        return tuple(one._replace(**verdict) if one.number == values["proposal"] else one for one in state)

    def decide(
        self,
        state: tuple[Proposal, ...],
        command: str,
        values: Mapping[str, Any],
        who: Person,
        people: Sequence[Person],
    ) -> Sequence[Act]:
        if command == "propose":
            words = values["check"].split()
            if words[0] != "hs":
                raise RuleError("rule/unknown", "A proposal is a check of hs, as in hs 3 ranks 1 edge.")
            if {"cut", "cuts"} & set(words):
                raise RuleError("rule/forbidden", "Cuts are the master's to add.")
            return [Act("proposed", {name: value for name, value in values.items() if value is not None})]
        proposal = next((one for one in state if one.number == values["proposal"]), None)
        if proposal is None:
            raise RuleError("rule/unknown", f"Nobody proposed a check with the number {values['proposal']}.")
        if proposal.verdict:
            raise RuleError("rule/forbidden", f"That check was {proposal.verdict} already.")
        return [Act({"accept": "accepted", "cut": "cut", "waive": "waived"}[command], values)]

    def view(self, state: tuple[Proposal, ...], who: Person | None, people: Sequence[Person]) -> Mapping[str, Any]:
        return {
            "proposals": [
                {
                    "proposal": one.number,
                    "person": one.person,
                    "check": one.check,
                    "why": one.why,
                    "verdict": one.verdict or None,
                    "cuts": one.cuts,
                    "throw": one.to_throw if one.to_throw and not one.thrown else None,
                }
                for one in state
            ],
            "lines": [_proposal(one, people) for one in state if not one.thrown and one.verdict != "waived"],
        }


def _proposal(one: Proposal, people: Sequence[Person]) -> str:
    why = f" ({one.why})" if one.why else ""
    if not one.verdict:
        return f"{named(one.person, people)} proposes {one.check}{why}: the master decides on {one.number}."
    return f"{named(one.person, people)} throws {one.to_throw}{why} for {one.number}."


class Twist(NamedTuple):
    """A twist that fell: what the players propose that it means, and what the master decided."""

    throw: int
    person: str
    meant: tuple[str, ...] = ()
    decided: str = ""


class Twists:
    """The players propose what a twist means, the master decides (H2)."""

    name = "twists"
    title = "Twists"
    commands: Sequence[Command] = (
        Command(
            "propose",
            "propose what a twist means",
            MEANING,
        ),
        Command(
            "decide",
            "decide what a twist means",
            MEANING,
            ("master",),
        ),
    )  # fmt: skip

    def start(self) -> tuple[Twist, ...]:
        return ()

    def follow(self, state: tuple[Twist, ...], happening: Thrown | Did) -> tuple[Twist, ...]:
        if isinstance(happening, Thrown):
            if not happening.outcome["twist"]:
                return state
            return (*state, Twist(happening.number, happening.person))[-INSTRUMENT_ENTRIES:]
        return tuple(_after(twist, happening) if twist.throw == happening.values["throw"] else twist for twist in state)

    def decide(
        self, state: tuple[Twist, ...], command: str, values: Mapping[str, Any], who: Person, people: Sequence[Person]
    ) -> Sequence[Act]:
        twist = next((one for one in state if one.throw == values["throw"]), None)
        if twist is None:
            raise RuleError("rule/unknown", f"Throw {values['throw']} has no twist.")
        if twist.decided:
            raise RuleError("rule/forbidden", "What that twist means is decided.")
        if command == "propose" and len(twist.meant) >= INSTRUMENT_ENTRIES:
            raise RuleError("rule/forbidden", "There are proposals enough for this twist.")
        return [Act("proposed" if command == "propose" else "decided", values)]

    def view(self, state: tuple[Twist, ...], who: Person | None, people: Sequence[Person]) -> Mapping[str, Any]:
        return {
            "twists": [
                {"throw": t.throw, "person": t.person, "proposed": list(t.meant), "decided": t.decided or None}
                for t in state
            ],
            "lines": [
                f"{named(t.person, people)} threw a twist ({t.throw}): "
                + ("; or ".join(t.meant) + "? The master decides." if t.meant else "what does it mean?")
                for t in state
                if not t.decided
            ],
        }


def _after(twist: Twist, happening: Did) -> Twist:
    if happening.name == "decided":
        return twist._replace(decided=happening.values["text"])
    return twist._replace(meant=(*twist.meant, happening.values["text"]))


class Meter(NamedTuple):
    """Checks of the session, and those with cuts."""

    checks: int = 0
    cut: int = 0


class CutMeter:
    """How the session stands against one check in three with cuts; it is shown to the master (H8)."""

    name = "cuts"
    title = "How often cuts fall"
    commands: Sequence[Command] = (Command("reset", "a new session: count again", (), ("master",)),)

    def start(self) -> Meter:
        return Meter()

    def follow(self, state: Meter, happening: Thrown | Did) -> Meter:
        if isinstance(happening, Did):
            return Meter()
        return Meter(state.checks + 1, state.cut + (happening.options.get("cuts", 0) > 0))

    def decide(
        self, state: Meter, command: str, values: Mapping[str, Any], who: Person, people: Sequence[Person]
    ) -> Sequence[Act]:
        return [Act("reset", {})]

    def view(self, state: Meter, who: Person | None, people: Sequence[Person]) -> Mapping[str, Any]:
        if who is None or who.role != "master":
            return {"lines": []}
        expected = Fraction(state.checks, ONE_IN)
        return {
            "made": state.checks,
            "cut": state.cut,
            "one_in": ONE_IN,
            "lines": [
                f"{counted(state.checks, 'check')}, {state.cut} with cuts; one in three would be {float(expected):.1f}."
            ]
            if state.checks
            else [],
        }


INSTRUMENTS = (Proposals(), Twists(), CutMeter())
