"""Limits, printable text, the machine, checks of arguments, files, numbers by chance, and shapes of JSON documents."""
