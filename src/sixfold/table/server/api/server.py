"""The server: whether it lives and is ready, its figures, and the documents of the API, made from the code."""

import asyncio
import json
from importlib.resources import files
from typing import Any, Final

import msgspec
from litestar import Litestar, Response, get
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from sixfold import __version__
from sixfold.base.bounds import POST_KEY_LENGTH
from sixfold.checks import check_input, completing
from sixfold.errors import StoreError
from sixfold.study.operation import QUESTIONS
from sixfold.study.schema import DOCUMENTS, components
from sixfold.table.api_questions import API_QUESTIONS
from sixfold.table.room.commands import API
from sixfold.table.server.api import rooms, rules
from sixfold.table.server.api.command_calls import EventShape, Problem
from sixfold.table.server.api.log import Greeting, Page
from sixfold.table.server.listeners import TOLD
from sixfold.table.server.requester import ApiRequest, TheService, public_address
from sixfold.table.server.room_service import RoomService

TAGS = ["server"]
REF: Final = "#/components/schemas/{name}"

CALLS: Final = {question.call: question for question in API_QUESTIONS.values()}
"""The questions by the paths of their calls."""

DOCUMENT_OF: Final[dict[str, type[Any]]] = {
    question.name: DOCUMENTS[question.document or question.name][0]
    for question in API_QUESTIONS.values()
    if (question.document or question.name) in DOCUMENTS and question.name != "config"
}
"""The handlers of the questions, by name."""

FREE: Final = "/health"
"""The call that is never refused."""

TEXTS: Final = {"/metrics": ("text/plain",), "/export": ("application/json", "text/csv", "text/markdown")}
"""Calls whose answer is a text of another kind than JSON."""


def openapi(app: Litestar) -> dict[str, Any]:
    """The OpenAPI document: paths from the handlers, schemas from the bodies themselves."""
    document: dict[str, Any] = app.openapi_schema.to_schema()
    handlers = [handler for route in app.routes for handler in getattr(route, "route_handlers", ())]
    bodies = [handler.parsed_data_field.annotation for handler in handlers if handler.parsed_data_field]
    answers = [handler.parsed_fn_signature.return_type.annotation for handler in handlers]
    shapes: list[Any] = [
        answer for answer in answers if isinstance(answer, type) and issubclass(answer, msgspec.Struct)
    ]
    shapes += [EventShape, rooms.Opened, rooms.Joined, Page, Problem]
    shapes += [check_input.Checked, completing.Completed, check_input.Mistake, check_input.DiceToThrow]
    document["components"] = {
        "schemas": components([*bodies, *DOCUMENT_OF.values(), *shapes], REF)[1],
        "securitySchemes": {
            "secret": {"type": "http", "scheme": "bearer", "description": "a token, or a link's secret"}
        },
    }
    for path, calls in document["paths"].items():
        for method, call in calls.items():
            _complete(path, method, call)
    return document


def _complete(path: str, method: str, call: dict[str, Any]) -> None:
    """Complete the description of a call: the content of its answers, and errors as problem documents."""
    problem = {"application/problem+json": {"schema": {"$ref": REF.format(name="Problem")}}}
    call["responses"].pop("400", None)
    question = CALLS.get(path.removeprefix(API))
    if question is not None:
        shape = DOCUMENT_OF.get(question.name)
        schema: dict[str, Any] = {"type": "object"} if shape is None else {"$ref": REF.format(name=shape.__name__)}
        texts = rules.FORMATS.values() if question.name in QUESTIONS else ()
        content = {form.media: {"schema": {"type": "string"}} for form in texts}
        call["responses"]["200"]["content"] = content | {"application/json": {"schema": schema}}
    for ending, kinds in TEXTS.items():
        if path.endswith(ending):
            call["responses"]["200"]["content"] = {
                kind: {"schema": {"type": "object" if kind.endswith("json") else "string"}} for kind in kinds
            }
    if not path.endswith(FREE):
        call["responses"]["4XX"] = {"description": "refused, with a reason", "content": problem}
    call["responses"]["5XX"] = {"description": "a failure of the server", "content": problem}
    if "/rooms/" in path:
        call["security"] = [{"secret": []}]
    if method == "post" and "/rooms/" in path and not path.endswith(("/people", "/links")):
        call.setdefault("parameters", []).append(
            {
                "name": "Idempotency-Key",
                "in": "header",
                "required": False,
                "description": "a key for this post only; sending it again returns the first answer",
                "schema": {"type": "string", "maxLength": POST_KEY_LENGTH, "pattern": "^[!-~]*$"},
            }
        )


def asyncapi(address: str) -> dict[str, Any]:
    """The AsyncAPI document of the live channel."""
    scheme, _, host = address.partition("://")
    kinds = {"greeting": Greeting, "event": EventShape, **TOLD}
    shapes = components(list(kinds.values()), REF)[1]
    messages = {name: {"payload": shapes[kind.__name__]} for name, kind in kinds.items()}
    document: dict[str, Any] = json.loads((files("sixfold.table.server.api") / "asyncapi.json").read_bytes())
    document["info"]["version"] = __version__
    document["servers"]["table"] = {"host": host, "protocol": "wss" if scheme == "https" else "ws"}
    document["channels"]["live"]["messages"] = messages
    document["operations"]["follow"]["messages"] += [
        {"$ref": f"#/channels/live/messages/{name}"} for name in messages if name != "greeting"
    ]
    return document


@get("/openapi.json", tags=TAGS, summary="The calls of this API", sync_to_thread=False)
def calls_document(request: ApiRequest) -> dict[str, Any]:
    return openapi(request.app)


@get("/asyncapi.json", tags=TAGS, summary="What comes over the WebSocket", sync_to_thread=False)
def live_document(request: ApiRequest) -> dict[str, Any]:
    return asyncapi(public_address(request))


class Metrics:
    """The figures of one server."""

    def __init__(self, service: RoomService) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter("sixfold_requests", "Requests answered", ["method", "status"], registry=self.registry)
        self.seconds = Histogram("sixfold_request_seconds", "From request to answer", registry=self.registry)
        sockets = Gauge("sixfold_sockets", "Sockets that listen", registry=self.registry)
        sockets.set_function(lambda: service.sockets)


READY_SECONDS = 2


@get(FREE, tags=TAGS, summary="Whether the server lives", opt={"rate": None})
async def health() -> dict[str, str]:
    return {"status": "ok", "version": __version__}


@get("/ready", tags=TAGS, summary="Whether the server can read and write its database", opt={"rate": "ready "})
async def ready(service: TheService) -> dict[str, str]:
    try:
        async with asyncio.timeout(READY_SECONDS):
            await asyncio.to_thread(service.store.log.rooms)
            await asyncio.wrap_future(service.store.writer.probe())
    except TimeoutError:
        raise StoreError("store/unavailable", f"The database does not answer within {READY_SECONDS} seconds.") from None
    return {"status": "ready"}


@get("/metrics", tags=TAGS, summary="Figures for Prometheus", opt={"rate": "metrics "})
async def metrics(request: ApiRequest) -> Response[bytes]:
    registry: CollectorRegistry = request.app.state.metrics.registry
    return Response(generate_latest(registry), media_type="text/plain; version=0.0.4")


HANDLERS = [calls_document, live_document, health, ready, metrics]
