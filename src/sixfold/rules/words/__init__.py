"""The words that a check is made of.

A rule lists its words. From that list follow how its texts are read, their one canonical form, the shape of the
options in JSON, the words expected where something else is written, completion, and what `systems` shows.
"""
