"""The application: its parts put together."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

import msgspec
from litestar import Litestar, Router
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig

from sixfold import __version__
from sixfold.bounds import BODY_BYTES, RATE_A_MINUTE, ROOMS_A_MINUTE
from sixfold.checks.schema import listing
from sixfold.errors import SixfoldError
from sixfold.web.api import documents, health, log, rooms, rules, throws
from sixfold.web.api.health import Metrics
from sixfold.web.asking import Rates, Settings
from sixfold.web.guard import Guard, admitted
from sixfold.web.hall import Hall
from sixfold.web.live import live
from sixfold.web.pages import Page, file
from sixfold.web.pages import handlers as handlers_of_page
from sixfold.web.problems import mistake, refused, too_deep, unreadable
from sixfold.web.workers import Workers

PATH = "/api/v1"


def application(
    settings: Settings, hall: Hall, workers: Workers, page: Page, clock: Callable[[], float] = monotonic
) -> Guard:
    """A table as an ASGI application: a hall with its rooms, workers for what takes long, and the page.

    `clock` tells seconds, by which rates are counted.
    """
    parts = (health, rooms, throws, log, rules, documents)
    handlers = [handler for part in parts for handler in part.HANDLERS]
    app = Litestar(
        [Router(PATH, route_handlers=handlers, before_request=admitted), live, *handlers_of_page(page)],
        state=State(
            {
                "settings": settings,
                "games": file("application/json", msgspec.json.encode(listing(list(hall.systems.values())))),
                "metrics": Metrics(hall.hub),
                "rates": Rates(settings.rate, clock),
                "opening": Rates(max(1, settings.rate * ROOMS_A_MINUTE // RATE_A_MINUTE), clock),
            }
        ),
        dependencies={
            "hall": Provide(lambda: hall, sync_to_thread=False),
            "workers": Provide(lambda: workers, sync_to_thread=False),
        },
        exception_handlers={
            SixfoldError: refused,
            HTTPException: unreadable,
            RecursionError: too_deep,
            Exception: mistake,
        },
        openapi_config=OpenAPIConfig(
            title="Sixfold",
            version=__version__,
            description="Rooms, rolls and odds. Errors are problem documents (RFC 9457) with a `code`.",
            path="/unserved",
            render_plugins=[],
        ),
        request_max_body_size=BODY_BYTES,
        logging_config=None,
    )
    return Guard(app)
