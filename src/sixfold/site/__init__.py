"""Sixfold on a page without a server: `build` writes it, and in a browser `door` answers it."""
