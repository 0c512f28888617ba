"""Who won a game that was played to its end: the players, a referee program, or this program."""

import re
from dataclasses import dataclass, field
from functools import partial

from cfggo.go.game import Game
from cfggo.go.points import BLACK, COLOUR_NAMES, WHITE, parse_vertex
from cfggo.go.scoring import format_result
from cfggo.match.playing.client import Cancellation, GtpClient, ProgramError
from cfggo.match.playing.programs import find_gnugo, parse_program
from cfggo.match.playing.setup import send_conditions, send_position

_GNUGO = "gnugo"

PLAYERS = "players"
"""Who counts: both players, if they agree."""

CFGGO = "cfggo"
"""Who counts: this program, with all stones alive."""

SCORE_SECONDS = 120.0
"""Time limit for each answer of a program that counts."""

_SCORE = re.compile(r"([BW])\+([0-9]{1,4}(?:\.[0-9]{0,4})?)", re.IGNORECASE)
_DRAWS = ("0", "draw", "jigo")
_REFEREE_SEED = 1


@dataclass(frozen=True)
class Settlement:
    """The score of a game.

    Public attributes:
      score      -- Black's points minus White's
      decided_by -- who gave that score: PLAYERS, CFGGO, or the referee program
      claims     -- the answers of "black", "white" and the referee program; None for no answer
    """

    score: float
    decided_by: str
    claims: dict[str, str | None] = field(default_factory=dict)


def settle_score(
    game: Game,
    players: dict[int, GtpClient],
    score_by: str,
    cancellation: Cancellation | None = None,
) -> Settlement:
    """Returns the score of a finished game.

    players  -- the clients that played it, by colour
    score_by -- who decides: PLAYERS, CFGGO, or a program as `parse_program` takes it

    The players are asked for their final_score in any case. If it is theirs to decide and they
    don't agree, or one gives no score, GNU Go is the referee, unless the rules take all stones for
    alive. Where a referee is not installed or gives no score, the board is counted with all stones
    alive.
    """
    claims = {COLOUR_NAMES[colour]: _final_score(players[colour]) for colour in (BLACK, WHITE)}
    referee = score_by
    if score_by == PLAYERS:
        scores = {parse_score(claim) for claim in claims.values()}
        if len(scores) == 1 and (score := scores.pop()) is not None:
            return Settlement(score, PLAYERS, claims)
        is_open = not game.rules.all_stones_alive and find_gnugo() is not None
        referee = _GNUGO if is_open else CFGGO
    if referee != CFGGO:
        claims[referee] = claim = _referee_score(referee, game, cancellation)
        if (decided := parse_score(claim)) is not None:
            return Settlement(decided, referee, claims)
    score = game.score()
    return Settlement(score, CFGGO, {**claims, CFGGO: format_result(score)})


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
    """Returns a program's answer, or None if it gives none, which is no forfeit after the game."""
    try:
        return client.send("final_score", SCORE_SECONDS)
    except ProgramError:
        return None


def _referee_score(program: str, game: Game, cancellation: Cancellation | None) -> str | None:
    """Returns a program's score of a game that it did not play, or None if it gives none.

    GNU Go counts an area in one way, so it only says which stones are dead.
    """
    command = parse_program(program, game.rules).command(_REFEREE_SEED, 0, 0)
    try:
        with GtpClient(command, cancellation=cancellation) as client:
            if program.partition(":")[0] == _GNUGO and game.rules.scoring == "area":
                return format_result(game.score(dead_stones(client, game)))
            _show(client, game)
            return client.send("final_score", SCORE_SECONDS)
    except (ProgramError, ValueError):
        return None


def dead_stones(client: GtpClient, game: Game) -> list[int]:
    """Returns the points of the stones of a finished game that are dead to a program.

    Raises ProgramError if it gives no answer, ValueError if the answer is no list of vertices.
    """
    _show(client, game)
    answer = client.send("final_status_list dead", SCORE_SECONDS)
    return [parse_vertex(word, game.size) for word in answer.split()]


def _show(client: GtpClient, game: Game) -> None:
    """Gives a program a game that it did not play."""
    ask = partial(client.send, seconds=SCORE_SECONDS)
    offer = partial(client.offer, seconds=SCORE_SECONDS)
    send_conditions(game, ask, offer)
    send_position(game, ask, offer)
