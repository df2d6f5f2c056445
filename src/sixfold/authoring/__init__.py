"""For games of one's own: their files are loaded, code that never ends is stopped, and `testing` tries a game out."""
