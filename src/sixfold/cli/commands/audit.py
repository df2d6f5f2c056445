"""`sixfold audit`: printed odds against exact ones."""

from sixfold.cli.command import ANSWERS, Asked, Parameter, Systems, out, question
from sixfold.study.claims import read_claims
from sixfold.study.questions.audit import audit as audited


@question(
    "compare the odds that a book prints with the exact ones",
    Parameter("words", "files of claims", "FILE", "words"),
    Parameter("wrong", "show only the claims that are not correct", "", "yes"),
    Parameter("strict", "also end with status 1 if a claim is correct only with digits cut off", "", "yes"),
    *ANSWERS,
    takes="[FILE ...]",
    alike=("check", "verify"),
)
def audit(asked: Asked, systems: Systems) -> int:
    """Compare the odds that a book prints with the exact ones. Without a file, check the claims that the books of the
    five games print.

    $ sixfold audit
    $ sixfold audit my-book.claims --strict

    a file of claims is made of blocks:
      check: ten hard
      printed: 26 %

    exit status: 0 every claim is correct, or correct if digits are cut off; 1 a claim is wrong; 2 a bad file
    """
    claims = [claim for path in asked.words for claim in read_claims(path, systems)] if asked.words else None
    found = audited(claims, systems=systems)
    if asked.wrong:
        found = found.hiding("upheld")
    bad = found.summary.wrong + (found.summary.cut if asked.strict else 0)
    out().answer(found, asked.form)
    return 1 if bad else 0
