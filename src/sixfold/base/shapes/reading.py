"""Plain data in its shape, or an error that says what is wrong with it, and where."""

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
