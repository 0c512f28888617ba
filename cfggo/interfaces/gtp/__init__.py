"""The Go Text Protocol, version 2 (draft 2): reading commands and answering them.

A reading guide, from the outside in:

`commands/`      what the engine can be asked, a module for each theme; start here to find a command
`registry`       the decorator that declares a command, and how its arguments are read
`session`        what the commands work on: the game, the clocks, the engine
`memo`           what was found out of each position
`analysis_options`, `analysis_lines`   what a controller asks of an analysis, and what it gets
`graphics`, `ogs`                      the same for GoGui's board and for OGS
`rule_fields`    the rules as KataGo's programs see them
`parameters`     what kata-set-param sets
`log`            what is written to --log
`status`         which stones are dead
`identity`       as which program the engine introduces itself
`loading`        loads the engine in the background, so that simple commands need not wait
`server`         the loop: a line in, an answer out
`lines`          reads the lines in a thread of its own, so that input can stop a search
`output`         writes the answers
`protocol`       the shape of a line and of an answer

Nothing here imports NumPy or Numba at the top of a module: an engine must answer `name` at once.
Modules that need them are imported where they are used, after the loading thread is done: a command
that imports such things says in its declaration what it `needs`.
"""
