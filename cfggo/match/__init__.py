"""Games between GTP programs, and of the engine against itself, in any number.

In three rooms, of which each imports only from those before it:

    playing   -- one game, or one test position, with programs in processes of their own
    results   -- what is kept of games, and what they came to
    contests  -- which games there are, and who plays them where
"""
