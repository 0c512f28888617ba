"""Monte-Carlo tree search with RAVE and progressive bias, and the time it may take."""
