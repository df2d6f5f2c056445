"""An evening of `odgs`: the effort that several saves bring (O9 to O11, O15)."""

from typing import Annotated, Any

from sixfold.bounds import ATTEMPTS
from sixfold.rules.message import counted
from sixfold.rules.plainly import Clauses
from sixfold.rules.rule import Options
from sixfold.rules.table import Table, Values
from sixfold.rules.words import VERSUS, Amount
from sixfold.systems.odgs.rules import Advantage, Bonus, Combat, save, score
from sixfold.systems.odgs.words import explain_save


def effort(
    table: Table,
    saves: Annotated[
        int, Amount(words=("saves", "save"), least=1, most=ATTEMPTS, number_first=True), "how many saves there are"
    ],
    vs: Annotated[int, score("the save score to meet", *VERSUS)],
    modifier: Bonus = 0,
    advantage: Advantage = 0,
    combat: Combat = False,
    **house: Any,
) -> Values:
    """The effort of several saves: Adrenaline in a combat, Inspiration in a session (O9 to O11, O15)."""
    options = {"vs": vs, "modifier": modifier, "advantage": advantage, "combat": combat, **house}

    def one_save(table: Table, state: Any) -> Any:
        gained, points = state
        inspiration, party_points = table.play(save, ("inspiration", "party_points"), **options)
        return gained + inspiration, points + party_points

    def one_blow(table: Table, gained: Any) -> Any:
        return gained + table.play(save, "adrenaline", **options)

    if combat:
        return {"effort": table.repeat(one_blow, 0, lambda gained: False, saves)}
    gained, points = table.repeat(one_save, (0, 0), lambda state: False, saves)
    return {"effort": gained, "party_points": points}


def better_effort(outcome: Values) -> Any:
    """More effort; then more points for the party (O15)."""
    return outcome["effort"], outcome.get("party_points", 0)


def announce_effort(outcome: Values, options: Options) -> str:
    kind = "Adrenaline" if options["combat"] else "Inspiration"
    words = f"{outcome['effort']} {kind} Effort in {counted(options['saves'], 'save')}"
    points = outcome.get("party_points", 0)
    return f"{words}, {points} Inspiration Points for everyone" if points else words


def explain_effort(options: Options) -> Clauses:
    kind, until = ("Adrenaline", "combat") if options["combat"] else ("Inspiration", "session")
    yield "O15", f"{counted(options['saves'], 'save')}; {kind} Effort adds up until the {until} ends."
    yield from explain_save(options)
