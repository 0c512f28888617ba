"""Bayesian pattern ranking: Gaussian beliefs about how much experts like a move's patterns."""
