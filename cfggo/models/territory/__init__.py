"""Who owns each point: a random field over the blocks of a position, with exact inference."""
