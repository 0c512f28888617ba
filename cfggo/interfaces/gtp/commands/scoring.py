"""The end of a game: its score, dead stones."""

from cfggo.interfaces.gtp.loading import Need
from cfggo.interfaces.gtp.protocol import GtpError, format_vertices
from cfggo.interfaces.gtp.registry import command
from cfggo.interfaces.gtp.session import Session
from cfggo.interfaces.gtp.status import final_chains
from cfggo.search.status import Status


@command("final_score", needs=Need.GAME)
def final_score(session: Session) -> str:
    """Returns the result, such as "B+3.5", with dead stones taken off if the rules do so.

    Under Tromp-Taylor rules they stay. The points of the rules in force are counted.
    """
    from cfggo.go.scoring import format_result

    dead = [point for chain in final_chains(session, Status.DEAD) for point in chain]
    return format_result(session.game.score(dead))


@command("final_status_list")
def final_status_list(session: Session, status: str) -> str:
    """Returns the stones that are alive, dead or in seki, a chain on each line.

    Chains are judged by a territory field that sees the board, and who owns the points in 500
    playouts of a search with a komi at which the game is even; the likelier fate counts. A chain is
    in seki if it likely lives with one small eye at most and shares a liberty with an enemy of
    which that is true too; it counts as alive. Under Tromp-Taylor rules all are alive. With the
    setting `owners` playouts judge alone, or a field that sees nothing else than the board.
    """
    try:
        wanted = Status(status.lower())
    except ValueError as error:
        raise GtpError("syntax error: the status is one of alive, dead, seki") from error
    return "\n".join(format_vertices(chain) for chain in final_chains(session, wanted))
