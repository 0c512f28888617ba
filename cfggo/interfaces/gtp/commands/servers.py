"""Servers: the opponent, the game's end and chat on KGS and CGOS."""

from cfggo.interfaces.gtp.graphics import verdict
from cfggo.interfaces.gtp.protocol import GtpError
from cfggo.interfaces.gtp.registry import command, parse_number
from cfggo.interfaces.gtp.session import Opponent, Session
from cfggo.version import __version__

_CHAT_HELP = 'I am cfggo, a Go program. I understand "score", "level" and "version".'


@command("kgs-chat")
def kgs_chat(session: Session, kind: str, name: str, *words: str) -> str:
    """Answers chat in a game or in private: [game|private] NAME WORDS.

    "score" is answered with the last search's win rate and score, but no move: the opponent may
    ask, in private too. "level" and "version" are answered with what they say, anything else with a
    line that names these words. The answer is sent back as chat.
    """
    if kind.lower() not in ("game", "private"):
        raise GtpError("syntax error: the kind of chat is one of game, private")
    said = {word.strip("?!.,").lower() for word in words}
    if "score" in said or "winrate" in said:
        last = session.last_search
        return verdict(last) if last else "I have not searched in this game yet."
    if "level" in said:
        level = session.effort.level
        return f"I play at level {level.name}." if level else "I play at full strength."
    if "version" in said:
        return f"cfggo {__version__}"
    return _CHAT_HELP


@command("kgs-game_over")
def kgs_game_over(session: Session) -> None:
    """Takes note that the game has ended; clear_board begins the next one."""


@command("cgos-gameover")
def cgos_gameover(session: Session, result: str) -> None:
    """Takes note that the game has ended with that result; clear_board begins the next one."""
    session.opponent = Opponent()


@command("cgos-opponent_name")
def cgos_opponent_name(session: Session, name: str) -> None:
    """Takes note of the opponent's name; gogui-title gives it."""
    session.opponent.name = name


@command("cgos-opponent_rating")
def cgos_opponent_rating(session: Session, rating: str) -> None:
    """Takes note of the opponent's rating, a number, perhaps with a question mark."""
    try:
        parse_number(rating.removesuffix("?"))
    except ValueError as error:
        raise GtpError(f"syntax error: {error}") from error
    session.opponent.rating = rating
