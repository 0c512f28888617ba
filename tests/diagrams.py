"""Games that begin with a diagram."""

from cfggo.go.diagram import board_from_diagram
from cfggo.go.game import Game
from cfggo.go.points import BLACK, WHITE, board_points
from cfggo.go.rules import CHINESE, Ruleset


def game_of_diagram(
    text: str, to_play: int = BLACK, komi: float = 0.5, rules: Ruleset = CHINESE
) -> Game:
    """Returns a game that begins with the stones of a diagram."""
    board = board_from_diagram(text)[0]
    game = Game(int(board["size"]), komi, rules)
    black, white = (
        [point for point in board_points(game.size) if board["colour"][point] == colour]
        for colour in (BLACK, WHITE)
    )
    game.setup(black, white, to_play)
    return game
