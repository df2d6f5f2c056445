"""Games of a room: which ones are played there, and acts of their instruments."""

from sixfold.table.room.verify.verifier import LoggedEvent, LogVerifier, fail_if


def laid_out(verifier: LogVerifier, event: LoggedEvent) -> None:
    """By a master, games by name."""
    verifier.members.require_member(event.person, "master")
    fail_if(len(set(event.body["games"])) < len(event.body["games"]), "lays out a game twice")


def instrument(verifier: LogVerifier, event: LoggedEvent) -> None:
    """An act of an instrument that its game has."""
    verifier.members.require_member(event.person, "master", "player")
    known = event.known
    if known is not None and (system := verifier.systems.get(known["system"])) is None:
        verifier.report.unknown.append(event.number)
    elif known is not None and system is not None and not verifier.version(system.name):
        names = [instrument.name for instrument in system.instruments()]
        fail_if(known["instrument"] not in names, f"is of an instrument that {system.name} does not have")
