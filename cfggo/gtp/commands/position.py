"""Commands that set the board and show it."""

from dataclasses import replace
from pathlib import Path

from cfggo.go.points import COLOUR_NAMES, MAX_SIZE, MIN_SIZE
from cfggo.gtp.protocol import GtpError
from cfggo.gtp.registry import command
from cfggo.gtp.session import Session

_LARGEST_KOMI = 1000
_AFTER_ALL_MOVES = 2**31 - 1


@command("boardsize")
def boardsize(session: Session, size: int) -> None:
    """Starts a new game on a board of that size."""
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise GtpError("unacceptable size")
    session.clear(size)


@command("query_boardsize")
def query_boardsize(session: Session) -> str:
    """Returns the size of the board."""
    return str(session.game.size)


@command("clear_board")
def clear_board(session: Session) -> None:
    """Starts a new game on a board of the same size."""
    session.clear(session.game.size)


@command("komi")
def komi(session: Session, komi: float) -> None:
    """Sets White's points for moving second."""
    if abs(komi) > _LARGEST_KOMI:
        raise GtpError("unacceptable komi")
    session.game.komi = komi


@command("get_komi")
def get_komi(session: Session) -> str:
    """Returns the komi."""
    return f"{session.game.komi:g}"


@command("loadsgf")
def loadsgf(session: Session, file: str, move_number: int = _AFTER_ALL_MOVES) -> None:
    """Loads a game, up to the position before that move if a number is given."""
    from cfggo.go.game import Game
    from cfggo.go.sgf import SgfError, read_main_line

    try:
        line = read_main_line(Path(file).read_bytes())
        played = line.moves[: max(move_number - 1, 0)]
        game = Game.from_main_line(replace(line, moves=played), session.game.rules)
    except OSError as error:
        raise GtpError(f"cannot load file: {error.strerror}") from error
    except (SgfError, ValueError) as error:
        raise GtpError(f"cannot load file: {error}") from error
    session.start(game)


@command("showboard")
def showboard(session: Session) -> str:
    """Returns the board as a diagram, with what else belongs to the position."""
    from cfggo.go.diagram import diagram

    game = session.game
    prisoners = game.boards[0]["prisoners"]
    return "\n".join(
        [
            "",
            diagram(game.boards[0]),
            f"{COLOUR_NAMES[game.to_play].capitalize()} to play, move {len(game.moves) + 1}",
            f"Rules: {game.rules.name}, komi {game.komi:g}, handicap {game.handicap}",
            f"Stones lost: {prisoners[1]} by Black, {prisoners[2]} by White",
        ]
    )
