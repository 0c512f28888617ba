"""Records of games, and their results.

`summaries` has a game's line in the journal, `store` the folder of journal and SGF files.
`statistics` are those of two programs, `ratings` those of many, `standings` all figures of a
tournament. `report` shows a match, `html_report` with `plots` a tournament.
"""
