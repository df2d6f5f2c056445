"""`sixfold completion`: shell completion, down to the words of a check."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sixfold.cli.arguments import Parser
from sixfold.errors import UsageError
from sixfold.rules.rule import System
from sixfold.systems import SYSTEMS

SCRIPTS = {
    "bash": """\
_sixfold() {
    local IFS=$'\\n'
    local found="$(sixfold complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)"
    COMPREPLY=($(compgen -W "$found" -- "${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _sixfold sixfold
""",
    "zsh": """\
#compdef sixfold
_sixfold() {
    local -a found
    found=(${(f)"$(sixfold complete "${(@)words[2,CURRENT]}" 2>/dev/null)"})
    compadd -- $found
}
compdef _sixfold sixfold
""",
    "fish": """\
complete -c sixfold -f -a '(sixfold complete (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
""",
}

TAKE_CHECKS = ("roll", "odds", "explain", "compare", "equivalent", "need", "table", "luck")


def parser() -> Parser:
    """The arguments of `sixfold completion`."""
    made = Parser(
        "completion",
        "Print the completion script of a shell.",
        'bash:  eval "$(sixfold completion bash)"    in ~/.bashrc\n'
        'zsh:   eval "$(sixfold completion zsh)"     in ~/.zshrc, after compinit\n'
        "fish:  sixfold completion fish | source     in ~/.config/fish/config.fish",
        "SHELL",
    )
    made.add_argument("shell", nargs="?", metavar="SHELL", help="bash, zsh or fish")
    return made


def run(words: Sequence[str], systems: Mapping[str, System] = SYSTEMS) -> int:
    """Run `sixfold completion`."""
    shell = parser().read(words).shell
    if shell not in SCRIPTS:
        raise UsageError(f"Which shell? Completion is there for {', '.join(SCRIPTS)}.")
    print(SCRIPTS[shell], end="")
    return 0


def complete(words: Sequence[str], systems: Mapping[str, System] = SYSTEMS) -> int:
    """Print what may stand where the last of the words is being typed, a line each."""
    for candidate in candidates(list(words) or [""], systems):
        print(candidate)
    return 0


def candidates(words: list[str], systems: Mapping[str, System] = SYSTEMS) -> list[str]:
    """What may stand where the last word is being typed.

    >>> candidates(["roll", "ten", "sup"])
    ['superior', 'sup']
    """
    from importlib import import_module

    from sixfold.cli.main import COMMANDS

    *before, typed = words
    if not before:
        found = list(COMMANDS)
    elif before[0] not in COMMANDS:
        found = []
    elif typed.startswith("-"):
        made = import_module(f"sixfold.cli.{before[0]}").parser()
        found = [option for action in made._actions for option in action.option_strings]
    elif before[0] == "completion":
        found = list(SCRIPTS)
    elif before[0] == "systems" or len(before) == 1:
        found = list(systems)
    else:
        found = _check_words([word.lower() for word in before[1:] if not word.startswith("--")], systems)
    return [candidate for candidate in dict.fromkeys(found) if candidate.startswith(typed.lower())]


def _check_words(said: list[str], systems: Mapping[str, System]) -> list[str]:
    system = systems.get(said[0]) if said else None
    if system is None:
        return list(systems)
    names = [rule.name for rule in system.rules]
    rule = next((r for r in system.rules if len(said) > 1 and r.name == said[1]), system.rules[0])
    words = [spelling for word in rule.words for spelling in word.spellings]
    return (names if len(said) == 1 else []) + words
