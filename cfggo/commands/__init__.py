"""The subcommands of the command line, one module each.

A module has `add_parser(subparsers)`, which adds its parser, and `run(args)`, which does the work
and returns the exit code. Slow modules are imported inside `run`.
"""
