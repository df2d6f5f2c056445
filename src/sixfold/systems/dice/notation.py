"""Dice expressions out of their text.

Read by hand, one function for each level of the grammar::

    sum      [+ -] product, then + - product ...
    product  atom, then * atom, // number ...
    atom     number, dice, braces, or ( sum )
    braces   { dice, dice ... }, then what is kept or counted: kh3, >=5
    dice     [number] d number, then what is done with them: kh3, r1, !, >=5, (2 high)
"""

from typing import NamedTuple

from sixfold.base.bounds import DICE_IN_A_HAND, DICE_IN_AN_EVALUATION, NESTING, SCORE, SIDES, TOTAL
from sixfold.base.wording import counted
from sixfold.errors import BoundsError, NotationError, RuleError, SixfoldError
from sixfold.rules.words.pieces import DIGITS, MINUS, Piece, unclear
from sixfold.systems.dice.expression import (
    SAID,
    Chain,
    Compare,
    Dice,
    Digits,
    Expression,
    Number,
    Pool,
    either,
    faces_of,
    hands,
    largest,
)

BLANKS = " \t\r\n\u00a0"
KEEPS = ("kh", "kl", "dh", "dl")
BEFORE = ("dice, like 4d6", "a number", "(")
AFTER = ("+ or -", "*", "//")
OF_DICE = ("kh, kl, dh or dl", "r or ro", "!", ">=, <=, >, < or =", "(N high)")


def parse(text: str, start: int = 0) -> Expression:
    """The expression that `text` says from the index `start` on.

    Raises NotationError with the column of what cannot be read, BoundsError past a bound, RuleError for dice
    that would be rolled without end.

    >>> str(parse("4D6 kh3 + 2"))
    '4d6kh3+2'
    """
    reading = _Parser(text, start)
    if reading.at_end():
        message = "A dice expression is missing, like 4d6kh3+2."
        raise NotationError("notation/missing", message, text, len(text) + 1, ("a dice expression",))
    expression = reading.sum()
    if not reading.at_end():
        raise reading.unexpected(AFTER)
    dice = sum(hand.many if isinstance(hand, Digits) else hand.thrown for hand in hands(expression))
    if dice > DICE_IN_AN_EVALUATION:
        raise BoundsError(
            f"This rolls {dice:,} dice; the maximum for one check is {DICE_IN_AN_EVALUATION:,}.", text, start + 1
        )
    if largest(expression) > TOTAL:
        raise BoundsError(f"This could total more than {TOTAL:,}.", text, start + 1)
    return expression


class Counted(NamedTuple):
    """Dice that are counted, and not in parentheses: where they start and end, and where their comparison does."""

    start: int
    sign: int
    end: int
    counting: Compare
    alone: bool
    """Whether it is one die."""


class _Parser:
    """Reads one expression from left to right."""

    def __init__(self, text: str, at: int) -> None:
        self.text = text
        self.at = self.start = at
        self.depth = 0
        self.after_dice = False
        self.counted: Counted | None = None

    # -- the pieces ------------------------------------------------------------------------------------------

    def at_end(self) -> bool:
        """Whether nothing is left but blanks, which are passed over."""
        self.at = len(self.text) - len(self.text[self.at :].lstrip(BLANKS))
        return self.at >= len(self.text)

    def take(self, *marks: str) -> str:
        """Pass over the first of these marks that is written here, and return it; nothing where none is."""
        self.at_end()
        for mark in marks:
            if self.text[self.at : self.at + len(mark)].lower() == mark:
                self.at += len(mark)
                return mark
        return ""

    def digits(self) -> str:
        """Pass over the digits that are written here, and return them."""
        self.at_end()
        start = self.at
        self.at = len(self.text) - len(self.text[start:].lstrip(DIGITS))
        return self.text[start : self.at]

    def number(self, low: int, high: int, what: str, wanted: str = "a number") -> int:
        """A whole number from `low` to `high`; raises NotationError where there is none, else BoundsError."""
        digits = self.digits()
        if not digits:
            raise self.unexpected((wanted,), here=True)
        return self.bounded(digits, self.at - len(digits), low, high, what)

    def bounded(self, digits: str, start: int, low: int, high: int, what: str) -> int:
        """The number that digits at an index say."""
        return Piece("number", digits, start + 1, self.text).number(low, high, what)

    # -- arithmetic ------------------------------------------------------------------------------------------

    def sum(self) -> Expression:
        """Products that are added and subtracted; a sign before the first is that of the whole product."""
        start = self.at
        sign = self.sign() or "+"
        terms: list[tuple[str, Expression]] = []
        while sign:
            product = self.product()
            inner = product.terms if isinstance(product, Chain) and product.is_sum else (("+", product),)
            terms += [("+" if sign == inner_sign else "-", term) for inner_sign, term in inner]
            sign = self.sign()
        if len(terms) == 1 and terms[0][0] == "+":
            return terms[0][1]
        self.refuse_reckoning(start)
        return Chain(tuple(terms))

    def sign(self) -> str:
        mark = self.take("+", *MINUS)
        if mark and self.take("+", *MINUS):
            self.at -= 1
            raise self.refused("Use only one sign here.", self.at, BEFORE)
        return "-" if mark in tuple(MINUS) else mark

    def product(self) -> Expression:
        start = self.at
        terms: list[tuple[str, Expression]] = [("*", self.atom())]
        while True:
            before = self.at
            if mark := self.take("*", "\u00d7", "x"):
                factor = self.atom()
                if mark == "x":
                    self.refuse_times(terms[-1][1], factor, before)
                terms.append(("*", factor))
            elif self.take("//", "\u00f7"):
                terms.append(("//", Number(self.number(1, SCORE, "A divisor must be"))))
                self.after_dice = False
            else:
                if len(terms) == 1:
                    return terms[0][1]
                self.refuse_reckoning(start)
                return Chain(tuple(terms))

    def refuse_times(self, left: Expression, right: Expression, at: int) -> None:
        """`4d6kh3 x6` is six throws to a player, and one throw multiplied by six to a calculator."""
        number = next((node.value for node in (left, right) if isinstance(node, Number)), None)
        dice = next((node for node in (left, right) if hands(node)), None)
        if number is None or dice is None:
            return
        product = Chain((("*", dice), ("*", Number(number))))
        raise NotationError(
            "notation/ambiguous",
            f"This can be read in two ways: rolled {number} times, which is “dice {dice}” with --times {number} on "
            f"the command line, or rolled once and multiplied, which is “{product}”.",
            self.text,
            self.text.lower().index("x", at) + 1,
            (f"dice {dice} --times {number}", str(product)),
        )

    def atom(self) -> Expression:
        if self.take("("):
            self.depth += 1
            if self.depth > NESTING:
                raise BoundsError(f"At most {NESTING} parentheses can be nested.", self.text, self.at, (")",))
            before = self.counted
            inner = self.sum()
            if not self.take(")"):
                raise self.unexpected((*AFTER, ")"))
            self.depth -= 1
            self.after_dice, self.counted = False, before
            return inner
        if self.take("{"):
            return self.braces(self.at - 1)
        digits = self.digits()
        start = self.at - len(digits)
        if self.take("d"):
            return self.dice(digits, start)
        if not digits:
            raise self.unexpected(BEFORE, here=True)
        self.after_dice = False
        return Number(self.bounded(digits, start, 0, SCORE, "A number must be"))

    # -- dice ------------------------------------------------------------------------------------------------

    def dice(self, count: str, start: int) -> Expression:
        size = self.bounded(count, start, 0, DICE_IN_A_HAND, "The number of dice in a hand must be") if count else 1
        if self.take("%"):
            sides = 100
        elif self.take("f"):
            self.after_dice = False
            return Pool((Dice(size, 0),))
        else:
            digits = self.digits()
            if not digits:
                raise self.unexpected(("sides, like 6, % or F",), here=True)
            if digits in ("66", "666"):
                return self.read_as_digits(size, len(digits), start)
            sides = self.bounded(digits, self.at - len(digits), 1, SIDES, "The number of sides must be")
        pool = self.all_changed(Pool((Dice(size, sides),)), start)
        _refuse_endless(pool, self.text, start + 1)
        self.refuse_idle(pool, start)
        return pool

    def braces(self, start: int) -> Expression:
        """Dice of several kinds in one hand."""
        kinds: list[Dice] = []
        while not kinds or self.take(",", "+"):
            self.at_end()
            begin = self.at
            digits = self.digits()
            pool = self.dice(digits, self.at - len(digits)) if self.take("d") else None
            if not isinstance(pool, Pool) or not pool.sides or pool.keep or pool.counting:
                message = "Braces hold dice such as 2d6 or 1d8!; say behind them what to keep or count."
                raise self.refused(message, begin, ("dice, like 2d6",), self._in_braces())
            kinds += pool.kinds
        if not self.take("}"):
            message = "Dice in braces have commas between them, and a brace behind the last."
            raise self.refused(message, self.at, (",", "}"), self._in_braces())
        pool = self.all_changed(Pool(tuple(kinds), braces=True), start)
        self.refuse_idle(pool, start)
        return pool

    def all_changed(self, hand: Pool, start: int) -> Pool:
        """The dice with everything that is done with them. Raises BoundsError for too many."""
        while (changed := self.changed(hand)) is not None:
            hand = changed
        if hand.thrown > DICE_IN_A_HAND:
            message = f"This hand has {hand.thrown} dice; the maximum is {DICE_IN_A_HAND}."
            raise BoundsError(message, self.text, start + 1)
        self.after_dice = True
        return hand

    def read_as_digits(self, size: int, many: int, start: int) -> Digits:
        """d66: one six-sided die for the tens and one for the units."""
        name = "6" * many
        if size != 1:
            message = f"d{name} reads {many} dice as the digits of one number; roll it once, or add several."
            raise self.refused(message, start, (f"d{name}",))
        if self.changed(Pool((Dice(1, 6),))) is not None:
            message = f"d{name} is one number from {many} dice: you cannot keep, count or reroll dice in it."
            raise self.refused(message, self.at - 1, AFTER)
        self.after_dice = False
        return Digits(many)

    def changed(self, pool: Pool) -> Pool | None:
        """The dice with the next thing that is done with them, or None where there is nothing more."""
        self.at_end()
        start = self.at
        if how := self.take(*KEEPS, "k"):
            return self.keeping(pool, "kh" if how == "k" else how, start)
        if not pool.braces and self.take("("):
            return self.extra_dice(pool, start)
        if pool.braces and self.take("r", "!"):
            message = "Inside the braces, say which dice explode or are rerolled, as in {1d8!, 1d6!}kh1."
            raise NotationError("notation/unexpected", message, self.text, start + 1, OF_DICE[:1])
        if how := self.take("ro", "r"):
            return self.rerolled(pool, how == "ro", start)
        if how := self.take("!!", "!"):
            return self.exploding(pool, how == "!!", start)
        if sign := self.take(*SAID):
            return self.counted_one_by_one(pool, sign, start)
        return None

    def keeping(self, pool: Pool, how: str, start: int) -> Pool:
        """`kh2`, `dl1`: the dice that are kept or dropped; one where no number follows."""
        self.refuse_less(pool, how, start)
        self.at_end()
        number = min(1, pool.size)
        if self.text[self.at : self.at + 1] in tuple(DIGITS):
            number = self.number(0, pool.size, f"Of {counted(pool.size, 'die', 'dice')}, {how} can take")
        return self.kept(pool, (how, number), start)

    def extra_dice(self, pool: Pool, start: int) -> Pool | None:
        """`(1 high)`: dice of which the highest or the lowest are left out; None for other parentheses."""
        digits = self.digits()
        side = self.take("high", "low") if digits else ""
        if not side or not self.take(")"):
            self.at = start
            return None
        number = self.bounded(digits, start + 1, 0, DICE_IN_A_HAND, "The number of extra dice must be")
        return self.kept(pool, (side, number), start)

    def rerolled(self, pool: Pool, once: bool, start: int) -> Pool:
        """`r1`, `ro<3`: faces that are rolled again, as long as they come or `once`."""
        dice = pool.kinds[0]
        compare = self.compare(dice.sides)
        if dice.reroll and dice.once != once:
            raise self.conflict("Use either r or ro for one hand.", start)
        dice = dice._replace(reroll=self.united(dice.reroll, compare, dice.sides, start), once=once)
        return pool._replace(kinds=(dice,))

    def exploding(self, pool: Pool, compound: bool, start: int) -> Pool:
        """`!`, `!!>5`: faces that are rolled on, on dice of their own or, if `compound`, on the same die."""
        dice = pool.kinds[0]
        self.at_end()
        compared = self.text[self.at : self.at + 1] in (*"<>=", *DIGITS)
        compare = self.compare(dice.sides) if compared else Compare("=", dice.sides)
        if dice.explode and dice.compound != compound:
            raise self.conflict("Use either ! or !! for one hand.", start)
        explode = self.united(dice.explode, compare, dice.sides, start)
        return pool._replace(kinds=(dice._replace(explode=explode, compound=compound),))

    def counted_one_by_one(self, pool: Pool, sign: str, start: int) -> Pool:
        """`>=5`: the dice that show such a face are counted."""
        if pool.counting:
            raise self.conflict("The dice of a hand can be counted only once.", start)
        counting = Compare(sign, self.number(0, SCORE, "The face to count must be"))
        self.counted = Counted(self.at, start, self.at, counting, False)
        return pool._replace(counting=counting)

    def kept(self, pool: Pool, keep: tuple[str, int], start: int) -> Pool:
        if pool.keep:
            raise self.conflict("Dice of a hand can be kept or dropped only once.", start)
        return pool._replace(keep=keep)

    def compare(self, sides: int) -> Compare:
        sign = self.take(*SAID) or "="
        return Compare(sign, self.number(0, sides, f"A face of a d{sides} must be", "a face"))

    def united(self, compares: tuple[Compare, ...], compare: Compare, sides: int, start: int) -> tuple[Compare, ...]:
        """Faces that are rerolled or explode, and some more; refused where a part of them changes nothing."""
        text = self.text[start : self.at].strip()
        if not compare.faces(sides):
            message = f"No face of a d{sides} is {either((compare,))}, so “{text}” does nothing."
            raise self.refused(message, start, (f"a face from 1 to {sides}",))
        for earlier in compares:
            if earlier.faces(sides) <= compare.faces(sides) or compare.faces(sides) <= earlier.faces(sides):
                raise self.conflict(f"“{text}” repeats faces that are named before it: leave one of them out.", start)
        return tuple(sorted((*compares, compare)))

    def refuse_less(self, pool: Pool, how: str, start: int) -> None:
        """`3d6kh-1` is the highest die less 1, or the other end, as an index counts from the back."""
        at = self.at + 1
        digits = self.text[at : len(self.text) - len(self.text[at:].lstrip(DIGITS))]
        if self.text[self.at : at] in tuple(MINUS) and digits and int(digits[:9]) <= pool.size:
            other_end = {"h": "l", "l": "h"}[how[1]]
            before, after = self.text[:start], self.text[at + len(digits) :]
            raise unclear(
                self.text, start + 1, [f"{before}{how}1-{digits}{after}", f"{before}{how[0]}{other_end}{digits}{after}"]
            )

    def refuse_idle(self, pool: Pool, start: int) -> None:
        """Refuse dice of which a part does nothing, or which always count alike: a total was meant, most likely."""
        for dice in pool.kinds:
            if dice.explode and not dice.staying & faces_of(dice.explode, dice.sides):
                message = f"In {dice.text(True)}, a face that explodes is always rerolled: leave one of them out."
                raise self.conflict(message, start)
        if not pool.counting or self.counted is None:
            return
        at, counting = self.counted.sign, pool.counting
        self.counted = Counted(start, at, self.at, counting, pool.thrown == 1)
        compound = pool._replace(kinds=tuple([dice._replace(compound=bool(dice.explode)) for dice in pool.kinds]))
        if pool.apart and (pool.keep or any(dice.compound for dice in pool.kinds)):
            message = (
                "Exploding dice that are kept and counted are one die each, which shows the sum: "
                f"write !! for these, as in {compound}."
            )
            raise self.refused(message, start, (str(compound),), self.instead(start, self.at, str(compound)))
        ways = frozenset().union(*(dice.counts(counting) for dice in pool.kinds))
        if len(ways) == 2 or not pool.size:
            return
        plain = not any(dice.reroll or dice.explode for dice in pool.kinds)
        (always,) = ways
        face = f"{'Every' if always else 'No'} face of a d{pool.sides}"
        if not plain:
            face = f"{'Every' if always else 'No'} die of {pool._replace(counting=None)}"
        shown, total = either((counting,)), pool._replace(counting=None)
        message = (
            f"{face} {'is' if plain else 'shows'} {shown}: “{counting.sign}” counts dice one by one. For the chance of "
            f"their total, on the command line: sixfold odds 'dice {total}' --event 'total {counting.sign} "
            f"{counting.number}'."
        )
        if pool.apart and any(True in dice.counts(counting) for dice in compound.kinds):
            message = f"{face} {'is' if plain else 'shows'} {shown}, and “!” counts each die. Write !! for sums."
            raise self.refused(message, start, (str(compound),), self.instead(start, self.at, str(compound)))
        raise self.refused(message, at, (f"a face from 1 to {pool.sides}",))

    def instead(self, start: int, end: int, dice: str) -> str:
        """Other dice in the place of a part of the text: a guess for the word there, or for the whole expression."""
        if " " in self.text[start:end] and not self.text[0].isspace():
            return f"dice {self.text[self.start : start].strip()}{dice}{self.text[end:]}"
        touching = self.text[end:].replace(")", " ")
        return dice + (touching.split()[0] if touching[:1].strip() else "")

    def refuse_reckoning(self, start: int) -> None:
        """`d100<=45+10` is a success and ten, or a comparison with 55: what is counted is in parentheses."""
        hand = self.counted
        if hand is None:
            return
        text, (sign, number) = self.text, hand.counting
        before, after = text[start : hand.start].strip(), text[hand.end : self.at].strip()
        dice, compared = text[hand.start : hand.end].strip(), text[hand.start : hand.sign].strip()
        less, more = _number(f"+{before[:-1]}") if before[-1:] == "+" else 0 if not before else None, _number(after)
        if more is not None and less is not None and (hand.alone or not before):
            reckoned = f"{text[:start]}{compared}{sign}{number + more - less}{text[self.at :]}"
            if _reads(reckoned, self.start):
                raise unclear(text, hand.sign + 1, [f"{text[: hand.start]}({dice}){text[hand.end :]}", reckoned])
        message = f"“{sign}” counts dice one by one: to calculate with their number, put them in parentheses."
        if more is not None:
            whole = f"dice {before}{compared}' --event 'total {sign} {number + more}"
            message += f" For the chance of the total, on the command line: sixfold odds '{whole}'."
        guess = self.instead(hand.start, hand.end, f"({dice})")
        raise self.refused(message, hand.start, (f"({dice})",), guess)

    # -- what is wrong ---------------------------------------------------------------------------------------

    def conflict(self, message: str, start: int) -> NotationError:
        return NotationError("notation/conflict", message, self.text, start + 1)

    def refused(self, message: str, start: int, expected: tuple[str, ...], guess: str | None = None) -> NotationError:
        """The error at an index."""
        return NotationError("notation/unexpected", message, self.text, start + 1, expected, guess)

    def unexpected(self, expected: tuple[str, ...], here: bool = False) -> NotationError:
        """The error for the text here; `here` if a number or dice must begin."""
        if self.at_end():
            column = len(self.text.rstrip()) + 1
            message, guess = "The dice expression ends too early.", None
            if here and self.text[column - 2] in "dD":
                message, guess = "Plain dice need their sides, as in 3d6.", self._of_wild()
            return self.refused(message, column - 1, expected, guess)
        rest = self.text[self.at :].lower()
        message, guess = "This does not belong in a dice expression.", None
        if not here and self.after_dice:
            expected = (*expected, *OF_DICE)
        if self.depth and not here and ")" not in expected:
            expected = (*expected, ")")
        if rest[0] == "/":
            message, expected, guess = "Division is written //, and rounds down.", ("//",), "//"
        elif rest[0] == ",":
            message, guess = "A comma does not belong in a dice expression.", self._in_braces()
            if guess:
                message = "Commas separate dice of one hand, which is in braces."
        elif rest[0] == "." and rest[1:2].isdigit():
            message = "Only whole numbers fit here."
        elif rest[0] == "w" and rest[1:2] in tuple(DIGITS):
            message, guess = "Dice are written with a d, as in 2d6.", self._with_d()
        elif self.text[max(0, self.at - 1) :].lower().startswith(("keep", "drop", " keep", " drop")):
            message, expected = "To keep or drop dice, write kh3, kl3, dh1 or dl1.", OF_DICE[:1]
        elif rest[0] in f"d{DIGITS}" and not here and self.text[self.at - 1].isspace():
            message, guess = "Dice and numbers are joined with a sign.", f"+{rest.split(None, 1)[0]}"
            if rest.split()[-1].startswith(KEEPS):
                message, guess = "Dice of one hand are in braces, with commas between them.", self._in_braces()
        elif here and self.text[self.at - 1] in "dD":
            message, guess = "Plain dice need their sides, as in 3d6.", self._of_wild()
        elif rest[0] == "d" and self.after_dice:
            message, expected = "To drop dice, write dl1 for the lowest or dh1 for the highest.", OF_DICE[:1]
        elif rest[0] in "<>=" and (compared := _total(self.text[self.start :])):
            message = f"A comparison follows the dice that it counts. For a total, on the command line: {compared}."
        elif rest[0] == "[":
            message = "Labels are for the modifiers of a game; a dice expression has none."
        elif rest.startswith(("vs", "dc")):
            message = "Plain dice have no difficulty: this gives a total."
        return self.refused(message, self.at, expected, guess)

    def _of_wild(self) -> str:
        """The same as a die code of `wild`, in which dice have six sides: 3D+1."""
        return f"wild {self.text[self.start :].strip()}"

    def _in_braces(self) -> str | None:
        """The same dice in braces, with commas between them, if that can be read."""
        braces = self.text[self.start :].lower().replace("w", "d")
        *dice, last = braces.translate(dict.fromkeys(map(ord, "(){},"), " ")).split() or [""]
        at = next(
            (at for at, letter in enumerate(last) if letter in "kK<>=" or last[at : at + 2].lower() in KEEPS), None
        )
        kept = last[at:] if at is not None else ""
        dice += [last.removesuffix(kept)] if last != kept else []
        guess = f"dice {{{', '.join(dice)}}}{kept}"
        return guess if guess != self.text and _reads(guess, len("dice ")) else None

    def _with_d(self) -> str:
        before, after = self.text[: self.at], self.text[self.at + 1 :]
        digits = after[: len(after) - len(after.lstrip(DIGITS))]
        return f"{before[len(before.rstrip(DIGITS)) :]}d{digits}"


def _refuse_endless(pool: Pool, text: str, column: int) -> None:
    try:
        die = pool.kinds[0].die()
    except RuleError:
        sentence = f"The dice of {pool} would be rerolled without end."
        raise RuleError("rule/endless", sentence, text, column) from None
    left = set(die.faces) - (set() if die.once else die.reroll)
    if len(left - die.explode) * DICE_IN_AN_EVALUATION < len(left) * max(1, pool.size):
        message = f"{pool} would roll more than {DICE_IN_AN_EVALUATION:,} dice on average."
        raise RuleError("rule/endless", message, text, column)


def _total(text: str) -> str:
    """The command for the chance of a total, where an expression is compared with a number; nothing for other text."""
    sign = next((sign for sign in SAID if sign in text), "")
    before, _, number = map(str.strip, text.partition(sign)) if sign else ("", "", "")
    is_total = number.isascii() and number.isdigit() and _reads(before, 0)
    return f"sixfold odds 'dice {before}' --event 'total {sign} {number}'" if is_total else ""


def _reads(text: str, start: int) -> bool:
    """Whether an expression can be read."""
    try:
        parse(text, start)
    except SixfoldError:
        return False
    return True


def _number(sum_: str) -> int | None:
    """Return the number of a text like `+10` or `-2`, 0 for none, and None for other text."""
    if not sum_:
        return 0
    minus = sum_.translate(dict.fromkeys(map(ord, MINUS), "-")).replace(" ", "")
    digits = minus[1:]
    return int(minus) if minus[:1] in ("+", "-") and digits.isascii() and digits.isdigit() and len(digits) < 6 else None
