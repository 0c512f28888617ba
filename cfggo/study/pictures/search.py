"""A search, drawn on the board: the best line as numbered stones, other moves as letters."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase

from cfggo.base.words import percent_down_to_tenths
from cfggo.go.points import BLACK, EMPTY, PASS, format_vertex
from cfggo.go.scoring import format_lead
from cfggo.search.report import MoveInfo, SearchReport
from cfggo.study.pictures.board_svg import ON_STONE, STONE, STONE_COLOURS, place, position
from cfggo.study.pictures.picture import (
    MoveTable,
    Picture,
    Row,
    Scene,
    colour_name,
    next_key,
    next_mark,
)
from cfggo.study.pictures.svg import BLUE, SKY, circle, group, label, texts

_ROWS = 8
"""Moves in the table, at most."""

_LEAST_SHARE = 0.01
"""Moves with a smaller share of the best one's visits are left out."""

_LINE_MOVES = 6
"""Moves of a variation in the table, at most."""

_COLUMNS = (-0.065, 0.24, 0.39, 0.5, 0.6, -0.63)
"""Where the table's columns end or begin."""

_STONE_TEXT, _TAG_TEXT = 0.46, 0.3
"""Heights of fonts on stones and discs, and on the tags of moves where a stone is drawn."""

_DISC, _TAG = 0.4, 0.2
"""Radii of the discs of other moves, and of those tags."""

_FAINTEST = 0.35
"""Opacity of the disc of a move with next to no visits."""


def search_picture(scene: Scene, report: SearchReport) -> Picture:
    """Returns the picture of what a search found out."""
    best = max(report.moves[0].visits if report.moves else 0, 1)
    moves = [move for move in report.moves[:_ROWS] if move.visits >= _LEAST_SHARE * best]
    line, remarks = _numbered(scene, moves[0].pv if moves else [], report.colour)
    rows = [
        Row(
            _lettered(0, 0, i, move.visits / best)
            if i
            else _numbered_stone(0, 0, 1, report.colour),
            _cells(move, report),
            move.visits / report.visits,
        )
        for i, move in enumerate(moves)
    ]
    heads = ("move", "visits", f"{colour_name(report.colour)} wins", "lead", "policy", "variation")
    summary = f"{report.visits:,} playouts: {_outlook(report)}."
    return Picture(
        heading="Search: the best moves, and what may follow",
        scene=scene,
        drawing=position(scene.game.boards[0])
        + _discs(scene, moves, line)
        + "".join(
            _numbered_stone(*place(point, scene.game.size), number, colour)
            for point, (number, colour) in line.items()
        )
        + _tags(scene, moves, line)
        + next_mark(scene),
        description=_description(moves, report, summary),
        legend=next_key(scene),
        table=MoveTable(heads, _COLUMNS, rows),
        notes=[" ".join([summary, *remarks])],
    )


def _numbered(
    scene: Scene, pv: Sequence[int], colour: int
) -> tuple[dict[int, tuple[int, int]], list[str]]:
    """Returns the stones of a line by point, each as (number, colour), and what can't be drawn."""
    line: dict[int, tuple[int, int]] = {}
    remarks = []
    for number, point in enumerate(pv, 1):
        if point == PASS:
            remarks.append(f"{number} passes.")
        elif point in line:
            remarks.append(f"{number} at {line[point][0]}.")
        elif scene.game.boards[0]["colour"][point] != EMPTY:
            remarks.append(f"{number} at {format_vertex(point)}.")
        else:
            line[point] = number, colour
        colour = 3 - colour
    return line, remarks


def _numbered_stone(x: float, y: float, number: int, colour: int) -> str:
    ring = {"stroke": BLUE, "stroke_width": "0.1"} if number == 1 else {"stroke_width": "0.04"}
    words = label(x, y, str(number), _STONE_TEXT)
    return circle(x, y, STONE - 0.02, **{**STONE_COLOURS[colour], **ring}) + texts(
        words, size=_STONE_TEXT, text_anchor="middle", fill=ON_STONE[colour]
    )


def _lettered(x: float, y: float, i: int, share: float) -> str:
    """Returns the disc of a move that is not the best.

    i     -- its place in the order, 0 for the best
    share -- its visits as a share of the best one's
    """
    opacity = _FAINTEST + (1 - _FAINTEST) * share
    disc = circle(x, y, _DISC, fill="#fff", stroke=BLUE, stroke_width=0.05)
    shade = circle(x, y, _DISC, fill=SKY, opacity=opacity)
    words = label(x, y, ascii_uppercase[i - 1], _STONE_TEXT)
    return disc + shade + texts(words, size=_STONE_TEXT, text_anchor="middle", fill="#000")


def _discs(scene: Scene, moves: Sequence[MoveInfo], line: dict[int, tuple[int, int]]) -> str:
    """Returns the discs of the moves that are not the best, where the line has no stone."""
    return group(
        *(
            _lettered(*place(move.point, scene.game.size), i, move.visits / moves[0].visits)
            for i, move in enumerate(moves)
            if i > 0 and move.point != PASS and move.point not in line
        )
    )


def _tags(scene: Scene, moves: Sequence[MoveInfo], line: dict[int, tuple[int, int]]) -> str:
    """Returns the letters of moves where the line has a stone, beside these stones."""
    parts = []
    for i, move in enumerate(moves):
        if i > 0 and move.point in line:
            col, row = place(move.point, scene.game.size)
            x, y = col + 0.36, row - 0.36
            words = label(x, y, ascii_uppercase[i - 1], _TAG_TEXT)
            parts.append(circle(x, y, _TAG, fill=SKY, stroke=BLUE, stroke_width=0.03))
            parts.append(texts(words, size=_TAG_TEXT, text_anchor="middle", fill="#000"))
    return "".join(parts)


def _cells(move: MoveInfo, report: SearchReport) -> list[str]:
    line = " ".join(map(format_vertex, move.pv[:_LINE_MOVES]))
    score = move.shown_lead(report)
    return [
        format_vertex(move.point),
        f"{move.visits:,}",
        f"{100 * move.shown_winrate(report.mean_winrate):.1f}%",
        format_lead(score if report.colour == BLACK else -score),
        percent_down_to_tenths(move.prior),
        line + (" …" if len(move.pv) > _LINE_MOVES else ""),
    ]


def _outlook(report: SearchReport) -> str:
    """Returns the best move's win rate and score in words."""
    side, lead = colour_name(report.colour), format_lead(report.black_value.score)
    return f"{side} wins {100 * report.shown_winrate:.1f}%; the lead is {lead}"


def _description(moves: Sequence[MoveInfo], report: SearchReport, summary: str) -> str:
    found = "; ".join(
        f"{vertex}: {visits} visits, {winrate}, {lead}, then {line.partition(' ')[2] or 'nothing'}"
        for vertex, visits, winrate, lead, _, line in (_cells(move, report) for move in moves)
    )
    return f"{summary} The best moves: {found}." if found else summary
