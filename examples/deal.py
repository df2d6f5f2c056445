"""`deal`: hit or stand, as close to 21 as possible, against a dealer."""

from sixfold.rules import Die, System, Table, Values, total

CARD = Die.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
NATURAL = 22
Hand = tuple[int, bool, int]
"""Points, whether an ace counts 11 in them, and how many cards these are."""


def card(table: Table, hand: Hand) -> Hand:
    """A hand with one more card."""
    points, soft, cards = hand
    face = table.read(table.roll(1, "card", CARD), total())
    points, soft = (points + 11, True) if face == 1 and points <= 10 else (points + face, soft)
    return (points - 10, False, cards + 1) if points > 21 and soft else (points, soft, cards + 1)


def worth(hand: Hand) -> int:
    """The worth of a hand at the end: 0 if it is too much."""
    points, _, cards = hand
    return 0 if points > 21 else NATURAL if points == 21 and cards == 2 else points


def dealer(table: Table, points: int, soft: bool) -> Values:
    """The hand of a dealer who has shown one card, and hits up to 16."""
    return {"worth": worth(table.repeat(card, (points, soft, 1), lambda hand: hand[0] >= 17))}


def player(table: Table, hand: Hand) -> Hand:
    """A turn of a player, who has two cards before they may stand."""
    if hand[2] < 2 or table.choose("Another card?", ("stand", "hit"), int(hand[0] < 17)) == "hit":
        return card(table, hand)
    return (hand[0], hand[1], -hand[2])


def deal(table: Table) -> Values:
    """A hand against the dealer, from so many decks that no card gets rarer.

    D1: You see the dealer's first card. Hit as often as you like; more than 21 loses. The dealer hits up to 16.
    D2: Closer to 21 wins 2; two cards that make 21 win 3, and beat any other 21.
    """
    shown = card(table, (0, False, 0))
    mine = worth(table.repeat(player, (0, False, 0), lambda hand: hand[2] < 0 or hand[0] >= 21))
    theirs = table.play(dealer, "worth", points=shown[0], soft=shown[1]) if mine else NATURAL
    return {"won": -2 if mine < theirs else 0 if mine == theirs else 3 if mine == NATURAL else 2}


SYSTEM = System(deal)
