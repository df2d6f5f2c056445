"""`sixfold complete`: words that may come next on a command line; the completion scripts ask it."""

from collections.abc import Mapping, Sequence

from sixfold.authoring.load import with_games
from sixfold.checks.completing import Fitting, endings, fitting, without_short
from sixfold.checks.head import begins_check, read_head
from sixfold.cli.arguments import files_of_games
from sixfold.cli.command import Arguments, Parameter, Systems, operation, out
from sixfold.cli.commands import every, find, load
from sixfold.cli.config_file import config, names
from sixfold.cli.find_check import find_check, is_check
from sixfold.cli.shell import words_of
from sixfold.errors import SixfoldError

FILES = Fitting("", help="the names of files")
"""Any file fits: the shell completes its name."""

GAME_OPTION = Fitting("--game", help="a game of your own from a Python file")


def candidates(words: Sequence[str], systems: Systems) -> list[Fitting]:
    """Return the words that fit in the place of the last one.

    >>> from sixfold.systems import SYSTEMS
    >>> [candidate.word for candidate in candidates(["roll", "ten", "sup"], SYSTEMS)]
    ['superior']
    """
    *before, typed = words or [""]
    if not before:
        commands = [Fitting(name, help=command.summary) for name, command in every()]
        fittings = [*commands, *_games(systems), *_saved(systems), *_dice(typed, systems)]
    else:
        fittings = _of_command(before, typed, systems)
    fits = [each for each in dict.fromkeys(fittings) if each is FILES or each.word.lower().startswith(typed.lower())]
    return without_short(fits)


def _of_command(before: Sequence[str], typed: str, systems: Systems) -> list[Fitting]:
    name, *words = before
    command = find(name)
    if command is None:
        if not begins_check(name, systems) and not is_check(before, systems):
            return []
        command, words = load("roll"), list(before)
    options = command.options
    operands = _operands(words, options)
    option, equals, value = typed.partition("=")
    if equals and option in options:
        values = _values(options[option], value, operands, systems)
        return [each if each is FILES else each._replace(word=f"{option}={each.word}") for each in values]
    if words and words[-1] in options and options[words[-1]].metavar:
        return _values(options[words[-1]], typed, operands, systems)
    if typed.startswith("-") and not command.as_they_are:
        shown = [Fitting(name, help=each.help) for name, each in options.items()]
        return [*shown, GAME_OPTION, Fitting("--help", help="what this command does")]
    return [] if command.operand is None else _values(command.operand, typed, operands, systems)


def _operands(typed: Sequence[str], options: Mapping[str, Parameter]) -> list[str]:
    """The words that are neither options nor their values."""
    operands = []
    words = iter(typed)
    for word in words:
        if word in options:
            if options[word].metavar:
                next(words, "")
        elif not word.startswith("--"):
            operands.append(word)
    return operands


def _values(parameter: Parameter, typed: str, operands: Sequence[str], systems: Systems) -> list[Fitting]:
    """The possible values of an argument, by its metavar."""
    fittings: list[Fitting] = []
    for kind in parameter.metavar.split("|"):
        if kind in ("FILE", "FOLDER", "DIR"):
            fittings.append(FILES)
        elif kind == "CHECK":
            fittings += _check(operands, typed, systems)
        elif kind == "GAME":
            fittings += _check((), typed, systems) if " " in typed else _games(systems)
        elif kind == "COMMAND":
            fittings += [Fitting(name, help=command.summary) for name, command in every()] + _games(systems)
        elif kind == "DOCUMENT":
            from sixfold.study.schema import DOCUMENTS  # here, since few lines ask for a document

            fittings += [Fitting(name, help=where) for name, (_, where) in DOCUMENTS.items()]
        elif kind == "FORMAT":
            from sixfold.show.files import known  # here, since few lines ask for a format

            fittings += [Fitting(name) for name in dict.fromkeys(["json", *known()])]
        elif kind in ("EVENT", "OPTION=RANGE"):
            check = " ".join(operands).lower()
            if check.partition(" ")[0] in systems:
                rule = read_head(check, systems).rule
                events = [Fitting(event.name, help=event.words) for event in rule.events]
                fittings += events if kind == "EVENT" else [Fitting(f"{w.name}=", help=w.help) for w in rule.words]
        elif kind.islower():
            fittings.append(Fitting(kind))
    return fittings


def _games(systems: Systems) -> list[Fitting]:
    return [Fitting(system.name, help=system.title) for system in systems.values()]


def _saved(systems: Systems) -> list[Fitting]:
    """The saved checks whose names are one word, which no shell takes apart."""
    return [Fitting(name, help=check) for name, check in names(config(systems)).items() if " " not in name]


def _check(operands: Sequence[str], typed: str, systems: Systems) -> list[Fitting]:
    """The next word of a check, which may be in quotes and have spaces."""
    head, blank, _ = typed.rpartition(" ")
    done: list[str] = []
    for word in (*operands, head):
        # A comma ends a check where there are several, and so do the quotes around one.
        parted = word.endswith(",") and word.rfind("{") <= word.rfind("}")  # a comma in braces parts dice, not checks
        done = [] if parted or (" " in word and word is not head) else [*done, *word.split()]
    dice = _dice(typed, systems, *operands)
    if dice:
        return dice
    # A check in parentheses is completed behind them.
    opened = typed[len(head + blank) : typed.rfind("(") + 1]
    before = " ".join([word.lower() for word in done] + [opened] * bool(opened))
    saved = [] if before else _saved(systems)
    if not opened and not begins_check(before, systems):
        before = find_check(before, systems)
    forms = [Fitting(head + blank + opened + each.word, help=each.help) for each in fitting(before, systems)]
    if before and not done:
        forms += [Fitting(head + blank + each.word, help=each.help) for each in fitting("", systems)]
    return [*forms, *saved]


def _dice(typed: str, systems: Systems, *operands: str) -> list[Fitting]:
    """Yield words that may follow the dice at the end of a word."""
    forms = endings(" ".join([*operands, typed]), systems)
    return [Fitting(typed[: len(typed) - there] + each.word, help=each.help) for there, each in forms]


@operation(
    "print what can come next on a line, for the completion scripts",
    Parameter("words", "the words typed so far, without the command itself", "WORD", "words"),
    takes="WORD ...",
    as_they_are=True,
)
def complete(args: Arguments, systems: Systems) -> None:
    """Print the completions of the last word, one per line. After the name of a shell and --, the words are the
    whole line up to the cursor.

    $ sixfold complete roll ten sup
    $ sixfold complete bash -- 'sixfold roll ten sup'
    """
    shell, words, current = _line(args.words)
    *before, typed = words
    try:
        fittings = _fittings(before, typed, systems)
    except SixfoldError:
        return  # nothing can be said about a line that is in the making, and an error would tear it apart
    # A shell that parts words at = and : replaces only the part after the last of them.
    kept = len(typed) - len(current) if typed.endswith(current) else 0
    for each in fittings:
        out().data(f"{_written(each, shell, kept)}\n")


def _fittings(before: Sequence[str], typed: str, systems: Systems) -> list[Fitting]:
    if before[-1:] == ["--game"] or typed.startswith("--game="):
        return [FILES]
    from sixfold.authoring.watchdog import watching  # here, since most lines are completed by their first word

    games, others = files_of_games(before)
    with watching(games):
        return candidates([*others, typed], {**systems, **with_games(games)} if games else systems)


def _line(words: Sequence[str]) -> tuple[str, list[str], str]:
    """The shell, the words that are typed there, and the last of them as the shell sees it."""
    if words[1:2] != ["--"]:
        typed = list(words) or [""]
        return "", typed, typed[-1]
    typed = words_of(words[2] if words[2:] else "")[1:] or [""]
    return words[0], typed, words[3].lstrip("'\"") if words[3:] else typed[-1]


def _written(candidate: Fitting, shell: str, kept: int) -> str:
    if candidate is FILES:
        return ":files"
    word = candidate.word[kept:]
    if shell == "zsh":
        return f"{word.replace(':', chr(92) + ':')}:{candidate.help}"
    return f"{word}\t{candidate.help}" if shell in ("fish", "powershell") and candidate.help else word
