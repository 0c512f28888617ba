"""The program's version, which games, pages and answers name."""

__version__ = "0.1.0"
