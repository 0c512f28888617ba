"""Another engine as a judge of positions, by KataGo's analysis protocol."""

import json
import shlex
import subprocess
import tempfile
from contextlib import suppress
from typing import Any, NamedTuple, Self

from cfggo.base.errors import CfggoError
from cfggo.go.game import Game
from cfggo.go.points import BLACK, WHITE, format_vertex, parse_vertex

_LETTERS = {BLACK: "B", WHITE: "W"}
_SECONDS_TO_END = 2.0  # for an engine that closed its output


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
        self._errors = tempfile.TemporaryFile("w+")  # noqa: SIM115 -- closed in __exit__
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                text=True,
            )
        except (OSError, ValueError, IndexError) as error:  # ValueError: an open quotation mark
            self._errors.close()
            raise CfggoError(f"judge {command!r}: can't be started: {error}") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        with suppress(OSError):  # it may be gone
            self._process.stdin.close()
        self._process.terminate()
        self._process.wait()
        self._errors.close()

    def of(self, game: Game) -> Verdict:
        """Returns the verdict on a position, under Chinese rules.

        Raises CfggoError if the engine refuses the query or ends.
        """
        setup = ((BLACK, game.setup_black), (WHITE, game.setup_white))
        query = {
            "id": "1",
            "initialStones": [
                (_LETTERS[colour], format_vertex(point))
                for colour, points in setup
                for point in points
            ],
            "initialPlayer": _LETTERS[game.to_play],
            "moves": [(_LETTERS[colour], format_vertex(point)) for colour, point in game.moves],
            "rules": "chinese",
            "komi": game.komi,
            "boardXSize": game.size,
            "boardYSize": game.size,
            "maxVisits": self._visits,
            "overrideSettings": {"reportAnalysisWinratesAs": "BLACK"},
        }
        answer = self._answer(query)
        try:
            root = answer["rootInfo"]
            best = min(answer["moveInfos"], key=lambda info: int(info["order"]))
            move = parse_vertex(best["move"], game.size)
            return Verdict(float(root["winrate"]), float(root["scoreLead"]), move)
        except (KeyError, TypeError, ValueError) as error:
            raise CfggoError(f"{self._command}: an answer without a verdict: {error!r}") from error

    def _answer(self, query: dict[str, Any]) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(OSError):  # it has ended, which its output tells
            self._process.stdin.write(json.dumps(query) + "\n")
            self._process.stdin.flush()
        for line in self._process.stdout:
            try:
                answer: dict[str, Any] = json.loads(line)
            except ValueError:
                raise CfggoError(f"{self._command}: said {line.strip()[:80]!r}") from None
            if "error" in answer:
                raise CfggoError(f"{self._command}: {answer['error']}")
            if "warning" not in answer:
                return answer
        raise self._gone()

    def _gone(self) -> CfggoError:
        """Returns the error that the engine has ended, with the last it wrote to standard error."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_SECONDS_TO_END)
        self._errors.seek(0)
        words = self._errors.read().split("\n")
        last = next((line.strip() for line in reversed(words) if line.strip()), "it said nothing")
        return CfggoError(f"{self._command}: it has ended: {last[:200]}")
