"""The table on which a rule is solved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import gcd
from operator import index
from typing import Any

from sixfold.dice import D6, Die
from sixfold.folds import Fold, Ranked, late_numbers, with_numbers
from sixfold.packed import unpack
from sixfold.pending import Condition, Pending, Terms
from sixfold.readers.solving.booking import Booking
from sixfold.readers.solving.chains import chain
from sixfold.readers.solving.draws import (
    Draw,
    Places,
    Rows,
    by_draw,
    by_name,
    by_value,
    by_values,
    found_in,
    joined,
    parted,
    parted_plainly,
    spread,
    values,
    with_answers,
    with_function,
    with_plain_function,
)
from sixfold.readers.solving.joint import Drawable, Entry, Joint, Kind, kinds_of
from sixfold.readers.solving.paths import Paths, Picked
from sixfold.readers.solving.racing import race
from sixfold.table import EACH_FACE, Outcome, Rule
from sixfold.ways import SLOT, Shifted, picks

Drawn = tuple[tuple[Kind, ...], Rows, int]
"""What a verb gave on a path: the kinds of its answers, their rows, and what their ways are out of."""

Decision = tuple[Any, Rows]
"""What a path decided about a draw, and the rows that are left of it."""

PATH = 150
"""Work of following one path, beside what it asks."""

STEP = 25
"""Work of taking one answer on a path, again."""

ROW = 3
"""Work of looking at one row of answers."""


class Hand:
    """A thrown hand, nothing of it seen; what was asked of it is all that is known."""

    __slots__ = ("answers", "asked", "die", "draw", "first", "places", "size")

    def __init__(self, size: int, die: Die) -> None:
        self.size = size
        self.die = die
        self.draw: Draw | None = None
        self.asked: tuple[Any, ...] = ()
        self.first: tuple[Any, ...] = ()
        """What was asked first, and the answers, as they stand in the draw."""
        self.answers: dict[Any, Any] = {}
        self.places: dict[Any, tuple[int, ...]] = {}
        """Where in the draw the answers to each question stand: only once something is asked again."""

    def known(self) -> dict[Any, Any]:
        """Every question so far, with its answers."""
        if not self.answers:
            at = 0
            for question in self.asked:
                places = tuple(range(at, at + width_of(question)))
                answers = self.first[at : at + len(places)]
                self.places[question] = places
                self.answers[question] = answers if isinstance(question, Picked) else answers[0]
                at += len(places)
        return self.answers


class Run:
    """Follows a rule path by path: each decision takes one answer, and keeps the others for later paths.

    What a verb gives is a draw: all its answers side by side. A path divides only where the rule must know more.
    """

    def __init__(self, paths: Paths) -> None:
        self._paths = paths
        self._script: list[Any] = []
        self._at = 0
        self._waiting: list[list[Any]] = [[]]
        self._scale = 1
        self._draws: list[Draw] = []

    def all_paths(
        self, rule: Rule, options: dict[str, Any], wanted: Sequence[str] | None = None
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
            if wanted is None:
                fields = tuple(outcome)
                found: Sequence[Any] = list(outcome.values())
            else:
                found = [outcome[field] for field in fields]
            booking.book(found, self._draws, self._scale)
        return fields, booking.joint()

    # -- the script of a path ------------------------------------------------------------------------------

    def _decided(self) -> Decision | None:
        """What this path decides here, if it has been here before."""
        at = self._at
        self._at = at + 1
        return self._script[at] if at < len(self._script) else None

    def _drawn(self) -> Drawn | None:
        """What was drawn here, if this path has been here before.

        Finding out what there is to draw may itself ask for decisions of this path (a step of a race that uses
        numbers of the rule around it): they stand in the script before it, and are asked for again.
        """
        at = self._at
        if at < len(self._script) and len(self._script[at]) == 3:
            self._at = at + 1
            drawn: Drawn = self._script[at]
            return drawn
        return None

    def _first(self, steps: Sequence[Any]) -> Any:
        """Take the first answer, and keep the others for later paths."""
        script = self._script
        if len(steps) > 1:
            self._paths.ledger.charge(len(steps) * (5 + len(script) // 8))
            before = script[:]
            self._waiting.extend([[*before, other] for other in steps[:0:-1]])
        script.append(steps[0])
        return steps[0]

    def _from(self, drawable: Drawable) -> Drawn:
        """What there is to draw, now that it is known."""
        drawn = self._drawn()
        if drawn is None:
            self._at += 1
            entries, scale, kinds = drawable
            drawn = self._first([(kinds, rows, scale) for rows in by_name(entries, kinds)])
        return drawn

    def _take(self, drawn: Drawn) -> tuple[Draw, tuple[Any, ...]]:
        """A draw on this path, and its answers."""
        kinds, rows, scale = drawn
        self._scale *= scale
        draw = Draw(rows, kinds)
        self._draws.append(draw)
        return draw, self._answers(draw, kinds, 0)

    def _answers(self, draw: Draw, kinds: Sequence[Kind], after: int) -> tuple[Any, ...]:
        """The answers of a draw from one place on: what is the same in all rows as it is, all else late."""
        rows = draw.rows
        if len(rows) == 1:
            return tuple(
                [
                    Pending(self, ((draw, at, 1),), 0) if type(answer) is Shifted else answer
                    for at, answer in enumerate(rows[0][0][after : after + len(kinds)], after)
                ]
            )
        answers: list[Any] = []
        for at, kind in enumerate(kinds, after):
            if kind is Kind.NUMBER or kind is Kind.PACKED:
                answers.append(Pending(self, ((draw, at, 1),), 0))
            elif kind is Kind.YES_OR_NO:
                answers.append(Condition(self, ((draw, at, 1),), 1, False, False))
            else:
                answers.append(rows[0][0][at])
        return tuple(answers)

    # -- decisions -----------------------------------------------------------------------------------------

    def holds(self, condition: Condition) -> bool:
        draw, places = self._one_draw(condition.terms)
        step = self._decided()
        if step is None:
            rows = draw.rows
            self._paths.ledger.charge(ROW * len(rows))
            if draw.plain(places):
                yes, no = parted_plainly(rows, places, condition.bound, condition.exactly)
            else:
                yes, no = parted(rows, places, condition.bound, condition.exactly, self._paths.width)
            turned = condition.turned
            step = self._first([part for part in ((not turned, yes), (turned, no)) if part[1]])
        answer, draw.rows = step
        holds: bool = answer
        return holds

    def value(self, number: Pending) -> int:
        total = number.offset
        for draw, places in by_draw(number.terms).items():
            total += self._decide(draw, places)
        return total

    def _decide(self, draw: Draw, places: Places) -> int:
        """What answers of one draw come to: every number is a path."""
        step = self._decided()
        if step is None:
            found = by_value(draw.rows, places, self._paths.width)
            self._paths.ledger.charge(ROW * (len(draw.rows) + len(found)))
            step = self._first(list(found.items()))
        answer, draw.rows = step
        value: int = answer
        return value

    def _decide_together(self, late: list[tuple[Pending, int | None]]) -> Sequence[int]:
        """Several numbers at once, each up to the value from which on all are alike."""
        placed = [by_draw(number.terms) for number, _ in late]
        if len({draw for places in placed for draw in places}) != 1:
            return [most if most is not None and number >= most else int(number) for number, most in late]
        draw = next(draw for places in placed for draw in places)
        step = self._decided()
        if step is None:
            wanted = [
                (places.get(draw, ()), number.offset, most) for places, (number, most) in zip(placed, late, strict=True)
            ]
            found = by_values(draw.rows, wanted, self._paths.width)
            self._paths.ledger.charge(ROW * (len(draw.rows) + len(found)))
            step = self._first(list(found.items()))
        values: tuple[int, ...] = step[0]
        draw.rows = step[1]
        return values

    def _one_draw(self, terms: Terms) -> tuple[Draw, Places]:
        """The one draw that has all these answers: several become one."""
        if len(terms) == 1 and terms[0][0].into is None:
            ((draw, at, factor),) = terms
            return draw, ((at, factor),)
        placed = by_draw(terms)
        if len(placed) > 1:
            self._join(list(placed))
            placed = by_draw(terms)
        ((draw, places),) = placed.items()
        return draw, places

    def _join(self, draws: list[Draw]) -> None:
        """Make draws one: the packed number that has the most values can stay packed."""
        step = self._decided()
        if step is None:
            width = self._paths.width
            order = sorted(range(len(draws)), key=lambda at: -values(draws[at].rows, width))
            rows = draws[order[0]].rows
            for at in order[1:]:
                self._paths.ledger.charge(ROW * len(rows) * values(draws[at].rows, width))
                rows = joined(rows, draws[at].rows, width)
            step = self._first([(order, rows)])
        order, rows = step
        for at in order[1:]:
            draws[order[0]].take_up(draws[at], rows)

    def derived(self, number: Pending, function: Callable[[int], int]) -> Pending | int:
        if not number.terms:
            return function(number.offset)
        draw, places = self._one_draw(number.terms)
        return self._extended(draw, places, lambda total: function(total + number.offset))

    def counted(self, condition: Condition) -> Pending:
        draw, places = self._one_draw(condition.terms)
        return self._extended(draw, places, lambda total: int(condition.of(total)))

    def _extended(self, draw: Draw, places: Places, function: Callable[[int], int]) -> Pending:
        step = self._decided()
        if step is None:
            if draw.plain(places):
                rows = with_plain_function(draw.rows, places, function)
            else:
                rows = with_function(draw.rows, places, function, self._paths.width)
            self._paths.ledger.charge(2 * ROW * len(rows))
            step = self._first([(None, rows)])
        draw.rows = step[1]
        at = len(draw.kinds)
        draw.kinds = (*draw.kinds, Kind.NUMBER)
        return Pending(self, ((draw, at, 1),), 0)

    # -- the verbs -----------------------------------------------------------------------------------------

    def roll(self, size: int, label: str, die: Die = D6) -> Hand:
        return Hand(max(0, index(size)), die)

    def read(self, hand: Hand, *folds: Fold) -> tuple[Any, ...]:
        for fold in folds:
            if isinstance(fold, tuple) and Pending in map(type, fold):
                folds = self._settled(folds, hand.size)
                break
        hash(folds)  # any other late number in a fold is decided here
        if hand.draw is not None:
            known = hand.known()
            self._ask_again(hand, tuple(dict.fromkeys(fold for fold in folds if fold not in known)))
            return tuple([known[fold] for fold in folds])
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
        count = min(index(count), hand.size)
        question = Picked(count, preference)
        if hand.draw is not None:
            self._ask_again(hand, (question,))
            found: tuple[int, ...] = hand.known()[question]
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
        known = tuple(hand.known())
        assert hand.draw is not None
        draw, shift = found_in(hand.draw, 0)
        if draw is not hand.draw:
            hand.draw = draw
            hand.places = {asked: tuple([at + shift for at in places]) for asked, places in hand.places.items()}
        step = self._decided()
        if step is None:
            places = [place for question in known for place in hand.places[question]]
            seen = self._paths.seen(hand.size, hand.die, (*known, *fresh))
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
        size, among = index(size), tuple(map(index, among))
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
        return answers[:-1], answers[-1]

    def race(
        self, step: Callable[[Any], tuple[int, ...]], targets: Sequence[int | None]
    ) -> tuple[tuple[int, ...], int]:
        goals = tuple([None if target is None else index(target) for target in targets])
        drawn = self._drawn()
        if drawn is None:
            drawn = self._from(self._race(step, goals))
        _, answers = self._take(drawn)
        return answers[:-1], answers[-1]

    def _race(self, step: Callable[[Any], tuple[int, ...]], targets: tuple[int | None, ...]) -> Drawable:
        paths = self._paths
        names = [str(at) for at in range(len(targets))]

        def gained(table: Any) -> Outcome:
            return dict(zip(names, step(table), strict=True))

        _, single = Run(paths).all_paths(gained, {})
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
            found = paths.races[key] = race(gains, scale, targets, paths.share / 4, paths.ledger)
        paths.widen(found.whole.bit_length())
        entries: list[Entry] = [((*tallied, SLOT), 1, poly) for tallied, poly in found.ends(paths.width)]
        return entries, found.whole, (*[Kind.NUMBER] * len(targets), Kind.PACKED)

    def play(self, rule: Rule, fields: Sequence[str], **options: Any) -> tuple[Any, ...]:
        options = {name: plain(value) for name, value in options.items()}
        drawn = self._drawn()
        if drawn is None:
            paths = self._paths
            key = (rule, tuple(fields), tuple(options.items()))
            joint = paths.joints.get(key)
            if joint is None:
                _, (entries, scale) = Run(paths).all_paths(rule, options, fields)
                joint = paths.joints[key] = (entries, scale, kinds_of(entries))
            drawn = self._from(joint)
        return self._take(drawn)[1]

    def tell(self, clause: str, text: str, *, when: object = True, **values: Any) -> None:
        pass

    def strike(self, label: str, face: int, count: int) -> None:
        pass


def width_of(question: Any) -> int:
    """How many answers a question has."""
    return question.many if isinstance(question, Picked) else 1


def plain(value: Any) -> Any:
    """A value decided on this path."""
    if type(value) is Pending:
        return int(value)
    return bool(value) if type(value) is Condition else value
