"""The slow, obvious twin: every rule again, straight from the rule book, over every face of every die.

Nothing here knows how Sixfold reads hands or solves rules. Each module is one game: plain functions of dice that
lie face up, and loops over all the ways they can fall. The twin says what is true; the tests compare.
"""
