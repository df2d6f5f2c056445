"""What a rule is written in: the verbs of the table, folds, dice, words, outcomes, and numbers decided late."""
