"""The words of a check out of its pieces.

Words can have any order, and some take a number on either side. So every way to part the pieces into words is tried:
if there is none, the error is at the piece that no way gets past; two with different meanings are refused, and so is a
number that may belong to the word right before it.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from sixfold.base.wording import counted, spelled
from sixfold.checks.head import Head
from sixfold.checks.tokens import JOINING, tokens
from sixfold.errors import NotationError, TextError
from sixfold.rules import Amount, DieCode, Word
from sixfold.rules.rule import Rule
from sixfold.rules.words.pieces import DICE, DIGITS, SIGNS, Piece, fits, unclear


class WordPieces(NamedTuple):
    """Pieces that one word reads, or a stop that no word does; the next part begins at `end`."""

    word: Word | None
    pieces: tuple[Piece, ...]
    end: int


Said = Mapping[str, Any]
COUNTING = ("lean", "amount", "die code")
"""Kinds of words that have a number beside them."""

FILLERS = ("and", "with", "at")
"""Fillers that people say between the words of a check."""

TIMES = {"once": 1, "single": 1, "twice": 2, "double": 2, "thrice": 3, "triple": 3}
"""Numbers before a word that counts: thrice blessed, double advantage."""

TIMES_OVER = "times"
"""A word between such a number and its word: four times blessed."""

ROMAN = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6, "VII": 7, "VIII": 8, "IX": 9, "X": 10}
"""Numbers after a word that counts: Superior II."""

OF_LUCK = ("luck", "dice", "die")
"""Words that people say after a word that counts: good luck dice."""

LITTLE = ("a", "an", "the", "of", "in")
ROLLS = ("save", "roll", "check", "test")
"""Words that people say after the name of a rule: a voluntary save."""

NUMBERS = ("number", "signed", "code")
NOTHING = Piece("stop", "", 1, "")
SPELLED = {spelled(number): number for number in range(21)}


def read_words(text: str, head: Head, inside: Callable[[Piece], Any]) -> tuple[Said, Mapping[str, int]]:
    """The value of each option in the words after the head, and its column.

    `inside` reads a check in parentheses. Raises NotationError or BoundsError.
    """
    pieces = _prepared(tokens(text, head.end), head)
    if any(word.kind == "check" for word in head.rule.words):
        pieces = [piece._replace(check=inside(piece)) if piece.kind == "check" else piece for piece in pieces]
    parts = [_parts(pieces, at, head.rule) for at in range(len(pieces) - 1)]
    leads = _lead_to_the_end(parts)
    if not leads[0]:
        from sixfold.checks.check_suggestions import unexpected  # here, since only mistakes need it

        at, present = _farthest(parts)
        raise unexpected(pieces, at, present, head)
    ways = [[part for part in here if leads[part.end]] for here in parts]
    path = _path(ways)
    _refuse_unclear(path)
    return _together(path, head.rule.words)


def said_in(text: str, head: Head) -> set[str]:
    """The options that a beginning of a check says, as far as it can be read."""
    try:
        pieces = _prepared(tokens(text, head.end), head)
    except NotationError:
        return set()
    return _farthest([_parts(pieces, at, head.rule) for at in range(len(pieces) - 1)])[1] if len(pieces) > 1 else set()


def _prepared(pieces: Sequence[Piece], head: Head) -> list[Piece]:
    """The pieces as the words of the rule are written: numbers in words, and without what says nothing."""
    words = head.rule.words
    known = {spelling for word in words for spelling in word.spellings}
    counting = {spelling for word in words if word.kind in COUNTING for spelling in word.spellings}
    adding = {word.words[0]: word.plus for word in words if isinstance(word, DieCode) and word.plus}
    inside = any(word.kind == "check" for word in words)
    prepared: list[Piece] = []
    for at, piece in enumerate(pieces):
        before, after = prepared[-1] if prepared else NOTHING, pieces[min(at + 1, len(pieces) - 1)]
        if piece.kind == "word" and piece.said not in known:
            if _says_nothing(piece, before, after, counting) or (not prepared and piece.said in ROLLS):
                continue
            count = ROMAN.get(piece.text.upper()) if before.said in counting else None
            if after.said in counting:
                count = TIMES.get(piece.said)
            elif piece.said in TIMES and TIMES_OVER in known:
                prepared.append(piece._replace(kind="number", many=TIMES[piece.said]))
                prepared.append(piece._replace(text=TIMES_OVER))
                continue
            if before.said in counting or after.said in counting or after.said in (*DICE, TIMES_OVER):
                count = SPELLED.get(piece.said, count)
            prepared.append(piece if count is None else piece._replace(kind="number", many=count))
        elif piece.kind == "stop" and piece.text in ".:" and before.kind == "word" and after.kind in NUMBERS:
            continue
        elif piece.kind == "check" and not inside and piece.text[1:2] in (*DIGITS, *SIGNS):
            prepared += [token for token in tokens(piece.within[: piece.end - 1], piece.column) if token.kind != "end"]
        else:
            if piece.kind == "signed" and before.kind == "code" and _touch(before, piece) and len(prepared) > 1:
                plus = adding.get(prepared[-2].said)
                prepared += [piece._replace(kind="word", text=plus)] if plus else []
            prepared.append(piece)
    return prepared


def _says_nothing(piece: Piece, before: Piece, after: Piece, counting: Collection[str]) -> bool:
    """Whether a word is one that people say beside those of the check."""
    if piece.said in OF_LUCK:
        return before.said in counting
    if piece.said == TIMES_OVER:
        return after.said in counting
    return piece.said in LITTLE or (piece.said in JOINING and before.kind == after.kind == "check")


def _touch(piece: Piece, following: Piece) -> bool:
    return piece.end == following.column - 1


def _parts(pieces: Sequence[Piece], at: int, rule: Rule) -> list[WordPieces]:
    """The parts that may begin at a place, the longest first."""
    piece = pieces[at]
    if piece.kind == "stop" or piece.said in FILLERS:
        return [WordPieces(None, (piece,), at + 1)]
    by_end: dict[int, WordPieces] = {}
    beginnings = rule.beginnings
    # A pattern of one piece fits where it begins, and one part needs no order: not asking saves each check some time.
    for spelling in (piece.begins, ""):
        for word, pattern in beginnings.get((piece.kind, spelling), ()):
            end = at + len(pattern)
            if end not in by_end and (end == at + 1 or fits(pattern, pieces, at)):
                by_end[end] = WordPieces(word, tuple(pieces[at:end]), end)
    return [by_end[end] for end in sorted(by_end, reverse=True)] if len(by_end) > 1 else list(by_end.values())


def _lead_to_the_end(parts: Sequence[Sequence[WordPieces]]) -> list[bool]:
    """For each place, whether the pieces from there on can all be read."""
    leads = [False] * len(parts) + [True]
    for at in range(len(parts) - 1, -1, -1):
        leads[at] = any(leads[part.end] for part in parts[at])
    return leads


def _farthest(parts: Sequence[Sequence[WordPieces]]) -> tuple[int, set[str]]:
    """The last place that can be reached from the beginning, and the options that are said on the way."""
    came: dict[int, WordPieces] = {}
    places = {0: 0}
    for at, here in enumerate(parts):
        if at in places:
            for part in here:
                if part.end not in places:
                    places[part.end], came[part.end] = at, part
    last = at = max(places)
    present = set()
    while at:
        word = came[at].word
        present |= {word.name} if word is not None else set()
        at = places[at]
    return last, present


# -- which way is meant --------------------------------------------------------------------------------------


def _path(ways: Sequence[Sequence[WordPieces]]) -> list[WordPieces]:
    """The parts from the beginning to the end; raises NotationError where two ways say different things."""
    path: list[WordPieces] = []
    at = 0
    while at < len(ways):
        first, *others = ways[at]
        for other in others:
            mine, theirs = _until_they_meet(first, other, ways)
            first = _the_one_meant(mine, theirs)
        path.append(first)
        at = first.end
    return path


def _until_they_meet(
    first: WordPieces, other: WordPieces, ways: Sequence[Sequence[WordPieces]]
) -> tuple[list[WordPieces], list[WordPieces]]:
    """Two ways from the same place on, as far as the first place where they come together again."""
    mine, theirs = {first.end: [first]}, {other.end: [other]}
    while not mine.keys() & theirs.keys():
        behind = min(mine, theirs, key=min)
        at = min(behind)
        path = behind.pop(at)
        for part in ways[at]:
            behind.setdefault(part.end, [*path, part])
    place = min(mine.keys() & theirs.keys())
    return mine[place], theirs[place]


def _the_one_meant(mine: Sequence[WordPieces], theirs: Sequence[WordPieces]) -> WordPieces:
    """The first part of the way that makes sense, where both say the same or only one can be meant."""
    own, other = _meaning(mine), _meaning(theirs)
    if other is None or own == other:
        return mine[0]
    if own is None:
        return theirs[0]
    first, last = mine[0].pieces[0], mine[-1].pieces[-1]
    readings = [first.within[: first.column - 1] + _written(p) + first.within[last.end :] for p in (mine, theirs)]
    raise unclear(first.within, first.column, readings)


def _refuse_unclear(path: Sequence[WordPieces]) -> None:
    """Refuse a modifier that may belong to the number before it: that of a target or of damage.

    A number that touches the one before it is always unclear. After a blank it is unclear behind damage to which
    something can be added, and behind the score of an opponent once the roll has had a modifier.
    """
    modified = False
    for part, following in pairwise(path):
        word, number, more = part.word, part.pieces[-1], following.pieces[0]
        modifies = following.word is not None and following.word.kind == "modifier" and more.kind == "signed"
        if word is not None and modifies and len(following.pieces) == 1:
            before, after = number.within[: number.end], number.within[more.end :]
            plus = word.plus if isinstance(word, DieCode | Amount) else ""
            if number.kind == "number" and _touch(number, more):
                total = f"{before[: number.column - 1]}{number.value + more.value}{after}"
                raise unclear(number.within, more.column, (f"{before} {more.text}{after}", total))
            if word.kind == "die code" and word.words and not plus and more.value > 0:
                dice = before[part.pieces[0].column - 1 :]
                message = f"“{more.text}” may be meant for the {word.words[0]}, which is a number of dice: write a "
                message += "modifier of the roll before it."
                raise part.pieces[0].refused(message, (f"{more.text} {dice}",), guess=f"{more.text} {dice}")
            if plus and more.value > 0 and (word.kind == "die code" or modified):
                start = part.pieces[0].column - 1
                roll = f"{before[:start]}{more.text} {before[start:]}{after}"
                size = f"{more.value:+d}" if word.kind == "amount" else f"{more.value}"
                raise unclear(number.within, more.column, (roll, f"{before} {plus} {size}{after}"))
        modified = modified or (word is not None and word.kind == "modifier")


def _meaning(parts: Sequence[WordPieces]) -> Said | None:
    """The values of parts, or None where they make no sense."""
    try:
        return _together(parts, [part.word for part in parts if part.word is not None])[0]
    except TextError:
        return None


def _written(parts: Sequence[WordPieces]) -> str:
    """Parts as they would be written to be understood."""
    return " ".join(part.word.spell(part.word.together([(part.word.said(part.pieces), part.pieces)]))
                     for part in parts if part.word is not None)  # fmt: skip


def _together(parts: Sequence[WordPieces], words: Sequence[Word]) -> tuple[Said, Mapping[str, int]]:
    """The value of each option that parts say, and where it is said first."""
    by_word: dict[str, list[tuple[Any, tuple[Piece, ...]]]] = {}
    for part in parts:
        if part.word is not None:
            word = _in_turn(part, by_word, words) if part.word.in_turn else part.word
            by_word.setdefault(word.name, []).append((part.word.said(part.pieces), part.pieces))
    by_name = {word.name: word for word in words}
    values = {name: by_name[name].together(occurrences) for name, occurrences in by_word.items()}
    return values, {name: occurrences[0][1][0].column for name, occurrences in by_word.items()}


def _in_turn(part: WordPieces, before: Mapping[str, Any], words: Sequence[Word]) -> Word:
    """The next of the words that are said one after the other; raises NotationError where there is none any more."""
    turns = [word for word in words if word.in_turn]
    for word in turns:
        if word.name not in before:
            return word
    piece = part.pieces[0]
    message = f"{counted(len(turns), 'check')} in parentheses is the maximum here; this is one more."
    raise piece.contradicts(message)
