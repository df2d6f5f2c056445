"""The table on which a rule is solved."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import gcd
from operator import index
from typing import Any

from sixfold.counting import SLOT, picks
from sixfold.counting.packed import unpack
from sixfold.errors import RuleError
from sixfold.rules.dice import D6, Die
from sixfold.rules.folds import Fold, Ranked, late_numbers, with_numbers
from sixfold.rules.late import Condition, Pending
from sixfold.rules.outcome import checked_value, not_an_outcome, other_names
from sixfold.rules.table import EACH_FACE, Play, Values
from sixfold.solving.booking import Booking
from sixfold.solving.chains import chain
from sixfold.solving.decisions import Decisions, plain
from sixfold.solving.draws import found_in, spread, with_answers
from sixfold.solving.hand import Hand, Picked, width_of
from sixfold.solving.joint import Drawable, Entry, Joint, Kind, kinds_of

PATH = 150
"""Work of following one path, beside what it asks."""

STEP = 25
"""Work of taking one answer on a path, again."""


LATE = (Pending, Condition)
BOOKED = {int, bool, str, Pending, Condition}
"""What an outcome can hold."""


class Run(Decisions):
    """Follows a rule path by path: the verbs of a rule, each of which gives all its answers at once.

    A path divides only where the rule must know more.
    """

    _busy = False
    """Whether a rule is being followed inside this one."""

    def all_paths(
        self, rule: Play, options: dict[str, Any], wanted: Sequence[str] | None = None
    ) -> tuple[tuple[str, ...], Joint]:
        """Follow every path; the outcome's fields (or those wanted of it), and their joint distribution."""
        booking = Booking(self._paths)
        charge = self._paths.ledger.charge
        fields: tuple[str, ...] = () if wanted is None else tuple(wanted)
        waiting = self._waiting
        while waiting:
            self._script = waiting.pop()
            self._at = 0
            self._scale = 1
            self._draws = []
            outcome = rule(self, **options)
            charge(PATH + STEP * self._at)
            if not isinstance(outcome, dict):
                raise not_an_outcome(outcome)
            if wanted is None:
                names = tuple(outcome)
                fields = fields or names
                if names != fields and set(names) != set(fields):
                    raise other_names(fields, names)
            found = [outcome[field] for field in fields]
            if not set(map(type, found)) <= BOOKED:
                found = [self._own(field, value) for field, value in zip(fields, found, strict=True)]
            elif self.depth:
                found = [plain(v) if type(v) in LATE and v.decider is not self else v for v in found]
            booking.book(found, self._draws, self._scale)
        return fields, booking.joint()

    def _own(self, field: str, value: Any) -> Any:
        """A value of an outcome that may be one."""
        if type(value) in LATE:
            return value if value.decider is self else plain(value)
        if not self.depth:
            return checked_value(field, value)
        decided = plain(value)
        hash(decided)
        return decided

    def _nested(self) -> Run:
        """A run of a rule inside this one, which must leave this table alone."""
        self._busy = True
        return Run(self._paths, self.depth + 1)

    def roll(self, size: int, label: str, die: Die = D6) -> Hand:
        if self._busy:
            raise other_table()
        return Hand(max(0, index(size)), die, self)

    def read(self, hand: Hand, *folds: Fold) -> tuple[Any, ...]:
        if hand.table is not self:
            raise other_table()
        for fold in folds:
            if isinstance(fold, tuple) and Pending in map(type, fold):
                folds = self._settled(folds, hand.size)
                break
        hash(folds)  # any other late number in a fold is decided here
        if hand.draw is not None:
            self._ask_again(hand, tuple(dict.fromkeys(fold for fold in folds if fold not in hand.answers)))
            return tuple([hand.answers[fold] for fold in folds])
        drawn = self._drawn()
        if drawn is None:
            drawn = self._from(self._paths.reading(hand.size, hand.die, folds))
        hand.draw, hand.first = self._take(drawn)
        hand.asked = folds
        return hand.first

    def _settled(self, folds: tuple[Fold, ...], size: int) -> tuple[Fold, ...]:
        """The same questions with plain numbers, where the rule put late ones into them."""
        late = [number for fold in folds for number in late_numbers(fold, size)]
        values = iter(self._decide_together(late))
        return tuple([with_numbers(fold, values) for fold in folds])

    def pick(
        self, hand: Hand, count: int, preference: Callable[[tuple[int, ...]], Any], ask: str = ""
    ) -> tuple[int, ...]:
        if hand.table is not self:
            raise other_table()
        count = min(index(count), hand.size)
        question = Picked(count, preference)
        if hand.draw is not None:
            self._ask_again(hand, (question,))
            found: tuple[int, ...] = hand.answers[question]
            return found
        drawn = self._drawn()
        if drawn is None:
            faces, scale = self._paths.faces(hand.die, hand.size)
            chosen = picks(hand.size, faces, count, preference, self._paths.ledger)
            entries: list[Entry] = [(choice, number, None) for choice, number in chosen.items()]
            drawn = self._from((entries, scale**hand.size, (Kind.NUMBER,) * count))
        hand.draw, hand.first = self._take(drawn)
        hand.asked = (question,)
        return hand.first

    def _ask_again(self, hand: Hand, fresh: tuple[Any, ...]) -> None:
        """The same dice: what was seen of them before holds, and bears on everything seen now."""
        if not fresh:
            return
        known = tuple(hand.answers)
        assert hand.draw is not None
        draw, shift = found_in(hand.draw, 0)
        if draw is not hand.draw:
            hand.draw = draw
            for question in known:
                hand.places[question] = tuple([at + shift for at in hand.places[question]])
        questions = (*known, *fresh)
        # A preference may use late numbers, which are decided while all hands are looked at: now, on every path.
        looked = self._paths.seen(hand.size, hand.die, questions) if Picked in map(type, questions) else None
        step = self._decided()
        if step is None:
            places = [place for question in known for place in hand.places[question]]
            seen = looked or self._paths.seen(hand.size, hand.die, questions)
            step = self._first([(None, with_answers(draw.rows, places, seen, self._paths.width))])
        draw.rows = step[1]
        for question in fresh:
            at = len(draw.kinds)
            summed = isinstance(question, Picked) or question.sums
            kinds = [Kind.NUMBER if summed else Kind.YES_OR_NO] * width_of(question)
            draw.kinds = (*draw.kinds, *kinds)
            answers = self._answers(draw, kinds, at)
            hand.answers[question] = answers if isinstance(question, Picked) else answers[0]
            hand.places[question] = tuple(range(at, len(draw.kinds)))

    def choose(self, label: str, options: Sequence[str], default: int) -> int:
        return index(default)

    def again(
        self,
        size: int,
        label: str,
        among: Sequence[int],
        fold: Ranked = EACH_FACE,
        most: int | None = None,
    ) -> tuple[tuple[int, ...], int]:
        if self._busy:
            raise other_table()
        size, values = index(size), tuple(map(index, among))
        among = tuple(dict.fromkeys(values))
        drawn = self._drawn()
        if drawn is None:
            paths = self._paths
            key = ("again", size, among, fold, most)
            joint = paths.joints.get(key)
            if joint is None:
                single = paths.reading(size, D6, (fold,))
                ((_, _, poly),), scale, _ = single
                joint = paths.joints[key] = chain(paths, poly or (0, 0), scale, among, most)
            drawn = self._from(joint)
        _, answers = self._take(drawn)
        return tuple([answers[among.index(value)] for value in values]), answers[-1]

    def race(
        self, step: Callable[[Any], tuple[int, ...]], targets: Sequence[int | None]
    ) -> tuple[tuple[int, ...], int]:
        if self._busy:
            raise other_table()
        goals = tuple([None if target is None else index(target) for target in targets])
        drawn = self._drawn()
        if drawn is None:
            drawn = self._from(self._race(step, goals))
        _, answers = self._take(drawn)
        return answers[:-1], answers[-1]

    def _race(self, step: Callable[[Any], tuple[int, ...]], targets: tuple[int | None, ...]) -> Drawable:
        paths = self._paths
        names = [str(at) for at in range(len(targets))]

        def gained(table: Any) -> Values:
            return dict(zip(names, step(table), strict=True))

        _, single = self._nested().all_paths(gained, {})
        self._busy = False
        gains: dict[tuple[int, ...], int] = {}
        for entry in single.entries:
            answers, number, poly = entry
            for value, ways in ((0, 1),) if poly is None else unpack(poly, paths.width):
                gain = spread(answers, value)
                gains[gain] = gains.get(gain, 0) + number * ways
        divisor = gcd(single.scale, *gains.values())
        scale = single.scale // divisor
        gains = {gain: number // divisor for gain, number in gains.items()}
        key = (tuple(gains.items()), scale, targets)
        found = paths.races.get(key)
        if found is None:
            from sixfold.solving.racing import race  # here, since few rules need it

            found = paths.races[key] = race(gains, scale, targets, paths.share / 4, paths.ledger)
        paths.endless = True
        paths.widen(found.whole.bit_length())
        entries: list[Entry] = [((*tallied, SLOT), 1, poly) for tallied, poly in found.ends(paths.width)]
        return entries, found.whole, (*[Kind.NUMBER] * len(targets), Kind.PACKED)

    def play(self, rule: Play, fields: Sequence[str], **options: Any) -> tuple[Any, ...]:
        if self._busy:
            raise other_table()
        options = {name: plain(value) for name, value in options.items()}
        drawn = self._drawn()
        if drawn is None:
            paths = self._paths
            key = (rule, tuple(fields), tuple(options.items()))
            kept = all(isinstance(value, Hashable) for value in options.values())
            joint = paths.joints.get(key) if kept else None
            if joint is None:
                _, (entries, scale) = self._nested().all_paths(rule, options, fields)
                self._busy = False
                joint = (entries, scale, kinds_of(entries))
                if kept:
                    paths.joints[key] = joint
            drawn = self._from(joint)
        return self._take(drawn)[1]

    def tell(self, clause: str, text: str, *, when: object = True, **values: Any) -> None:
        pass

    def strike(self, label: str, face: int, count: int) -> None:
        pass


def other_table() -> RuleError:
    return RuleError(
        "rule/table",
        "A step of a race, or a rule inside another one, must use the table that it is given, and hands of its own.",
    )
