"""The start of the command `sixfold`, which is `python -m sixfold` as well."""

import gc


def command() -> None:
    """Run the command as a process of its own."""
    # Nothing that an import makes is garbage, little of what a command makes is, and looking for it takes a tenth of a
    # roll.
    gc.set_threshold(100_000, 20, 20)
    from sixfold.cli.main import command as run  # here, since its imports are most of what is made

    run()


if __name__ == "__main__":
    command()
