"""`sixfold audit`: printed odds against exact ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sixfold.cli.arguments import Parser
from sixfold.cli.style import painter
from sixfold.rules.rule import System
from sixfold.study.auditing import audit
from sixfold.study.claims import read_claims
from sixfold.systems import SYSTEMS


def parser() -> Parser:
    """The arguments of `sixfold audit`."""
    made = Parser(
        "audit",
        "Hold the odds that a book prints against the exact ones. Without a file: the books' own claims.",
        "exit status: 0 every claim is upheld, or only by cutting digits; 1 a claim is wrong; 2 a bad file\n\n"
        "examples:\n  sixfold audit\n  sixfold audit my-book.claims --strict\n\n"
        "a file of claims is made of blocks:\n  check: ten hard\n  printed: 26 %",
    )
    made.add_argument("files", nargs="*", metavar="FILE", help="files of claims")
    made.add_argument("--wrong", action="store_true", help="show only the claims that are not upheld")
    made.add_argument("--strict", action="store_true", help="status 1 also for a claim upheld only by cutting digits")
    made.json()
    return made


def run(words: Sequence[str], systems: Mapping[str, System] = SYSTEMS) -> int:
    """Run `sixfold audit`."""
    asked = parser().read(words)
    claims = [claim for path in asked.files for claim in read_claims(path, systems)] if asked.files else None
    found = audit(claims, systems=systems)
    bad = found.count("wrong") + (found.count("cut") if asked.strict else 0)
    if asked.json:
        from sixfold.cli.document import write

        write(found.to_json())
    else:
        print(found.show(painter(), asked.wrong))
    return 1 if bad else 0
