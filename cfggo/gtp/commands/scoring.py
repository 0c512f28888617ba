"""Commands about the end of a game."""

from cfggo.gtp.graphics import vertices
from cfggo.gtp.protocol import GtpError
from cfggo.gtp.registry import command
from cfggo.gtp.session import Session
from cfggo.gtp.status import Status, chains, stones


@command("final_score")
def final_score(session: Session) -> str:
    """Returns the result, such as "B+3.5", with dead stones taken off."""
    from cfggo.go.scoring import format_result

    return format_result(session.game.score(stones(session, Status.DEAD)))


@command("final_status_list")
def final_status_list(session: Session, status: str) -> str:
    """Returns the stones that are alive, dead or in seki, a chain on each line."""
    try:
        wanted = Status(status.lower())
    except ValueError as error:
        raise GtpError("syntax error: the status is one of alive, dead, seki") from error
    return "\n".join(vertices(chain) for chain in chains(session, wanted))
