"""The instruments of `hs`: proposals of checks (H7), twists (H2), and how often checks have cuts (H8)."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from sixfold.base.bounds import INSTRUMENT_ENTRIES
from sixfold.base.wording import counted
from sixfold.errors import RuleError
from sixfold.rules.instrument import GM, Command, Data, Did, Field, Instrument, People, Person, Thrown, named, numbered
from sixfold.rules.panel import (
    Acts,
    Block,
    Button,
    ChanceRow,
    Chances,
    Form,
    Meter,
    Offer,
    Part,
    Result,
    Roll,
    drawn,
    hint,
    panel,
)
from sixfold.rules.traits import Trait
from sixfold.systems.hs.rules import MOST_CUTS, ONE_IN, RATE

TEXT = 300
"""Characters of what is proposed or decided in words."""

TELLING = 2 * ONE_IN
"""The number of checks before a comparison is made."""


CHECK = Field("check", "check", "a check of hs, as in hs 3 ranks 1 edge")
WHY = Field("why", "text", "what you are trying to do", high=TEXT, needed=False)
CUTS = Field("cuts", "number", "how many", 1, MOST_CUTS, default=1)
PROPOSAL = numbered("proposal", "the number of the proposal")
MEANING = (numbered("throw", "number of the roll with the twist"), Field("text", "text", "what it means", high=TEXT))


class Proposal(NamedTuple):
    """A check that a player proposed; `verdict` is what the master said, `throw` what is to be thrown then."""

    proposal: int
    person: str
    check: str
    why: str
    verdict: str | None = None
    cuts: int = 0
    throw: str | None = None

    @property
    def open(self) -> bool:
        """Whether it waits for the master, or to be thrown."""
        return self.verdict is None or self.throw is not None

    def judged(self, verdict: str, cuts: int) -> "Proposal":
        """The same after the master's verdict; a check that is not waived may be made, with the cuts."""
        throw = None if verdict == "waived" else _with_cuts(self.check, cuts)
        return self._replace(verdict=verdict, cuts=cuts, throw=throw)


class Proposals(Instrument[tuple[Proposal, ...]]):
    """A player proposes a check; the master accepts it, adds cuts, or waives it: no risk, no check (H7)."""

    name = "proposals"
    title = "Proposed checks"
    commands = (
        Command("propose", "propose a check to the GM", (CHECK, WHY), did="proposed", told="proposes {check}"),
        Command("accept", "the check is made as proposed", (PROPOSAL,), GM, did="accepted",
            told="accepts {@proposal}"),
        Command("cut", "the check is made with cuts", (PROPOSAL, CUTS), GM,
            told="accepts {@proposal}, with cuts: {cuts}"),
        Command("waive", "no risk, no check", (PROPOSAL,), GM, did="waived",
            told="waives {@proposal}: no risk, no check"),
    )  # fmt: skip

    def start(self) -> tuple[Proposal, ...]:
        return ()

    def follow(self, state: tuple[Proposal, ...], happening: Thrown | Did) -> tuple[Proposal, ...]:
        if isinstance(happening, Thrown):
            return tuple(one._replace(throw=None) if one.proposal == happening.to else one for one in state)
        values = happening.values
        if happening.name == "proposed":
            proposed = Proposal(happening.number, happening.person, values["check"], values.get("why") or "")
            return (*state, proposed)[-INSTRUMENT_ENTRIES:]
        verdict = happening.name, values.get("cuts", 0)
        return tuple(one.judged(*verdict) if one.proposal == values["proposal"] else one for one in state)

    def refuse(self, state: tuple[Proposal, ...], command: str, values: Data, who: Person, people: People) -> None:
        if command == "propose":
            words = values["check"].split()
            if words[0] != "hs":
                raise RuleError("rule/unknown", "A proposal is a check of hs, such as hs 3 ranks 1 edge.")
            if {"cut", "cuts"} & set(words):
                raise RuleError("rule/forbidden", "Only the GM adds cuts.")
            return
        proposal = next((one for one in state if one.proposal == values["proposal"]), None)
        if proposal is None:
            raise RuleError("rule/unknown", f"Nobody proposed a check with the number {values['proposal']}.")
        if proposal.verdict:
            raise RuleError("rule/forbidden", f"That check was already {proposal.verdict}.")

    def view(self, state: tuple[Proposal, ...], who: Person | None, people: People) -> Data:
        return {
            "proposals": [proposal._asdict() for proposal in state],
            "blocks": panel(
                *(block for proposal in state if proposal.open for block in _proposed(proposal, who, people)),
                hint(
                    "A player proposes a check; the GM accepts it, cuts it, or waives it.",
                    unless=any(proposal.open for proposal in state),
                ),
                Acts((Form("Propose a check", "propose"),)) if who and who.role == "player" else None,
            ),
        }


def _with_cuts(check: str, cuts: int) -> str:
    return f"{check} {counted(cuts, 'cut')}" if cuts else check


RESULTS = ("result=triumph", "result=struggle", "result=fumble")


def _proposed(proposal: Proposal, who: Person | None, people: People) -> list[Block]:
    """A proposal as it is drawn: odds for each cut while the master decides, then the throw for whom it is."""
    check, why, throw = proposal.check, proposal.why, proposal.throw
    name, mine = named(proposal.person, people), who is not None and who.id == proposal.person
    if throw is not None:
        accepted = proposal.verdict == "accepted"
        verdict = "The GM accepts it." if accepted else f"The GM cuts: {counted(proposal.cuts, 'cut')}."
        rolls = (Roll("Roll it", throw, proposal.proposal, settled=True, main=True),) if mine else ()
        return [Offer(why or throw, name, f"{verdict} {throw}" if why else verdict, rolls)]
    if who is None or who.role != "master":
        return [Offer(why or check, name, f"{check}. The GM decides." if why else "The GM decides.")]
    number = {"proposal": proposal.proposal}
    cuts = tuple(
        ChanceRow(str(cut), _with_cuts(check, cut), Button(f"Cut {cut}", "cut", {**number, "cuts": cut}))
        for cut in range(1, MOST_CUTS + 1)
    )
    acts = (Button("Accept", "accept", number, main=True), Button("Waive", "waive", number))
    return [
        Offer(why or "A check", name, f"{check}. No risk? Waive it.", acts),
        Chances("Odds by cuts", "Cuts", RESULTS, (ChanceRow("0", check), *cuts)),
    ]


class Twist(NamedTuple):
    """A twist that fell, with its dice: what the players propose that it means, and what the master decided."""

    throw: int
    person: str
    record: Mapping[str, Any]
    meant: tuple[tuple[str, str], ...] = ()
    decided: str | None = None


class Twists(Instrument[tuple[Twist, ...]]):
    """The players propose what a twist means, the master decides (H2)."""

    name = "twists"
    title = "Twists"
    commands = (
        Command("propose", "propose what a twist means", MEANING, did="proposed",
            told="says what the twist could mean: {text}"),
        Command("decide", "decide what a twist means", MEANING, GM, did="decided",
            told="decides what the twist means: {text}"),
    )  # fmt: skip

    def start(self) -> tuple[Twist, ...]:
        return ()

    def follow(self, state: tuple[Twist, ...], happening: Thrown | Did) -> tuple[Twist, ...]:
        if isinstance(happening, Thrown):
            if not happening.outcome["twist"]:
                return state
            fell = Twist(happening.number, happening.person, drawn(happening.record))
            return (*state, fell)[-INSTRUMENT_ENTRIES:]
        return tuple(_after(twist, happening) if twist.throw == happening.values["throw"] else twist for twist in state)

    def refuse(self, state: tuple[Twist, ...], command: str, values: Data, who: Person, people: People) -> None:
        twist = next((one for one in state if one.throw == values["throw"]), None)
        if twist is None:
            raise RuleError("rule/unknown", f"Roll {values['throw']} has no twist.")
        if twist.decided:
            raise RuleError("rule/forbidden", "The meaning of that twist is already decided.")
        if command == "propose" and len(twist.meant) >= INSTRUMENT_ENTRIES:
            raise RuleError("rule/forbidden", "This twist has enough proposals.")

    def view(self, state: tuple[Twist, ...], who: Person | None, people: People) -> Data:
        return {
            "twists": [
                {"throw": t.throw, "person": t.person, "proposed": [text for _, text in t.meant], "decided": t.decided}
                for t in state
            ],
            "blocks": panel(
                *(block for twist in state if not twist.decided for block in _open_twist(twist, who, people)),
                hint(
                    "Two equal dice are a twist. The players say what it could mean; the GM decides.",
                    unless=any(not twist.decided for twist in state),
                ),
            ),
        }


def _open_twist(twist: Twist, who: Person | None, people: People) -> list[Block]:
    """A twist that nobody has decided: its dice, what was proposed, and how to say more."""
    known = {"throw": twist.throw}
    master = who is not None and who.role == "master"
    waits = not twist.meant and who is not None and (master or who.id == twist.person)
    blocks = [
        Offer(text, named(person, people), acts=(Button("Take", "decide", {**known, "text": text}),))
        for person, text in twist.meant
    ]
    words = ("Decide yourself", "decide") if master else ("Say what it means", "propose")
    return [
        Part(f"A twist of {named(twist.person, people)}", f"roll {twist.throw}"),
        Result(twist.record),
        *blocks,
        Acts((Form(*words, known, main=waits),), "" if blocks else "What does it mean?"),
    ]


def _after(twist: Twist, happening: Did) -> Twist:
    if happening.name == "decided":
        return twist._replace(decided=happening.values["text"])
    return twist._replace(meant=(*twist.meant, (happening.person, happening.values["text"])))


class Cuts(NamedTuple):
    """Checks of the session, and those with cuts."""

    checks: int = 0
    cut: int = 0


class CutMeter(Instrument[Cuts]):
    """Compares the session with one check in three with cuts; it is shown to the game master (H8)."""

    name = "cuts"
    title = "How often cuts fall"
    commands = (Command("reset", "a new session: count again", (), GM, told="counts the cuts from zero again"),)

    def start(self) -> Cuts:
        return Cuts()

    def follow(self, state: Cuts, happening: Thrown | Did) -> Cuts:
        if isinstance(happening, Did):
            return Cuts()
        return Cuts(state.checks + 1, state.cut + (happening.options.get("cuts", 0) > 0))

    def view(self, state: Cuts, who: Person | None, people: People) -> Data:
        if who is None or who.role != "master":
            return {}
        return {
            "made": state.checks,
            "cut": state.cut,
            "one_in": ONE_IN,
            "blocks": panel(
                hint(f"About {RATE} should have cuts. The figures so far are shown here.", state.checks),
                Meter("Checks with cuts", state.cut, state.checks, (1, ONE_IN), _standing(state))
                if state.checks
                else None,
                Acts((Button("New session", "reset", sure="Count again from zero?"),)) if state.checks else None,
            ),
        }


def _standing(state: Cuts) -> str:
    """The comparison with one in three, in words; a few checks are too few for one (H8)."""
    past = ONE_IN * state.cut - state.checks
    if state.checks < TELLING:
        return f"The target is {RATE}. After a few more checks, a comparison is shown here."
    if abs(past) < ONE_IN:
        return f"The target is {RATE}. You are within one check of it."
    return f"The target is {RATE}. You are {'harder' if past > 0 else 'kinder'} than that."


INSTRUMENTS = (Proposals(), Twists(), CutMeter())

TRAITS = (
    Trait("skills", "a skill with its ranks, perhaps with edges", "check ranks", many=True, joins="edges"),
    Trait("lores", "a lore with its ranks, perhaps with edges", "check ranks", many=True, joins="edges"),
    Trait("edges", "something that gives one more die", "check edges", many=True, low=1, high=1),
)
"""Traits of characters: the ranks of one skill or one lore, plus edges, make a pool (H3)."""
