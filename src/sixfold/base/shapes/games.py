"""Games and their rules: `games --json`."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from sixfold.base.shapes.parts import Version


class Word(Struct, frozen=True):
    """A word of a rule's checks."""

    form: Annotated[str, Meta(description="The spellings.")]
    help: str


class Event(Struct, frozen=True):
    """Something that an outcome can be."""

    name: Annotated[str, Meta(description="A field that is true, or a named value as field=value.")]
    words: Annotated[str, Meta(description="The event in the words of the game.")]
    role: Literal["success", "critical", "ordinary"]
    mark: Annotated[
        Literal["", "success", "failure", "critical", "blunder", "triumph", "partial", "double", "triple"],
        Meta(description="The sign in charts and on the page; empty if there is none."),
    ]


class Rule(Struct, frozen=True):
    """A rule of a game."""

    name: str
    title: str
    words: list[Word]
    house_rules: Annotated[list[str], Meta(description="The house rules, as words of a check.")]
    events: list[Event]
    chart: Annotated[str, Meta(description="The number that a chart shows; empty if the rule names none.")]
    aside: Annotated[Literal["dropped", "cut"], Meta(description="The word for dice that do not count.")]
    apart: Annotated[list[str], Meta(description="The labels of rolls whose dice have another colour.")]
    harm: Annotated[str, Meta(description="The number of an outcome that is damage; empty if there is none.")]
    time: Annotated[str, Meta(description="The number that counts rounds or attempts; empty if there is none.")]
    options: Annotated[dict[str, Any], Meta(description="The JSON Schema of its options.")]
    example: Annotated[str, Meta(description="An example check.")]


class Game(Struct, frozen=True):
    """A game. Its first rule is the default."""

    name: str
    title: str
    rules: list[Rule]
    characters: Annotated[dict[str, Any], Meta(description="The JSON Schema of the values of its characters.")]


class Games(Struct, frozen=True):
    """All games."""

    version: Version
    games: list[Game]
