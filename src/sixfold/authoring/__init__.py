"""Checks of the code of authors: games of one's own pass through here, the package's own games never do.

An author's function is played on a table that looks at what it is told (`strict_table`), and is first played twice
with the same dice (`determinism`), which finds chance, clocks and memory however they are reached.
"""
