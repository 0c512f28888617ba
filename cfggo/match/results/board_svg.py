"""Boards as SVG, for pages that need no other file."""

from cfggo.go.game import Game
from cfggo.go.handicap import star_points
from cfggo.go.points import BLACK, EMPTY, PASS, WHITE, board_points, row_col_from_point

_PIXELS = 22  # between two lines
_NAMES = {BLACK: "b", WHITE: "w"}


def board_svg(game: Game) -> str:
    """Returns a game's last position as an SVG element, the last move marked.

    The classes `b` and `w` of the stones, `l` of the lines and star points, and `m` of the mark
    need a style sheet: BOARD_STYLE, or another.
    """
    size = game.size
    span = size - 1
    grid = "".join(f"M0 {i}h{span}M{i} 0v{span}" for i in range(size))
    parts = [f'<path class="l" d="{grid}"/>']
    colours = game.boards[0]["colour"]
    for point in star_points(size):
        if colours[point] == EMPTY:
            parts.append(_circle(point, size, "l d", 0.09))
    for point in board_points(size):
        if (name := _NAMES.get(int(colours[point]))) is not None:
            parts.append(_circle(point, size, name, 0.47))
    last = game.moves[-1].point if game.moves else PASS
    if last != PASS and colours[last] != EMPTY:
        parts.append(_circle(last, size, "m", 0.2))
    pixels = _PIXELS * size
    return (
        f'<svg class="board" width="{pixels}" height="{pixels}" '
        f'viewBox="-0.6 -0.6 {size + 0.2:g} {size + 0.2:g}">{"".join(parts)}</svg>'
    )


BOARD_STYLE = """\
.board { background: #e3bd75; }
.board .l { fill: none; stroke: #5c4520; stroke-width: .04; }
.board .d { fill: #5c4520; }
.board .b { fill: #111; }
.board .w { fill: #fff; stroke: #333; stroke-width: .03; }
.board .m { fill: none; stroke: #e0442c; stroke-width: .1; }"""
"""Colours of a board."""


def _circle(point: int, size: int, name: str, radius: float) -> str:
    row, col = row_col_from_point(point)
    return f'<circle class="{name}" cx="{col}" cy="{size - 1 - row}" r="{radius}"/>'
