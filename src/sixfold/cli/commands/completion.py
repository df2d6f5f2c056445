"""`sixfold completion`: shell completion, down to the words of a check."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from sixfold.cli.arguments import Command
from sixfold.cli.console import out
from sixfold.errors import UsageError
from sixfold.questions import Parameter
from sixfold.rules.rule import System

SHELLS = ("bash", "zsh", "fish")


def run(asked: Any, systems: Mapping[str, System]) -> int:
    """Run `sixfold completion`."""
    shell = " ".join(asked.words).lower()
    if shell not in SHELLS:
        raise UsageError(f"Which shell? There are scripts for {', '.join(SHELLS)}: sixfold completion bash.")
    out().data(files("sixfold.cli").joinpath("scripts", f"sixfold.{shell}").read_text(encoding="utf-8"))
    return 0


COMMAND = Command(
    "completion",
    run,
    "print the completion script for bash, zsh or fish",
    "Print the completion script of a shell.",
    (Parameter("words", "your shell", "|".join(SHELLS), "words"),),
    notes='bash:  eval "$(sixfold completion bash)"    in ~/.bashrc\n'
    'zsh:   eval "$(sixfold completion zsh)"     in ~/.zshrc, after compinit\n'
    "fish:  sixfold completion fish | source     in ~/.config/fish/config.fish",
    takes="|".join(SHELLS),
    alike=("autocomplete",),
)
