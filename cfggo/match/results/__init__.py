"""What is kept of games, and what they came to.

`summaries` has what the journal says of a game, `store` the folder of journal and SGF files.
`statistics` are those of two programs, `ratings` those of many; `standings` tell all of a number of
players. `report` shows a match, `html_report` with `plots` a tournament.
"""
