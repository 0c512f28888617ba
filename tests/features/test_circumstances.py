"""A move's numbers, against a plain count of what is on the board and what was played."""

import numpy as np
import pytest

from cfggo.features.circumstances import (
    CIRCUMSTANCES,
    LONG_AGO,
    N_CIRCUMSTANCES,
    OF_POLICY,
    UNKNOWN_AGE,
    store_circumstances,
)
from cfggo.features.ladders import new_ladder_scratch, read_ladders
from cfggo.features.tree import VIEW_DTYPE
from cfggo.go.board import is_legal, play
from cfggo.go.game import Game
from cfggo.go.points import (
    BLACK,
    EMPTY,
    NEIGHBOURS,
    OFF_BOARD,
    PASS,
    WHITE,
    board_points,
    parse_vertex,
    row_col_from_point,
)
from cfggo.go.uniform import choose_uniform_move

GAMES = 12
NOTHING = 64


def steps(a: int, b: int) -> int:
    (row, col), (other_row, other_col) = row_col_from_point(a), row_col_from_point(b)
    return abs(row - other_row) + abs(col - other_col)


def distance(a: int, b: int) -> int:
    if b == PASS:
        return NOTHING
    (row, col), (other_row, other_col) = row_col_from_point(a), row_col_from_point(b)
    dy, dx = abs(row - other_row), abs(col - other_col)
    return dy + dx + max(dy, dx)


class Chain:
    """Stones and liberties of a chain, found stone by stone."""

    def __init__(self, board: np.void, stone: int) -> None:
        colour = board["colour"]
        self.stones = {stone}
        self.liberties: set[int] = set()
        to_do = [stone]
        while to_do:
            here = to_do.pop()
            for near in beside(board, here):
                if colour[near] == EMPTY:
                    self.liberties.add(near)
                elif colour[near] == colour[stone] and near not in self.stones:
                    self.stones.add(near)
                    to_do.append(near)


def beside(board: np.void, point: int) -> list[int]:
    near = [point + offset for offset in NEIGHBOURS]
    return [p for p in near if board["colour"][p] != OFF_BOARD]


def chains_of(board: np.void) -> dict[int, Chain]:
    """Returns the chain of every stone."""
    chains: dict[int, Chain] = {}
    for point in board_points(int(board["size"])):
        if board["colour"][point] != EMPTY and point not in chains:
            chain = Chain(board, point)
            chains |= dict.fromkeys(chain.stones, chain)
    return chains


def plain_numbers(
    game: Game, stones: dict[int, Chain], view: np.void, point: int
) -> dict[str, float]:
    """Returns a move's numbers by their names, all but those of the policy and the liberties after
    the move, which are counted by playing it.

    stones -- of `chains_of`
    """
    board = game.boards[0]
    colour, own = board["colour"], int(board["to_play"])
    size = int(board["size"])
    row, col = row_col_from_point(point)
    lines = sorted((min(row, size - 1 - row) + 1, min(col, size - 1 - col) + 1))
    moves = [move.point for move in game.moves]
    last, last2 = ([PASS, PASS, *moves])[-1], ([PASS, PASS, *moves])[-2]
    numbers: dict[str, float] = {
        "empty points": float(np.count_nonzero(colour == EMPTY)),
        "line": lines[0],
        "line from the other side": lines[1],
        "distance to the last move": distance(point, last),
        "distance to the move before": distance(point, last2),
        "stones caught in a ladder": view["catches"][point],
    }
    near = beside(board, point)
    captured = 0
    for who, name in ((own, "own"), (3 - own, "enemy")):
        chains = [stones[p] for p in near if colour[p] == who]
        numbers[f"{name} neighbours"] = len(chains)
        of_one = f"an {name} neighbour"
        numbers[f"fewest liberties of {of_one}"] = min([20, *(len(c.liberties) for c in chains)])
        numbers[f"most stones of {of_one}"] = max([0, *(len(c.stones) for c in chains)])
        heads = [int(board["head"][p]) for p in near if colour[p] == who]
        numbers[f"ladder of {of_one}"] = max([0, *(int(view["status"][h]) for h in heads)])
        if who != own:
            captured = sum(len(c.stones) for c in chains if len(c.liberties) == 1)
        for reach in (2, 4):
            count = sum(colour[p] == who and steps(p, point) <= reach for p in stones)
            numbers[f"{name} stones within {reach}"] = count
        away = [steps(p, point) for p in stones if colour[p] == who]
        numbers[f"distance to an {name} stone"] = min([7, *away])
        around = [stones[p] for p in stones if colour[p] == who and steps(p, point) <= 4]
        fewest = min([20, *(len(c.liberties) for c in around)])
        numbers[f"fewest liberties of an {name} chain within 4"] = fewest
    numbers["stones captured"] = captured  # a chain on two sides counts on both
    numbers["own influence minus the enemy's"] = sum(
        (1 if colour[p] == own else -1) * 0.7 ** steps(p, point)
        for p in stones
        if steps(p, point) <= 6
    )
    for reach, name in ((1, "one beside the point"), *((r, f"one within {r}") for r in (2, 4, 6))):
        made = [i for i, p in enumerate(moves, 1) if p != PASS and steps(p, point) <= reach]
        age = min(LONG_AGO, len(moves) - max(made)) if made else UNKNOWN_AGE
        numbers[f"moves since {name}"] = age
    is_there = last in stones
    numbers["liberties of the last move's chain"] = len(stones[last].liberties) if is_there else 0
    numbers["stones of the last move's chain"] = len(stones[last].stones) if is_there else 0
    return numbers


@pytest.mark.parametrize("size", [5, 9, 19])
def test_numbers_are_those_of_a_plain_count(size: int) -> None:
    views = np.zeros(1, VIEW_DTYPE)
    scratch = new_ladder_scratch()
    found = np.zeros(N_CIRCUMSTANCES, np.float32)
    rng = np.random.default_rng(size)
    n_captures = 0
    for seed in range(GAMES):
        game = Game(size)
        game.boards[0]["random"] = seed + 1
        for number in range(int(rng.integers(1, 2 * size * size))):
            move = PASS if number % 37 == 36 else int(choose_uniform_move(game.boards[0]))
            game.play(game.to_play, move, may_repeat=True)
        board = game.boards[0]
        read_ladders(board, scratch, views[0]["status"], views[0]["catches"])
        stones = chains_of(board)
        legal = [p for p in board_points(size) if is_legal(board, p)]
        for point in rng.permutation(legal)[:12].tolist():
            store_circumstances(board, views[0], point, found)
            numbers = dict(zip(CIRCUMSTANCES, found.tolist(), strict=True))
            for name, value in plain_numbers(game, stones, views[0], point).items():
                assert numbers[name] == pytest.approx(value, abs=1e-4), (seed, point, name)
            after = game.boards.copy()
            play(after[0], point)
            liberties = len(Chain(after[0], point).liberties)
            assert numbers["liberties after the move"] == liberties
            n_captures += numbers["stones captured"] > 0
    assert n_captures > 0


def test_every_number_has_a_name_of_its_own() -> None:
    assert len(set(CIRCUMSTANCES)) == N_CIRCUMSTANCES > OF_POLICY


@pytest.mark.parametrize(("weak", "strong"), [("own", "enemy"), ("enemy", "own")])
def test_the_weakest_chain_nearby_gives_its_stones(weak: str, strong: str) -> None:
    game = Game(9)
    own, enemy = ("E5", "E6"), ("G5", "A1")
    for black, white in zip(*((own, enemy) if weak == "own" else (enemy, own)), strict=True):
        game.play(BLACK, parse_vertex(black, 9))
        game.play(WHITE, parse_vertex(white, 9))
    found = np.zeros(N_CIRCUMSTANCES, np.float32)
    store_circumstances(game.boards[0], np.zeros(1, VIEW_DTYPE)[0], parse_vertex("F4", 9), found)
    numbers = dict(zip(CIRCUMSTANCES, found.tolist(), strict=True))
    assert numbers[f"stones of that {weak} chain"] == 2
    assert numbers[f"stones of that {strong} chain"] == 1
