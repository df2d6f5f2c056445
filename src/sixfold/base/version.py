"""The version of the package, where everything can name it."""

__version__ = "0.3.0"
