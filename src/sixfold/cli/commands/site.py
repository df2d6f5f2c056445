"""`sixfold site`: Sixfold as files for any web server."""

from pathlib import Path

from sixfold.cli.command import Arguments, Parameter, Systems, UsageError, operation, out


@operation(
    "write a site that rolls, solves and edits games in the browser",
    Parameter("words", "the folder to write, and games for its gallery", "DIR|FILE", "words"),
    takes="DIR [FILE ...]",
    alike=("pages", "static", "wasm", "pyodide", "playground"),
)
def site(args: Arguments, systems: Systems) -> None:
    """Write Sixfold as a folder of files that any web server can serve: odds, rolls, and an editor for games of
    your own, all in the browser. Building it needs Node.js with npm, and takes some minutes.

    $ sixfold site public
    $ sixfold site public fence.py pig.py
    """
    from sixfold.site.build import build  # here, since most commands need none of it

    if not args.words:
        raise UsageError("Name the folder to write: sixfold site public.")
    folder, *games = map(Path, args.words)
    build(folder, games)
    out().say(f"The site is in {folder}. To look at it: python3 -m http.server --directory {folder} 8080")
