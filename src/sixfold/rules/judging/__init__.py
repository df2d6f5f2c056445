"""Checks of the code of authors: games of one's own pass through here, the package's own games never do.

What is declared is looked at once (`declare`). A function is played on a table that looks at what it is told
(`strict_table`), and is first played twice with the same dice (`determinism`), which finds chance, clocks and memory
however they are reached. What is wrong is told with the author's line (`blame`).
"""
