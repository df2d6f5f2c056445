"""Figures of a server: how much, how fast, how many. No room, person or check is named in them."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from sixfold.web.hub import Hub


class Metrics:
    """The figures of one server."""

    def __init__(self, hub: Hub) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter("sixfold_requests", "Requests answered", ["method", "status"], registry=self.registry)
        self.seconds = Histogram("sixfold_request_seconds", "From request to answer", registry=self.registry)
        sockets = Gauge("sixfold_sockets", "Sockets that listen", registry=self.registry)
        sockets.set_function(lambda: hub.sockets)
