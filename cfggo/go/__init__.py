"""The game of Go: coordinates, the board and its rules, scoring and games."""
