"""A check in words, and its document."""

from collections.abc import Mapping
from typing import Any

from sixfold.checks.check import parse
from sixfold.rules.check import Check
from sixfold.rules.rule import System
from sixfold.show.report.blocks import Heading
from sixfold.show.report.tables import Definition, Entries, Report
from sixfold.systems import SYSTEMS


def report(check: Check) -> Report:
    """The check and its rule in words."""
    title = check.rule.title
    clauses = tuple(Definition(one.number, one.text) for one in check.explain() if one.text.removesuffix(".") != title)
    return (Heading(check.text, title), *([Entries(clauses, align="right")] if clauses else []))


def unsaid(check: Check) -> str:
    """The numbers and dice that hold by default, in words: its text leaves them out; those that are 0 do nothing.

    >>> unsaid(parse("ten +4"))
    ''
    """
    words = {word.name: word for word in check.rule.words}
    spelled = [
        words[name].spell(value)
        for name, value in check.settings
        if value == words[name].default and not isinstance(words[name].argument(value), str | bool) and value
    ]
    return f"by default {', '.join(spelled)}" if spelled else ""


def encode(check: Check) -> dict[str, Any]:
    """The check as plain data: its text, system, rule and options."""
    return {"version": 1, "text": check.text, **named(check)}


def named(check: Check) -> dict[str, Any]:
    """The parts of its data that follow from its text: its system, rule and options."""
    return {"system": check.system, "rule": check.rule.name, "options": check.options}


def decode(data: Any, systems: Mapping[str, System] = SYSTEMS) -> Check:
    """The check that the text in plain data describes.

    Raises RecordError: record/malformed if the data is not a check, record/mismatch if it names another one beside it.
    """
    from sixfold.base.shapes.check import CheckText  # here, since only reading needs msgspec
    from sixfold.base.shapes.reading import agreeing, checked

    check = parse(checked(data, CheckText, "a check").text, systems)
    agreeing(data, named(check), "a check")
    return check
