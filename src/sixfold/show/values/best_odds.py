"""Odds of best play: those of any check, with what the play is worth."""

from collections.abc import Mapping
from typing import Any

from sixfold.base.shapes.fraction import Bounds
from sixfold.errors import RecordError
from sixfold.rules.rule import System
from sixfold.show.report.blocks import SPACE, Paragraph
from sixfold.show.report.chances import as_worth, less
from sixfold.show.report.tables import Report
from sixfold.show.values import odds
from sixfold.show.values.odds import chart, tidy
from sixfold.solving.best.odds import BestOdds
from sixfold.systems import SYSTEMS

__all__ = ["chart", "decode", "encode", "report", "tidy"]


def report(answer: BestOdds) -> Report:
    """The odds, and what the policy of the book loses."""
    return (*odds.report(answer), SPACE, Paragraph(_sentence(answer), ""))


def _sentence(answer: BestOdds) -> str:
    mean, aim = answer.mean, answer.check.rule.phrases.get(answer.aim, answer.aim)
    what = f"the mean of {aim.lstrip('-')}" if mean else f"“{aim}”"
    best = f"Best play for {what}: {as_worth(answer.best, answer.aim, mean)}."
    if not answer.gain:
        return f"{best} The default choice is as good."
    usual = as_worth(answer.usual, answer.aim, mean)
    return f"{best} The default choice has {usual} and loses {less(answer.gain, mean)}."


def encode(answer: BestOdds) -> dict[str, Any]:
    """The odds as plain data, with the aim and what it is worth."""
    play = {
        "aim": answer.aim,
        "kind": "mean" if answer.mean else "event",
        "best": answer.best.to_json(),
        "usual": answer.usual.to_json(),
        "gain": Bounds.exactly(answer.gain).to_json(),
    }
    return {**odds.encode(answer), "play": play}


def decode(data: Any, systems: Mapping[str, System] = SYSTEMS) -> BestOdds:
    """The odds of best play that plain data holds. Raises RecordError (record/malformed) when it holds none."""
    from sixfold.show.values.decoding import read  # here, since most odds are not read from a document

    plain_odds, play = read(data, systems)
    if play is None:
        raise RecordError("record/malformed", "These are odds without an aim: Odds.from_json reads them.")
    best, usual = (Bounds.read(worth.exact, worth.unresolved) for worth in (play.best, play.usual))
    return BestOdds(**plain_odds._given(), aim=play.aim, mean=play.kind == "mean", best=best, usual=usual)
