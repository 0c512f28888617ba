"""Explanations: why the engine's policy finds a move likely or not, in words and on the board."""

from typing import TYPE_CHECKING

from cfggo.base.errors import CfggoError
from cfggo.interfaces.gtp.protocol import GtpError
from cfggo.interfaces.gtp.registry import Vertex, command
from cfggo.interfaces.gtp.session import Session

if TYPE_CHECKING:
    from cfggo.study.explaining.explanation import Explanation

_SHAPE_COLOUR = "#fff3c4"

_SHAPES = ("shape", "continuation")
_MARKS = {"SQUARE": "tactics", "CIRCLE": "graph", "TRIANGLE": "last moves"}
"""Names of themes: whose points are coloured, and how GoGui marks those of others."""

_FACTORS_IN_TEXT = 3


@command("cfggo-explain")
def cfggo_explain(session: Session, vertex: Vertex | None = None) -> str:
    """Explains a move of the side to move, or the last move of the game if none is named.

    Says how likely the tree policy finds it and which features make it so, each with its factor;
    and what the newest search of the position found, if there was one.
    """
    return "\n".join(_explain(session, vertex).sentences())


@command("cfggo-explain_gfx")
def cfggo_explain_gfx(session: Session, vertex: Vertex | None = None) -> str:
    """Draws the explanation of cfggo-explain: the move and the points of its features.

    The points of the shape that counts most are coloured; squares are chains that are captured,
    saved or put in atari, circles a path of the graph, triangles the last moves.
    """
    explanation = _explain(session, vertex)
    strong = explanation.named
    shapes = [factor for factor in strong if factor.name in _SHAPES and factor.points]
    lines = []
    if shapes:
        lines.append(f"COLOR {_SHAPE_COLOUR} {' '.join(shapes[0].points)}")
    for mark, theme in _MARKS.items():
        points = [point for factor in strong if factor.name == theme for point in factor.points]
        if points:
            lines.append(f"{mark} {' '.join(points)}")
    if explanation.move != "pass":
        lines.append(f"MARK {explanation.move}")
    first, *_ = explanation.sentences()
    named = "; ".join(map(str, strong[:_FACTORS_IN_TEXT]))
    lines.append(f"TEXT {first} {named}".rstrip())
    return "\n".join(lines)


def _explain(session: Session, vertex: int | None) -> "Explanation":
    """Returns the explanation of a move of the side to move, or of the game's last one for None.

    Raises GtpError if there is no such move, or an illegal one.
    """
    game = session.game
    if vertex is not None:
        colour, point = game.to_play, vertex
    elif game.moves:
        colour, point = game.moves[-1]
        game = game.copy()
        game.undo()
    else:
        raise GtpError("no move was made")
    try:
        return session.advisers.explainer.explain(
            game, colour, point, session.report_of(game, colour)
        )
    except CfggoError as error:
        raise GtpError(str(error)) from error
