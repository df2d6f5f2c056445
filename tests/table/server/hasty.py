"""`python -m tests.table.server.hasty`: Sixfold with little patience for code of authors, so that tests wait for none.

Processes that a server begins import this file as well, and so have as little.
"""

from __future__ import annotations

from sixfold.base import bounds

if __name__ in ("__main__", "__mp_main__"):  # in no process that only looks for doctests here
    bounds.OWN_CODE_SECONDS = 0.25  # type: ignore[misc]
    bounds.GOING_SECONDS = 1  # type: ignore[misc]
    from sixfold.authoring.second_opinion import confirm  # here, after the bounds that it loads

    confirm.SLOW = 0.0  # type: ignore[misc]  # odds are confirmed when somebody asks, in processes of their own

if __name__ == "__main__":
    from sixfold.cli.main import command

    command()
