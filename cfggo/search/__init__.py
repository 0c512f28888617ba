"""Monte-Carlo tree search, and how much of it a move gets."""
