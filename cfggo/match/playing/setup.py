"""How a program is told which game it is in: board, rules, komi, and the moves so far."""

from collections.abc import Callable

from cfggo.go.game import Game
from cfggo.go.points import BLACK, COLOUR_NAMES, WHITE, format_vertex

_KGS_RULES = ("chinese", "japanese", "aga", "new_zealand")


def send_conditions(game: Game, ask: Callable[[str], object], offer: Callable[[str], bool]) -> None:
    """Gives a program an empty board of a game's size, its rules and its komi.

    ask   -- sends a command that must be obeyed
    offer -- sends a command; returns whether it was obeyed

    Rules have two commands, of which a program may know one or none: kgs-rules, which lacks some of
    them, and kata-set-rules. Without either it keeps those that it was started with.
    """
    ask(f"boardsize {game.size}")
    ask("clear_board")
    kgs_name = game.rules.name.replace("-", "_")
    if not (kgs_name in _KGS_RULES and offer(f"kgs-rules {kgs_name}")):
        offer(f"kata-set-rules {game.rules.name}")
    ask(f"komi {game.komi:g}")


def send_position(game: Game, ask: Callable[[str], object], offer: Callable[[str], bool]) -> int:
    """Repeats a game's setup and moves to a program that has an empty board.

    Returns the number of stones of the setup that were played one by one: the program takes these
    for the first moves of the game.

    ask   -- sends a command that must be obeyed
    offer -- sends a command; returns whether it was obeyed

    A program that can't take handicap stones as such is given them one by one. It will not know
    then that they are a handicap, for which some rules give White points.
    """
    setup = [(BLACK, point) for point in game.setup_black]
    setup += [(WHITE, point) for point in game.setup_white]
    if game.handicap and setup and not game.setup_white:
        vertices = " ".join(map(format_vertex, game.setup_black))
        if offer(f"set_free_handicap {vertices}"):
            setup = []
    for colour, point in (*setup, *game.moves):
        ask(f"play {COLOUR_NAMES[colour]} {format_vertex(point)}")
    return len(setup)
