"""`poker`: five cards of a deck of 52, or five dice, and what they are."""

from sixfold.rules import Deck, System, Table, Values, groups, longest_run, most_alike, ranks, suits

CARDS = Deck(
    ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace"),
    ("clubs", "diamonds", "hearts", "spades"),
)
NAMES = {
    (5,): "five of a kind",
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


def dice(table: Table) -> Values:
    """A hand of poker dice.

    C2: Roll five dice. You may reroll any of them once.
    """
    hand = table.rethrow(table.roll(5, "hand"), most_alike_stay, "again", "Which dice do you reroll?", range(1, 7))
    kinds, run = table.read(hand, groups(), longest_run())
    return {"hand": "straight" if run == 5 else NAMES.get(kinds, "high die")}


def most_alike_stay(faces: tuple[int, ...]) -> list[int]:
    """The usual reroll: all dice but those that show the most common face."""
    best = max(faces, key=lambda face: (faces.count(face), face))
    return [face for face in faces if face != best]


SYSTEM = System(poker, dice)
