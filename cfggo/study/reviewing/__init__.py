"""Reviews of games: what each move lost, on a page and as a commented record."""
