"""Rules that are played inside others, as a whole."""

from collections.abc import Hashable
from functools import cache
from typing import Any, NamedTuple

from sixfold.rules.table import Play
from sixfold.solving.context import Context
from sixfold.solving.fingerprint import fingerprint
from sixfold.solving.joint import Inside, Joint, Parts, apart, kinds_of


class Played(NamedTuple):
    """The wanted fields of a rule's outcome; where none are named, the form of what it returns and all its values."""

    context: Context
    inside: Inside
    rule: Play
    options: dict[str, Any]
    fields: tuple[str, ...] | None

    @property
    def key(self) -> Hashable:
        """What tells it from others; None where its options cannot be told apart."""
        found = fingerprint(self.rule, **self.options)
        return (found, self.fields, self.context.share) if found.known else None

    def parts(self) -> Parts:
        key = self.key
        return self.context.kept(key, self._parts) if key is not None else self._parts()

    def _parts(self) -> Parts:
        inside = self.inside(self.rule, self.options, self.fields)
        entries, scale = inside.known()
        # What lies beyond is gone through once, however often the rule is played.
        beyond = cache(lambda: apart(*inside.beyond())) if inside.more else None
        return Parts(Joint(entries, scale, kinds_of(entries)).by_name() if entries else (), beyond)
