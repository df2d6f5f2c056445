"""The log of a room: by number, as a document, and the luck of the evening."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, cast

from litestar import Response, get
from litestar.params import FromPath, FromQuery, QueryParameter

from sixfold.bounds import EVENTS_A_PAGE
from sixfold.room import Event, Person, as_csv, as_markdown, evening, exported, seen_by, written_out
from sixfold.web.api.answers import EventShape, Page
from sixfold.web.asking import Asking, TheHall, TheWorkers, asker

TAGS = ["log"]
After = Annotated[int, QueryParameter(ge=0, le=2**31 - 1, description="the number of the last event that you have")]
Head = Annotated[str, QueryParameter(max_length=64, description="the hash of that event, if you like")]
ENDINGS = {"json": "json", "csv": "csv", "markdown": "md"}
KINDS = {"json": "application/json", "csv": "text/csv", "markdown": "text/markdown"}


@get("/rooms/{room:str}/events", tags=TAGS, summary="Events above a number, a page at a time")
async def events(request: Asking, hall: TheHall, room: FromPath[str], after: After = 0, head: Head = "") -> Page:
    by = (await asker(request, hall, room)).id
    if not await hall.follows(room, after, head):
        return {"events": [], "last": (await hall.state(room)).number, "reset": True}
    found = await hall.events(room, after, EVENTS_A_PAGE)
    person = await hall.person(room, by)
    shown = [cast("EventShape", seen_by(event, person)) for event in found]
    return {"events": shown, "last": (await hall.state(room)).number}


@get("/rooms/{room:str}/export", tags=TAGS, summary="The log as you may see it; sixfold verify checks it")
async def export(
    request: Asking,
    hall: TheHall,
    room: FromPath[str],
    format: FromQuery[Literal["json", "csv", "markdown"]] = "json",
) -> Response[str]:
    by = (await asker(request, hall, room)).id
    found = await hall.log(room)
    text = await hall.reading(_written, room, found, await hall.person(room, by), format)
    headers = {"Content-Disposition": f'attachment; filename="evening.{ENDINGS[format]}"'}
    return Response(text, media_type=KINDS[format], headers=headers)


def _written(room: str, found: Sequence[Event], person: Person, form: str) -> str:
    if form == "csv":
        return as_csv(found, person)
    if form == "markdown":
        return as_markdown(found, person)
    return written_out(exported(room, found, person))


@get("/rooms/{room:str}/luck", tags=TAGS, summary="Each person's results compared with the exact odds")
async def luck(request: Asking, hall: TheHall, workers: TheWorkers, room: FromPath[str]) -> dict[str, Any]:
    by = (await asker(request, hall, room)).id
    found = await hall.log(room)
    answer: dict[str, Any] = await workers.answer(evening, found, await hall.person(room, by), dict(hall.systems))
    return answer


HANDLERS = [events, export, luck]
