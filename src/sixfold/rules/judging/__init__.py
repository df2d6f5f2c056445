"""Checks of the code of authors: games of one's own pass through here, the package's own games never do.

Tables come in by `prepare` and `watched_rule`. Declarations are checked once (`declare`). A function is played on a
table that checks each argument (`strict_table`): what its verbs are told (`verb_arguments`, `hands`), which folds are
asked of which hands (`fold_arguments`, `own_folds`), and functions that it gives to a verb (`callbacks`). Calls of
clocks, chance and files are refused where its text names them (`named`, `reached_functions`), and heard however they
are reached (`hearing`): while it is played twice with the same dice (`determinism`), which finds memory, and while a
second opinion solves it (`authoring/second_opinion/backwards_odds.py`). All that can be reached from it must be the
same before and after it is played (`environment`). A mistake is reported with the author's line (`blame`).
"""
