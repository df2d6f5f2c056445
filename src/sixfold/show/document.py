"""The base of answers: a value that people read, and the JSON document of it, with its schema."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from msgspec import UNSET, Struct

from sixfold.base.shapes.fraction import Bounds, exact
from sixfold.show.display import Shown


class Document(Shown, Struct, frozen=True, tag_field="version", tag=1):
    """An answer. Its fields are those of its JSON document, but for those whose name begins with an underscore."""

    def to_json(self) -> dict[str, Any]:
        """This as plain data, in the shape promised to programs."""
        return {"version": 1, **plain(self)}


def plain(value: Any) -> Any:
    """A value as plain data: fractions as text; what is unset is left out.

    >>> from sixfold.base.shapes.parts import Chance
    >>> from sixfold.base.shapes.fraction import Bounds
    >>> plain((Chance.of(Bounds.exactly(Fraction(1, 8))), "ten"))
    [{'exact': '1/8', 'decimal': 0.125, 'unresolved': '0'}, 'ten']
    """
    if isinstance(value, Fraction):
        return exact(value)
    if isinstance(value, Bounds):
        return value.to_json()
    if isinstance(value, Struct):
        fields = ((name, getattr(value, name)) for name in value.__struct_fields__ if name[0] != "_")
        return {name: plain(part) for name, part in fields if part is not UNSET}
    if isinstance(value, Mapping):
        return {name: plain(part) for name, part in value.items()}
    return [plain(part) for part in value] if isinstance(value, tuple | list) else value
