"""Boards and graphs that the moves of game records make one by one."""

from __future__ import annotations

from cfggo.base.jit import jit
from cfggo.graph.incremental_graph import ALL_MATTER, build_graph, complete_graph, play_on_graph
from cfggo.records.replay import can_follow, start_board


@jit
def start_game(board, graph, games, game):
    """Sets a board and its graph to the start of a game, set-up stones included."""
    start_board(board, games, game)
    build_graph(board, graph)


@jit
def follow_move(board, graph, games, move):
    """Plays move number `move` of the flat array if it is legal; returns whether it was."""
    if not can_follow(board, games, move):
        return False
    play_on_graph(board, graph, games.moves[move], ALL_MATTER)
    complete_graph(board, graph)
    return True
