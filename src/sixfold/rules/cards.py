"""Cards that have a rank and a suit: decks, and what is read of either."""

from collections.abc import Sequence
from typing import Any, Literal, Self

from sixfold.base.printable import shown
from sixfold.errors import wrong_dice
from sixfold.rules.folds.fold import Counts, Fold, TupleFold, ask
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


class OfCards(TupleFold[Any]):
    """A question about the ranks of cards, or their suits; kinds have all suits of the lowest rank first.

    It is asked rank by rank, with the number of cards of each suit. With `same_suits` it need not
    be known which suit is which, as all have the same cards: only chances are right then, not single hands.
    """

    __slots__ = ()
    fold: Fold[Any]
    suits: int
    part: Literal["rank", "suit", "card"]
    same_suits: bool = False

    @property
    def answers(self) -> type | None:  # type: ignore[override]
        return self.fold.answers

    @property
    def by_count(self) -> bool:
        return self.part == "suit" or (self.part == "rank" and self.fold.by_count and not self.fold.sums)

    @property
    def any_suit(self) -> bool:
        """Whether the answer is the same when suits change places."""
        return self.part == "rank" or (self.part == "suit" and self.fold.any_face)

    def parts(self, kinds: int) -> range:
        """The ranks, or the suits, of a deck with so many kinds of cards, from 0."""
        return range(self.suits if self.part == "suit" else kinds // self.suits)

    def of_card(self, card: int) -> int:
        """The rank of a card, or its suit."""
        rank, suit = divmod(card - 1, self.suits)
        return {"rank": rank + 1, "suit": suit + 1, "card": card}[self.part]

    def start(self, size: int) -> tuple[Any, ...]:
        return (0,) * self.suits if self.part == "suit" else (self.fold.start(size), 0)

    def step(self, state: tuple[Any, ...], face: int, count: Any) -> tuple[Any, ...]:
        if self.part == "suit":
            counts = [before + number for before, number in zip(state, count, strict=True)]
            return tuple(sorted(counts) if self.same_suits else counts)
        inner, total = state
        shown = [(face, sum(count))]
        if self.part == "card":
            shown = [((face - 1) * self.suits + suit, count[suit - 1]) for suit in range(self.suits, 0, -1)]
        for card, number in shown:
            if number:
                inner, taken = self.fold.take(inner, card, number)
                total += taken * self.fold.worth(card)
        return inner, total

    def rest(self, state: tuple[Any, ...], left: int) -> bool | None:
        if self.part == "suit":
            return None if left else False
        return False if self.fold.rest(state[0], left) is False else None

    def end(self, state: tuple[Any, ...]) -> Any:
        if self.part != "suit":
            return state[1] if self.fold.sums else self.fold.end(state[0])
        suits = [suit for suit, count in enumerate(state, 1) for _ in range(count)]
        return ask(suits, self.fold)[0]

    def answer(self, size: int, counts: Counts) -> Any:
        return ask([self.of_card(card) for card, count in counts for _ in range(count)], self.fold)[0]

    def say(self, value: Any) -> str:
        return f"{self.fold.say(value)} by {self.part}"


class RanksOrSuits(Hand):
    """The ranks or the suits of a hand of cards."""

    def __init__(self, hand: Hand, part: Literal["rank", "suit"]) -> None:
        if not isinstance(hand, Hand) or not getattr(getattr(hand, "die", None), "suits", 0):
            raise wrong_dice("Ranks and suits are read of cards drawn from a Deck, as table.draw(Deck(13, 4), 5).")
        self.hand, self.part, self.die = hand, part, hand.die
        self._size, self.gone = hand.size, hand.gone

    @property
    def faces(self) -> range:
        """All ranks, or all suits, of the deck."""
        return range(1, 1 + (self.die.suits if self.part == "suit" else len(self.die.counts) // self.die.suits))


def ranks(hand: Hand) -> RanksOrSuits:
    """The ranks of a hand drawn from a Deck, to read: the lowest is 1."""
    return RanksOrSuits(hand, "rank")


def suits(hand: Hand) -> RanksOrSuits:
    """The suits of a hand drawn from a Deck, to read: the first is 1."""
    return RanksOrSuits(hand, "suit")


def unwrap(hand: Any, folds: tuple[Fold[Any], ...]) -> tuple[Any, tuple[Fold[Any], ...]]:
    """The hand of which something is read, and the questions to it: of ranks or suits those about its cards."""
    if isinstance(hand, RanksOrSuits):
        return hand.hand, tuple([OfCards(fold, hand.die.suits, hand.part) for fold in folds])
    return hand, folds
