"""The shapes of every JSON document: one file each, from which its JSON Schema is made and by which it is read.

Nothing here is imported before a document is read or its schema is asked for: throwing and solving need none of it.
"""
