"""`sixfold completion`: shell completion, down to the words of a check."""

from importlib.resources import files

from sixfold.cli.command import Arguments, Parameter, Systems, UsageError, operation, out

SHELLS = ("bash", "zsh", "fish", "powershell")


@operation(
    "print the completion script for bash, zsh, fish or PowerShell",
    Parameter("words", "your shell", "|".join(SHELLS), "words"),
    alike=("autocomplete",),
)
def completion(args: Arguments, systems: Systems) -> None:
    """Print the completion script of a shell.

    put the line of your shell into its file:
      bash:  eval "$(sixfold completion bash)"    in ~/.bashrc
      zsh:   eval "$(sixfold completion zsh)"     in ~/.zshrc, after compinit
      fish:  sixfold completion fish | source     in ~/.config/fish/config.fish
      PowerShell:  sixfold completion powershell | Out-String | iex    in $PROFILE
    """
    shell = " ".join(args.words).lower()
    if shell not in SHELLS:
        raise UsageError(f"Which shell? There are scripts for {', '.join(SHELLS)}: sixfold completion bash.")
    out().data(script(f"sixfold.{shell}"))


def script(name: str) -> str:
    """A file that is shipped to be printed."""
    return files("sixfold.cli").joinpath("scripts", name).read_text(encoding="utf-8")
