"""Whether the server lives, whether it is ready, and its figures; none of them tells anything about a room."""

from __future__ import annotations

import asyncio

from litestar import Response, get
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from sixfold import __version__
from sixfold.web.asking import Asking, TheHall
from sixfold.web.hub import Hub


class Metrics:
    """The figures of one server."""

    def __init__(self, hub: Hub) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter("sixfold_requests", "Requests answered", ["method", "status"], registry=self.registry)
        self.seconds = Histogram("sixfold_request_seconds", "From request to answer", registry=self.registry)
        sockets = Gauge("sixfold_sockets", "Sockets that listen", registry=self.registry)
        sockets.set_function(lambda: hub.sockets)


TAGS = ["server"]
READY_SECONDS = 2


@get("/health", tags=TAGS, summary="Whether the server lives")
async def health() -> dict[str, str]:
    return {"status": "ok", "version": __version__}


@get("/ready", tags=TAGS, summary="Whether the server can read and write its database")
async def ready(hall: TheHall) -> dict[str, str]:
    async with asyncio.timeout(READY_SECONDS):
        await hall.reading(hall.store.log.rooms)
        await asyncio.wrap_future(hall.store.writer.probe())
    return {"status": "ready"}


@get("/metrics", tags=TAGS, summary="Figures for Prometheus")
async def metrics(request: Asking) -> Response[bytes]:
    registry: CollectorRegistry = request.app.state.metrics.registry
    return Response(generate_latest(registry), media_type="text/plain; version=0.0.4")


HANDLERS = [health, ready, metrics]
