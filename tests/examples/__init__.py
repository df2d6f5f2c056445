"""The example games, each against a count of all rolls that shares no code with Sixfold."""
