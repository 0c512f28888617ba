"""Games between GTP programs, and of the engine against itself: one at a time or ten thousand.

One game: `programs`, `client` (and `guard`), `clock`, `openings`, `setup`, `scoring`,
`referee`.
Many: `contest` says which games there are, `workers` and `cluster` play them, `store` keeps them.
What is played: `match`, `tournament`, `tune`, `selfplay`, `experiments`, under `conditions` within
`limits`; their files: `tables`.
What it came to: `records`, `statistics`, `ratings`, `sprt`, `standings`; `report` for a match,
`html_report` with `plots` and `board_svg` for a tournament; `live` while it goes on.
Positions instead of games: `regression`.
"""
