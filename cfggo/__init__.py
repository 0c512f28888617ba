"""A Go engine built on common fate graph patterns and Monte-Carlo tree search."""

__version__ = "0.1.0"
