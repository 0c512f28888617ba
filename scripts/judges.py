"""Another engine's verdict on a position, by KataGo's analysis protocol."""

from typing import NamedTuple

from cfggo.base.errors import CfggoError
from cfggo.go.game import Game
from cfggo.go.points import BLACK, WHITE, format_vertex, parse_vertex
from cfggo.match.playing.judge import Judge, Refused

_LETTERS = {BLACK: "B", WHITE: "W"}


class Verdict(NamedTuple):
    """What a judge says of a position.

    winrate -- Black's, from 0 to 1
    lead    -- points by which Black is ahead
    move    -- the point that it would play, or PASS
    """

    winrate: float
    lead: float
    move: int


def verdict_on(game: Game, judge: Judge, visits: int) -> Verdict:
    """Returns the verdict on a position by a search of so many visits, under Chinese rules.

    Raises CfggoError if the engine refuses the query or ends.
    """
    setup = ((BLACK, game.setup_black), (WHITE, game.setup_white))
    query = {
        "initialStones": [
            (_LETTERS[colour], format_vertex(point)) for colour, points in setup for point in points
        ],
        "initialPlayer": _LETTERS[game.to_play],
        "moves": [(_LETTERS[colour], format_vertex(point)) for colour, point in game.moves],
        "rules": "chinese",
        "komi": game.komi,
        "boardXSize": game.size,
        "boardYSize": game.size,
        "maxVisits": visits,
        "overrideSettings": {"reportAnalysisWinratesAs": "BLACK"},
    }
    try:
        (answer,) = judge.ask(query)
        root = answer["rootInfo"]
        best = min(answer["moveInfos"], key=lambda info: int(info["order"]))
        move = parse_vertex(best["move"], game.size)
        return Verdict(float(root["winrate"]), float(root["scoreLead"]), move)
    except Refused as error:
        raise CfggoError(f"judge: {error}") from error
    except (KeyError, TypeError, ValueError) as error:
        raise CfggoError(f"judge: an answer without a verdict: {error!r}") from error
