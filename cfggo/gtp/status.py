"""The status of stones in a session's game, searched for if need be."""

from cfggo.gtp.session import Session
from cfggo.search.status import Status, chains_of_status


def chains(session: Session, status: Status) -> list[list[int]]:
    """Returns the chains of that status, each as the list of its points.

    Searches if the position has not been searched.
    """
    game = session.game
    if game.boards[0]["n_empty"] == game.size**2:
        return []
    return chains_of_status(game.boards[0], session.ownership(), status)


def stones(session: Session, status: Status, colour: int | None = None) -> list[int]:
    """Returns the points of all stones of that status, of one colour or of both."""
    colour_of = session.game.boards[0]["colour"]
    return [
        point
        for chain in chains(session, status)
        for point in chain
        if colour in (None, colour_of[point])
    ]
