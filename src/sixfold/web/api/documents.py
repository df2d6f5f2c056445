"""The other document of the API: what comes over the WebSocket, as AsyncAPI, made from the events themselves."""

from __future__ import annotations

from typing import Any

from litestar import get

from sixfold import __version__
from sixfold.room.upgrades import VERSIONS
from sixfold.web.asking import Asking

TAGS = ["server"]


def asyncapi(address: str) -> dict[str, Any]:
    """The AsyncAPI document of the live channel."""
    scheme, _, host = address.partition("://")
    event = {
        "type": "object",
        "required": ["number", "kind", "version", "at", "person", "prev", "hash"],
        "properties": {
            "number": {"type": "integer", "minimum": 1, "description": "counts from 1 without a gap"},
            "kind": {"type": "string", "enum": list(VERSIONS)},
            "version": {"type": "integer", "minimum": 1},
            "at": {"type": "string", "format": "date-time"},
            "person": {"type": ["string", "null"]},
            "prev": {"type": "string", "description": "the hash of the public part of the event before"},
            "hash": {"type": "string"},
            "hidden": {"type": "boolean", "description": "true where the rest is not for everyone"},
            "record": {"type": "object", "description": "a throw that you may see: as in POST /rolls"},
        },
    }
    alive = {
        "type": "object",
        "required": ["kind", "last"],
        "properties": {"kind": {"const": "alive"}, "last": {"type": "integer"}},
    }
    witness = {
        "type": "object",
        "required": ["kind", "call"],
        "properties": {"kind": {"const": "witness"}, "call": {"type": "integer"}},
    }
    greeting = {
        "type": "object",
        "required": ["token"],
        "additionalProperties": False,
        "properties": {"token": {"type": "string"}, "witness": {"type": "boolean", "default": False}},
    }
    messages = {"greeting": greeting, "event": event, "alive": alive, "witness": witness}
    here = "#/channels/live"
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Sixfold, live", "version": __version__},
        "servers": {"table": {"host": host, "protocol": "wss" if scheme == "https" else "ws"}},
        "channels": {
            "live": {
                "address": "/api/v1/rooms/{room}/live?after={after}",
                "parameters": {
                    "room": {"description": "the room"},
                    "after": {"description": "the number of the last event that you have; 0 for all of them"},
                },
                "messages": {name: {"payload": payload} for name, payload in messages.items()},
            }
        },
        "operations": {
            "greet": {
                "action": "receive",
                "summary": "The first message says who you are",
                "channel": {"$ref": here},
                "messages": [{"$ref": f"{here}/messages/greeting"}],
            },
            "follow": {
                "action": "send",
                "summary": "Every event above `after`, then each as it happens",
                "channel": {"$ref": here},
                "messages": [{"$ref": f"{here}/messages/{name}"} for name in ("event", "alive", "witness")],
            },
        },
    }


@get("/asyncapi.json", tags=TAGS, summary="What comes over the WebSocket")
async def live_document(request: Asking) -> dict[str, Any]:
    return asyncapi(request.app.state.settings.address)


HANDLERS = [live_document]
