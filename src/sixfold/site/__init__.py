"""Sixfold on a page without a server: `build` writes it, and in a browser `api` answers it."""
