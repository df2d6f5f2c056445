"""The shapes of JSON documents: one file each, from which its JSON Schema is made and by which it is read.

Answers of questions and tests are documents themselves (`show/document.py`).

Nothing here is imported before a document is read or its schema is asked for: throwing and solving need none of it.
"""
