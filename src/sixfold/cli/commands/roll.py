"""`sixfold roll`: a throw, every die of it, and what it means."""

from collections.abc import Sequence
from contextlib import closing
from typing import Any

from sixfold import api
from sixfold.base.bounds import RECORDS
from sixfold.checks.check import parse
from sixfold.cli.command import ANSWERS, Asked, Parameter, Systems, UsageError, question
from sixfold.errors import BoundsError, ChoiceNeeded, NotationError, OddsError, StudyError
from sixfold.playing.record import Record
from sixfold.playing.standing import account, standing
from sixfold.rules.check import Check
from sixfold.show.display import LazyReport
from sixfold.show.report.blocks import Note
from sixfold.study.question import CHECK


@question(
    "roll a check: every die, which dice count, and the result in words",
    CHECK,
    Parameter("faces", "your own dice, in the order rolled, instead of random ones", "N,N,..."),
    Parameter("choose", "ask if the rules let the player choose", "", "yes"),
    Parameter("choices", "the options that the player chooses, counted from 0, in the order asked", "N,N,..."),
    Parameter(
        "aim",
        "with --choose: mark the best option for this goal (default: success or a hit), and what the others cost",
        "EVENT",
    ),
    Parameter("seed", "a text or number; the same seed gives the same dice", "TEXT", short="-s"),
    Parameter("times", f"roll it N times, 1 to {RECORDS:,}", "N", "number", 10**12, short="-n", least=-(10**12)),
    Parameter("log", "also append each record to a file, as one line of JSON", "FILE"),
    Parameter("no_odds", "leave out the line with the odds", "", "yes"),
    Parameter("odds", "with --json or --log: add the odds and the clauses", "", "yes"),
    *ANSWERS,
    alike=("throw", "dice", "würfeln", "würfle", "wurf", "lancer", "jet"),
)
def roll(asked: Asked, systems: Systems) -> int | LazyReport:
    """Roll a check and show every die, which dice count, and the result in words. You can leave out the word roll.

    $ sixfold roll ten +4 superior 1
    $ sixfold roll wild 3D+1 vs 15 --faces 3,4,6,6,3
    $ sixfold roll odgs vs 15 +5 advantage 1 --choose
    $ sixfold roll 'odgs vs 15 +2 [Strength] +3 [Heavy Lifting]'
    $ sixfold roll '6d6>=5'
    $ sixfold roll ten +3 --times 20 --log evening.jsonl
    """
    check = _check(asked, systems)
    _refuse_idle(asked)
    if asked.times is not None:
        if asked.faces is not None or asked.choose or asked.choices is not None:
            raise UsageError(
                "--times rolls the dice itself; you cannot combine it with --faces, --choose or --choices."
            )
        from sixfold.cli.records import throw_many  # here, since one roll does not wait for it

        return throw_many(check, api.rolls(check, asked.times, seed=asked.seed), asked)
    if asked.faces is not None and asked.seed is not None:
        raise UsageError("Use your own dice (--faces) or a seed (--seed), not both.")
    if asked.log is None:
        record = _throw(check, asked)
    else:
        from sixfold.cli.records import RecordFile

        with closing(RecordFile(asked.log)) as log:
            record = _throw(check, asked)
            log.add(_data(record, asked))
    better = (lambda record: []) if asked.no_odds else _this_or_better
    return LazyReport(lambda: (*record.report(), *better(record)), lambda: _data(record, asked))


def _refuse_idle(asked: Asked) -> None:
    """Raises UsageError for an option that would do nothing without another one."""
    if asked.aim is not None and not asked.choose:
        raise UsageError("--aim marks the best option when you are asked: add --choose.")
    if asked.odds and not (asked.json or asked.log is not None):
        raise UsageError("--odds adds the odds to JSON: add --json. The text always has a line with the odds.")
    if asked.odds and asked.no_odds:
        raise UsageError("Use --odds or --no-odds, not both.")


def _check(asked: Asked, systems: Systems) -> Check:
    try:
        return parse(asked.check, systems)
    except NotationError:
        _faces_apart(asked.said)
        raise


def _faces_apart(words: Sequence[str]) -> None:
    """Raises UsageError for `--faces 6 3 2`: only the first of them belongs to --faces."""
    if "--faces" in words:
        after = words[words.index("--faces") + 1 :]
        typed = next((at for at, word in enumerate(after) if not word.strip(",").isdecimal()), len(after))
        if typed > 1:
            faces = ",".join(word.strip(",") for word in after[:typed])
            raise UsageError(f"Type the faces without spaces, with commas between them: --faces {faces[:80]}.")


def _data(record: Record, asked: Asked) -> dict[str, Any]:
    if not asked.odds:
        return record.to_json()

    return account(record)


def _throw(check: Check, asked: Asked) -> Record:
    choices = [] if asked.choose and asked.choices is None else asked.choices
    given = {"faces": asked.faces, "seed": asked.seed, "choices": choices}
    if asked.json or (asked.faces is None and not asked.choose):
        try:
            return api.roll(check, **given)
        except ChoiceNeeded as needed:
            from sixfold.cli.prompts import valued  # here, since few rolls are asked of a program

            raise valued(check, needed, asked.aim) from None
    from sixfold.cli.prompts import ask_for_dice, asking_with, someone_types  # here, since programs are not asked

    choose = asking_with(check, asked.aim) if asked.choose else None
    prompt = ask_for_dice if someone_types() else None
    return api.roll(check, **given, choose=choose, prompt=prompt)


def _this_or_better(record: Record) -> list[Note]:
    if record.check.rule.order(record.outcome) is None:
        return []
    try:
        return [Note(standing(record).in_words)]
    except StudyError as refused:
        return [Note(refused.message)]
    except (OddsError, BoundsError):
        return []
