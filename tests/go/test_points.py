"""The names of points and colours."""

import pytest

from cfggo.go.points import (
    BLACK,
    N_POINTS,
    PASS,
    WHITE,
    board_points,
    format_vertex,
    parse_colour,
    parse_vertex,
    point_from_row_col,
    row_col_from_point,
)


@pytest.mark.parametrize(
    ("vertex", "row", "col"),
    [("A1", 0, 0), ("T19", 18, 18), ("H1", 0, 7), ("J1", 0, 8), ("D16", 15, 3)],
)
def test_a_vertex_counts_from_the_lower_left_and_leaves_out_the_i(
    vertex: str, row: int, col: int
) -> None:
    point = point_from_row_col(row, col)
    assert format_vertex(point) == vertex
    assert parse_vertex(vertex.lower(), 19) == point
    assert row_col_from_point(point) == (row, col)


@pytest.mark.parametrize("text", ["pass", "PASS", "Pass"])
def test_a_pass_is_a_vertex(text: str) -> None:
    assert parse_vertex(text, 9) == PASS
    assert format_vertex(PASS) == "pass"


@pytest.mark.parametrize("text", ["", "E", "5", "I5", "E-1", "E5.0", "E５", "5E", "EE5", "resign"])
def test_text_that_is_no_vertex_raises(text: str) -> None:
    with pytest.raises(ValueError, match="invalid vertex"):
        parse_vertex(text, 9)


@pytest.mark.parametrize("text", ["E0", "E10", "K5", "T19", "E999999999999"])
def test_a_vertex_outside_the_board_raises(text: str) -> None:
    with pytest.raises(ValueError, match="outside the 9x9 board"):
        parse_vertex(text, 9)


@pytest.mark.parametrize("size", [2, 9, 19])
def test_all_points_of_a_board_have_names_of_their_own(size: int) -> None:
    points = board_points(size)
    assert len(points) == size * size
    assert all(0 < point < N_POINTS for point in points)
    assert [parse_vertex(format_vertex(point), size) for point in points] == points


@pytest.mark.parametrize(
    ("text", "colour"), [("b", BLACK), ("Black", BLACK), ("W", WHITE), ("WHITE", WHITE)]
)
def test_colours_have_long_and_short_names(text: str, colour: int) -> None:
    assert parse_colour(text) == colour


@pytest.mark.parametrize("text", ["", "empty", "bl", "x"])
def test_any_other_colour_raises(text: str) -> None:
    with pytest.raises(ValueError, match="invalid colour"):
        parse_colour(text)
