"""Another engine as a judge of positions, by KataGo's analysis protocol."""

import json
import shlex
import subprocess
from typing import Any, NamedTuple, Self

from cfggo.errors import CfggoError
from cfggo.go.game import Game
from cfggo.go.points import BLACK, WHITE, format_vertex, parse_vertex

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


class Judge:
    """An engine that answers queries of KataGo's analysis protocol; use it in a `with`."""

    def __init__(self, command: str, visits: int) -> None:
        """Starts the engine. Raises CfggoError if it can't be started.

        command -- as a shell has it, such as "katago analysis -model M -config C"
        visits  -- of the search of each position
        """
        self._command = command
        self._visits = visits
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        except OSError as error:
            raise CfggoError(f"{command}: {error.strerror}") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.terminate()
        self._process.wait()

    def of(self, game: Game, komi: float | None = None) -> Verdict:
        """Returns the verdict on a position, under Chinese rules.

        komi -- in place of the game's

        Raises CfggoError if the engine refuses the query or ends.
        """
        setup = ((BLACK, game.setup_black), (WHITE, game.setup_white))
        query = {
            "id": "position",
            "initialStones": [
                [_LETTERS[colour], format_vertex(point)]
                for colour, points in setup
                for point in points
            ],
            "initialPlayer": _LETTERS[game.to_play],
            "moves": [[_LETTERS[colour], format_vertex(point)] for colour, point in game.moves],
            "rules": "chinese",
            "komi": game.komi if komi is None else komi,
            "boardXSize": game.size,
            "boardYSize": game.size,
            "maxVisits": self._visits,
            "overrideSettings": {"reportAnalysisWinratesAs": "BLACK"},
        }
        self._send(query)
        answer = self._receive()
        root = answer["rootInfo"]
        best = min(answer["moveInfos"], key=lambda info: int(info["order"]))
        return Verdict(root["winrate"], root["scoreLead"], parse_vertex(best["move"], game.size))

    def _send(self, query: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(query) + "\n")
            self._process.stdin.flush()
        except OSError as error:
            raise CfggoError(f"{self._command}: it has ended") from error

    def _receive(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise CfggoError(f"{self._command}: it has ended")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise CfggoError(f"{self._command}: {answer['error']}")
        return answer
