"""Checks of the code of authors: games of one's own pass through here, the package's own games never do.

Declarations are checked once (`declare`). A function is played on a table that checks each argument (`strict_table`):
what its verbs are told (`verbs`, `hands`), which folds are asked of which hands (`reading`, `own_folds`), and functions
that it gives to a verb (`given`). It is first played twice with the same dice (`determinism`), which finds memory,
and meanwhile calls of clocks, chance and files are noticed (`forbidden`). A mistake is reported with the author's line
(`blame`).
"""
