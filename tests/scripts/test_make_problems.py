"""Enclosed corners: shapes that every player knows, and all positions against a plain solver."""

import pytest
from enclosed_corners import COLUMNS, NEVER, SolvedCorner, cell_set, cells_of, wall_side
from make_problems import LARGE, made_problems

from cfggo.go.board import is_legal, play
from cfggo.go.points import BLACK, EMPTY, WHITE, point_from_row_col
from cfggo.go.setup import set_up_board

SIZE = 9


def corner_of(diagram):
    """Returns inside, target, black and white sets; the first row is the border, "#" White's."""
    cells = {
        (row, column): mark
        for row, line in enumerate(diagram.split())
        for column, mark in enumerate(line)
        if mark != "#"
    }
    black = cell_set([cell for cell, mark in cells.items() if mark == "X"])
    white = cell_set([cell for cell, mark in cells.items() if mark == "O"])
    return cell_set([*cells]), black, white


def winners(diagram, to_play):
    inside, black, white = corner_of(diagram)
    corner = SolvedCorner(inside, black)
    verdicts = corner.verdicts(corner.position(black, white), to_play)
    moves = [divmod(int(cell), COLUMNS) for cell in verdicts.cells]
    return dict(zip(moves, verdicts.winner.tolist(), strict=True))


def test_three_in_a_row_is_played_in_the_middle():
    straight_three = """
        ...X#
        XXXX#
        #####
        """
    assert winners(straight_three, BLACK) == {(0, 0): WHITE, (0, 1): BLACK, (0, 2): WHITE}
    assert winners(straight_three, WHITE) == {(0, 0): BLACK, (0, 1): WHITE, (0, 2): BLACK}


def test_four_in_a_row_lives_and_a_square_dies():
    row, square = "....X#\nXXXXX#\n######", "..X#\n..X#\nXXX#\n####"
    assert set(winners(row, WHITE).values()) == {BLACK}
    assert set(winners(square, BLACK).values()) == {WHITE}


def test_a_ko_is_won_by_nobody():
    inside, black, white = corner_of("O.OX#\n.OXX#\nXXX##\n#####")
    corner = SolvedCorner(inside, black)
    # White fills no liberty of her own three stones; Black takes, and White takes back.
    assert EMPTY in corner.verdicts(corner.position(black, white), BLACK).winner


def plain_solution(inside, target, free):
    """Returns the wins of either player by (position, to play), from the rules of the board alone.

    Each position is set up on a real board with White's stones around it.
    """
    ring = {
        (r + i, c + j) for r, c in cells_of(inside) for i in (-1, 0, 1) for j in (-1, 0, 1)
    } - set(cells_of(inside))
    wall = [point_from_row_col(r, c) for r, c in ring if min(r, c) >= 0]
    points = [point_from_row_col(*cell) for cell in free]
    target_points = [point_from_row_col(*cell) for cell in cells_of(target)]
    after = {}
    for number in range(3 ** len(free)):
        colours = [number // 3**i % 3 for i in range(len(free))]
        stones = {
            colour: [p for p, c in zip(points, colours, strict=True) if c == colour]
            for colour in (BLACK, WHITE)
        }
        for player in (BLACK, WHITE):
            try:
                boards = set_up_board(
                    SIZE, [*target_points, *stones[BLACK]], [*wall, *stones[WHITE]], player
                )
            except ValueError:
                continue
            moves = {}
            for i, point in enumerate(points):
                if is_legal(boards[0], point):
                    then = boards.copy()
                    play(then[0], point)
                    captured = then[0]["colour"][target_points[0]] == EMPTY
                    moves[i] = (
                        None
                        if captured
                        else sum(int(then[0]["colour"][p]) * 3**k for k, p in enumerate(points))
                    )
            after[number, player] = moves
    wins = {BLACK: set(), WHITE: set()}
    grew = True
    while grew:
        grew = False
        for (number, player), moves in after.items():
            then = [None if p is None else (p, 3 - player) for p in moves.values()]
            if player == BLACK:
                then.append((number, WHITE))  # a pass
            for winner, won in wins.items():
                known = [winner == WHITE if t is None else t in won for t in then]
                if (any if player == winner else all)(known) and (number, player) not in won:
                    won.add((number, player))
                    grew = True
    return after, wins


@pytest.mark.parametrize(
    "diagram", ["...X#\n..XX#\nXXX##\n#####", "..X.#\n.XX.#\n.####", "...#\nXXX#\n...#\n####"]
)
def test_all_positions_are_those_of_the_rules(diagram):
    inside, target, _ = corner_of(diagram)
    free = cells_of(inside & ~target)
    corner = SolvedCorner(inside, target)
    after, wins = plain_solution(inside, target, free)
    assert len(after) > 200
    for number, player in after:
        winner, plies = corner.winner(number, player)
        assert (winner == BLACK) == ((number, player) in wins[BLACK])
        assert (winner == WHITE) == ((number, player) in wins[WHITE])
        assert (plies == NEVER) == (winner == EMPTY)
        verdicts = corner.verdicts(number, player)
        cells = {divmod(int(cell), COLUMNS) for cell in verdicts.cells}
        assert cells == {free[i] for i in after[number, player]}


def test_wall_side_is_next_to_the_outside():
    assert wall_side(cell_set([(0, 0), (0, 1), (1, 0), (1, 1), (0, 2)])) == cell_set(
        [(1, 0), (1, 1), (0, 2)]
    )


def test_too_many_free_points_are_refused():
    with pytest.raises(ValueError, match="12 free points"):
        SolvedCorner(cell_set([(r, c) for r in range(3) for c in range(5)]), 0b111)


def test_made_problems_are_sound_and_the_same_for_a_seed():
    problems = list(made_problems(seed=5, n_problems=4))

    assert problems == list(made_problems(seed=5, n_problems=4))
    assert [p.to_play for p in problems].count(WHITE) == 2
    assert len({p.digest for p in problems}) == 4
    for problem in problems:
        assert problem.fault() is None
        assert problem.best in problem.solutions
        assert problem.worst not in problem.solutions


def test_large_problems_have_ten_empty_points_or_eleven():
    for problem in made_problems(3, 2, LARGE):
        assert problem.level in ("10 empty points", "11 empty points")
        played = problem.boards()[0]["colour"]
        assert all(played[move] == EMPTY for move in (*problem.solutions, problem.worst))
