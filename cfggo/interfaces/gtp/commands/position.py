"""The board: setting it up, loading and saving games, showing it."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from cfggo.base.files import write_whole
from cfggo.base.pipes.sinks import tell
from cfggo.go.points import BLACK, COLOUR_NAMES, MAX_SIZE, MIN_SIZE, PASS, WHITE
from cfggo.go.rules import MAX_KOMI
from cfggo.interfaces.gtp.commands.play import parse_moves
from cfggo.interfaces.gtp.graphics import summary
from cfggo.interfaces.gtp.loading import Need
from cfggo.interfaces.gtp.protocol import GtpError
from cfggo.interfaces.gtp.registry import command
from cfggo.interfaces.gtp.session import Session
from cfggo.records.archives import printable
from cfggo.records.game_files import (
    AFTER_ALL_MOVES,
    doubts_of_record,
    game_of_record,
    read_from_start,
    read_game_file,
)

_MOVE_NUMBER = re.compile("[0-9]{1,9}")


@command("boardsize", "rectangular_boardsize")
def boardsize(session: Session, size: int, *height: int) -> None:
    """Starts a new game on a board of that size; a height, if given, must be the same."""
    if not MIN_SIZE <= size <= MAX_SIZE or height not in ((), (size,)):
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
    if abs(komi) > MAX_KOMI:
        raise GtpError("unacceptable komi")
    session.game.komi = komi


@command("get_komi")
def get_komi(session: Session) -> str:
    """Returns the komi."""
    return f"{session.game.komi:z.10g}"


def refuse_stones_on_board(session: Session) -> None:
    """Raises GtpError unless the board is empty."""
    if session.game.boards[0]["n_empty"] < session.game.size**2:
        raise GtpError("board not empty")


def set_up(session: Session, stones: Sequence[str]) -> None:
    """Starts a new game from stones: COLOUR VERTEX COLOUR VERTEX ...; raises GtpError."""
    pairs = parse_moves(session, stones)
    if any(point == PASS for _, point in pairs):
        raise GtpError("syntax error: a pass is no stone")
    black, white = ([p for colour, p in pairs if colour == side] for side in (BLACK, WHITE))
    game = session.new_game(session.game.size)
    try:
        game.setup(black, white)
    except ValueError as error:
        raise GtpError(str(error)) from error
    session.start(game)


@command("loadsgf", needs=Need.GAME)
def loadsgf(session: Session, file: str, *move_number: str) -> None:
    """Loads a game, up to the position before a move if its number is given.

    The main line is loaded, with the komi and the rules that the record names, if these are known;
    else those of the present game stay. Standard error says what can't be followed of the record,
    and what was mended.
    The file's name may have single spaces in it. Stones that the record sets up or takes away in
    the middle, as commented games do, are set up and taken away.
    """
    try:
        path, number = _file_and_move_number([file, *move_number])
        present = session.game
        data = read_game_file(path)
        game = game_of_record(data, number, present.rules, usual_komi=present.komi)
        doubts = doubts_of_record(data, read_from_start(data)[0])
    except OSError as error:
        raise GtpError(f"cannot load file: {error.strerror}") from error
    except ValueError as error:
        raise GtpError(f"cannot load file: {error}") from error
    session.start(game)
    for doubt in doubts:
        tell(f"{printable(str(path))}: {doubt}")


@command("printsgf", needs=Need.GAME)
def printsgf(session: Session, *file: str) -> str:
    """Returns the game as SGF, or writes it to a named file other than "-".

    Handicap, set-up stones and moves are in it, and for each move of the engine's what the search
    found out: as a comment, and as win rate and score in the properties SBKV and SBKS, of which
    Sabaki draws its graph.
    """
    from cfggo.records.sgf.writing import write_sgf

    line = replace(
        session.game.to_main_line(),
        comments={index: summary(report) for index, report in session.found.items()},
        values={index: report.black_value for index, report in session.found.items()},
    )
    data = write_sgf(line)
    if file in ((), ("-",)):
        return data.decode()
    try:
        write_whole(Path(" ".join(file)), data)
    except OSError as error:
        raise GtpError(f"cannot write file: {error.strerror}") from error
    return ""


def _file_and_move_number(words: list[str]) -> tuple[Path, int]:
    """Returns the file that words name, with single spaces in it if need be, and a move's number.

    A number at the end belongs to the name if there is a file of that name.
    """
    path = Path(" ".join(words))
    *name, last = words
    if name and _MOVE_NUMBER.fullmatch(last) and not path.exists():
        return Path(" ".join(name)), int(last)
    return path, AFTER_ALL_MOVES


@command("showboard", needs=Need.GAME)
def showboard(session: Session) -> str:
    """Returns the board as a diagram, with rules, komi and stones lost."""
    from cfggo.go.diagram import diagram

    game = session.game
    prisoners = game.boards[0]["prisoners"]
    return "\n".join(
        [
            "",
            diagram(game.boards[0]),
            f"{COLOUR_NAMES[game.to_play].capitalize()} to play, move {len(game.moves) + 1}",
            f"Rules: {game.rules.name}, komi {game.komi:z.10g}, handicap {game.handicap}",
            f"Stones lost: {prisoners[1]} by Black, {prisoners[2]} by White",
        ]
    )
