"""`python -m sixfold` is the command `sixfold`."""

from sixfold.cli.main import command

if __name__ == "__main__":
    command()
