"""A table in a terminal: lines that are typed, events that are shown."""
