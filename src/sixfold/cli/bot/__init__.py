"""`sixfold bot`: channels of Discord and Matrix as rooms at a table."""
