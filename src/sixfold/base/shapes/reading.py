"""Plain data in its shape, or an error that says what is wrong with it, and where."""

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from sixfold.errors import RecordError

Shape = TypeVar("Shape", bound=msgspec.Struct)


def checked(data: Any, shape: type[Shape], what: str) -> Shape:
    """The data in its shape; `what` it should be goes into the error.

    Keys that the shape does not name are passed over, so that what a later version adds can be read.
    Raises RecordError (record/malformed) for what does not fit, with the place in it.
    """
    try:
        return msgspec.convert(data, shape, strict=True)
    except msgspec.ValidationError as error:
        raise RecordError("record/malformed", f"This is not {what}: {error}.") from None
    except UnicodeEncodeError:
        raise RecordError("record/malformed", f"This is not {what}: a text in it holds half a character.") from None
    except ValueError:
        raise RecordError("record/malformed", f"This is not {what}: a number in it is too long.") from None


def agreeing(data: Mapping[str, Any], follows: Mapping[str, Any], what: str) -> None:
    """Refuse data that says something else than what `follows` from the rest of it, by name; it may leave that out.

    Raises RecordError (record/mismatch).
    """
    for name, value in follows.items():
        if name in data and data[name] != value:
            raise RecordError("record/mismatch", f"This is not {what}: its “{name}” contradicts the rest of it.")
