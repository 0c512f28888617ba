"""The features of a move: shape patterns, 3x3 patterns, tactics, distances and graph paths."""
