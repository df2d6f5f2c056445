"""The table with dice on it: it throws what the rule throws, and keeps the trail.

Where the dice come from is its caller's choice: the operating system, a seed, or a hand typed at a table. Nothing
here waits for a person: what is to be chosen was chosen before, or the rule stops with ChoiceNeeded and is played
again from its start when the answer is there (see `step`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from operator import index
from typing import Any, Protocol

from sixfold.base.bounds import DICE_IN_AN_EVALUATION, OPTIONS, PICKS, STEPS
from sixfold.base.printable import quoted
from sixfold.base.throw import Throw
from sixfold.base.wording import counted
from sixfold.errors import BoundsError, ChoiceError, ChoiceNeeded, DiceNeeded, indexed
from sixfold.rules.cards import unwrap
from sixfold.rules.cup import Cup, cup_of, not_thrown, one_of_cup
from sixfold.rules.dice import D6, Die, chained
from sixfold.rules.folds.fold import Fold, look, look_at_all
from sixfold.rules.folds.sums import SymbolCount, total
from sixfold.rules.hand import THROWN_AGAIN, Hand
from sixfold.rules.judging.watched_rule import inner_rule
from sixfold.rules.mixed import Landed, Mixed, alone, bare, falling, said, seen, size_and_die
from sixfold.rules.outcome import select_fields
from sixfold.rules.picks import check_options, different, preferred
from sixfold.rules.rerolls import Which, allowed, ways_to_throw
from sixfold.rules.table import Playable, Preference, Step, Table, Until
from sixfold.rules.trail import ClauseNote, Reading


class Source(Protocol):
    """A source of faces."""

    def throw(self, size: int, die: Die, label: str) -> Sequence[int]:
        """The faces of `size` dice thrown together, each the number of a side, one of `die.numbers`."""
        ...


class RolledHand(Hand):
    """Thrown dice: the value of each (an exploding die shows its sum) and where its faces are noted.

    Most hands lie as they fell in one throw; only of others each die has its own `places`.
    """

    __slots__ = ("_places", "_size", "die", "gone", "throw", "values")

    def __init__(self, values: list[Any], die: Any, lies: int | list[list[tuple[int, int]]]) -> None:
        self.values = values
        self.die = die
        self.throw = lies if isinstance(lies, int) else -1
        self._places = None if isinstance(lies, int) else lies
        self._size = len(values)
        self.gone = ""

    @property
    def as_it_fell(self) -> bool:
        """Whether its dice are those of one throw, in their order: their places say the same, and take longer."""
        return self._places is None

    @property
    def places(self) -> list[list[tuple[int, int]]]:
        """For each die the throws in which its faces are noted, and where in them."""
        if self._places is None:
            self._places = [[(self.throw, at)] for at in range(self._size)]
        return self._places

    def which_are(self, dice: Sequence[Any]) -> list[bool]:
        """Whether each die of the hand is one of these; of equal ones the first are."""
        left, flags = list(dice), []
        for value in self.values:
            flags.append(value in left)
            if flags[-1]:
                left.remove(value)
        return flags


class RolledTable(Table):
    """A table with dice on it.

    `answers` are the choices of a player, in the order in which the rule asks for them (indices from 0).
    Without any list of answers nobody is asked, and the rule's policy decides.
    """

    __slots__ = ("_answers", "_dice", "_source", "_thrown", "choices", "trail")

    def __init__(self, source: Source, answers: Sequence[int] | None = None) -> None:
        self._source = source
        self._answers = answers
        self._thrown: list[tuple[str, Die, Sequence[int], list[bool]]] = []
        self._dice = 0
        self.trail: list[ClauseNote | Reading] = []
        self.choices: list[int] = []

    @property
    def throws(self) -> tuple[Throw, ...]:
        """All throws so far, in order; a throw of no dice is none."""
        return tuple(
            [
                Throw(label, die.sides, tuple(faces), tuple(kept), die.signs if die.shows else ())
                for label, die, faces, kept in self._thrown
            ]
        )

    def roll(self, size: int | Sequence[Die | int], label: str = "dice", die: Die | int = D6) -> RolledHand:
        number, kind = size_and_die(size, die)
        if isinstance(kind, Mixed):
            return self._mixed(kind, label)
        number = max(0, index(number))
        faces = self._throw(number, label, kind)
        hand = RolledHand(
            [kind.shown(face) for face in faces] if kind.shows else list(faces), kind, len(self._thrown) - 1
        )
        if not kind.plain and number:
            self._reroll(hand, label, kind)
            self._explode(hand, label, kind)
            if kind.counting is not None:
                hand.values = [sum(map(kind.worth, self._faces_at(places))) for places in hand.places]
        return hand

    def _faces_at(self, places: Sequence[tuple[int, int]]) -> list[Any]:
        """Return the faces of a die, throw by throw."""
        return [self._thrown[throw][1].shown(self._thrown[throw][2][at]) for throw, at in places]

    def _mixed(self, mixed: Mixed, label: str) -> RolledHand:
        """A hand of several kinds of dice, one kind thrown after the other."""
        values: list[Any] = []
        places: list[list[tuple[int, int]]] = []
        for die, count in mixed.kinds:
            hand = self.roll(count, label, die)
            values += [Landed.of(value, die) for value in hand.values]
            places += hand.places
        return RolledHand(values, mixed, places)

    def _throw(self, size: int, label: str, die: Die) -> Sequence[int]:
        if not size:
            return ()
        self._dice += size
        if self._dice > DICE_IN_AN_EVALUATION:
            raise BoundsError(f"This check rolled more than {DICE_IN_AN_EVALUATION:,} dice, the limit.")
        try:
            faces = self._source.throw(size, die, label)
        except DiceNeeded as needed:
            needed.throws, needed.choices = self.throws, tuple(self.choices)
            raise
        self._thrown.append((label, die, faces, [True] * size))
        return faces

    def _reroll(self, hand: RolledHand, label: str, die: Die) -> None:
        going = [at for at, value in enumerate(hand.values) if value in die.reroll]
        while going:
            faces = self._throw(len(going), f"{label} again", die)
            self._put_down(hand, going, RolledHand(list(map(die.shown, faces)), die, len(self._thrown) - 1))
            if die.once:
                return
            going = [at for at in going if hand.values[at] in die.reroll]

    def _put_down(self, hand: RolledHand, going: Sequence[int], more: RolledHand) -> None:
        """Put dice that were thrown again in the places of those that they were, which count no more."""
        for at, value, places in zip(going, more.values, more.places, strict=True):
            for throw, place in hand.places[at]:
                self._thrown[throw][3][place] = False
            hand.values[at], hand.places[at] = value, places

    def _explode(self, hand: RolledHand, label: str, die: Die) -> None:
        going = [at for at, value in enumerate(hand.values) if value in die.explode]
        again = die._replace(explode=frozenset(), reroll=frozenset() if die.first else die.reroll, counting=None)
        times = 0
        while going and times != die.depth:
            times += 1
            more = self.roll(len(going), f"{label} exploding", again)
            for at, face, places in zip(going, more.values, more.places, strict=True):
                hand.values[at] = chained(hand.values[at], face)
                hand.places[at] += places
            going = [at for at, f in zip(going, more.values, strict=True) if f in die.explode]

    def read(self, hand: Any, *folds: Fold[Any]) -> Any:
        if isinstance(hand, tuple):
            lying = [each for each in hand if each.size]
            answers = look_at_all([each.values for each in hand], folds)
        else:
            hand, folds = unwrap(hand, folds)
            lying = [hand] if hand.size else []
            answers, marks = look(hand.values, folds)
            if marks is not None:
                self._mark(hand, marks)
        if lying:
            several = len(hand) if isinstance(hand, tuple) else 0
            self.trail.append(Reading(max(map(self._shown, lying)), folds, answers, several))
        return answers if len(folds) > 1 else answers[0]

    def rethrow(
        self, hand: Any, which: Which | None = None, label: str = "again", ask: str = "", among: Which | None = None
    ) -> RolledHand:
        if isinstance(hand.die, Cup):
            raise not_thrown()
        default, may = allowed(which, among, hand.values)
        again = hand.which_are(self._asked_again(default, may, ask, hand) if ask else default)
        going = [at for at, rolls in enumerate(again) if rolls]
        hand.gone = THROWN_AGAIN
        mixed = isinstance(hand.die, Mixed)
        more = (
            self.roll([hand.values[at].die for at in going], label) if mixed else self.roll(len(going), label, hand.die)
        )
        fresh = RolledHand(list(hand.values), hand.die, list(hand.places))
        self._put_down(fresh, going, more)
        return fresh

    def _asked_again(
        self, default: tuple[Any, ...], may: tuple[Any, ...], ask: str, hand: RolledHand
    ) -> tuple[Any, ...]:
        """The dice that a player throws again: any of those that may be, or none."""
        if self._answers is None:
            return default
        options = list(islice(ways_to_throw(may), OPTIONS + 1))
        taken = options.index(default) if default in options else 0
        at: int = self.choose(ask, _InWords(options, hand), taken)
        return options[at]

    def draw(self, counts: Sequence[int], number: int, label: str = "cup", names: Sequence[str] = ()) -> RolledHand:
        many = max(0, index(number))
        cup = cup_of(counts, many)
        left, names = list(cup.counts), names or getattr(counts, "names", ())
        drawn = RolledHand([], cup, [])
        for _ in range(many):
            die, kinds = one_of_cup(left, names)
            (side,) = self._throw(1, label, die)
            kind = kinds[side - 1]
            left[kind - 1] -= 1
            drawn.values.append(kind)
            drawn.places.append([(len(self._thrown) - 1, 0)])
        drawn._size = len(drawn.values)
        return drawn

    def _mark(self, hand: RolledHand, marks: Sequence[bool]) -> None:
        if hand.as_it_fell:
            if marks:
                self._thrown[hand.throw][3][:] = marks
            return
        for value, places, mark in zip(hand.values, hand.places, marks, strict=True):
            counting = getattr(getattr(value, "die", hand.die), "counting", None)
            for (throw, at), face in zip(places, self._faces_at(places), strict=True):
                self._thrown[throw][3][at] = mark and (counting is None or face in counting)

    def pick(self, hand: Any, count: int, preference: Preference, ask: str = "") -> Any:
        asking = ask and self._answers is not None
        ways = different(falling(hand.values), min(max(0, index(count)), hand.size))
        options = list(islice(ways, OPTIONS + 1 if asking else PICKS + 1))
        if len(options) > PICKS:
            raise BoundsError(f"A preference ranks {PICKS:,} ways to pick dice at most: roll or pick fewer.")
        best = preferred(options, preference)
        if asking:
            best = self.choose(ask, _InWords(options, hand), best)
        self._mark(hand, hand.which_are(options[best]))
        if hand.size:
            self.trail.append(Reading(self._shown(hand), *_sum_or_symbols(tuple(map(bare, options[best])))))
        return seen(options[best])

    def _shown(self, hand: RolledHand) -> int:
        """The number of the throw, from 1, behind which a reading of the hand is told: the last of its dice."""
        return 1 + (hand.throw if hand.as_it_fell else max(throw for places in hand.places for throw, _ in places))

    def choose(self, label: str, options: Sequence[str], default: Any, against: bool = False) -> Any:
        if self._answers is None or len(options) < 2:
            return default
        check_options(len(options))
        if len(self.choices) == len(self._answers):
            raise ChoiceNeeded(label, options, default, self.throws, self.choices, against)
        chosen = self._answers[len(self.choices)]
        if type(chosen) is not int or not 0 <= chosen < len(options):
            raise ChoiceError(
                "choice/impossible",
                f"{label} {quoted(chosen)} is not one of the options. {indexed(options)}",
            )
        self.choices.append(chosen)
        return chosen

    def finish(self) -> None:
        """Raises ChoiceError when choices are left over after the check is done."""
        left = len(self._answers or ()) - len(self.choices)
        if left:
            choices = counted(len(self.choices), "choice") if self.choices else "no choice"
            raise ChoiceError("choice/unused", f"The check asks for {choices}; these choices are left over: {left}.")

    def repeat(self, step: Step, state: Any, until: Until, most: int | None = None, counted: bool = False) -> Any:
        steps = 0
        while steps != most and not until(state):
            if steps == STEPS:
                from sixfold.rules.states import PASSED_BY  # here, since few games go on for as long

                raise BoundsError(f"This game took more than {STEPS:,} steps, the limit. {PASSED_BY}")
            state = step(self, state)
            steps += 1
        return (state, steps) if counted else state

    def play(self, rule: Playable, fields: str | Sequence[str] | None = None, **options: Any) -> Any:
        play, inner_options = inner_rule(rule, options)
        return select_fields(play(self, **inner_options), fields)

    def tell(self, clause: str, text: str, *, when: object = True, **values: Any) -> None:
        if when() if callable(when) else when:
            settled = tuple([(name, value() if callable(value) else value) for name, value in values.items()])
            self.trail.append(ClauseNote(len(self._thrown), clause, text, settled))

    def strike(self, label: str, face: int, count: int) -> None:
        for name, _, faces, kept in self._thrown:
            if name == label:
                for place, shown in enumerate(faces):
                    if count > 0 and shown == face and kept[place]:
                        kept[place] = False
                        count -= 1


class _InWords(Sequence[str]):
    """Options in words, each when it is asked for: a choice that is known needs none of them."""

    def __init__(self, options: Sequence[Sequence[Any]], hand: RolledHand) -> None:
        self._options, self._hand = options, hand

    def __len__(self) -> int:
        return len(self._options)

    def __getitem__(self, at: Any) -> Any:
        dice = self._options[at]
        return _InWords(dice, self._hand) if isinstance(at, slice) else _in_words(dice, self._hand) or "none"


def _in_words(dice: Sequence[Any], hand: RolledHand) -> str:
    """Dice of a hand as an option for a player; which die each is only where they differ."""
    faces = dice if alone(hand.die) is hand.die else list(map(bare, dice))
    plain = all(type(face) is int for face in faces)
    return (" " if plain else ", ").join(map(said, faces))


def _sum_or_symbols(faces: tuple[Any, ...]) -> tuple[tuple[Fold[Any], ...], tuple[Any, ...]]:
    """Return the words for picked dice: their sum, or their symbols."""
    if not faces or not isinstance(faces[0], tuple):
        return (total(),), (sum(faces),)
    names = sorted({name for face in faces for name in face})
    counted_names = [SymbolCount((name,), ()) for name in names]
    return tuple(counted_names), tuple([sum(face.count(name) for face in faces) for name in names])
