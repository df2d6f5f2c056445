"""The command `sixfold`: thin, it parses, calls and prints."""

HEADINGS = {
    "at the table": (
        *("roll", "odds", "explain", "play", "serve", "backup", "join", "bot", "verify", "advise", "luck", "games"),
    ),
    "for designers": ("compare", "need", "table", "equivalent", "audit", "sweep", "test", "site"),
    "the command itself": ("help", "config", "completion", "schema", "version"),
}
"""The commands under their headings, those that are used most first."""

NAMES = (*(name for names in HEADINGS.values() for name in names), "complete")
"""All commands; `complete` is for shells, and not listed."""
