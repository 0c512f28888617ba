"""Models of moves, owners and problems: a package for each, and one that measures them."""
