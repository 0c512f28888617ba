"""Who won a game that was played to its end: the players, a referee program, or this program."""

import re
from dataclasses import dataclass, field
from typing import Literal

from cfggo.go.game import Game
from cfggo.go.points import BLACK, COLOUR_NAMES, WHITE, format_vertex
from cfggo.match.client import Cancellation, GtpClient, GtpError
from cfggo.match.programs import SEED_PLACEHOLDER, find_gnugo, gnugo_command

ScoreBy = Literal["players", "gnugo", "cfggo"]

SCORE_SECONDS = 120.0
"""Time limit for a program's final_score."""

_SCORE = re.compile(r"([BW])\+([0-9]+(?:\.[0-9]*)?)", re.IGNORECASE)
_DRAWS = ("0", "draw", "jigo")
_REFEREE_SEED = "1"


@dataclass(frozen=True)
class Settlement:
    """The score of a game.

    Public attributes:
      score    -- Black's points minus White's
      decided_by -- who gave that score: "players", "gnugo" or "cfggo"
      claims   -- what final_score answered, by "black", "white" and "gnugo"; None for no answer
    """

    score: float
    decided_by: ScoreBy
    claims: dict[str, str | None] = field(default_factory=dict)


def settle_score(
    game: Game,
    players: dict[int, GtpClient],
    score_by: ScoreBy,
    cancellation: Cancellation | None = None,
) -> Settlement:
    """Returns the score of a finished game.

    players  -- the clients that played it, by colour
    score_by -- "players" asks both for final_score; where they don't agree, or one gives no score,
                GNU Go is the referee. "gnugo" asks it alone. Where GNU Go is not installed, and
                with "cfggo", the board is counted with all stones alive.
    """
    claims: dict[str, str | None] = {}
    if score_by == "players":
        scores = set()
        for colour in (BLACK, WHITE):
            claims[COLOUR_NAMES[colour]] = claim = _final_score(players[colour])
            scores.add(parse_score(claim))
        if len(scores) == 1 and (score := scores.pop()) is not None:
            return Settlement(score, "players", claims)
    if score_by != "cfggo" and find_gnugo() is not None:
        claims["gnugo"] = claim = _gnugo_score(game, cancellation)
        if (score := parse_score(claim)) is not None:
            return Settlement(score, "gnugo", claims)
    return Settlement(game.score(), "cfggo", claims)


def parse_score(text: str | None) -> float | None:
    """Returns Black's points minus White's in an answer to final_score, None if it gives none."""
    if text is None:
        return None
    if text.strip().lower() in _DRAWS:
        return 0.0
    match = _SCORE.fullmatch(text.strip())
    if match is None:
        return None
    return float(match[2]) * (1 if match[1] in "Bb" else -1)


def _final_score(client: GtpClient) -> str | None:
    """Returns a program's answer, or None if it gives none; that forfeits nothing any more."""
    try:
        return client.send("final_score", SCORE_SECONDS)
    except GtpError:
        return None


def _gnugo_score(game: Game, cancellation: Cancellation | None) -> str | None:
    """Returns GNU Go's score of a game, or None if it does not want to give one."""
    command = [
        word.replace(SEED_PLACEHOLDER, _REFEREE_SEED) for word in gnugo_command(rules=game.rules)
    ]
    setup = [
        f"play {COLOUR_NAMES[colour]} {format_vertex(point)}"
        for colour, points in ((BLACK, game.setup_black), (WHITE, game.setup_white))
        for point in points
    ]
    moves = [f"play {COLOUR_NAMES[colour]} {format_vertex(point)}" for colour, point in game.moves]
    try:
        with GtpClient(command, cancellation=cancellation) as client:
            for line in (f"boardsize {game.size}", f"komi {game.komi:g}", *setup, *moves):
                client.send(line, SCORE_SECONDS)
            return client.send("final_score", SCORE_SECONDS)
    except GtpError:
        return None
