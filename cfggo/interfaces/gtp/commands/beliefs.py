"""Pattern beliefs: what a tree policy that has them thinks of moves, and how sure it is."""

from typing import TYPE_CHECKING

from cfggo.go.points import format_vertex
from cfggo.interfaces.gtp.loading import Need
from cfggo.interfaces.gtp.protocol import GtpError
from cfggo.interfaces.gtp.registry import Colour, Vertex, command
from cfggo.interfaces.gtp.session import Session

if TYPE_CHECKING:
    from cfggo.models.pattern_beliefs.study import JudgedMove

_LABELLED = 20
"""Moves that get a label, the likeliest ones."""


@command("cfggo-beliefs", needs=Need.ENGINE)
def cfggo_beliefs(session: Session, colour: Colour) -> str:
    """Draws the pattern beliefs.

    Labels are the mean values of the likeliest moves, in tenths. The greener a point, the more
    likely an expert prefers it to the likeliest move; circles mark moves of which too little is
    known. The tree policy needs pattern beliefs.
    """
    from cfggo.models.pattern_beliefs.study import MARKED_PREFERENCE

    student = session.advisers.student
    moves = student.judge(session.game.boards_for(colour)[0])
    if not moves:
        return "TEXT no legal move"
    first = moves[0]
    lines = []
    for move in moves:
        share = student.preference(move, first)
        if share >= MARKED_PREFERENCE:
            shade = round(255 * (1 - share))
            lines.append(f"COLOR #{shade:02x}ff{shade:02x} {format_vertex(move.point)}")
    labels = " ".join(
        f"{format_vertex(move.point)} {10 * move.mean:.0f}" for move in moves[:_LABELLED]
    )
    lines.append(f"LABEL {labels}")
    circles = [move for move in moves[1:_LABELLED] if student.is_doubtful(move, first)]
    if circles:
        lines.append(f"CIRCLE {' '.join(format_vertex(move.point) for move in circles)}")
    lines.append(f"TEXT {_words(first)}")
    return "\n".join(lines)


@command("cfggo-pattern")
def cfggo_pattern(session: Session, vertex: Vertex) -> str:
    """Returns a move's largest known pattern, how often it was played and seen, its value and
    probability.

    It is a move of the side to move.  The tree policy needs pattern beliefs.
    """
    game = session.game
    moves = session.advisers.student.judge(game.boards_for(game.to_play)[0])
    ranks = {move.point: rank for rank, move in enumerate(moves, 1)}
    if vertex not in ranks:
        raise GtpError(f"no pattern: {format_vertex(vertex)} is no legal move on the board")
    return f"{_words(moves[ranks[vertex] - 1])}, number {ranks[vertex]} of {len(moves)}"


def _words(move: "JudgedMove") -> str:
    """Returns a move's pattern and what is believed of it."""
    from cfggo.features.templates import TEMPLATE_WORDS, WHOLE_BOARD

    value = f"value {move.mean:+.2f} +- {move.sigma:.2f}, {100 * move.probability:.1f}%"
    if move.template == 0:
        return f"{format_vertex(move.point)}: no known pattern, {value}"
    words = TEMPLATE_WORDS[move.template]
    pattern = "the whole board" if move.template == WHOLE_BOARD else f"a pattern of {words} points"
    return (
        f"{format_vertex(move.point)}: {pattern}, played {move.played} times in {move.seen} "
        f"positions, {value}"
    )
