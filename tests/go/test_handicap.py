"""Fixed handicap as in GTP's table, and free handicap."""

from collections.abc import Callable

import pytest

from cfggo.base.words import counted
from cfggo.go.game import Game
from cfggo.go.handicap import fixed_handicap, free_handicap, max_fixed_handicap, star_points
from cfggo.go.points import board_points, format_vertex, row_col_from_point


def vertices(points: list[int]) -> str:
    return " ".join(format_vertex(point) for point in points)


@pytest.mark.parametrize(
    ("size", "n", "expected"),
    [
        (19, 2, "D4 Q16"), (19, 3, "D4 Q16 D16"), (19, 4, "D4 Q16 D16 Q4"),
        (19, 5, "D4 Q16 D16 Q4 K10"), (19, 6, "D4 Q16 D16 Q4 D10 Q10"),
        (19, 7, "D4 Q16 D16 Q4 D10 Q10 K10"), (19, 8, "D4 Q16 D16 Q4 D10 Q10 K4 K16"),
        (19, 9, "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"), (13, 5, "D4 K10 D10 K4 G7"),
        (9, 4, "C3 G7 C7 G3"), (8, 4, "C3 F6 C6 F3"), (7, 2, "C3 E5"),
    ],
)  # fmt: skip
def test_fixed_handicap_is_that_of_gtps_table(size: int, n: int, expected: str) -> None:
    assert vertices(fixed_handicap(size, n)) == expected


@pytest.mark.parametrize(
    ("size", "most"), [(2, 0), (6, 0), (7, 4), (8, 4), (9, 9), (10, 4), (13, 9), (18, 4), (19, 9)]
)
def test_small_and_even_boards_have_less_or_no_fixed_handicap(size: int, most: int) -> None:
    assert max_fixed_handicap(size) == most
    assert len(star_points(size)) == most
    for n in (-1, 0, 1, most + 1):
        with pytest.raises(ValueError, match=rf"no fixed handicap of {counted(n, 'stone')}:"):
            fixed_handicap(size, n)


# On 12x12 GNU Go plays on the fourth line, where the protocol's table has the third.
@pytest.mark.parametrize("size", [size for size in range(5, 20) if size != 12])
def test_fixed_handicap_is_gnugos(
    size: int, gnugo: Callable[..., Callable[[list[str]], list[str]]]
) -> None:
    ask = gnugo()
    for n in range(2, 11):
        *_, answer = ask([f"boardsize {size}", "clear_board", f"fixed_handicap {n}"])
        if n > max_fixed_handicap(size):
            assert answer.startswith("?")
        else:
            assert sorted(answer.removeprefix("= ").split()) == sorted(
                vertices(fixed_handicap(size, n)).split()
            )


@pytest.mark.parametrize("size", range(2, 20))
def test_free_handicap_can_be_placed_and_leaves_white_a_move(size: int) -> None:
    for n in {2, 3, size, size * size - 1}:
        points = free_handicap(size, n)
        assert 2 <= len(points) <= n
        game = Game(size)
        game.place_free_handicap(points)
        assert game.handicap == len(points)
        assert set(points) <= set(board_points(size))


def test_free_handicap_begins_with_the_fixed_one() -> None:
    assert free_handicap(19, 9) == fixed_handicap(19, 9)
    assert free_handicap(19, 12)[:9] == fixed_handicap(19, 9)
    assert len(free_handicap(19, 12)) == 12


def test_free_handicap_stays_off_the_edge() -> None:
    for row, col in map(row_col_from_point, free_handicap(19, 100)):
        assert 2 <= row <= 16
        assert 2 <= col <= 16


@pytest.mark.parametrize(("size", "n"), [(9, 0), (9, 1), (9, 81), (2, 4)])
def test_an_impossible_free_handicap_raises(size: int, n: int) -> None:
    with pytest.raises(ValueError, match=f"no handicap of {n} stones on a {size}x{size} board"):
        free_handicap(size, n)
