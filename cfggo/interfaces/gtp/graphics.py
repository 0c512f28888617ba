"""Drawings for GoGui: a search as labels, influence and a line of text."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from cfggo.base.pipes.sinks import write_aside
from cfggo.go.points import BLACK, COLOUR_NAMES, PASS, format_vertex, points_from_top
from cfggo.interfaces.gtp.protocol import format_vertices
from cfggo.interfaces.gtp.session import Session

if TYPE_CHECKING:
    from cfggo.search.report import SearchReport

LIVE_INTERVAL = 1.0
"""Seconds between two live drawings."""

_LABELLED_MOVES = 20

_LEAST_LABELLED = 0.005
"""Share from which a point gets a label."""

_SHADES = ((0.01, "#e8f5e9"), (0.05, "#a5d6a7"), (0.15, "#66bb6a"), (0.4, "#2e7d32"))
"""Shares from which on a point gets a colour."""


def verdict(report: "SearchReport") -> str:
    """Returns a search's view of its position in words: win rate and score, but no move."""
    from cfggo.go.scoring import format_lead

    colour = COLOUR_NAMES[report.colour].capitalize()
    return f"{colour} {100 * report.shown_winrate:.1f}%, {format_lead(report.black_value.score)}"


def summary(report: "SearchReport") -> str:
    """Returns a search in one line."""
    text = (
        f"{verdict(report)}, "
        f"{report.playouts} playouts in {report.seconds:.1f} s, {report.nodes} nodes"
    )
    if report.moves:
        text += f", {format_vertices(report.moves[0].pv)}"
    return text


def share_graphics(shares: Mapping[int, float]) -> list[str]:
    """Returns GoGui's drawing commands for shares of points: colours, and percents as labels."""
    best_first = sorted(
        (point for point, share in shares.items() if share >= _LEAST_LABELLED),
        key=lambda point: -shares[point],
    )
    lines = []
    for at_least, shade in _SHADES:  # where several apply, the last is seen
        points = [point for point in best_first if shares[point] >= at_least]
        if points:
            lines.append(f"COLOR {shade} {format_vertices(points)}")
    if best_first:
        percents = [f"{format_vertex(point)} {100 * shares[point]:.0f}" for point in best_first]
        lines.append(f"LABEL {' '.join(percents)}")
    return lines


def search_graphics(report: "SearchReport") -> str:
    """Returns GoGui's drawing commands for a search: visits, win rates, and the summary."""
    searched = [move for move in report.moves if move.point != PASS]
    side = 1 if report.colour == BLACK else -1
    mean = report.mean_winrate
    labels = " ".join(
        f"{format_vertex(move.point)} {move.visits}" for move in searched[:_LABELLED_MOVES]
    )
    influence = " ".join(
        f"{format_vertex(move.point)} {side * (2 * move.shown_winrate(mean) - 1):z.2f}"
        for move in searched
    )
    lines = [f"TEXT {summary(report)}"]
    if searched:
        lines = [f"LABEL {labels}", f"INFLUENCE {influence}", *lines]
    return "\n".join(lines)


def board_rows(size: int, text_at: Callable[[int], str]) -> str:
    """Returns a board of strings, the top row first, as GoGui's sboard, dboard and so on."""
    texts = [text_at(point) for point in points_from_top(size)]
    return "\n".join(" ".join(texts[at : at + size]) for at in range(0, len(texts), size))


@contextmanager
def live_graphics(session: Session) -> Iterator[Callable[["SearchReport"], None] | None]:
    """Gives a function that draws a search on GoGui's board, or None if that is switched off."""
    if not session.live_graphics:
        yield None
        return
    try:
        yield _draw
    finally:
        write_aside("gogui-gfx: CLEAR\n")


def _draw(report: "SearchReport") -> None:
    write_aside(f"gogui-gfx:\n{search_graphics(report)}\n\n")
