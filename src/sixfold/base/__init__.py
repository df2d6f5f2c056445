"""Limits, printable text, the machine, checks of arguments, files, and the shapes of JSON documents."""
