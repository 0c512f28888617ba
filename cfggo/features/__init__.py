"""What a move looks like: shape patterns, 3x3 patterns, tactics, distances and graph paths."""
