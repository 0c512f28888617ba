"""Which games there are, and who plays them where.

`contest` says which games its pairings play, by their numbers; `venues` (and `cluster`) play them.
There are `match`, `tournament`, and `tune` with its sequential test `sprt`; `selfplay` is the
engine's games against itself, which `play_out` plays on until no stone is dead. `live` shows games
while they go on.
"""
