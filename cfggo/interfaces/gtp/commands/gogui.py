"""GoGui: what its analyze menu shows, set-up positions, interrupting."""

import re
from typing import TYPE_CHECKING

from cfggo.go.points import PASS, board_points
from cfggo.interfaces.gtp.commands.position import refuse_stones_on_board, set_up
from cfggo.interfaces.gtp.graphics import board_rows, search_graphics, share_graphics, summary
from cfggo.interfaces.gtp.loading import Need
from cfggo.interfaces.gtp.protocol import GtpError, format_vertices
from cfggo.interfaces.gtp.registry import Colour, command
from cfggo.interfaces.gtp.session import Session
from cfggo.search.levels import FULL_STRENGTH, LEVELS

if TYPE_CHECKING:
    from cfggo.search.report import SearchReport

_ANALYZE_COMMANDS = """\
gfx/Policy/cfggo-policy %c
gfx/Frequent Patterns/cfggo-frequency %c
gfx/Pattern Beliefs/cfggo-beliefs %c
string/Pattern/cfggo-pattern %p
gfx/Search/cfggo-search
string/Win Rate/cfggo-winrate
varc/Principal Variation/cfggo-pv %c
string/Explain Move/cfggo-explain %p
string/Explain Last Move/cfggo-explain
gfx/Explain Move on the Board/cfggo-explain_gfx %p
gfx/Explain Last Move on the Board/cfggo-explain_gfx
dboard/Ownership/cfggo-ownership
dboard/Territory/cfggo-territory
plist/Legal Moves/all_legal %c
sboard/CFG Labels/cfggo-labels
string/Final Score/final_score
plist/Dead Stones/final_status_list dead
plist/Stones in Seki/final_status_list seki
param/Parameters/cfggo-param"""

_INTEGER = re.compile("[0-9]{1,9}")
_DECIMAL = re.compile(r"[0-9]{1,9}(\.[0-9]*)?")


@command("gogui-analyze_commands", needs=Need.ENGINE)
def gogui_analyze_commands(session: Session) -> str:
    """Returns the commands of GoGui's analyze menu, as TYPE/LABEL/COMMAND.

    Commands that only other presets can answer are left out.
    """
    from cfggo.models.frequency.policy import CountedWeights
    from cfggo.models.pattern_beliefs.beliefs import Beliefs

    missing = []
    if not isinstance(session.engine.playout_weights, CountedWeights):
        missing += ["cfggo-frequency"]
    if not isinstance(session.engine.tree_policy, Beliefs):
        missing += ["cfggo-beliefs", "cfggo-pattern"]
    lines = _ANALYZE_COMMANDS.splitlines()
    return "\n".join(line for line in lines if not any(f"/{name} " in line for name in missing))


@command("gogui-interrupt")
def gogui_interrupt(session: Session) -> None:
    """Does nothing; it tells GoGui that the comment "# interrupt" ends a search early."""


@command("gogui-title")
def gogui_title(session: Session) -> str:
    """Returns a title for GoGui's window: engine, level, and opponent on a server."""
    level, opponent = session.effort.level, session.opponent
    title = f"cfggo {level.name}" if level else "cfggo"
    if opponent.name:
        title += f" against {opponent.name}"
        if opponent.rating:
            title += f" ({opponent.rating})"
    return title


@command("gogui-setup")
def gogui_setup(session: Session, *stones: str) -> None:
    """Sets up stones on an empty board, given as COLOUR VERTEX ..."""
    refuse_stones_on_board(session)
    set_up(session, stones)


@command("gogui-setup_player")
def gogui_setup_player(session: Session, colour: Colour) -> None:
    """Sets whose turn it is."""
    session.game.to_play = colour


@command("all_legal")
def all_legal(session: Session, colour: Colour) -> str:
    """Returns the points where a colour may play."""
    return format_vertices(session.game.legal_points(colour))


@command("cfggo-policy")
def cfggo_policy(session: Session, colour: Colour) -> str:
    """Draws the tree policy: the probability of each move in percent."""
    policy = session.engine.policy(session.game, colour)
    lines = share_graphics({point: policy[point] for point in board_points(session.game.size)})
    return "\n".join([*lines, f"TEXT pass {100 * policy[PASS]:.1f}%"])


@command("cfggo-search")
def cfggo_search(session: Session) -> str:
    """Draws the last search: visits as labels, win rates as influence."""
    return search_graphics(_last_report(session))


@command("cfggo-winrate")
def cfggo_winrate(session: Session) -> str:
    """Returns the last search in one line: win rate, effort and principal variation."""
    return summary(_last_report(session))


@command("cfggo-searched")
def cfggo_searched(session: Session) -> str:
    """Returns the playouts made for the moves of this game, and the seconds they took."""
    return f"{session.playouts_done} {session.seconds_done:.3f}"


@command("cfggo-values")
def cfggo_values(session: Session) -> str:
    """Returns a line for each of the engine's moves: its index in the game, from 0, and Black's win
    rate and score by its search.
    """
    values = {index: report.black_value for index, report in session.found.items()}
    return "\n".join(
        f"{index} {value.winrate:.4f} {value.score:z.2f}" for index, value in values.items()
    )


@command("cfggo-pv")
def cfggo_pv(session: Session, colour: Colour) -> str:
    """Returns the principal variation of the last search, from a move of that colour on."""
    report = _last_report(session)
    pv = report.moves[0].pv if report.moves else []
    return format_vertices(pv if colour == report.colour else pv[1:])


@command("cfggo-ownership")
def cfggo_ownership(session: Session) -> str:
    """Returns who owns each point at the end of playouts, from 1 for Black to -1 for White."""
    ownership = session.searched().ownership
    return board_rows(session.game.size, lambda point: f"{ownership[point]:z.2f}")


@command("cfggo-territory", needs=Need.ENGINE)
def cfggo_territory(session: Session) -> str:
    """Returns who owns each point by the territory field, from 1 for Black to -1 for White.

    It needs no search, and knows finished games best.
    """
    owners = session.advisers.territory.owners(session.game.boards[0])
    return board_rows(session.game.size, lambda point: f"{owners[point]:z.2f}")


@command("cfggo-labels", needs=Need.ENGINE)
def cfggo_labels(session: Session) -> str:
    """Returns the label of each point in the common fate graph, 8 bits in hexadecimal.

    They are the paper's; shipped weights tell the same kinds of vertices apart by a number of their
    own.
    """
    from cfggo.graph.plain import CommonFateGraph

    labels = CommonFateGraph(session.game.boards[0]).hash_labels()
    return board_rows(
        session.game.size, lambda point: f"{labels[point] & 0xFF:02x}" if point in labels else '""'
    )


@command("cfggo-param")
def cfggo_param(session: Session, *key_and_value: str) -> str:
    """Returns the parameters of the search, or sets one: live_gfx, level, playouts or seconds.

    With live_gfx 1 a search is drawn on GoGui's board while it runs.
    """
    match key_and_value:
        case ():
            pass
        case "live_gfx", "0" | "1" as value:
            session.live_graphics = value == "1"
        case "level", value:
            if value not in (FULL_STRENGTH, *LEVELS):
                raise GtpError(f"syntax error: levels are {', '.join((FULL_STRENGTH, *LEVELS))}")
            session.set_level(LEVELS.get(value))
        case "playouts", value if _INTEGER.fullmatch(value):
            session.effort.set_playouts(int(value))
        case "seconds", value if _DECIMAL.fullmatch(value):
            session.effort.seconds = float(value)
        case _:
            raise GtpError(
                "syntax error: expected live_gfx 0 or 1, level NAME, playouts N or seconds S"
            )
    effort = session.effort
    level = effort.level.name if effort.level else FULL_STRENGTH
    return (
        f"[bool] live_gfx {session.live_graphics:d}\n"
        f"[list/{'/'.join((FULL_STRENGTH, *LEVELS))}] level {level}\n"
        f"[string] playouts {effort.playouts}\n"
        f"[string] seconds {effort.seconds:g}"
    )


def _last_report(session: Session) -> "SearchReport":
    if session.last_search is None:
        raise GtpError("nothing was searched in this game")
    return session.last_search
