"""What a rule may do with numbers that are not decided yet, and what happens when it must know them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sixfold.counting import Shifted
from sixfold.rules.late import Condition, Pending, Terms
from sixfold.solving.draws import (
    Draw,
    Places,
    by_draw,
    by_name,
    by_values,
    joined,
    parted,
    parted_plainly,
    values,
    with_function,
    with_plain_function,
)
from sixfold.solving.joint import Drawable, Kind
from sixfold.solving.paths import Paths
from sixfold.solving.script import Drawn, Script

ROW = 3
"""Work of looking at one row of answers."""


class Decisions(Script):
    """The draws of a path, and the decisions that part them."""

    def __init__(self, paths: Paths, depth: int = 0) -> None:
        super().__init__(paths)
        self.depth = depth
        self._scale = 1
        self._draws: list[Draw] = []

    def _from(self, drawable: Drawable) -> Drawn:
        """What there is to draw, now that it is known."""
        drawn = self._drawn()
        if drawn is None:
            self._at += 1
            entries, scale, kinds = drawable
            apart = by_name(entries, kinds) if Kind.NAME in kinds else [entries]
            drawn = self._first([(kinds, rows, scale) for rows in apart])
        return drawn

    def _take(self, drawn: Drawn) -> tuple[Draw, tuple[Any, ...]]:
        """A draw on this path, and its answers."""
        kinds, rows, scale = drawn
        self._scale *= scale
        draw = Draw(rows, kinds)
        self._draws.append(draw)
        return draw, self._answers(draw, kinds, 0)

    def _answers(self, draw: Draw, kinds: Sequence[str], after: int) -> tuple[Any, ...]:
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
            found = by_values(draw.rows, [(places, 0, None)], self._paths.width)
            self._paths.ledger.charge(ROW * (len(draw.rows) + len(found)))
            step = self._first(list(found.items()))
        (value,), draw.rows = step
        return int(value)

    def _decide_together(self, late: list[tuple[Pending, int | None]]) -> Sequence[int]:
        """Several numbers at once, each up to the value from which on all are alike."""
        if any(number.decider is not self for number, _ in late):
            return [most if most is not None and number >= most else int(number) for number, most in late]
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


def plain(value: Any) -> Any:
    """A value decided on this path, whatever it is part of."""
    if type(value) is Pending:
        return int(value)
    if type(value) is Condition:
        return bool(value)
    if type(value) is tuple:
        return tuple(map(plain, value))
    if type(value) is list:
        return list(map(plain, value))
    return {key: plain(part) for key, part in value.items()} if type(value) is dict else value
