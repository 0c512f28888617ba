"""The common fate graph of a board: chains as single vertices, labels, paths."""
