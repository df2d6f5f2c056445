"""`sixfold audit`: printed odds against exact ones."""

from sixfold.cli.command import ANSWERS, Arguments, Parameter, Systems, operation, out
from sixfold.study.claims import read_claims
from sixfold.study.questions.audit import audit as audited


@operation(
    "compare the odds that a book prints with the exact ones",
    Parameter("words", "files of claims", "FILE", "words"),
    Parameter("wrong", "show only the claims that are not correct", "", "yes"),
    Parameter("strict", "also end with status 1 if a claim is correct only with digits cut off", "", "yes"),
    *ANSWERS,
    takes="[FILE ...]",
    alike=("figures",),
)
def audit(args: Arguments, systems: Systems) -> int:
    """Compare the odds that a book prints with the exact ones. Without a file, check the claims that the books of the
    five games print.

    $ sixfold audit
    $ sixfold audit my-book.claims --strict

    a file of claims is made of blocks:
      check: ten hard
      printed: 26 %

    exit status: 0 every claim is correct, or correct if digits are cut off; 1 a claim is wrong; 2 a bad file
    """
    claims = [claim for path in args.words for claim in read_claims(path, systems)] if args.words else None
    answer = audited(claims, systems=systems)
    if args.wrong:
        answer = answer.hiding("upheld")
    bad = answer.summary.wrong + (answer.summary.cut if args.strict else 0)
    out().answer(answer, args.form)
    return 1 if bad else 0
