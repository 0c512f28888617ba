"""Why the tree policy finds a move likely or not: factors of its probability, in words."""
