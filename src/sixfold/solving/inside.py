"""Rules that are played inside others, as a whole."""

from collections.abc import Hashable
from typing import Any, NamedTuple

from sixfold.rules.table import Play
from sixfold.solving.context import Context
from sixfold.solving.fingerprint import fingerprint
from sixfold.solving.joint import Followed, Inside, Joint, Joints, Parts, apart, kinds_of


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
        return self.context.kept(key, lambda: self._parts(key)) if key is not None else self._parts(None)

    def _parts(self, key: Hashable) -> Parts:
        inside = self.inside(self.rule, self.options, self.fields)
        entries, scale = inside.known()
        if key is not None and inside.more:
            self.context.inside[key] = inside
        return Parts(Joint(entries, scale, kinds_of(entries)).by_name() if entries else (), inside.more)

    def beyond(self) -> Joints:
        key = self.key
        if key is None:
            return self._beyond(None)
        # What lies beyond is gone through once, however often the rule is played.
        if key not in self.context.beyond:
            self.context.beyond[key] = self._beyond(self.context.inside.get(key))
        return self.context.beyond[key]

    def _beyond(self, inside: Followed | None) -> Joints:
        if inside is None:
            inside = self.inside(self.rule, self.options, self.fields)
            inside.known()
        return apart(*inside.beyond())
