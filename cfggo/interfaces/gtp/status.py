"""The status of stones in a session's game, searched for if need be."""

from cfggo.go.chains import chains_of
from cfggo.interfaces.gtp.session import Session
from cfggo.search.status import Status, chains_of_status


def final_chains(session: Session, status: Status) -> list[list[int]]:
    """Returns the chains that have that status by the rules, each as the list of its points.

    They are all alive if the rules say so; else by who owns their points at the end.
    """
    game = session.game
    if not game.rules.all_stones_alive:
        return chains(session, status)
    return chains_of(game.boards[0]) if status is Status.ALIVE else []


def chains(session: Session, status: Status) -> list[list[int]]:
    """Returns the chains of that status by their owners at the end, each as a list of points.

    The rules have no part in it.
    """
    game = session.game
    if game.boards[0]["n_empty"] == game.size**2:
        return []
    return chains_of_status(game.boards[0], session.final_ownership(), status)
