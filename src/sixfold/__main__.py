"""`python -m sixfold` is the command `sixfold`."""

from sixfold.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
