"""The table on which a rule is solved."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import gcd
from operator import index
from typing import Any

from sixfold.counting import IDENTITY
from sixfold.counting.packed import ZERO
from sixfold.errors import RuleError
from sixfold.rules.dice import D6, Die
from sixfold.rules.folds import Fold, Ranked, late_numbers, with_numbers
from sixfold.rules.late import LateNumber
from sixfold.rules.table import EACH_FACE, Play
from sixfold.solving.chains import chain
from sixfold.solving.decisions import Decisions, decided
from sixfold.solving.draw import Draw, found_in
from sixfold.solving.entries import plain, with_answers
from sixfold.solving.hand import Picked, UnseenHand, width_of
from sixfold.solving.joint import Answers, Entries, Joint, Kind, Parts, kinds_of
from sixfold.solving.steps import Reread

Follow = Callable[..., tuple[tuple[str, ...], Entries, int]]
"""Follows all paths of a rule played inside this one: `paths.all_paths`."""


class SolverTable:
    """The verbs of a rule, each of which gives all its answers at once."""

    def __init__(self, decisions: Decisions, follow: Follow) -> None:
        self._decisions = decisions
        self._context = decisions.context
        self._follow = follow
        self._busy = False
        """Whether a rule is being followed inside this one, which must leave this table alone."""

    # -- dice ----------------------------------------------------------------------------------------------

    def roll(self, size: int, label: str, die: Die = D6) -> UnseenHand:
        self._check_free()
        return UnseenHand(max(0, index(size)), die, self)

    def read(self, hand: UnseenHand, *folds: Fold) -> Answers:
        self._check_own(hand)
        for fold in folds:
            if isinstance(fold, tuple) and LateNumber in map(type, fold):
                folds = self._settled(folds, hand.size)
                break
        hash(folds)  # any other late number in a fold is decided here
        if hand.draw is not None:
            self._ask_again(hand, tuple(dict.fromkeys(fold for fold in folds if fold not in hand.answers)))
            return tuple([hand.answers[fold] for fold in folds])
        hand.draw, hand.first = self._decisions.draw(lambda: self._context.reading(hand.size, hand.die, folds))
        hand.asked = folds
        return hand.first

    def _settled(self, folds: tuple[Fold, ...], size: int) -> tuple[Fold, ...]:
        """The same questions with plain numbers, where the rule put late ones into them."""
        late = [number for fold in folds for number in late_numbers(fold, size)]
        values = iter(self._decisions.values(late))
        return tuple([with_numbers(fold, values) for fold in folds])

    def pick(
        self, hand: UnseenHand, count: int, preference: Callable[[tuple[int, ...]], Any], ask: str = ""
    ) -> tuple[int, ...]:
        self._check_own(hand)
        question = Picked(min(index(count), hand.size), preference)
        if hand.draw is not None:
            self._ask_again(hand, (question,))
            found: tuple[int, ...] = hand.answers[question]
            return found
        hand.draw, hand.first = self._decisions.draw(lambda: self._context.picking(hand.size, hand.die, question))
        hand.asked = (question,)
        return hand.first

    def _ask_again(self, hand: UnseenHand, fresh: tuple[Any, ...]) -> None:
        """The same dice: what was seen of them before holds, and bears on everything seen now."""
        if not fresh:
            return
        known = tuple(hand.answers)

        def seen() -> list[Reread]:
            # A preference may decide late numbers of these dice while all hands are looked at.
            answers = self._context.seen(hand.size, hand.die, (*known, *fresh))
            draw = _moved(hand)
            places = [place for question in known for place in hand.places[question]]
            return [Reread(with_answers(draw.entries, places, answers, self._context.width))]

        entries = self._decisions.replay.step(Reread, seen).entries
        draw = _moved(hand)
        for question in fresh:
            summed = isinstance(question, Picked) or question.sums
            kinds = (Kind.NUMBER if summed else Kind.YES_OR_NO,) * width_of(question)
            at = draw.add(kinds, entries)
            answers = self._decisions.answers(draw, kinds, at)
            hand.answers[question] = answers if isinstance(question, Picked) else answers[0]
            hand.places[question] = tuple(range(at, at + len(kinds)))

    def choose(self, label: str, options: Sequence[str], default: int) -> int:
        return index(default)

    # -- throws without a known end ------------------------------------------------------------------------

    def again(
        self,
        size: int,
        label: str,
        among: Sequence[int],
        fold: Ranked = EACH_FACE,
        most: int | None = None,
    ) -> tuple[tuple[int, ...], int]:
        self._check_free()
        size, values = index(size), tuple(map(index, among))
        among = tuple(dict.fromkeys(values))
        context = self._context

        def chained() -> Parts:
            (((entry,), scale, _),) = context.reading(size, D6, (fold,))
            return chain(context, entry[2] or ZERO, scale, among, most)

        _, answers = self._decisions.draw(lambda: context.kept(("again", size, among, fold, most), chained))
        return tuple([answers[among.index(value)] for value in values]), answers[-1]

    def race(
        self, step: Callable[[Any], tuple[int, ...]], targets: Sequence[int | None]
    ) -> tuple[tuple[int, ...], int]:
        self._check_free()
        goals = tuple([None if target is None else index(target) for target in targets])
        _, answers = self._decisions.draw(lambda: self._raced(step, goals))
        return answers[:-1], answers[-1]

    def _raced(self, step: Callable[[Any], tuple[int, ...]], targets: tuple[int | None, ...]) -> Parts:
        from sixfold.solving.race import race  # here, since few rules need it

        names = [str(at) for at in range(len(targets))]
        entries, scale = self._inside(lambda table: dict(zip(names, step(table), strict=True)), {})
        context = self._context
        gains: dict[tuple[int, ...], int] = {}
        for gain, ways, _ in plain(entries, context.width):
            gains[gain] = gains.get(gain, 0) + ways
        divisor = gcd(scale, *gains.values())
        scale //= divisor
        gains = {gain: ways // divisor for gain, ways in gains.items()}
        key = (tuple(gains.items()), scale, targets)
        found = context.races.get(key)
        if found is None:
            found = context.races[key] = race(gains, scale, targets, context.share / 4, context.work)
        context.endless = True
        context.widen(found.whole.bit_length())
        entries = [((*tallied, IDENTITY), 1, poly) for tallied, poly in found.ends(context.width)]
        return (Joint(entries, found.whole, (*[Kind.NUMBER] * len(targets), Kind.PACKED)),)

    # -- a rule inside this one ----------------------------------------------------------------------------

    def play(self, rule: Play, fields: Sequence[str], **options: Any) -> Answers:
        self._check_free()
        options = {name: decided(value) for name, value in options.items()}

        def played() -> Parts:
            entries, scale = self._inside(rule, options, fields)
            return Joint(entries, scale, kinds_of(entries)).by_name()

        if not all(isinstance(value, Hashable) for value in options.values()):
            return self._decisions.draw(played)[1]
        key = (rule, tuple(fields), tuple(options.items()))
        return self._decisions.draw(lambda: self._context.kept(key, played))[1]

    def _inside(self, rule: Play, options: dict[str, Any], fields: Sequence[str] | None = None) -> tuple[Entries, int]:
        self._busy = True
        _, entries, scale = self._follow(self._context, rule, options, fields, self._decisions.depth + 1)
        self._busy = False
        return entries, scale

    def _check_free(self) -> None:
        if self._busy:
            raise _other_table()

    def _check_own(self, hand: UnseenHand) -> None:
        if hand.table is not self:
            raise _other_table()

    # -- words ---------------------------------------------------------------------------------------------

    def tell(self, clause: str, text: str, *, when: object = True, **values: Any) -> None:
        pass

    def strike(self, label: str, face: int, count: int) -> None:
        pass


def _moved(hand: UnseenHand) -> Draw:
    """The draw in which the answers of a hand stand now."""
    assert hand.draw is not None
    draw, shift = found_in(hand.draw, 0)
    if draw is not hand.draw:
        hand.draw = draw
        for question, places in hand.places.items():
            hand.places[question] = tuple([at + shift for at in places])
    return draw


def _other_table() -> RuleError:
    return RuleError(
        "rule/table",
        "A step of a race, or a rule inside another one, must use the table that it is given, and its own hands.",
    )
