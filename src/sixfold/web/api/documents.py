"""The documents of the API, made from the code: OpenAPI for the calls, AsyncAPI for what comes over the WebSocket."""

from __future__ import annotations

from typing import Any, Final

from litestar import Litestar, get

from sixfold import __version__
from sixfold.bounds import POST_KEY_LENGTH
from sixfold.questions import checking
from sixfold.study.schema import DOCUMENTS, components
from sixfold.web.answers import ASKED
from sixfold.web.api import answers, rules
from sixfold.web.asking import Asking, public_address
from sixfold.web.hub import TOLD
from sixfold.web.live import Greeting

TAGS = ["server"]
HERE: Final = "#/components/schemas/{name}"

CALLS: Final = {question.path.strip("/") or question.name: question for question in ASKED}
"""The questions by the end of their path."""

DOCUMENT_OF: Final[dict[str, type[Any]]] = {
    question.name: DOCUMENTS[question.document or question.name][0]
    for question in ASKED
    if (question.document or question.name) in DOCUMENTS and question.name != "config"
}
"""What answers a question, by its name."""

FREE: Final = "/health"
"""The call that is never refused."""

TEXTS: Final = {"/metrics": ("text/plain",), "/export": ("application/json", "text/csv", "text/markdown")}
"""Calls whose answer is a text of another kind than JSON."""


def openapi(app: Litestar) -> dict[str, Any]:
    """The OpenAPI document: paths from the handlers, schemas from the bodies themselves."""
    document: dict[str, Any] = app.openapi_schema.to_schema()
    handlers = [handler for route in app.routes for handler in getattr(route, "route_handlers", ())]
    bodies = [handler.parsed_data_field.annotation for handler in handlers if handler.parsed_data_field]
    shapes = [answers.EventShape, answers.Opened, answers.Joined, answers.Page, answers.Problem]
    shapes += [checking.Checked, checking.Completed, checking.Mistake, checking.Dice]
    document["components"] = {
        "schemas": components([*bodies, *DOCUMENT_OF.values(), *shapes], HERE)[1],
        "securitySchemes": {
            "secret": {"type": "http", "scheme": "bearer", "description": "a token, or a link's secret"}
        },
    }
    for path, calls in document["paths"].items():
        for method, call in calls.items():
            _complete(path, method, call)
    return document


def _complete(path: str, method: str, call: dict[str, Any]) -> None:
    """What every call has beside its own."""
    problem = {"application/problem+json": {"schema": {"$ref": HERE.format(name="Problem")}}}
    call["responses"].pop("400", None)
    question = CALLS.get(path.rpartition("/")[2])
    if question is not None:
        shape = DOCUMENT_OF.get(question.name)
        found: dict[str, Any] = {"type": "object"} if shape is None else {"$ref": HERE.format(name=shape.__name__)}
        texts = rules.FORMATS.values() if question.examples else ()
        content = {kind.partition(";")[0]: {"schema": {"type": "string"}} for kind in texts}
        call["responses"]["200"]["content"] = content | {"application/json": {"schema": found}}
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
    kinds = {"greeting": Greeting, "event": answers.EventShape, **TOLD}
    shapes = components(list(kinds.values()), HERE)[1]
    messages = {name: {"payload": shapes[kind.__name__]} for name, kind in kinds.items()}
    live = "#/channels/live"
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Sixfold, live", "version": __version__},
        "servers": {"table": {"host": host, "protocol": "wss" if scheme == "https" else "ws"}},
        "channels": {
            "live": {
                "address": "/api/v1/rooms/{room}/live?after={after}&head={head}",
                "parameters": {
                    "room": {"description": "the room"},
                    "after": {"description": "the number of the last event that you have; 0 for all of them"},
                    "head": {"description": "the hash of that event; it may be left out", "default": ""},
                },
                "messages": messages,
            }
        },
        "operations": {
            "greet": {
                "action": "receive",
                "summary": "The first message contains your token",
                "channel": {"$ref": live},
                "messages": [{"$ref": f"{live}/messages/greeting"}],
            },
            "follow": {
                "action": "send",
                "summary": "Every event after `after`, then each one as it happens",
                "channel": {"$ref": live},
                "messages": [{"$ref": f"{live}/messages/{name}"} for name in tuple(messages)[1:]],
            },
        },
    }


@get("/openapi.json", tags=TAGS, summary="The calls of this API", sync_to_thread=False)
def calls_document(request: Asking) -> dict[str, Any]:
    return openapi(request.app)


@get("/asyncapi.json", tags=TAGS, summary="What comes over the WebSocket", sync_to_thread=False)
def live_document(request: Asking) -> dict[str, Any]:
    return asyncapi(public_address(request))


HANDLERS = [calls_document, live_document]
