"""Every question: its name, its parameters, and the function that answers it.

Of `study`, the function that a question needs is imported when it is first used: a command loads one and not all.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sixfold import api, study
from sixfold.base.bounds import (
    CHECKS_AT_ONCE,
    CLAIMS_LENGTH,
    SEED_LENGTH,
    SHOWN_AT_ONCE,
    SHOWN_DIGITS,
    TEXT_LENGTH,
    TOLERANCE,
    WORK,
)
from sixfold.checks.check import parse, read_check
from sixfold.errors import OddsError
from sixfold.playing.record import Record
from sixfold.rules.check import Check
from sixfold.rules.rule import Systems
from sixfold.show.display import LazyReport, Shown
from sixfold.show.report.blocks import Paragraph
from sixfold.study.operation import AIM, CHECK, FACES, PATIENT, RANGES, TAKEN, Operation, Parameter, operation


@operation(
    "show the exact odds of a check",
    CHECK,
    AIM,
    Parameter("event", "also show the chance of this event, as in 'margin >= 3'; can be repeated", many=SHOWN_AT_ONCE),
    Parameter("all", "show every value of a wide distribution, one per line", "", "yes", only_for="command"),
    Parameter("tolerance", "the maximum error if rerolls can be endless (default: 1e-12)", "P", only_for="command"),
    PATIENT,
    alike=("chance", "chances", "probability", "prob", "stats", "wahrscheinlichkeit", "chancen"),
)
def odds(
    check: str | Check,
    systems: Systems,
    aim: str | None = None,
    event: Sequence[str] = (),
    all: bool = False,
    tolerance: str | None = None,
    work: int = WORK,
) -> Shown:
    """Show the exact odds of a check: the chance of each result, in the words of the game.

    $ sixfold odds ten hard +4
    $ sixfold odds wild 5D+1 vs 15 --json
    $ sixfold odds odgs vs 15 +2 advantage 2 combat --aim hit
    $ sixfold odds ten +2 --event 'margin >= 3 and not chaos'
    $ sixfold odds '6d6>=5' --output successes.svg
    """
    bound = TOLERANCE if tolerance is None else tolerance
    solved = api.odds(check, aim=aim, tolerance=bound, work=work, systems=systems)
    if not event and not all:
        return solved
    return study.with_events(solved, *event, whole=all)


@operation("explain the rule in words, as it applies to a check", CHECK, alike=("why", "clauses", "rule"))
def explain(check: str | Check, systems: Systems) -> LazyReport:
    """Explain the rule in words, as it applies to a check, with the clauses of the rule book.

    Words that change none of the odds are named.

    $ sixfold explain skew task good 2 2 high vs 14
    """
    read = check if isinstance(check, Check) else parse(check, systems)
    from sixfold.solving.redundant_words import idle_words

    idle = idle_words(read)
    clauses = [{"clause": clause.number, "text": clause.text} for clause in read.explain()]
    clauses += [{"clause": "odds", "text": sentence} for sentence in idle]
    return LazyReport(lambda: (*read.report(), *map(Paragraph, idle)), lambda: {**read.to_json(), "clauses": clauses})


@operation(
    "show the best choice now, and the chance of each option",
    CHECK,
    FACES,
    TAKEN._replace(help="the options chosen before, counted from 0, in the order asked"),
    AIM._replace(
        help="your goal (default: success or a hit): an event, or a number to maximise (--aim=-N to minimise)"
    ),
    PATIENT,
    alike=("advice", "best", "choose", "raten"),
    path="/advice",
)
def advise(check: str | Check, **more: Any) -> Shown:
    """For rules that let you choose: show the best option for these dice, and how much every other option loses.

    $ sixfold advise odgs vs 15 +3 advantage 1 --faces 6,4,4,1
    $ sixfold advise odgs vs 16 +2 combat --faces 4,4,3 --aim hit
    $ sixfold advise odgs vs 16 advantage 1 combat --faces 5,5,2,1 --choices 1 --aim adrenaline
    """
    return api.advise(check, **more)


@operation(
    "compare checks, of one game or of several",
    Parameter("checks", "checks, each in quotes, or separated by commas", "CHECK", "checks", many=CHECKS_AT_ONCE),
    Parameter("event", "the event to compare (default: success or a hit), as in 'margin >= 3'"),
    AIM,
    PATIENT,
    alike=("diff", "versus"),
    takes="CHECK ...",
)
def compare(checks: Sequence[str], **more: Any) -> Shown:
    """Compare checks side by side, from one game or several: success, criticals, spread, likeliest result.

    $ sixfold compare ten +3 wild 5D vs 15
    $ sixfold compare 'ten +3' 'ten +3 superior 1' 'wild 5D vs 15'
    $ sixfold compare ten , ten superior 1 , ten superior 2 --output superior.svg
    """
    return study.compare(*checks, **more)


@operation(
    "find the number that gives a chance: write ? in its place",
    Parameter("check", "a check with a ? in place of a number, in quotes: 'ten +? superior 1'", "CHECK", "open check"),
    Parameter(
        "chance",
        "the chance you need: 75%, 3/4, 0.75 or '1 in 8'",
        "P",
        missing="Give the chance you need: --chance 75%.",
    ),
    Parameter("event", "the event you want (default: success or a hit), as in 'margin >= 3'"),
    Parameter("at_most", "at most that chance instead of at least", "", "yes"),
    AIM,
    RANGES,
    PATIENT,
    alike=("inverse", "solve"),
)
def need(**arguments: Any) -> Shown:
    """Find the number that gives at least a certain chance. Write a question mark for it in the check.

    $ sixfold need 'ten +? superior 1' --chance 75%
    $ sixfold need 'wild ?D+? vs 15' --chance 3/4 --range 1..8 --range 0..2
    $ sixfold need 'ten superior ?' --event quality=blunder --chance '1 in 1000' --at-most
    """
    return study.need(**arguments)


@operation(
    "make a grid of odds for a rule book",
    CHECK._replace(kind="open check"),
    Parameter(
        "rows",
        "the option and its values in the rows: a..b, a..b..step or a,b,c, as in modifier=-3..9",
        "OPTION=RANGE",
        missing="Name the option for the rows: --rows modifier=-3..9.",
    ),
    Parameter("columns", "the option and its values in the columns, in the same way", "OPTION=RANGE"),
    Parameter(
        "event",
        "the figure in the cells: an event, or the mean of a number (default: success or a hit)",
        many=SHOWN_AT_ONCE,
    ),
    AIM,
    Parameter("exact", "fractions instead of percentages", "", "yes"),
    Parameter("digits", "digits after the point, 0 to 12 (default: 1)", "N", "number", SHOWN_DIGITS),
    PATIENT,
    alike=("grid", "tabelle"),
    path="/grids",
)
def table(**arguments: Any) -> Shown:
    """Make a grid of odds for a rule book: a check over a range of one option, or of two.

    $ sixfold table ten --rows modifier=-3..9 --columns skew=-2..2
    $ sixfold table ten attack damage 2d6 --rows modifier=0..6 --columns size=-2..2 --event 'mean damage'
    $ sixfold table odgs +5 --rows vs=12..25 --columns combat=no,yes --event hit -o saves.csv
    $ sixfold table '?d6' --rows '?=1..5' --event 'total >= 10' --event 'mean total'
    """
    return study.table(**arguments)


@operation(
    "find the checks of another game that come closest",
    CHECK,
    Parameter(
        "within",
        "the other game, and the words that are fixed there",
        "GAME",
        missing="Name the other game: --in wild --vs 15.",
        option="--in",
    ),
    Parameter("vs", "the difficulty or save score there", "N", only_for="command"),
    Parameter("event", "the event of this check (default: success or a hit)"),
    Parameter("other_event", "the event in the other game (default: success or a hit)"),
    RANGES._replace(help="numbers to try for each open place (?)"),
    PATIENT,
    alike=("convert", "translate"),
)
def equivalent(within: str, vs: str | None = None, **more: Any) -> Shown:
    """Translate a check into another game: find the checks there with the nearest chance of success.

    $ sixfold equivalent ten +3 --in wild --vs 15
    $ sixfold equivalent ten +3 --in 'odgs vs ? +4' --range 5..25
    $ sixfold equivalent ten --in hs --other-event 'result=triumph or result=struggle'
    """
    return study.equivalent(within=within if vs is None else f"{within} vs {vs}", **more)


@operation(
    "compare printed odds with exact ones",
    Parameter(
        "printed",
        "claims, as in a file of claims; or a table of `check`",
        most=CLAIMS_LENGTH,
        missing="Give the odds that are printed.",
    ),
    Parameter("check", "the check of a table, with ? for the number that begins each line", most=TEXT_LENGTH),
    Parameter("event", "the event of the table (default: success or a hit)"),
)
def audit(printed: str, systems: Systems, check: str | None = None, event: str | None = None) -> Shown:
    """Claims, or a table of a check, beside the exact odds."""
    from sixfold.study.claims import parse_claims, table_claims

    read = parse_claims(printed, systems=systems) if check is None else table_claims(printed, check, event, systems)
    return study.audit(read, systems=systems)


@operation("the luck of a roll, and why it came out so", CHECK, FACES._replace(missing="Give the dice."))
def luck(check: Check, faces: Sequence[int], systems: Systems) -> Shown:
    """The luck of a roll."""
    return study.luck(check, faces=faces, systems=systems)


@operation(
    "the luck of many rolls together",
    Parameter("log", "records, one a line, as `roll --log` writes them", most=CLAIMS_LENGTH, missing="Give a log."),
    Parameter("event", "the event to count (default: success or a hit)"),
)
def evening(log: str, systems: Systems, event: str | None = None) -> Shown:
    """The luck of a log."""
    from sixfold.playing.record_log import read_log

    records = (entry for entry in read_log(log, "The log", systems) if isinstance(entry, Record))
    return study.evening(records, event=event, systems=systems)


@operation(
    "roll a check, outside any room",
    CHECK,
    FACES._replace(help="your own dice, in the order rolled"),
    TAKEN,
    Parameter("seed", "a text; the same seed gives the same dice", most=SEED_LENGTH),
    path="/rolls",
    document="record",
)
def roll(check: Check, systems: Systems, **more: Any) -> Shown:
    """A record."""
    return api.roll(check, systems=systems, **more)


@operation("a preview of the odds of a check: a few chances and a chart", CHECK)
def outlook(check: Check, systems: Systems) -> dict[str, Any]:
    """A few chances and a chart, or the reason why these odds cannot be computed."""
    from sixfold.playing.preview import outlook

    try:
        return outlook(api.odds(check))
    except OddsError as error:
        return {**check.to_json(), "problem": {"code": error.code, "detail": error.message}}


def written(question: Operation, arguments: Mapping[str, Any], systems: Systems, form: str = "json") -> str:
    """Return the answer to a question as text in a format; its check may be one that is still to be read."""
    if question.parameters[0].kind == "check" and not isinstance(arguments["check"], Check):
        arguments = {**arguments, "check": read_check(arguments["check"], systems)}
    answer = question.answer(systems=systems, **arguments)
    if form != "json":
        return str(answer.to(form))
    from sixfold.show.formats.json import draw  # here, since most commands are asked by people

    return draw(answer if isinstance(answer, dict) else answer.to_json())


CATALOGUE = {
    each.name: each
    for each in (odds, explain, advise, compare, need, table, equivalent, roll, audit, luck, evening, outlook)
}
"""The questions by name: those with a command, then those that only programs ask."""
