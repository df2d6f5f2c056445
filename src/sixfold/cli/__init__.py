"""The command `sixfold`: thin, it parses, calls and prints."""
