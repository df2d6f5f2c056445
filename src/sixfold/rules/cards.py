"""Cards that have a rank and a suit: decks, and what is read of either."""

from collections.abc import Sequence
from typing import Any, Literal, Self

from sixfold.errors import wrong_dice
from sixfold.printable import shown
from sixfold.rules.folds import Fold, OfCards
from sixfold.rules.hand import Hand


class Deck(tuple[int, ...]):
    """A deck of cards: how many there are of each, all suits of the lowest rank first.

    `ranks` and `suits` are numbers of them, or their names, the lowest first. `counts` say how many there are of each
    card, if it is not one.

    >>> len(Deck(13, 4)), Deck(("jack", "queen"), ("hearts", "spades")).names
    (52, ('jack hearts', 'jack spades', 'queen hearts', 'queen spades'))
    """

    suits: int
    names: tuple[str, ...]

    def __new__(
        cls, ranks: int | Sequence[str], suits: int | Sequence[str], counts: Sequence[int] | None = None
    ) -> Self:
        for part in (ranks, suits):
            if not isinstance(part, int | Sequence):
                raise wrong_dice(f"Ranks and suits are numbers of them, or lists of their names, not {shown(part)}.")
        named = [range(1, part + 1) if isinstance(part, int) else part for part in (ranks, suits)]
        names = tuple([f"{rank} {suit}" for rank in named[0] for suit in named[1]])
        if not names or (counts is not None and len(counts) != len(names)):
            raise wrong_dice(f"A deck has {len(names)} kinds of cards by its ranks and suits: not {shown(counts)}.")
        deck = super().__new__(cls, (1,) * len(names) if counts is None else counts)
        deck.suits, deck.names = len(named[1]), names
        return deck


class RanksOrSuits(Hand):
    """The ranks or the suits of a hand of cards."""

    def __init__(self, hand: Hand, part: Literal["rank", "suit"]) -> None:
        if not isinstance(hand, Hand) or not getattr(getattr(hand, "die", None), "suits", 0):
            raise wrong_dice("Ranks and suits are read of cards drawn from a Deck, as table.draw(Deck(13, 4), 5).")
        self.hand, self.part, self.die = hand, part, hand.die
        self._size, self.gone = hand.size, hand.gone


def ranks(hand: Hand) -> RanksOrSuits:
    """The ranks of a hand drawn from a Deck, to read: the lowest is 1."""
    return RanksOrSuits(hand, "rank")


def suits(hand: Hand) -> RanksOrSuits:
    """The suits of a hand drawn from a Deck, to read: the first is 1."""
    return RanksOrSuits(hand, "suit")


def asked(hand: Any, folds: tuple[Fold[Any], ...]) -> tuple[Any, tuple[Fold[Any], ...]]:
    """The hand of which something is read, and the questions to it: of ranks or suits those about its cards."""
    if isinstance(hand, RanksOrSuits):
        return hand.hand, tuple([OfCards(fold, hand.die.suits, hand.part) for fold in folds])
    return hand, folds
