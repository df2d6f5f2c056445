"""Checks of the code of authors: games of one's own pass through here, the package's own games never do.

Declarations are checked once (`declare`). A function is played on a table that checks each argument (`strict_table`),
and is first played twice with the same dice (`determinism`), which finds chance, clocks and memory however they are
reached. A mistake is reported with the author's line (`blame`).
"""
