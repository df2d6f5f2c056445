"""`sixfold roll`: a throw, every die of it, and what it means."""

from collections.abc import Sequence
from contextlib import closing
from typing import Any

from sixfold import api
from sixfold.base.bounds import RECORDS
from sixfold.checks.check import parse
from sixfold.cli.command import ANSWERS, Arguments, Parameter, Systems, UsageError, operation
from sixfold.errors import BoundsError, ChoiceNeeded, NotationError, OddsError, StudyError
from sixfold.playing.record import Record
from sixfold.playing.standing import account, standing
from sixfold.rules.check import Check
from sixfold.show.display import LazyReport
from sixfold.show.report.blocks import Paragraph
from sixfold.study.operation import CHECK


@operation(
    "roll a check: every die, which dice count, and the result in words",
    CHECK,
    Parameter("faces", "your own dice, in the order rolled, instead of random ones", "N,N,..."),
    Parameter("choose", "ask if the rules let the player choose", "", "yes"),
    Parameter(
        "choices",
        "the options that the player chooses, counted from 0 (not 1), in the order asked",
        "N,N,...",
    ),
    Parameter(
        "aim",
        "with --choose: mark the best option for this goal (default: success or a hit), and what the others cost",
        "EVENT",
    ),
    Parameter("seed", "a text or number; the same seed gives the same dice", "TEXT", short="-s"),
    Parameter("times", f"roll it N times, 1 to {RECORDS:,}", "N", "number", RECORDS, short="-n", least=1),
    Parameter("log", "also append each record to a file, as one line of JSON", "FILE"),
    Parameter("no_odds", "leave out the line with the odds", "", "yes"),
    Parameter("odds", "with --json or --log: add the odds and the clauses", "", "yes"),
    *ANSWERS,
    alike=("throw", "würfeln", "würfle", "wurf", "lancer", "jet"),
)
def roll(args: Arguments, systems: Systems) -> int | LazyReport:
    """Roll a check and show every die, which dice count, and the result in words. You can leave out the word roll.

    $ sixfold roll ten +4 superior 1
    $ sixfold roll wild 3D+1 vs 15 --faces 3,4,6,6,3
    $ sixfold roll odgs vs 15 +5 advantage 1 --choose
    $ sixfold roll 'odgs vs 15 +2 [Strength] +3 [Heavy Lifting]'
    $ sixfold roll '6d6>=5'
    $ sixfold roll ten +3 --times 20 --log evening.jsonl
    """
    check = _check(args, systems)
    _refuse_idle(args)
    if args.times is not None:
        if args.faces is not None or args.choose or args.choices is not None:
            raise UsageError(
                "--times rolls the dice itself; you cannot combine it with --faces, --choose or --choices."
            )
        from sixfold.cli.records import print_records  # here, since one roll does not wait for it

        return print_records(check, api.rolls(check, args.times, seed=args.seed), args)
    if args.faces is not None and args.seed is not None:
        raise UsageError("Use your own dice (--faces) or a seed (--seed), not both.")
    if args.log is None:
        record = _throw(check, args)
    else:
        from sixfold.cli.records import RecordFile

        with closing(RecordFile(args.log)) as log:
            record = _throw(check, args)
            log.add(_data(record, args))
    better = (lambda record: []) if args.no_odds else _this_or_better
    return LazyReport(lambda: (*record.report(), *better(record)), lambda: _data(record, args))


def _refuse_idle(args: Arguments) -> None:
    """Raises UsageError for an option that would do nothing without another one."""
    if args.aim is not None and not args.choose:
        raise UsageError("--aim marks the best option when you are asked: add --choose.")
    if args.odds and not (args.json or args.log is not None):
        raise UsageError("--odds adds the odds to JSON: add --json. The text always has a line with the odds.")
    if args.odds and args.no_odds:
        raise UsageError("Use --odds or --no-odds, not both.")


def _check(args: Arguments, systems: Systems) -> Check:
    try:
        return parse(args.check, systems)
    except NotationError:
        _faces_apart(args.typed)
        raise


def _faces_apart(words: Sequence[str]) -> None:
    """Raises UsageError for `--faces 6 3 2`: only the first of them belongs to --faces."""
    if "--faces" in words:
        after = words[words.index("--faces") + 1 :]
        typed = next((at for at, word in enumerate(after) if not word.strip(",").isdecimal()), len(after))
        if typed > 1:
            faces = ",".join(word.strip(",") for word in after[:typed])
            raise UsageError(f"Type the faces without spaces, with commas between them: --faces {faces[:80]}.")


def _data(record: Record, args: Arguments) -> dict[str, Any]:
    if not args.odds:
        return record.to_json()

    return account(record)


def _throw(check: Check, args: Arguments) -> Record:
    choices = [] if args.choose and args.choices is None else args.choices
    options = {"faces": args.faces, "seed": args.seed, "choices": choices}
    if args.json or (args.faces is None and not args.choose):
        try:
            return api.roll(check, **options)
        except ChoiceNeeded as needed:
            from sixfold.cli.prompts import valued  # here, since few rolls are asked of a program

            raise valued(check, needed, args.aim) from None
    from sixfold.cli.prompts import ask_for_dice, asking_with, someone_types  # here, since programs are not asked

    choose = asking_with(check, args.aim) if args.choose else None
    prompt = ask_for_dice if someone_types() else None
    return api.roll(check, **options, choose=choose, prompt=prompt)


def _this_or_better(record: Record) -> list[Paragraph]:
    if record.check.rule.order(record.outcome) is None:
        return []
    try:
        return [Paragraph(standing(record).in_words)]
    except StudyError as refused:
        return [Paragraph(refused.message)]
    except (OddsError, BoundsError):
        return []
