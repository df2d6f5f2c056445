"""`sixfold completion`: shell completion, down to the words of a check."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sixfold.cli.arguments import Parser
from sixfold.cli.console import out
from sixfold.errors import UsageError
from sixfold.rules.rule import System

SUMMARY = "print the completion script for bash, zsh or fish"
ALIKE = ("autocomplete",)

BASH = """\
_sixfold() {
    local found
    COMPREPLY=()
    while IFS= read -r found; do
        case $found in
            :files)
                compopt -o filenames 2>/dev/null
                while IFS= read -r found; do COMPREPLY+=("$found"); done < <(compgen -f -- "$2")
                ;;
            *=)
                compopt -o nospace 2>/dev/null
                COMPREPLY+=("$found")
                ;;
            *) COMPREPLY+=("$found") ;;
        esac
    done < <(sixfold complete bash -- "${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null)
}
complete -F _sixfold sixfold
"""

ZSH = """\
#compdef sixfold
_sixfold() {
    local line="${(j: :)words[1,CURRENT-1]} $QIPREFIX$PREFIX" found
    local -a plain open
    for found in "${(@f)$(sixfold complete zsh -- "$line" 2>/dev/null)}"; do
        case $found in
            '') ;;
            :files) compset -P '--*='; _files ;;
            *=:*) open+=("$found") ;;
            *) plain+=("$found") ;;
        esac
    done
    (( $#plain )) && _describe 'word' plain
    (( $#open )) && _describe 'word' open -S ''
}
compdef _sixfold sixfold
"""

FISH = """\
function __sixfold_candidates
    for found in (sixfold complete fish -- (commandline -cp) 2>/dev/null)
        if test "$found" = :files
            set -l typed (commandline -ct)
            set -l option (string match -r -- '^--[a-z-]+=' $typed)
            for file in (__fish_complete_path (string replace -- "$option" '' $typed))
                echo "$option$file"
            end
        else
            echo $found
        end
    end
end
complete -c sixfold -f -a '(__sixfold_candidates)'
"""

SCRIPTS = {"bash": BASH, "zsh": ZSH, "fish": FISH}


def parser() -> Parser:
    """The arguments of `sixfold completion`."""
    made = Parser(
        "completion",
        "Print the completion script of a shell.",
        notes='bash:  eval "$(sixfold completion bash)"    in ~/.bashrc\n'
        'zsh:   eval "$(sixfold completion zsh)"     in ~/.zshrc, after compinit\n'
        "fish:  sixfold completion fish | source     in ~/.config/fish/config.fish",
        takes="|".join(SCRIPTS),
    )
    made.words("|".join(SCRIPTS), "your shell")
    return made


def run(asked: Any, systems: Mapping[str, System]) -> int:
    """Run `sixfold completion`."""
    shell = " ".join(asked.words).lower()
    if shell not in SCRIPTS:
        raise UsageError(f"Which shell? There are scripts for {', '.join(SCRIPTS)}: sixfold completion bash.")
    out().data(SCRIPTS[shell])
    return 0
