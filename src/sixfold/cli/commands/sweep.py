"""`sixfold sweep`: every check of named ranges."""

import sys
from contextlib import redirect_stdout
from pathlib import Path

from sixfold.base.bounds import SWEEP_WORKERS
from sixfold.cli.command import ANSWERS, AS_TEXT, Arguments, Parameter, Systems, UsageError, err, operation, out
from sixfold.cli.console import AS_JSON, Ticker
from sixfold.cli.shell import quoted
from sixfold.show.files import format_of
from sixfold.show.formats.tabular import WRITERS
from sixfold.show.report.chances import duration
from sixfold.study.sweeps.scheduler import Estimate, Progress, estimate
from sixfold.study.sweeps.scheduler import sweep as swept


@operation(
    "solve every check of named ranges, on all cores or a cluster",
    Parameter("words", "a file in TOML: checks with ranges, what to keep, and questions", "FILE", "words"),
    Parameter("dry", "only count the checks, and estimate the time from a sample", "", "yes"),
    Parameter("store", "the file that keeps results (default: beside the sweep, .results.db), or FOLDER/", "FILE"),
    Parameter("workers", "processes that solve (default: one for each core)", "N", "number", SWEEP_WORKERS, least=1),
    Parameter("dask", "solve on a Dask cluster: the address of its scheduler, or its scheduler file", "ADDRESS"),
    Parameter("part", "solve one part of the checks, as 3/200; a run without it has all of them", "K/N"),
    Parameter("patient", "allow each check twenty times the work", "", "yes"),
    Parameter("again", "try again what was refused or took too long", "", "yes"),
    *ANSWERS,
    alike=("batch", "scan", "explore"),
)
def sweep(args: Arguments, systems: Systems) -> int | Estimate:
    """Solve every check of named ranges, on all cores or on a Dask cluster. What is solved is kept in a file beside
    the sweep: an interrupted sweep continues, and a wider one takes what is there.

    $ sixfold sweep hard.toml --dry
    $ sixfold sweep hard.toml
    $ sixfold sweep hard.toml -o hard.parquet
    $ sixfold sweep hard.toml --dask tcp://10.0.0.1:8786

    a sweep is a file like this:
      checks = ["ten +{mod} superior {sup}"]
      keep = ["success", "mean margin"]
      [ranges]
      mod = "-9..9"
      sup = "0..5"

    With --output, all rows are written as .parquet, .arrow, .csv or .jsonl, with a manifest beside the file.
    """
    if len(args.words) != 1:
        raise UsageError("Name one file that says what to solve: sixfold sweep hard.toml.")
    (file,) = args.words
    options = {
        "workers": args.workers, "dask": args.dask, "part": args.part or "", "patient": args.patient,
        "systems": systems,
    }  # fmt: skip
    if args.dry:
        return estimate(file, **options)
    store = args.store or str(Path(file).with_suffix(".results.db"))
    ticker = Ticker(err())
    trouble = ""

    def show(progress: Progress) -> None:
        nonlocal trouble
        if args.json:
            ticker.console.document({"event": "progress", **progress._asdict()})
            ticker.console.flush()
            return
        if progress.trouble != trouble:
            trouble = progress.trouble
            ticker.end()
            err().say(f"Not used: {trouble}." if trouble else "All workers are used.")
        ticker.tell(_progress(progress))

    try:
        with redirect_stdout(sys.stderr):  # a game may print while it is loaded
            result = swept(file, store=store, again=args.again, progress=show, output=args.output or "", **options)
    except KeyboardInterrupt:
        ticker.end()
        again = " ".join(["sixfold sweep", *map(quoted, args.typed)])
        err().say(f"Stopped. What was solved is in {store}. To continue: {again}")
        raise
    ticker.end()
    form = args.form
    if args.output and format_of(args.output) in WRITERS:
        result.save(args.output)
        err().tell(f"Saved to {args.output}.")
        form = AS_JSON if args.json else AS_TEXT
    out().answer(result, form)
    return 0


def _progress(progress: Progress) -> str:
    """How far a sweep is, in a line."""
    parts = [f"{progress.done:,} of {progress.total:,}", f"{progress.rate:,.0f} a second"]
    parts += [f"{progress.refused:,} refused"] if progress.refused else []
    parts += [] if progress.left is None else [f"{duration(progress.left)} left"]
    return ", ".join(parts)
