"""Notes: lines that people write, for everyone or for some."""

from sixfold.table.room.names import read_line
from sixfold.table.room.verify.verifier import LoggedEvent, LogVerifier, VerificationError, fail_if


def noted(verifier: LogVerifier, event: LoggedEvent) -> None:
    """A line of somebody who is more than a spectator."""
    verifier.members.require_member(event.person, "master", "player")
    if event.known is None:
        return
    line(event.known["text"])
    people = event.known.get("people", [])
    for person in people:
        verifier.members.require_member(person)
    if len({*people, event.person}) <= len(people) or (people and not event.hidden):
        raise VerificationError("is for other people than it says")


def line(text: str | None) -> None:
    """A line that somebody wrote, if they did."""
    fail_if(text is not None and read_line(text) != text, "has an impossible text")
