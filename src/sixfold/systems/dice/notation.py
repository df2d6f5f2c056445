"""Dice expressions out of their text.

Read by hand, one function for each level of the grammar::

    sum      [+ -] product, then + - product ...
    product  atom, then * atom, // number ...
    atom     number, dice, braces, or ( sum )
    braces   { dice, dice ... }, then what is kept or counted: kh3, >=5
    dice     [number] d number, then what is done with them: kh3, r1, !, >=5, (2 high)
"""

from sixfold.bounds import DICE_IN_A_HAND, DICE_IN_AN_EVALUATION, NESTING, SCORE, SIDES, TOTAL
from sixfold.errors import BoundsError, NotationError, RuleError, SixfoldError
from sixfold.rules.wording import figures
from sixfold.rules.words.pieces import DIGITS, MINUS
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
    reading = _Reading(text, start)
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


class _Reading:
    """Reads one expression from left to right."""

    def __init__(self, text: str, at: int) -> None:
        self.text = text
        self.at = self.start = at
        self.depth = 0
        self.after_dice = False

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
        plain = digits.lstrip("0") or "0"
        if len(plain) > 8 or not low <= int(plain) <= high:
            span = f"from {figures(low)} to {figures(high)}"
            raise BoundsError(f"{what} {span}.", self.text, start + 1, (f"a number {span}",))
        return int(plain)

    # -- arithmetic ------------------------------------------------------------------------------------------

    def sum(self) -> Expression:
        """Products that are added and subtracted; a sign before the first is that of the whole product."""
        sign = self.sign() or "+"
        terms: list[tuple[str, Expression]] = []
        while sign:
            product = self.product()
            inner = product.terms if isinstance(product, Chain) and product.is_sum else (("+", product),)
            terms += [("+" if sign == inner_sign else "-", term) for inner_sign, term in inner]
            sign = self.sign()
        return terms[0][1] if len(terms) == 1 and terms[0][0] == "+" else Chain(tuple(terms))

    def sign(self) -> str:
        mark = self.take("+", *MINUS)
        if mark and self.take("+", *MINUS):
            self.at -= 1
            raise self.refused("Use only one sign here.", self.at, BEFORE)
        return "-" if mark in tuple(MINUS) else mark

    def product(self) -> Expression:
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
                return Chain(tuple(terms)) if len(terms) > 1 else terms[0][1]

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
            inner = self.sum()
            if not self.take(")"):
                raise self.unexpected((*AFTER, ")"))
            self.depth -= 1
            self.after_dice = False
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
        return self.all_changed(Pool(tuple(kinds), braces=True), start)

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
            how = "kh" if how == "k" else how
            self.at_end()
            number = min(1, pool.size)
            if self.text[self.at : self.at + 1] in tuple(DIGITS):
                number = self.number(0, pool.size, f"Of {pool.size} dice, {how} can take")
            return self.kept(pool, (how, number), start)
        if not pool.braces and self.take("("):
            digits = self.digits()
            side = self.take("high", "low") if digits else ""
            if not side or not self.take(")"):
                self.at = start
                return None
            number = self.bounded(digits, start + 1, 0, DICE_IN_A_HAND, "The number of extra dice must be")
            return self.kept(pool, (side, number), start)
        if pool.braces and self.take("r", "!"):
            message = "Inside the braces, say which dice explode or are rerolled, as in {1d8!, 1d6!}kh1."
            raise NotationError("notation/unexpected", message, self.text, start + 1, OF_DICE[:1])
        dice = pool.kinds[0]
        if how := self.take("ro", "r"):
            compare = self.compare(dice.sides)
            if dice.reroll and dice.once != (how == "ro"):
                raise self.conflict("Use either r or ro for one hand.", start)
            dice = dice._replace(reroll=_united(dice.reroll, compare), once=how == "ro")
            return pool._replace(kinds=(dice,))
        if self.take("!"):
            self.at_end()
            said = self.text[self.at : self.at + 1] in (*"<>=", *DIGITS)
            compare = self.compare(dice.sides) if said else Compare("=", dice.sides)
            return pool._replace(kinds=(dice._replace(explode=_united(dice.explode, compare)),))
        if sign := self.take(*SAID):
            if pool.counting:
                raise self.conflict("The dice of a hand can be counted only once.", start)
            number = self.number(0, SCORE, "The face to count must be")
            counting = Compare(sign, number)
            self.refuse_never(pool, counting, start)
            return pool._replace(counting=counting)
        return None

    def kept(self, pool: Pool, keep: tuple[str, int], start: int) -> Pool:
        if pool.keep:
            raise self.conflict("Dice of a hand can be kept or dropped only once.", start)
        return pool._replace(keep=keep)

    def compare(self, sides: int) -> Compare:
        sign = self.take(*SAID) or "="
        return Compare(sign, self.number(0, sides, f"A face of a d{sides} must be", "a face"))

    def refuse_never(self, pool: Pool, counting: Compare, start: int) -> None:
        """Counting what no die can show is the sum compared with a number, more likely than not."""
        if any(dice.explode for dice in pool.kinds) or counting.faces(pool.sides):
            return
        message = (
            f"No face of a d{pool.sides} is {either((counting,))}: “{counting.sign}” counts dice one by one. For the "
            f"chance of their total, on the command line: sixfold odds 'dice {pool}' --event "
            f"'total {counting.sign} {counting.number}'."
        )
        raise self.refused(message, start, (f"a face from 1 to {pool.sides}",))

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
        elif rest[0] == "[":
            message = "Labels are for the modifiers of a game; a dice expression has none."
        elif rest.startswith(("vs", "dc")):
            message = "Plain dice have no difficulty: this gives a total."
        return self.refused(message, self.at, expected, guess)

    def _of_wild(self) -> str:
        """The same as a die code of `wild`, in which dice have six sides: 3D+1."""
        return f"wild {self.text.strip()[len('dice') :].strip()}"

    def _in_braces(self) -> str | None:
        """The same dice in braces, with commas between them, if that can be read."""
        said = self.text[self.start :].lower().replace("w", "d")
        *dice, last = said.translate(dict.fromkeys(map(ord, "(){},"), " ")).split() or [""]
        at = next(
            (at for at, letter in enumerate(last) if letter in "kK<>=" or last[at : at + 2].lower() in KEEPS), None
        )
        kept = last[at:] if at is not None else ""
        dice += [last.removesuffix(kept)] if last != kept else []
        guess = f"dice {{{', '.join(dice)}}}{kept}"
        try:
            return guess if guess != self.text and parse(guess, len("dice ")) else None
        except SixfoldError:
            return None

    def _with_d(self) -> str:
        before, after = self.text[: self.at], self.text[self.at + 1 :]
        digits = after[: len(after) - len(after.lstrip(DIGITS))]
        return f"{before[len(before.rstrip(DIGITS)) :]}d{digits}"


def _refuse_endless(pool: Pool, text: str, column: int) -> None:
    try:
        die = pool.kinds[0].die
    except RuleError:
        sentence = f"The dice of {pool} would be rerolled without end."
        raise RuleError("rule/endless", sentence, text, column) from None
    left = set(die.faces) - (set() if die.once else die.reroll)
    if len(left - die.explode) * DICE_IN_AN_EVALUATION < len(left) * max(1, pool.size):
        message = f"{pool} would roll more than {DICE_IN_AN_EVALUATION:,} dice on average."
        raise RuleError("rule/endless", message, text, column)


def _united(compares: tuple[Compare, ...], compare: Compare) -> tuple[Compare, ...]:
    return tuple(sorted({*compares, compare}))
