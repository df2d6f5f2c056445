"""The engine without a room: throws, odds, explanations, the designers' questions, and the games themselves."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from litestar import Response, get, post
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody
from msgspec import Meta

from sixfold.bounds import (
    CHECKS_AT_ONCE,
    CLAIMS_LENGTH,
    CONFIG_LENGTH,
    EVENT_LENGTH,
    FIGURE_LENGTH,
    OPEN_PLACES,
    SEED_LENGTH,
    SHOWN_AT_ONCE,
    SHOWN_DIGITS,
    TEXT_LENGTH,
    THROWS_AT_ONCE,
)
from sixfold.checks.check import Check as ReadCheck
from sixfold.room import read_check
from sixfold.web import answers
from sixfold.web.api.answers import Checked
from sixfold.web.api.bodies import Body, Check, Choices, Faces, Options, Text
from sixfold.web.asking import Asking, TheHall, TheWorkers
from sixfold.web.checking import checked
from sixfold.web.files import answered
from sixfold.web.hall import Hall

TAGS = ["rules"]
FORMS = {
    "json": "application/json",
    "text": "text/plain; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "latex": "application/x-latex",
    "markdown": "text/markdown; charset=utf-8",
    "svg": "image/svg+xml",
    "vega": "application/json",
}
"""What a grid is written as, by its form."""

Event = Annotated[str, Meta(max_length=EVENT_LENGTH, examples=["margin >= 3 and not chaos"])]


class Roll(Body, frozen=True):
    check: Check
    faces: Faces | None = None
    choices: Choices = ()
    seed: Annotated[str, Meta(max_length=SEED_LENGTH)] | None = None


class About(Body, frozen=True):
    check: Check


Aim = Annotated[
    str,
    Meta(
        max_length=EVENT_LENGTH,
        description="the player's goal: an event, or a number to maximise (with a minus, to minimise)",
        examples=["success", "-total"],
    ),
]


class Odds(Body, frozen=True):
    """Return the odds of a check; with an `aim`, the player's choices are the best ones for it."""

    check: Check
    aim: Aim | None = None


class Advised(Body, frozen=True):
    """A check with the dice on the table, as thrown, and the options taken before. The aim is success, if not said."""

    check: Check
    aim: Aim | None = None
    faces: Faces = ()
    choices: Choices = ()


class Making(Body, frozen=True):
    """A check that is being made. With `cursor` (characters before it) the words that may stand there are offered;
    with `faces` it is said which dice are thrown next.
    """

    check: Check
    cursor: Annotated[int, Meta(ge=0, le=TEXT_LENGTH)] | None = None
    faces: Faces | None = None


class Compared(Body, frozen=True):
    checks: Annotated[tuple[Text, ...], Meta(min_length=1, max_length=CHECKS_AT_ONCE)]
    event: Event | None = None


class Needed(Body, frozen=True):
    check: Text
    chance: Annotated[str, Meta(max_length=FIGURE_LENGTH, examples=["75%"])]
    event: Event | None = None
    at_most: bool = False
    ranges: Annotated[tuple[Annotated[str, Meta(max_length=FIGURE_LENGTH)], ...], Meta(max_length=OPEN_PLACES)] = ()


Axis = Annotated[str, Meta(max_length=EVENT_LENGTH, examples=["modifier=-3..9"])]


class Gridded(Body, frozen=True):
    """`rows` and `columns` are an option and what it goes through; `form` is how the grid is written."""

    check: Text
    rows: Axis
    columns: Axis | None = None
    show: Annotated[tuple[Event, ...], Meta(max_length=SHOWN_AT_ONCE)] = ()
    digits: Annotated[int, Meta(ge=0, le=SHOWN_DIGITS)] = 1
    exact: bool = False
    form: Literal["json", "text", "csv", "html", "latex", "markdown", "svg", "vega"] = "json"


class Told(Body, frozen=True):
    records: Annotated[tuple[Options, ...], Meta(min_length=1, max_length=THROWS_AT_ONCE)]


class Asked(Body, frozen=True):
    record: Options


class Configured(Body, frozen=True):
    text: Annotated[str, Meta(max_length=CONFIG_LENGTH, description="a config file, in TOML")]


class Verified(Body, frozen=True):
    export: Annotated[str, Meta(max_length=CLAIMS_LENGTH, description="an export, as text")]


def _read(asked: Check, hall: Hall) -> ReadCheck:
    """A check, by the games of this table: read here, since that is quick, and worked out elsewhere."""
    return read_check(asked, hall.systems)


@post("/rolls", tags=TAGS, status_code=200, summary="Roll a check, outside any room")
async def roll(request: Asking, hall: TheHall, workers: TheWorkers, data: JSONBody[Roll]) -> dict[str, Any]:
    found: dict[str, Any] = await workers.answer(
        answers.roll, _read(data.check, hall), data.faces, data.choices, data.seed
    )
    return found


@post(
    "/checks", tags=TAGS, status_code=200, summary="Parse a check while somebody types it: its meaning, and any error"
)
async def checks(request: Asking, hall: TheHall, data: JSONBody[Making]) -> Checked:
    return checked(data.check, data.cursor, data.faces, hall.systems)


@post("/odds", tags=TAGS, status_code=200, summary="The exact odds of a check")
async def odds(request: Asking, hall: TheHall, workers: TheWorkers, data: JSONBody[Odds]) -> dict[str, Any]:
    found: dict[str, Any] = await workers.answer(answers.odds, _read(data.check, hall), data.aim)
    return found


@post("/advice", tags=TAGS, status_code=200, summary="The best choice now: each option with its value")
async def advice(request: Asking, hall: TheHall, workers: TheWorkers, data: JSONBody[Advised]) -> dict[str, Any]:
    found: dict[str, Any] = await workers.answer(
        answers.advice, _read(data.check, hall), data.aim, data.faces, data.choices
    )
    return found


@post("/outlook", tags=TAGS, status_code=200, summary="A preview of the odds of a check: a few chances and a chart")
async def outlook(request: Asking, hall: TheHall, workers: TheWorkers, data: JSONBody[About]) -> dict[str, Any]:
    found: dict[str, Any] = await workers.answer(answers.outlook, _read(data.check, hall))
    return found


@post("/explain", tags=TAGS, status_code=200, summary="The rule in words, as it applies to a check")
async def explain(request: Asking, hall: TheHall, workers: TheWorkers, data: JSONBody[About]) -> dict[str, Any]:
    found: dict[str, Any] = await workers.answer(answers.explain, _read(data.check, hall))
    return found


@post(
    "/tellings", tags=TAGS, status_code=200, summary="Details of logged rolls: hands, clauses, chance of this or better"
)
async def tell(request: Asking, hall: TheHall, workers: TheWorkers, data: JSONBody[Told]) -> dict[str, Any]:
    found: dict[str, Any] = await workers.answer(answers.tell, data.records, dict(hall.systems))
    return found


@post("/why", tags=TAGS, status_code=200, summary="The reasons for a result, and its chance")
async def why(request: Asking, hall: TheHall, workers: TheWorkers, data: JSONBody[Asked]) -> dict[str, Any]:
    found: dict[str, Any] = await workers.answer(answers.why, data.record, dict(hall.systems))
    return found


@post("/compare", tags=TAGS, status_code=200, summary="Checks side by side")
async def compare(request: Asking, hall: TheHall, workers: TheWorkers, data: JSONBody[Compared]) -> dict[str, Any]:
    found: dict[str, Any] = await workers.answer(answers.compare, data.checks, data.event, dict(hall.systems))
    return found


@post("/need", tags=TAGS, status_code=200, summary="The number that gives at least a certain chance")
async def need(request: Asking, hall: TheHall, workers: TheWorkers, data: JSONBody[Needed]) -> dict[str, Any]:
    found: dict[str, Any] = await workers.answer(
        answers.need, data.check, data.chance, data.event, data.at_most, data.ranges, dict(hall.systems)
    )
    return found


@post("/grids", tags=TAGS, status_code=200, summary="A grid of odds for a rule book")
async def grid(request: Asking, hall: TheHall, workers: TheWorkers, data: JSONBody[Gridded]) -> Response[Any]:
    found = await workers.answer(
        answers.grid, data.check, data.rows, data.columns, data.show, data.digits, data.exact, data.form,
        dict(hall.systems),
    )  # fmt: skip
    return Response(found, media_type=FORMS[data.form])


@post("/config", tags=TAGS, status_code=200, summary="Read a config file: its game and saved checks")
async def config(request: Asking, workers: TheWorkers, data: JSONBody[Configured]) -> dict[str, Any]:
    found: dict[str, Any] = await workers.answer(answers.config, data.text)
    return found


@post("/verify", tags=TAGS, status_code=200, summary="Check an export: chain, commitments, faces, outcomes")
async def verify(request: Asking, hall: TheHall, workers: TheWorkers, data: JSONBody[Verified]) -> dict[str, Any]:
    found: dict[str, Any] = await workers.answer(answers.verify, data.export, dict(hall.systems))
    return found


@get(
    "/games",
    tags=TAGS,
    summary="The games: their rules, words, schemas and instruments",
    responses={200: ResponseSpec(dict[str, Any], description="the same for everyone", generate_examples=False)},
    sync_to_thread=False,
)
def games(request: Asking) -> Response[bytes]:
    return answered(request, request.app.state.games, {})


HANDLERS = [roll, checks, odds, advice, outlook, explain, tell, why, compare, need, grid, config, verify, games]
