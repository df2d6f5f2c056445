"""`sixfold backup`: a copy of a table's file, also while the table runs; and putting one back."""

from pathlib import Path

from sixfold.cli.command import Arguments, Parameter, Systems, UsageError, needing, operation, out


@operation(
    "copy a table's file, even while the table runs, or put a copy back",
    Parameter("copy", "the copy", "FILE", "words"),
    Parameter("data", "the file of the table (table.db)", "FILE"),
    Parameter("restore", "put the copy back; the table must be stopped", "", "yes"),
    alike=("restore", "copy", "dump"),
)
def backup(args: Arguments, systems: Systems) -> None:
    """Copy the file of a table, complete as of one moment, even while the table runs. With --restore, the copy
    replaces the table's file, and the old file is kept beside it as FILE.before.

    $ sixfold backup friday.db --data table.db
    $ sixfold backup friday.db --data table.db --restore

    To copy a PostgreSQL database, use its own tools (pg_dump).
    """
    with needing("A table", "table"):
        from sixfold.table.store.backup import backup, restore
    if len(args.copy) != 1:
        raise UsageError("Give a name for the copy: sixfold backup friday.db.")
    copy, database = Path(args.copy[0]), Path(args.data or "table.db")
    if args.restore:
        before = f" The old file is {database}.before." if restore(copy, database) else ""
        out().say(
            f"{database} is as it was in {copy}.{before}\n"
            "Later rolls are lost. When the table opens, every room shows this, and all dice have new keys."
        )
    else:
        backup(database, copy)
        out().say(f"{copy} has everything up to now: {copy.stat().st_size:,} bytes.")
