"""Endgames played out by scripts/endgames.py, compared with a search that remembers nothing."""

from collections.abc import Callable, Iterator
from types import ModuleType

import numpy as np
import pytest
from sgfmill.boards import Board

from cfggo.go.diagram import board_from_diagram
from cfggo.go.game import Game
from cfggo.go.points import BLACK, PASS, WHITE, row_col_from_point

LETTERS = {BLACK: "b", WHITE: "w"}
MOST_STEPS = 3_000
MOST_MOVES = 60
MOST_NODES = 10_000


class TooLongError(Exception):
    pass


Seen = frozenset[frozenset[tuple[str, tuple[int, int]]]]


class PlainSearch:
    """Plays on with sgfmill's board and the set of all positions so far."""

    def __init__(self, points: list[int], player: int, komi: float) -> None:
        self.points = points
        self.player = player
        self.komi = komi
        self.n_steps = 0

    def winning_moves(self, game: Game) -> list[int]:
        board = Board(game.size)
        for point in np.flatnonzero(np.isin(game.boards[0]["colour"], (BLACK, WHITE))).tolist():
            board.play(*row_col_from_point(point), LETTERS[game.boards[0]["colour"][point]])
        return [
            point
            for point, after in self.moves(board, game.to_play, self.with_seen(frozenset(), board))
            if self.wins(
                after,
                3 - game.to_play,
                int(point == PASS),
                self.with_seen(self.with_seen(frozenset(), board), after),
            )
        ]

    def wins(self, board: Board, to_play: int, n_passes: int, seen: Seen) -> bool:
        """Tells whether the player wins by one point or more."""
        self.n_steps += 1
        if self.n_steps > MOST_STEPS or len(seen) > MOST_MOVES:
            raise TooLongError
        if n_passes == 2:
            lead = board.area_score() - self.komi
            return bool(lead > 0 if self.player == BLACK else lead < 0)
        own = to_play == self.player
        return own == any(
            self.wins(
                after,
                3 - to_play,
                n_passes + 1 if point == PASS else 0,
                self.with_seen(seen, after),
            )
            == own
            for point, after in self.moves(board, to_play, seen)
        )

    def moves(self, board: Board, to_play: int, seen: Seen) -> Iterator[tuple[int, Board]]:
        yield PASS, board
        for point in self.points:
            after = board.copy()
            row, col = row_col_from_point(point)
            if board.get(row, col) is None:
                after.play(row, col, LETTERS[to_play])
                is_new = frozenset(after.list_occupied_points()) not in seen
                if is_new and after.get(row, col) is not None:
                    yield point, after

    @staticmethod
    def with_seen(seen: Seen, board: Board) -> Seen:
        return seen | {frozenset(board.list_occupied_points())}


def random_game(rng: np.random.Generator, frame: str) -> Game | None:
    """Returns a game that begins with a diagram whose points "*" are drawn, or None if a chain has
    no liberty there.
    """
    drawn = "".join(rng.choice([*".XO"]) if mark == "*" else mark for mark in frame)
    try:
        board = board_from_diagram(drawn)[0]
    except ValueError:
        return None
    game = Game(int(board["size"]), float(rng.integers(-3, 4)))
    black, white = (np.flatnonzero(board["colour"] == c).tolist() for c in (BLACK, WHITE))
    game.setup(black, white, int(rng.integers(BLACK, WHITE + 1)))
    return game


# Everything but the points "*", which are drawn, lives.
TWO_BY_TWO = "**\n**"
ONE_KO = """
. X X O O .
X X X O O O
. X X O O .
X X X O O O
X * X O * O
X * . X * O
"""
TWO_KOS = """
. X X O O .
X X X O O O
. X X O O .
X X . X O O
X X X O O O
X * . X * O
"""


@pytest.mark.parametrize(
    ("frame", "n_drawn", "fewest", "fewest_kos"),
    [(TWO_BY_TWO, 60, 30, 20), (ONE_KO, 40, 20, 5), (TWO_KOS, 30, 25, 25)],
    ids=["two by two", "one ko", "two kos"],
)
def test_wins_are_those_of_plain_search(
    load_script: Callable[[str], ModuleType], frame: str, n_drawn: int, fewest: int, fewest_kos: int
) -> None:
    endgames = load_script("endgames.py")
    rng = np.random.default_rng(7)
    n_compared = n_kos = 0
    for _ in range(n_drawn):
        game = random_game(rng, frame)
        if game is None:
            continue
        endgame = endgames.Endgame(game, MOST_NODES)
        plain = PlainSearch(endgame.points, game.to_play, game.komi)
        try:
            expected = plain.winning_moves(game)
            found = endgame.winning_moves()
        except (TooLongError, endgames.TooHardError):  # too hard: an eye to spare was drawn
            continue
        assert sorted(found) == expected
        n_compared += 1
        n_kos += endgame.n_barred > 0
    assert n_compared >= fewest
    assert n_kos >= fewest_kos
