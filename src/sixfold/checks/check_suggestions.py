"""A text with a slip in it, as it was probably meant: what is guessed is offered only if it can be read."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from sixfold.base.bounds import MENDED_LENGTH
from sixfold.base.wording import did_you_mean, nearest
from sixfold.checks.foreign import foreign, without_twin
from sixfold.checks.head import Head, begins_check, head_or_none
from sixfold.checks.tokens import JOINING
from sixfold.errors import NotationError, TextError
from sixfold.rules import Amount, Word
from sixfold.rules.rule import Hint, System
from sixfold.rules.words.pieces import COMPARED, DICE, SIGNS, Piece
from sixfold.systems import plain

Read = Callable[[str, Mapping[str, System]], object]
"""Reads a check; raises a TextError for what it cannot read."""

MOST_SLIPS = 2
"""Slips of one text that are guessed at."""

WORDS = 8
"""Words behind a slip that may belong to it: those of a label without its brackets."""


def _ways(text: str, at: int, guess: str, systems: Mapping[str, System]) -> Iterator[tuple[str, int]]:
    """Texts with the guess in them, the likeliest first, and where the guess ends."""
    whole = begins_check(guess, systems) and guess[:1].isalpha()
    if whole and guess.rsplit(maxsplit=1)[-1] == text.rsplit(maxsplit=1)[-1]:
        yield guess, len(guess)
    head = head_or_none(text, systems)
    # Parentheses of plain dice have no check of its own in them.
    within_one = head is not None and head.system.name != plain.NAME
    inside = within_one and text.count("(", 0, at) > text.count(")", 0, at)
    if whole and inside:
        begins = text.rfind("(", 0, at) + 1
        yield text[:begins] + guess + text[_end(text, at) :], begins + len(guess)
    elif whole and head is not None:  # the slip may be the game itself: then its rest is below
        yield guess + text[head.end :], len(guess)
    before = text[:at].rstrip()
    previous = before.rpartition(" ")[2]
    starts = [at]
    if previous and (guess.lower().startswith(previous.lower()) or (previous in SIGNS and guess[0] in SIGNS)):
        starts.insert(0, len(before) - len(previous))
    guessed = [*guess.lower().translate(dict.fromkeys(map(ord, "[]+="), " ")).split(), *DICE, "luck"]
    ends = [_end(text, _end(text, at)) if text[at : at + 2].strip() in COMPARED else _end(text, at)]
    while len(ends) < WORDS and text[ends[-1] : _end(text, ends[-1])].strip().lower().lstrip("+") in guessed:
        ends.append(_end(text, ends[-1]))
    for start in starts:
        for end in reversed(ends):
            yield text[:start] + guess + text[end:], start + len(guess)
    if whole and not inside:
        yield guess, len(guess)


def _end(text: str, at: int) -> int:
    """The end of the word that begins at an index, or after the blanks there."""
    while at < len(text) and text[at].isspace():
        at += 1
    if text[at : at + 1] == "(":
        return text.find(")", at) + 1 or len(text)
    while at < len(text) and not text[at].isspace() and text[at] != ")" and text[at : at + 2] != ", ":
        at += 1
    return at


def _wrong(text: str, systems: Mapping[str, System], read: Read) -> TextError | None:
    """The error of a text, if there is one."""
    try:
        read(text, systems)
    except TextError as error:
        return error
    return None


def ask_about(error: TextError, systems: Mapping[str, System], read: Read, slips: int = MOST_SLIPS) -> None:
    """Have an error ask about the likeliest guess with which its text can be read, and about none if there is none.

    It asks about none either where the text is so long that to try guesses is much work. `mended` is the text with the
    guess in it: what else is wrong with it stays, and nothing that was said is lost but what the guess says itself.

    >>> from sixfold import parse
    >>> for slip in ("ten superiour 1 +4", "wild 3 W vs 15", "ten +2 Heavy Lifting", "ten damage 2d6"):
    ...     try:
    ...         parse(slip)
    ...     except TextError as error:
    ...         print(error.mended)
    ten superior 1 +4
    wild 3D vs 15
    ten +2 [Heavy Lifting]
    ten attack damage 2d6
    """
    sentence = error.message.removesuffix(did_you_mean(error.guess))
    guesses = error.guesses or filter(None, [error.guess])
    inside: tuple[str, ...] = ()
    if error.column is None or len(error.text) > MENDED_LENGTH:
        guesses = ()
    else:
        head = head_or_none(error.text, systems)
        inside = tuple(_in_parentheses(error.text, head, systems, read)) if head is not None else ()
    error.guess = None
    for guess in (*inside, *guesses):
        error.mended = _mended(error.text, (error.column or 0) - 1, guess, systems, read, slips)
        if error.mended is not None:
            error.guess = guess
            sentence = "Put each check inside in parentheses." if guess in inside else sentence
            break
    else:
        if error.code != "notation/ambiguous" and 0 < len(error.text) <= MENDED_LENGTH:
            for twin in foreign(error.text, systems):
                if _wrong(twin, systems, read) is None:
                    error.guess = error.mended = twin
                    sentence = "Only a table keeps a note behind “#”." if "#" in error.text else sentence
            sentence = (without_twin(error.text) if error.guess is None else None) or sentence
    error.message = sentence + did_you_mean(error.guess)
    error.args = (error.message,)


def _mended(text: str, at: int, guess: str, systems: Mapping[str, System], read: Read, slips: int) -> str | None:
    """The text with a guess at the slip, if it can be read then, lacks only something, or has a guess for the rest."""
    left = []
    for tried, end in _ways(text, at, guess, systems):
        wrong = _wrong(tried, systems, read)
        if wrong is None:
            return tried.strip()
        column = len(tried) + 1 if wrong.code == "notation/missing" else wrong.column or 0
        if column > end:
            left.append((tried, wrong))
    if not left:
        return None
    better, wrong = min(left, key=lambda one: one[1].code != "notation/missing" or one[0] == guess)
    if wrong.code != "notation/missing":
        if slips > 1:
            ask_about(wrong, systems, read, slips - 1)
        if slips == 1 or wrong.guess is None:
            return None
    return better.strip()


def _in_parentheses(text: str, head: Head, systems: Mapping[str, System], read: Read) -> Iterator[str]:
    """The text with parentheses around the checks inside it, for a rule that takes some."""
    if not any(word.in_turn for word in head.rule.words) or "(" in text:
        return
    words = text[head.end :].replace(",", " ").split()
    starts = [at for at, word in enumerate(words) if begins_check(word, systems) and word.isalpha()]
    starts = starts or [at for at, word in enumerate(words) if plain.has_dice(word)]
    if not starts:
        return
    fragments = [text[: head.end].strip(), *words[: starts[0]]]
    for start, end in zip(starts, [*starts[1:], len(words)], strict=True):
        part = words[start:end]
        while end < len(words) and part[-1].lower() in (*JOINING, "and"):
            part.pop()
        many = next((n for n in range(len(part), 0, -1) if _wrong(" ".join(part[:n]), systems, read) is None), None)
        if many is None:
            return
        fragments += [f"({' '.join(part[:many])})", *part[many:]]
    yield " ".join(fragments)


NEEDED = {">": "more than this number", "≥": "this number or more", "≤": "this number or less"}


class Slip(NamedTuple):
    """A sentence about a piece, and what may be meant, the likeliest first."""

    sentence: str
    guesses: tuple[str, ...] = ()


def unexpected(pieces: Sequence[Piece], at: int, present: Collection[str], head: Head) -> NotationError:
    """The error for the first piece that nothing reads. `present` are the options that are said before it."""
    if pieces[at].kind == "number" and _meant(pieces[at + 1], head):
        at += 1
    piece, rule = pieces[at], head.rule
    open_words = [word for word in rule.words if word.repeats or word.name not in present]
    for word in rule.words:
        starts = any(pattern[0].kind == "word" and pattern[0].takes(piece) for pattern in word.patterns)
        problem = word.unfinished(pieces[at + 1]) if starts else None
        if problem is not None:
            following = pieces[at + 1]
            if following.kind == "code" and any(w.kind == "check" and piece.said in w.spellings for w in rule.words):
                problem.guess = f"({rule.system} {following.text})"
            return problem
    slip = _slip(pieces, at, open_words, head)
    others = () if at or head.named else tuple(other.name for other in head.system.rules if other.name != rule.name)
    expected = (*(form for word in open_words for form in word.forms), *others)
    error = NotationError("notation/unexpected", slip.sentence, piece.within, piece.column, expected)
    error.guesses = slip.guesses
    return error


def _slip(pieces: Sequence[Piece], at: int, open_words: Sequence[Word], head: Head) -> Slip:
    piece, rule = pieces[at], head.rule
    if piece.kind == "sign":
        compared = _compared(pieces, at, open_words, head)
        if compared is not None:
            return compared
    hint = _hint(pieces, at, rule.hints, rule.words)
    if hint is not None:
        return hint
    if piece.kind == "label":
        return Slip("A label belongs to the modifier before it, as in +2 [Strength].")
    if piece.kind == "check":
        label = f"{pieces[at - 1].text} [{piece.text[1:-1]}]" if at and pieces[at - 1].kind == "signed" else None
        sentence = f"{rule.system} {rule.name} takes no check in parentheses here."
        return Slip("Write the label of a modifier in square brackets.", (label,)) if label else Slip(sentence)
    dice = _dice_apart(pieces, at, rule.words)
    if dice is not None:
        return dice
    if piece.kind in ("number", "signed"):
        takes = any(word.least is not None for word in rule.words)
        sentence = "needs a word beside it" if takes else "does not fit here"
        return Slip(
            f"The number {piece.text} {sentence} in {rule.system} {rule.name}.",
            tuple(_with_a_word(piece, open_words, rule.needs)),
        )
    if piece.kind == "code":
        return _own_dice(piece, open_words, head)
    return _word_slip(pieces, at, head)


def _hint(pieces: Sequence[Piece], at: int, hints: Sequence[Hint], words: Sequence[Word]) -> Slip | None:
    """The sentence for a word from another game, with a guess that has the number beside it."""
    piece = pieces[at]
    beside = pieces[at + 1].said if piece.kind == "number" else "vs" if piece.kind == "sign" else piece.said
    near = [pieces[place] for place in (at, at + 1, at - 1) if 0 <= place < len(pieces)]
    number = next((abs(each.value) for each in near if each.kind in ("number", "signed")), 1)
    for hint in hints:
        if not {beside, piece.kind, piece.text[:1]}.isdisjoint(hint.words):
            return Slip(hint.sentence, (_with_number(hint.instead, number, words),) if hint.instead else ())
    return None


def _with_number(form: str, number: int, words: Sequence[Word]) -> str:
    """A form of a word with a number in it: `1 edge` for `N edges`."""
    word = next((word for word in words if isinstance(word, Amount) and form in word.forms), None)
    return form.replace("N", str(number)) if word is None else word.spell(number)


def _compared(pieces: Sequence[Piece], at: int, words: Sequence[Word], head: Head) -> Slip | None:
    """A sign that is not how this rule compares: `≥ 14` where more than the number succeeds."""
    word = next((word for word in words if isinstance(word, Amount) and word.compares), None)
    number = pieces[at + 1]
    if word is None or number.kind not in ("number", "signed"):
        return None
    sign, own = COMPARED[pieces[at].text], word.compares
    sentence = f"{head.rule.system} {head.rule.name} needs {NEEDED[own]}."
    shift = {">": 1, "≥": 0}
    if sign not in shift or own not in shift:
        return Slip(sentence)
    return Slip(sentence, (word.spell(number.value + shift[sign] - shift[own]),))


def _own_dice(piece: Piece, words: Sequence[Word], head: Head) -> Slip:
    """Dice where a rule rolls its own: another rule of the game may take them, or they are those that it rolls."""
    rule, text = head.rule, piece.within
    dice = f"{piece.said}6" if piece.said.endswith("d") else piece.said
    named = next((word for word in words if word.kind == "die code" and word.spellings), None)
    if named is not None:
        sentence = f"The dice {piece.text} need a word before them in {rule.system} {rule.name}."
        return Slip(sentence, (f"{named.spellings[0]} {piece.text}",))
    taking = [
        f"{other.system} {other.name}{text[head.end :]}"
        for other in head.system.rules
        if any(word.kind == "die code" and not word.spellings for word in other.words)
    ]
    without = " ".join(f"{text[: piece.column - 1].rstrip()} {text[piece.end :].lstrip()}".split())
    alone = not text[head.end :].replace(piece.text, "", 1).strip()
    sentence = f"{rule.system} {rule.name} rolls its own dice; roll other dice in a check of their own."
    return Slip(
        sentence, (*taking, *([without] if dice == "3d6" else []), *([f"{plain.NAME} {dice}"] if alone else []))
    )


def _word_slip(pieces: Sequence[Piece], at: int, head: Head) -> Slip:
    piece, rule = pieces[at], head.rule
    others = tuple(other.name for other in head.system.rules if other.name != rule.name)
    # A rule's name counts only as the second word; elsewhere that is the likeliest slip.
    names = () if at or head.named else others
    sentence = f"“{piece.text[:40]}” does not fit here in {rule.system} {rule.name}."
    guess = _meant(piece, head, names)
    if piece.said in (*others, rule.name) and guess in (*others, rule.name, None):
        return Slip(f"{sentence} Name the rule once, right after the game.")
    for word in rule.words:
        if word.house_rules and piece.said == word.name:
            return Slip(f"The house rule “{word.name}” needs a choice after it.", (word.house_rules[0],))
    for other in head.system.rules if guess != piece.said else ():
        if other != rule and any(piece.said in word.spellings for word in other.words):
            elsewhere = f"{other.system} {other.name}"
            return Slip(f"“{piece.text}” belongs to {elsewhere}, not to {rule.system} {rule.name}.", (elsewhere,))
    before = pieces[at - 1] if at else None
    named = guess is None or (piece.text[0].isupper() and guess[0] != piece.said[0])
    if named and before is not None and before.kind == "signed":
        label = _label(pieces, at)
        return Slip("Put a label in square brackets after its modifier.", (f"{before.text} [{label}]",))
    labelled = _before_its_number(pieces, at) if guess is None else None
    if labelled is not None and any(word.kind == "modifier" for word in rule.words):
        return Slip("Put a label in square brackets after its modifier.", (labelled,))
    return Slip(sentence, (guess,) if guess else ())


def _meant(piece: Piece, head: Head, more: Sequence[str] = ()) -> str | None:
    """The word that a piece probably is: it begins so, or is nearly alike."""
    if piece.kind not in ("word", "setting"):
        return None
    spellings = (*(spelling for word in head.rule.words for spelling in word.spellings), *more)
    begun = [spelling for spelling in spellings if len(piece.said) > 2 and spelling.startswith(piece.said)]
    return begun[0] if begun else nearest(piece.text, spellings, CLOSE)


def _before_its_number(pieces: Sequence[Piece], at: int) -> str | None:
    """A label and the number behind it, as they are written: `stat 4` is `+4 [stat]`."""
    label = _label(pieces, at)
    number = next((piece for piece in pieces[at:] if piece.kind != "word"), pieces[-1])
    return f"{number.value:+d} [{label}]" if number.kind in ("number", "signed") else None


CLOSE = 0.72
"""The similarity (0 to 1) from which a word is taken for a mistyped one."""


def _label(pieces: Sequence[Piece], at: int) -> str:
    """The words from a place on, as the label that they were meant to be."""
    end = at
    while pieces[end].kind == "word":
        end += 1
    return " ".join(pieces[at].within[pieces[at].column - 1 : pieces[end - 1].end].split())


def _dice_apart(pieces: Sequence[Piece], at: int, words: Sequence[Word]) -> Slip | None:
    """The error for `4 d`, `3W` and `2w6`: dice after a blank, or as they are written in German."""
    number = at if pieces[at].kind == "number" else at - 1
    if number < 0 or pieces[number].kind != "number" or pieces[number + 1].said not in DICE:
        return None
    for word in words:
        if word.kind == "die code":
            return Slip("Dice are written as one word, with a d.", (word.spell(pieces[number].value),))
    return None


def _with_a_word(piece: Piece, words: Sequence[Word], needs: Collection[str]) -> Iterator[str]:
    """Guesses for a number without a word: a needed option first, then a number to reach, dice, a modifier."""
    kinds = ("die code", "modifier")

    def rank(word: Word) -> int:
        if word.name in needs:
            return 0
        return 1 if isinstance(word, Amount) else 2 + kinds.index(word.kind)

    fitting = [
        word
        for word in words
        if word.least is not None and word.most is not None and word.least <= piece.value <= word.most
        if word.name in needs or word.kind in kinds or (isinstance(word, Amount) and word.compares)
    ]
    for word in sorted(fitting, key=rank):
        yield word.spell(word.setting(piece.value))
