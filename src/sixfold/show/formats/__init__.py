"""The formats: each file here is one, found by its name. A new format is a new file.

It says what it is called (`TITLE`), the endings of its files (`ENDINGS`), whether it is text that may be printed
(`TEXT`), whether one sees a shape in it (`CHART`), and how a value is written (`write`).
"""
