"""The table on which a rule is solved: every way in which it can go, counted exactly."""
