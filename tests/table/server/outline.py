"""What the documents of the API promise, line by line: `api.txt`, which `python -m tests.golden` writes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).parent / "api.txt"


def outline() -> str:
    """The calls and the live channel of a table, with all that is promised of them."""
    from litestar import Litestar, Router
    from litestar.di import Provide

    from sixfold.table.room.commands import API
    from sixfold.table.server.api import server
    from sixfold.table.server.requester import requester
    from sixfold.table.server.serving import HANDLERS

    app = Litestar(
        [Router(API, route_handlers=HANDLERS)],
        dependencies={
            "service": Provide(lambda: None, sync_to_thread=False),
            "workers": Provide(lambda: None, sync_to_thread=False),
            "by": Provide(requester),
        },
    )
    calls, live = server.openapi(app), server.asyncapi("https://table.example")
    return "\n".join([*_of_calls(calls["paths"]), *_of_shapes(calls["components"]["schemas"]), *_of_live(live), ""])


def _of_calls(paths: dict[str, Any]) -> Iterator[str]:
    for path, calls in paths.items():
        for method, call in calls.items():
            yield f"{method.upper()} {path}: {call['summary']}{' (secret)' if call.get('security') else ''}"
            for parameter in call.get("parameters", ()):
                needed = "" if parameter.get("required") else ", may be missing"
                told = parameter.get("description", "")
                yield f"  {parameter['in']} {parameter['name']}{needed}: {_plain(parameter['schema'])} {told}".rstrip()
            for kind, body in call.get("requestBody", {"content": {}})["content"].items():
                yield f"  takes {kind} {_plain(body['schema'])}"
            for status, answer in call["responses"].items():
                contents = [f"{kind} {_plain(each['schema'])}" for kind, each in answer.get("content", {}).items()]
                yield f"  {status} {answer['description']}: {', '.join(contents) or 'nothing'}"
            yield ""


def _of_shapes(shapes: dict[str, Any]) -> Iterator[str]:
    for name, shape in sorted(shapes.items()):
        rest = {key: value for key, value in shape.items() if key not in ("properties", "required", "title")}
        yield f"{name} {_plain(rest)}"
        for field, schema in shape.get("properties", {}).items():
            yield f"  {field}{'' if field in shape.get('required', ()) else ', may be missing'}: {_plain(schema)}"
        yield ""


def _of_live(live: dict[str, Any]) -> Iterator[str]:
    yield f"live: {', '.join(live['channels']['live']['messages'])}"
    for name, operation in live["operations"].items():
        yield f"  {name} {operation['action']}: {', '.join(_last(each['$ref']) for each in operation['messages'])}"


def _plain(schema: dict[str, Any]) -> str:
    return json.dumps(schema, ensure_ascii=False).replace("#/components/schemas/", "")


def _last(reference: str) -> str:
    return reference.rpartition("/")[2]
