"""`sixfold sweep`: every check of named ranges."""

from __future__ import annotations

from pathlib import Path

from sixfold.bounds import SWEEP_WORKERS
from sixfold.cli.arguments import ANSWERS, Asked, command, whole_number
from sixfold.cli.console import DATA, READ, err, out, spans
from sixfold.cli.shell import quoted
from sixfold.errors import UsageError
from sixfold.questions import Parameter
from sixfold.report.chances import duration
from sixfold.rules.rule import Systems
from sixfold.sweep.answer import ENDINGS
from sixfold.sweep.run import Progress, estimate
from sixfold.sweep.run import sweep as swept


@command(
    "solve every check of named ranges, on all cores or a cluster",
    Parameter("words", "a file in TOML: checks with ranges, what to keep, and questions", "FILE", "words"),
    Parameter("dry", "only count the checks, and estimate the time from a sample", "", "yes"),
    Parameter("store", "the file that keeps results (default: beside the sweep, .results.db), or FOLDER/", "FILE"),
    Parameter("workers", "how many processes solve (default: one for each core)", "N"),
    Parameter("dask", "solve on a Dask cluster: the address of its scheduler, or its scheduler file", "ADDRESS"),
    Parameter("again", "try again what was refused or took too long", "", "yes"),
    *ANSWERS,
    takes="FILE",
    alike=("batch", "grid", "scan", "explore"),
)
def sweep(asked: Asked, systems: Systems) -> int:
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

    With --output, all rows are written as .parquet, .csv or .jsonl, with a manifest beside the file.
    """
    if len(asked.words) != 1:
        raise UsageError("Name one file that says what to solve: sixfold sweep hard.toml.")
    (file,) = asked.words
    workers = None if asked.workers is None else whole_number(asked.workers, "--workers")
    if workers is not None and not 1 <= workers <= SWEEP_WORKERS:
        raise UsageError(f"--workers must be from 1 to {SWEEP_WORKERS:,}.")
    given = {"workers": workers, "dask": asked.dask, "systems": systems}
    if asked.dry:
        out().answer(estimate(file, **given), asked.form)
        return 0
    store = asked.store or str(Path(file).with_suffix(".results.db"))
    shown = Shown(asked.json)
    try:
        found = swept(file, store=store, again=asked.again, told=shown.tell, **given)
    except KeyboardInterrupt:
        shown.end()
        again = " ".join(["sixfold sweep", *map(quoted, asked.said)])
        err().say(f"Stopped. What was solved is in {store}. To continue: {again}")
        raise
    shown.end()
    form = asked.form
    if Path(asked.output or "").suffix.lower() in ENDINGS:
        found.save(asked.output)
        err().tell(spans(f"Saved to {asked.output}."))
        form = DATA if asked.json else READ
    out().answer(found, form)
    return 0


class Shown:
    """How far a sweep is: in one line of a terminal, or as events for programs, on standard error."""

    def __init__(self, as_json: bool) -> None:
        self._as_json = as_json
        self._console = err()
        self._begun = False

    def tell(self, progress: Progress) -> None:
        """Show how far it is."""
        if self._as_json:
            self._console.document({"event": "progress", **progress._asdict()})
        elif self._console.is_terminal:
            self.end()
            self._begun = True
            said = [f"{progress.done:,} of {progress.total:,}", f"{progress.rate:,.0f} a second"]
            said += [f"{progress.refused:,} refused"] if progress.refused else []
            said += [] if progress.left is None else [f"{duration(progress.left)} left"]
            self._console.begin(", ".join(said)[: self._console.width - 1])
        self._console.flush()

    def end(self) -> None:
        """Take the line back."""
        if self._begun:
            self._console.take_line()
