"""`poker`: five cards of a deck of 52, and what they are."""

from sixfold.rules import Deck, Rule, System, Table, Values, groups, longest_run, most_alike, ranks, suits

CARDS = Deck(
    ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace"),
    ("clubs", "diamonds", "hearts", "spades"),
)
NAMES = {
    (4, 1): "four of a kind",
    (3, 2): "full house",
    (3, 1, 1): "three of a kind",
    (2, 2, 1): "two pairs",
    (2, 1, 1, 1): "a pair",
}


def poker(table: Table) -> Values:
    """A hand of poker.

    C1: Draw five cards. Here the ace is the highest card only.
    """
    hand = table.draw(CARDS, 5, "hand")
    kinds, run = table.read(ranks(hand), groups(), longest_run())
    flush = table.read(suits(hand), most_alike()) == 5
    if run == 5:
        return {"hand": "straight flush" if flush else "straight"}
    return {"hand": "flush" if flush else NAMES.get(kinds, "high card")}


SYSTEM = System(Rule(poker, example="poker"), name="poker", title="five cards")
