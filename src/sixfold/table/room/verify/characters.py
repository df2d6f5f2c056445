"""Characters: who may make and change each, and who sees them."""

from sixfold.table.room.verify.shapes import Sheet
from sixfold.table.room.verify.verifier import Bearer, LoggedEvent, LogVerifier, VerificationError, fail_if


def character(verifier: LogVerifier, event: LoggedEvent) -> None:
    """A character is made or changed by its owner or a master; one that everyone saw is not hidden again."""
    by, known = verifier.members.require_member(event.person, "master", "player"), event.known
    if known is None:
        verifier.characters[event.number] = None
        verifier.bearers = {**verifier.bearers, event.number: None}
        return
    number, owner = known["character"], known["owner"]
    made = number == event.number
    fail_if(not made and number not in verifier.characters, "changes a character that nobody made")
    fail_if(made and set(known["sheet"]) != set(Sheet.__struct_fields__), "makes a character without all of its sheet")
    before = None if made else verifier.characters[number]
    if before is not None and any(one is None and at > before.number for at, one in verifier.characters.items()):
        before = None  # it may have changed where this reader did not see it
    was = before.known if before is not None else None
    fail_if(owner and verifier.members.people.get(owner) is None, "gives a character to somebody who never came in")
    if was is not None and before is not None:
        fail_if("gone" in was or ("gone" in known and known["sheet"]), "changes a character that is gone")
        fail_if(event.hidden and not before.hidden, "hides a character that everyone saw")
    mine = event.person in (was["owner"] if was is not None else event.person, *verifier.members.masters)
    if not mine or (by.role != "master" and (not owner or (made and owner != event.person))):
        raise VerificationError("makes or changes a character that is somebody else's")
    verifier.characters[number] = event
    bearer = verifier.bearers.get(number) or Bearer("", "", "", False)
    others = {other: one for other, one in verifier.bearers.items() if other != number}
    sheet = {"name": bearer.name, "game": bearer.game, **known["sheet"]}
    now = Bearer(owner, sheet["name"], sheet["game"], not event.hidden)
    verifier.bearers = others if "gone" in known else {**others, number: now}
