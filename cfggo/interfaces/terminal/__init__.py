"""Play in a terminal, or through a pipe: the board as text, commands as words.

`table` has the game and its players, `drawing` the board as text, `table_words` what is said about
a game, `thinking` the engine at work, `lines` what is typed, `session` shows the game and keeps it,
`commands` has the words that can be typed looked up by `vocabulary`, `sitting`
goes through problems, and `play` begins and ends it all.
"""
