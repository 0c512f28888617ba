"""The Bradley-Terry model: weights and their files, the tree policy, the playout policy."""
