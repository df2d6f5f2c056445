"""The engine without a room: the calls that ask a question, the check that somebody types, and the games."""

from collections.abc import Mapping
from contextlib import suppress
from operator import getitem
from types import MappingProxyType
from typing import Annotated, Any, Literal

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody
from msgspec import Meta, defstruct

from sixfold.base.bounds import TEXT_LENGTH
from sixfold.checks.check import read_check
from sixfold.checks.check_input import Checked, checked
from sixfold.show.files import text_formats
from sixfold.study.operation import QUESTIONS, Operation, Parameter
from sixfold.table.api_questions import API_QUESTIONS, answer_question
from sixfold.table.room import next_dice
from sixfold.table.room.commands import Check, Faces, Text
from sixfold.table.server import game_worker
from sixfold.table.server.api.command_calls import RequestBody
from sixfold.table.server.game_worker import NotHere
from sixfold.table.server.pages import sent
from sixfold.table.server.requester import ApiRequest, TheService, TheWorkers

TAGS = ["rules"]
FORMATS = text_formats()
"""The formats in which an answer can be asked for."""

Format: Any = getitem(Literal, tuple(FORMATS))


def _type_of(parameter: Parameter) -> Any:
    """Return the type of a parameter in a body."""
    options = dict[str, Any]
    plainly: Mapping[str, Any] = {"check": Check, "open check": Text, "checks": Text, "object": options, "yes": bool}
    kind = plainly.get(parameter.kind)
    if parameter.kind == "number":
        kind = Annotated[int, Meta(ge=0, le=parameter.most, description=parameter.help)]
    elif parameter.kind == "numbers":
        kind = Annotated[tuple[int, ...], Meta(max_length=parameter.most, description=parameter.help)]
    elif kind is None:
        kind = Annotated[str, Meta(max_length=parameter.most, description=parameter.help)]
    if not parameter.many:
        return kind
    least = 1 if parameter.kind in ("checks", "object") else 0
    annotated: Any = Annotated
    every: Any = tuple
    return annotated[every[kind, ...], Meta(min_length=least, max_length=parameter.many)]


def _body_of(question: Operation) -> Any:
    """The body of a question's call: its parameters, and the format of the answer where there are several."""
    fields: list[Any] = []
    for parameter in question.parameters:
        if parameter.only_for != "command":
            kind, needed = _type_of(parameter), parameter.needed or parameter.kind == "object"
            fields.append((parameter.name, kind) if needed else (parameter.name, kind | None, None))
    if question.name in QUESTIONS:
        fields.append(("format", Format, "json"))
    name = f"Ask{question.name.capitalize()}"
    return defstruct(name, fields, bases=(RequestBody,), frozen=True, kw_only=True, module=__name__)


def _call_of(question: Operation) -> HTTPRouteHandler:
    """The call that asks a question. A check is read here, since that is quick; the answer is worked out elsewhere."""

    async def handler(request: ApiRequest, service: TheService, workers: TheWorkers, data: Any) -> Response[Any]:
        values = {name: getattr(data, name) for name in data.__struct_fields__ if getattr(data, name) is not None}
        form = values.pop("format", "json")
        if question.parameters[0].kind == "check":
            with suppress(NotHere):  # then it is read where it is answered
                values["check"] = read_check(values["check"], service.own_games.without_code)
        content = await workers.answer(
            answer_question, question.name, values, service.own_games.files, form, files=service.own_games.files
        )
        return Response(content, media_type=FORMATS[form].media)

    handler.__name__ = handler.__qualname__ = question.name
    handler.__annotations__["data"] = getitem(JSONBody, BODIES[question.name])
    summary = question.summary[0].upper() + question.summary[1:]
    return post(question.call, tags=TAGS, status_code=200, summary=summary)(handler)


BODIES = MappingProxyType({question.name: _body_of(question) for question in API_QUESTIONS.values()})
"""The body of each question's call."""


class Making(RequestBody, frozen=True):
    """A check that is being made. With `cursor` (characters before it) the words that may stand there are offered;
    with `faces` it is said which dice are thrown next.
    """

    check: Check
    cursor: Annotated[int, Meta(ge=0, le=TEXT_LENGTH)] | None = None
    faces: Faces | None = None


@post(
    "/checks", tags=TAGS, status_code=200, summary="Parse a check while somebody types it: its meaning, and any error"
)
async def checks(request: ApiRequest, service: TheService, workers: TheWorkers, data: JSONBody[Making]) -> Checked:
    try:
        return checked(data.check, data.cursor, data.faces, service.own_games.without_code, next_dice)
    except NotHere:
        files = service.own_games.files
        answer: Checked = await workers.answer(
            game_worker.read, files, data.check, data.cursor, data.faces, files=files
        )
        return answer


@get(
    "/games",
    tags=TAGS,
    summary="The games: their rules, words, schemas and instruments",
    responses={200: ResponseSpec(dict[str, Any], description="the same for everyone", generate_examples=False)},
    sync_to_thread=False,
)
def games(request: ApiRequest) -> Response[bytes]:
    return sent(request, request.app.state.games, {})


HANDLERS = [*map(_call_of, API_QUESTIONS.values()), checks, games]
