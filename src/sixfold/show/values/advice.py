"""Advice on a decision: its options with their values; and its document."""

from collections.abc import Mapping
from typing import Any

from sixfold.base.shapes.fraction import Bounds, exact
from sixfold.checks.check import parse
from sixfold.errors import RecordError, SixfoldError
from sixfold.playing.advice import Advice, Option, decision, options_of
from sixfold.rules.rule import System
from sixfold.show.report.blocks import SPACE, Dice, Heading, Line
from sixfold.show.report.chances import as_worth, less
from sixfold.show.report.tables import FIGURE, Block, Column, Columns, Report, Row, Tidy, figure
from sixfold.systems import SYSTEMS


def report(advice: Advice) -> Report:
    """The dice on the table, the question, and the options with their values, the best marked."""
    lines = tuple(Line(throw.label, throw.dice, "") for throw in advice.asked.throws)
    blocks: list[Block] = [Heading(advice.check.text, f"for {goal(advice)}")]
    blocks += [Dice(lines), SPACE] if lines else [SPACE]
    columns = (Column(), Column(align="right"), Column(style="quiet"), Column(style="quiet"))
    rows = tuple(
        Row(
            (option.option, _value(advice, option), _remark(advice, option), option.meaning),
            ("good",) if option.best else (),
            "*" if at == advice.choice else "",
        )
        for at, option in enumerate(advice.options)
    )
    return (*blocks, Heading(advice.asked.label, level=2), Columns(columns, rows))


def goal(advice: Advice) -> str:
    """The aim, in words."""
    if not advice.mean:
        return f"“{advice.check.rule.phrases.get(advice.aim, advice.aim)}”"
    name = advice.check.rule.called(advice.aim.lstrip("-"))
    return f"a {'low' if advice.aim.startswith('-') else 'high'} mean of {name}"


def remarks(advice: Advice) -> list[str]:
    """Of each option its value, and whether it is the best or what it loses."""
    return [f"{_value(advice, one)}, {'best' if one.best else _remark(advice, one)}" for one in advice.options]


def _value(advice: Advice, option: Option) -> str:
    """The value of an option in words: a percentage, or a mean."""
    return as_worth(option.value, advice.aim, advice.mean)


def _remark(advice: Advice, option: Option) -> str:
    best = "best" if option.best else f"loses {less(option.loses, advice.mean)}"
    return f"{best}, usual" if option.usual else best


def tidy(advice: Advice) -> Tidy:
    """A line for each option: what it is worth, what it loses, and whether it is the best or the usual one."""
    lines = tuple(
        (option.option, *figure(option.value), float(option.loses), str(option.best), str(option.usual))
        for option in advice.options
    )
    return Tidy(("option", *FIGURE, "loses", "best", "usual"), lines)


def encode(advice: Advice) -> dict[str, Any]:
    """The advice as plain data."""
    return {
        "version": 1,
        "text": advice.check.text,
        "aim": advice.aim,
        "kind": "mean" if advice.mean else "event",
        "label": advice.asked.label,
        "dice": advice.asked.faces,
        "choices": list(advice.asked.choices),
        "choice": advice.choice,
        "options": [_option(option) for option in advice.options],
    }


def _option(option: Option) -> dict[str, Any]:
    valued = {"option": option.option, "meaning": option.meaning, **option.value.to_json()}
    return {**valued, "loses": exact(option.loses), "best": option.best, "usual": option.usual}


def decode(data: Any, systems: Mapping[str, System] = SYSTEMS) -> Advice:
    """The advice that plain data describes, on the decision that its dice and choices lead to.

    Raises RecordError: record/malformed if the data is not advice, record/mismatch if its dice lead elsewhere.
    """
    from sixfold.base.shapes.advise import Advice as AdviceRead  # here, since only reading needs msgspec
    from sixfold.base.shapes.reading import checked

    shape = checked(data, AdviceRead, "advice")
    try:
        check = parse(shape.text, systems)
        question = decision(check, shape.dice, shape.choices)
    except SixfoldError as error:
        raise RecordError("record/mismatch", f"The dice of this advice do not lead to its decision: {error}") from error
    if tuple(option.option for option in shape.options) == question.options:
        values = [Bounds.read(option.exact, option.unresolved) for option in shape.options]
        for against in (False, True):
            options = options_of(question, values, against)
            if [exact(option.loses) for option in options] == [option.loses for option in shape.options]:
                return Advice(check, shape.aim, shape.kind == "mean", question, options)
    raise RecordError("record/mismatch", "The options of this advice are not those of its decision.")
