"""Matches between GTP programs: clients, referee, records of games, statistics, self-play.

Read `programs`, `client` and `referee` for one game, then `store` and `match` for many.
"""
