"""The table on which a rule is solved."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from itertools import repeat
from operator import index
from typing import TYPE_CHECKING, Any

from sixfold.base.bounds import DICE_IN_A_HAND, DICE_IN_AN_EVALUATION
from sixfold.base.mappings import added_up
from sixfold.errors import BoundsError, OddsError
from sixfold.rules.cards import Deck, RanksOrSuits, unwrap
from sixfold.rules.cup import Cup, cup_of, not_thrown
from sixfold.rules.dice import D6, Die
from sixfold.rules.folds import Fold
from sixfold.rules.folds.fold import late_numbers, settings, with_numbers
from sixfold.rules.hand import THROWN_AGAIN
from sixfold.rules.interval import Interval, Undecided, Unknown
from sixfold.rules.judging.watched_rule import inner_rule
from sixfold.rules.late import LateNumber
from sixfold.rules.mixed import Mixed, size_and_die
from sixfold.rules.outcome import OutcomeForm, select_fields
from sixfold.rules.picks import check_options, different, preferred
from sixfold.rules.rerolls import Which, allowed, rest_of, ways_to_throw
from sixfold.rules.roll_again import RollAgain, Rolled
from sixfold.rules.table import Playable, Preference, Step, Table, Until
from sixfold.solving.context import ASKS, BEGUN_AGAIN, SEEN_AGAIN, code_of
from sixfold.solving.entries import plain, with_answers
from sixfold.solving.hand import OfHands, Picked, RandomHand, UnseenHand, answered, root_of, unknown
from sixfold.solving.hand_answers import all_answers, picking, reading
from sixfold.solving.joint_distribution import (
    Alternatives,
    Answers,
    Entries,
    EntryColumns,
    JointDistribution,
    Kind,
    Kinds,
    RandomVariable,
    SubSolver,
    by_variable,
    fixed,
    kinds_of,
)
from sixfold.solving.path import CUT, GIVEN, LATE, READ, REREAD, Bounded, Path, decide_inside, decided

if TYPE_CHECKING:
    from sixfold.solving.best.cuts import Options
    from sixfold.solving.rerolled_hands import Dice

LATE_IN_FOLDS = frozenset({LateNumber, Interval})


MANY_FOLDS = 8
"""Questions about one hand from which on their answers together can be too many."""


WAY_WORK, WAY_BYTES = 30, 150
"""Work of one way to decide about the dice of a hand, and its bytes beside its dice."""


def _late(folds: Sequence[Any]) -> bool:
    """Whether a rule put numbers into its questions that are not decided."""
    return any(not LATE_IN_FOLDS.isdisjoint(map(type, settings(fold))) for fold in folds)


class SolverTable(Table):
    """The verbs of a rule, each of which gives all its answers at once."""

    __slots__ = ("_context", "_inside", "_path")

    def __init__(self, path: Path, inside: SubSolver) -> None:
        self._path = path
        self._context = path.context
        self._inside = inside

    # -- dice ----------------------------------------------------------------------------------------------

    def roll(self, size: int | Sequence[Die | int], label: str = "dice", die: Die | int = D6) -> UnseenHand:
        number, kind = size_and_die(size, die)
        if type(number) is not LateNumber or self._path.may_decide:
            number = self.count_dice(number)
        return self._labelled(UnseenHand(number, kind, self), label)

    def count_dice(self, size: int) -> int:
        """Decide how many dice are thrown, and count them among those of the path."""
        dice = max(0, index(size))
        self._path.dice += dice or 1
        if self._path.dice > DICE_IN_AN_EVALUATION:
            raise BoundsError(
                f"This check rolled more than {DICE_IN_AN_EVALUATION:,} dice, the limit. "
                "What goes on until something happens is written with table.repeat(step, state, until)."
            )
        return dice

    def _labelled(self, hand: UnseenHand, label: str) -> UnseenHand:
        """A hand as the player sees it, who may decide something before the rule looks at it."""
        path = self._path
        hand.label = label
        if path.may_decide:
            hand.cuts = path.cuts
        if (SEEN_AGAIN, label) in self._context.learnt:
            self._lay(hand)
        elif hand.lying is None and (label, hand.die) in self._context.asked_later:
            try:
                self._read(hand, tuple(self._context.asked_later[label, hand.die]))
            except (OddsError, MemoryError):
                raise
            except Exception:  # of hands that the rule may never ask about, so that an author's fold may raise anything
                self._context.learn(SEEN_AGAIN, label)
        return hand

    def _prepare_for_reading(self, hand: UnseenHand, folds: tuple[Fold[Any], ...] = ()) -> None:
        """Prepare a hand for questions: a player has seen the whole hand before, and may have decided by it.

        From now on, its number of dice and its earlier answers are decided. What a player decided by is the answers to
        `folds`, if nothing else is asked later, or else the whole hand.
        """
        if hand.variable is not None:
            hand.asked = self._settled(hand.asked, hand.size)
        if hand.forgotten or (hand.cuts != self._path.cuts and hand.lying is None):
            if not (hand.forgotten or hand.members):
                self._context.ask_earlier((hand.label, hand.die), self._settled(folds, hand.size))
            self._context.learn(SEEN_AGAIN, *hand.labels)

    def read(self, hand: Any, *folds: Fold[Any]) -> Any:
        if isinstance(hand, tuple):
            answers = self._read_together(hand, folds)
        else:
            if isinstance(hand, RanksOrSuits):
                hand, folds = unwrap(hand, self._settled(folds, hand.size))
            answers = self._read(hand, folds)
        return answers if len(folds) > 1 else answers[0]

    def _read_together(self, hands: tuple[UnseenHand, ...], folds: tuple[Fold[Any], ...]) -> Answers:
        """The answers of questions to several hands at once."""
        from sixfold.solving.joint_hands import answered_by_lying, together

        folds = self._settled(folds, sum([hand.size for hand in hands]))
        for hand in hands:
            self._prepare_for_reading(hand)
        every = together(hands, self, self._path)
        if every is not None:
            at = tuple([hand.beside[1] for hand in hands if hand.beside is not None])
            return self._read(every, tuple([OfHands(fold, at) for fold in folds]))
        variables = list(dict.fromkeys([self._lay(hand)[0] for hand in hands]))
        if len(variables) > 1:
            self._path.join(variables)
        (variable, _), *_ = laid = [self._lay(hand) for hand in hands]
        places = [place for _, place in laid]
        return self._with_more(lambda: variable, lambda: answered_by_lying(self._context, variable, places, folds))[0]

    def _alone(self, hand: UnseenHand) -> None:
        """A hand that was read together with others is known as a whole, from its throw on."""
        if hand.beside is not None:
            self._context.learn(SEEN_AGAIN, hand.label)

    def _read(self, hand: UnseenHand, folds: tuple[Fold[Any], ...]) -> Answers:
        if hand.beside is not None:
            every, at = hand.beside
            return self._read(every, tuple([OfHands(fold, (at,)) for fold in self._settled(folds, hand.size)]))
        late = _late(folds)
        vague = [Interval in map(type, settings(fold)) for fold in folds] if late else ()
        if True in vague:
            read = tuple([fold for fold, bounded in zip(folds, vague, strict=True) if not bounded])
            known = iter(self._read(hand, read) if read else ())
            return tuple([self._bounded(hand, f) if b else next(known) for f, b in zip(folds, vague, strict=True)])
        if hand.variable is not None:
            folds = self._settled(folds, hand.size)
            self._ask_again(hand, folds)
            return tuple([hand.known[fold][0] for fold in folds])
        self._prepare_for_reading(hand, folds)
        if late or type(hand.open_size) is LateNumber:
            answers = self._side_by_side(hand, folds)
            if answers is not None:
                return answers
            folds = self._settled(folds, hand.size)
        decide_inside(folds)
        if not self._path.replaying:
            if len(folds) >= MANY_FOLDS:
                self._context.work.divided(READ, len(folds) ** 2, self._path.depth)
            elif any(fold.answers is None for fold in folds):
                self._context.work.divided(GIVEN, 1, self._path.depth)  # before all of these answers are found
        dice = (self._context, hand.size, hand.die, folds)
        hand.variable, hand.first = self._path.new_variable(partial(reading, *dice))
        hand.asked = folds
        return hand.first

    def _bounded(self, hand: UnseenHand, fold: Any) -> Any:
        """Return the bounds of an answer to a question that is only known within bounds."""
        if not fold.by_value or isinstance(hand.die, Cup):
            return unknown(fold, self._path)
        pool = RandomHand(self._context, hand.size, hand.die)
        faces = [face for _, values, _ in pool.groups for face, _ in values.faces]
        most = None if pool.more else max(0, hand.size * max(faces))
        return Interval(min(0, hand.size * min(faces)), most, guesser=self._path)

    def _side_by_side(self, hand: UnseenHand, folds: tuple[Fold[Any], ...]) -> Answers | None:
        """The answers for all values of the late numbers at once; None where these must be decided."""
        if self._path.may_decide or hand.die.endless:
            return None
        late_size = type(hand.open_size) is LateNumber
        most = DICE_IN_A_HAND if late_size else hand.size
        numbers: list[Bounded] = [(hand.open_size, None)] if late_size else []
        numbers += [number for fold in folds for number in late_numbers(fold, most)]
        for fold in folds:
            decide_inside(with_numbers(fold, repeat(0)))

        def answers(values: tuple[int, ...]) -> Alternatives:
            left = iter(values)
            size = max(0, next(left)) if late_size else most
            if size > most:
                return Alternatives(())
            settled = tuple([with_numbers(fold, left) for fold in folds])
            return reading(self._context, size, hand.die, settled)

        vectorised = self._path.vectorised(numbers, answers)
        if vectorised is None:
            return None
        hand.variable, hand.first_at, hand.first = vectorised
        hand.asked = folds
        return hand.first

    def _settled(self, folds: tuple[Fold[Any], ...], size: int) -> tuple[Fold[Any], ...]:
        """The same questions with plain numbers, where the rule put late ones into them."""
        if not _late(folds):
            return folds
        late = [number for fold in folds for number in late_numbers(fold, size)]
        values = iter(self._path.values(late))
        return tuple([with_numbers(fold, values) for fold in folds])

    def pick(self, hand: Any, count: int, preference: Preference, ask: str = "") -> Any:
        self._alone(hand)
        count = min(max(0, index(count)), hand.size)
        question = Picked(count, preference, isinstance(hand.die, Mixed))
        if ask and self._context.deciding:
            return self._picked_by_player(hand, question)
        if hand.variable is None and isinstance(hand.die, Cup):
            self._lay(hand)
        if hand.variable is not None:
            self._ask_again(hand, (question,))
            return hand.known[question][0]
        self._prepare_for_reading(hand)
        dice = (self._context, hand.size, hand.die, question)
        hand.variable, hand.first = self._path.new_variable(partial(picking, *dice))
        hand.asked = (question,)
        return question.dice(hand.first)

    def _ask_again(self, hand: UnseenHand, questions: tuple[Any, ...]) -> None:
        """The same dice: what was seen of them before holds, and bears on everything seen now."""
        fresh = tuple(dict.fromkeys([question for question in questions if question not in hand.known]))
        if hand.lying is None and hand.variable is not None and hand.variable.tail:
            hand.known.update((question, (unknown(question, self._path), ())) for question in fresh)
            return
        if not fresh:
            return
        self._prepare_for_reading(hand, () if Picked in map(type, fresh) else fresh)

        answers, at = self._with_more(lambda: hand.current[0], lambda: self._with_answers(hand, fresh))
        self._path.scale *= hand.uncounted(self._context)
        hand.known.update(answered(fresh, answers, at - hand.current[1]))

    def _with_more(self, variable_of: Callable[[], RandomVariable], find: Callable[[], Entries]) -> tuple[Answers, int]:
        """The answers that entries have more than a variable does, once it has them, and where they stand in it."""

        def read() -> list[EntryColumns]:
            # A preference may decide late numbers of these dice while all hands are looked at.
            entries = find()
            known = len(variable_of().kinds)
            kinds = (Kind.NUMBER,) * known + kinds_of(EntryColumns.of(entries).answers[known:])
            return [distribution.columns for distribution in JointDistribution(entries, 1, kinds).by_name()]

        columns = self._path.step(REREAD, read)
        variable = variable_of()
        kinds = kinds_of(columns.answers[len(variable.kinds) :])
        at = variable.add(kinds, columns)
        return self._path.answers(variable, kinds, at), at

    def _with_answers(self, hand: UnseenHand, fresh: tuple[Any, ...]) -> Entries:
        """The entries of the variable of a hand, with its answers to more questions."""
        if hand.lying is None and len(hand.family) == 1:
            answers = all_answers(self._context, hand.size, hand.die, (*hand.known, *fresh))
            variable, shift = hand.current
            places = [place + shift for _, places in hand.known.values() for place in places]
            return with_answers(variable.entries, places, answers, self._context)
        from sixfold.solving.rerolled_hands import answered_by_family, asked_of_lying

        if hand.lying is not None:
            return asked_of_lying(self._context, hand, fresh)
        return answered_by_family(self._context, hand, fresh)

    # -- dice that are thrown again and drawn -------------------------------------------------------------

    def rethrow(
        self, hand: Any, which: Which | None = None, label: str = "again", ask: str = "", among: Which | None = None
    ) -> Any:
        from sixfold.solving.rerolled_hands import looked_at, rethrown, thrown_again

        if isinstance(hand.die, Cup):
            raise not_thrown()
        self._alone(hand)
        self._path.dice += hand.size
        self._prepare_for_reading(hand)
        if ask and self._context.deciding:
            return self._rethrown_by_player(hand, which, label, among)
        again: frozenset[Any] = frozenset()
        by_face = not callable(which) and not callable(among)
        if by_face:
            again = frozenset(allowed(which, among, list(RandomHand(self._context, hand.size, hand.die).faces))[0])
            if hand.variable is None:
                hand.gone = THROWN_AGAIN
                return self._labelled(UnseenHand(hand.size, rethrown(hand.die, again), self), hand.label)
        if by_face and hand.lying is None and not hand.die.endless:
            hand.gone = THROWN_AGAIN
            return hand.follow(again)
        self._lay(hand)

        def stays(dice: Dice) -> Dice:
            return rest_of(dice, allowed(which, among, dice)[0])

        def throw() -> list[EntryColumns]:
            staying, variable, at = looked_at(self._context, hand, stays, 50 + 10 * hand.size)
            return [EntryColumns.of(thrown_again(self._context, at, variable.entries, staying.__getitem__, hand))]

        columns = self._path.step(REREAD, throw)
        variable, at = hand.laid
        variable.columns = columns
        variable.unpack()
        return self._thrown_after(hand, variable, at, label)

    def _thrown_after(self, hand: UnseenHand, variable: RandomVariable, at: int, label: str) -> UnseenHand:
        """The hand that lies in a variable, once some of its dice were thrown again."""
        self._path.scale *= RandomHand(self._context, hand.size, root_of(hand.die)).scale
        hand.gone = THROWN_AGAIN
        thrown = UnseenHand(hand.size, root_of(hand.die), self)
        thrown.variable, thrown.lying = variable, at
        return self._labelled(thrown, label)

    def _lay(self, hand: UnseenHand) -> tuple[RandomVariable, int]:
        """Have the hand itself stand in its variable; gives that variable and its place there."""
        if hand.lying is not None:
            return hand.laid
        self._alone(hand)
        from sixfold.solving.rerolled_hands import answered_by_family, lies

        if hand.variable is None:
            hand.variable, _ = self._path.new_variable(partial(lies, self._context, hand.size, hand.die))
            hand.lying = 0
        if hand.variable.tail:
            raise Undecided
        if hand.lying is not None:
            return hand.laid
        columns = self._path.step(REREAD, lambda: [EntryColumns.of(answered_by_family(self._context, hand, ()))])
        self._path.scale *= hand.uncounted(self._context)
        variable, shift = hand.current
        at = variable.add((Kind.HAND,), columns)
        hand.lying, hand.family = at - shift, [hand]
        return variable, at

    def draw(self, counts: Sequence[int], number: int, label: str = "cup", names: Sequence[str] = ()) -> UnseenHand:
        size = max(0, index(number))
        cup = cup_of(counts if isinstance(counts, Deck) else decided(counts), size)
        return self._labelled(UnseenHand(self.count_dice(size), cup, self), label)

    def lay(self, dice: tuple[Any, ...], die: Any) -> UnseenHand:
        """A hand that lies on a table already, the highest first."""
        hand = UnseenHand(len(dice), die, self)
        hand.variable, _ = self._path.new_variable(lambda: fixed([((dice,), 1, None)], (Kind.HAND,)))
        hand.lying, hand.cuts = 0, self._path.cuts
        return hand

    # -- what the player decides ---------------------------------------------------------------------------

    def choose(self, label: str, options: Sequence[str], default: Any, against: bool = False) -> Any:
        if not self._context.deciding or len(options) < 2:
            return default
        self._check_may_decide()
        check_options(len(options))
        choices = [(at,) for at in range(len(options))]

        def always(known: Answers) -> tuple[list[Answers], int]:
            return choices, default

        return self._decided(lambda: always, (Kind.NUMBER,), tuple, bool(against))[0]

    def _decided(
        self, options: Options, kinds: Kinds, forgotten: Callable[[], Sequence[int]], against: bool = False
    ) -> Answers:
        """Cut the path at a decision of the player, and return the answers for each option."""
        from sixfold.solving.best.cuts import decide, one_variable  # here, since rules are seldom solved for that

        first = decide(self._path, options, kinds, forgotten, against)
        return self._path.answers(one_variable(self._path), kinds, first)

    def _picked_by_player(self, hand: UnseenHand, question: Picked) -> tuple[Any, ...]:
        """The dice that the player takes."""

        def options(dice: Dice) -> tuple[list[Answers], int]:
            ways = list(different(dice, question.many))
            return list(map(question.answers, ways)), preferred(ways, question.preference)

        kind = RandomHand(self._context, hand.size, hand.die).kind
        answers = self._decided_by_dice(hand, options, question.kinds(kind))
        hand.forgotten = (SEEN_AGAIN, hand.label) not in self._context.learnt
        return question.dice(answers)

    def _rethrown_by_player(self, hand: UnseenHand, which: Which | None, label: str, among: Which | None) -> UnseenHand:
        """The hand after the dice that the player takes were thrown again."""
        from sixfold.solving.rerolled_hands import thrown_again

        def options(dice: Dice) -> tuple[list[Answers], int]:
            default, may = allowed(which, among, dice)
            ways = list(ways_to_throw(may))
            return [(rest_of(dice, way),) for way in ways], ways.index(default)

        self._decided_by_dice(hand, options, (Kind.HAND,))
        assert self._path.state is not None
        variable, after = self._path.state
        at = after - 1

        def throw() -> list[EntryColumns]:
            return [EntryColumns.of(thrown_again(self._context, at, variable.entries, tuple, hand))]

        variable.columns = self._path.step(REREAD, throw)
        return self._thrown_after(hand, variable, at, label)

    def _decided_by_dice(
        self, hand: UnseenHand, options: Callable[[Dice], tuple[list[Answers], int]], kinds: Kinds
    ) -> Answers:
        """Cut the path where the player decides by a hand that lies there, which then no longer matters."""
        from sixfold.solving.rerolled_hands import looked_at

        self._check_may_decide()
        self._prepare_for_reading(hand)
        self._lay(hand)

        def offered(dice: Dice) -> tuple[list[Answers], int]:
            offer = options(dice)
            ways = len(offer[0])
            check_options(ways)
            self._context.work.divided(CUT, ways + 1, 0)
            self._context.work.charge(WAY_WORK * ways)
            self._context.hold(ways * (WAY_BYTES + 8 * hand.size))
            return offer

        def of_hands() -> Callable[[Answers], tuple[list[Answers], int]]:
            known, _, at = looked_at(self._context, hand, offered)
            return lambda answers: known[answers[at]]

        def forgotten() -> tuple[int, ...]:
            return () if (SEEN_AGAIN, hand.label) in self._context.learnt else (hand.laid[1],)

        return self._decided(of_hands, kinds, forgotten)

    def _check_may_decide(self) -> None:
        if not self._path.may_decide:
            self._context.ask()

    def _asks(self, function: Any) -> bool:
        """Whether the player decides something in a rule, or a step, that is followed here."""
        return self._path.may_decide and (ASKS, code_of(function)) in self._context.learnt

    # -- throws without a known end ------------------------------------------------------------------------

    def repeat(self, step: Step, state: Any, until: Until, most: int | None = None, counted: bool = False) -> Any:
        if isinstance(step, RollAgain) and most is None:
            return self._rolled_again(step, state)
        limit = None if most is None else index(most)
        if self._asks(step):
            from sixfold.solving.best.decision_process import DecisionProcess

            ended = DecisionProcess(self._path, self._inside, step, until, limit, counted).ended(state)
        else:
            ended = (state, 0) if limit == 0 else self._gone_on(step, state, until, limit, counted)
        return ended if counted else ended[0]

    def _gone_on(self, step: Step, state: Any, until: Until, most: int | None, counted: bool) -> tuple[Any, Any]:
        """The final state of a game in which no player decides, and the number of steps where they are counted."""
        from sixfold.rules.states import maker, taken_apart  # here, since few rules need it
        from sixfold.solving.markov.moves import State
        from sixfold.solving.partly_known import value_of
        from sixfold.solving.table_repeat import Repeated

        leaves: list[Any] = []
        shape = taken_apart(state, leaves)
        begins = self._begins_in(leaves, code_of(step))
        if begins is None:
            start = State(shape, tuple(map(int, leaves)))
            first = maker(shape, decided=True)(start.leaves)
            if until(first):
                return first, 0

        def starts() -> dict[State, int]:
            if begins is None:
                return {start: 1}
            return added_up(
                (State(shape, tuple([int(value_of(leaf, {begins: answers})) for leaf in leaves])), ways)
                for answers, ways, _ in plain(begins.entries, self._context)
            )

        game = Repeated(self._context, self._inside, step, self._path, starts, until, most, counted)
        with self._context.inside_of(code_of(step)):
            _, answers = self._path.new_variable(game.alternatives)
        if begins is not None:
            self._path.forget(begins, code_of(step))
        shape = answers[0]
        return shape if type(shape) is Unknown else maker(shape)(answers[1:]), answers[-1]

    def _rolled_again(self, step: RollAgain, state: Rolled) -> Rolled:
        """The end of a step that need not be run."""
        from sixfold.solving.markov.independent import rolled_again  # here, since most rules do without it

        dice = step._replace(size=max(0, index(step.size)))
        _, answers = self._path.new_variable(
            lambda: rolled_again(dice, state, self._context).alternatives(self._context)
        )
        return answers[1:-1], answers[-1]

    def _begins_in(self, leaves: Sequence[Any], step: Hashable) -> RandomVariable | None:
        """The variable in which a game begins, for all its starts at once; None where these are better decided.

        It is left behind with the first step, unless the rule is known to look at it again.
        """
        path = self._path
        late = [leaf for leaf in leaves if type(leaf) in LATE and leaf.decider is path]
        if path.may_decide or (BEGUN_AGAIN, step) in self._context.learnt or not any(leaf.terms for leaf in late):
            return None
        for leaf in leaves:
            if type(leaf) in LATE and leaf.decider is not path:
                int(leaf)
        placed = list(dict.fromkeys([variable for leaf in late for variable in by_variable(leaf.terms)]))
        if any(variable.tail or variable.looked is not None for variable in placed):
            return None
        if len(placed) > 1:
            path.join(placed)
        return next(variable for variable in placed if variable.into is None)

    def standing(self, entries: Entries) -> tuple[Path, RandomVariable]:
        """The states from which a step of a game goes on, all numbers, as a variable of this table."""
        variable, _ = self._path.new_variable(lambda: fixed(entries, (Kind.NUMBER,) * len(entries[0][0])))
        variable.looked = set()
        return self._path, variable

    # -- a rule inside this one ----------------------------------------------------------------------------

    def play(self, rule: Playable, fields: str | Sequence[str] | None = None, **options: Any) -> Any:
        from sixfold.solving.nested import NestedOutcome

        rule, inner_options = inner_rule(rule, options)
        options = {name: decided(value) for name, value in inner_options.items()}
        if self._asks(rule):
            return select_fields(rule(self, **options), fields)
        wanted = None if fields is None else (fields,) if isinstance(fields, str) else tuple(fields)
        with self._context.inside_of(code_of(rule)):
            inside = NestedOutcome(self._context, self._inside, rule, options, wanted)
            _, answers = self._path.new_variable(inside.alternatives)
        if wanted is None:
            form = answers[0]
            return form.of(answers[1:]) if type(form) is OutcomeForm else form
        return answers[0] if isinstance(fields, str) else answers

    # -- words ---------------------------------------------------------------------------------------------

    def tell(self, clause: str, text: str, *, when: object = True, **values: Any) -> None:
        pass

    def strike(self, label: str, face: int, count: int) -> None:
        pass
