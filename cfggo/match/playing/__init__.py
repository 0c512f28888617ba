"""One game: the programs, what they are told, what they answer, and who won.

`programs` says which command a name stands for, `client` runs it and talks to it, and `guard` kills
it if the run is killed. `referee` plays a game by `clock` from one of the `openings`; `setup` sends
it to the programs, `scoring` counts it. `conditions` are what a file or the options of a command
say of all games, within `ranges`. `regression` puts positions of test files to a program,
`problems` problems of life and death, `judge` positions to KataGo. `final_owners` asks GNU Go who
owns the points of an ending.
"""
