"""Another engine as a judge of positions, by KataGo's analysis protocol."""

import json
import shlex
import subprocess
import tempfile
import threading
from collections.abc import Iterable
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, NamedTuple, Self

from cfggo.base.errors import CfggoError
from cfggo.go.game import Game
from cfggo.go.points import BLACK, WHITE, format_vertex, parse_vertex

_LETTERS = {BLACK: "B", WHITE: "W"}
_SECONDS_TO_END = 2.0  # for an engine that closed its output

Answer = dict[str, Any]


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
    """An engine that answers queries of KataGo's analysis protocol; use it in a `with`.

    Any thread may ask it. Queries are sent ahead, so that an engine with many threads, or a
    graphics card, has enough to do.
    """

    def __init__(self, command: str, visits: int = 1) -> None:
        """Starts the engine. Raises CfggoError if it can't be started.

        command -- as a shell has it, such as "katago analysis -model M -config C"
        visits  -- of the search of each position
        """
        self._command = command
        self._visits = visits
        self._lock = threading.Lock()
        self._writing = threading.Lock()  # another one: answers are read while a pipe is full
        self._waiting: dict[str, Future[Answer]] = {}
        self._n_asked = 0
        self._failure: CfggoError | None = None
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
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        with suppress(OSError):  # it may be gone
            self._process.stdin.close()
        self._process.terminate()
        self._process.wait()
        self._reader.join()
        self._errors.close()

    def of(self, game: Game, komi: float | None = None) -> Verdict:
        """Returns the verdict on a position, under Chinese rules.

        komi -- in place of the game's

        Raises CfggoError if the engine refuses the query or ends.
        """
        setup = ((BLACK, game.setup_black), (WHITE, game.setup_white))
        answer = self.ask(
            game.size,
            game.komi if komi is None else komi,
            self._visits,
            [
                (_LETTERS[colour], format_vertex(point))
                for colour, points in setup
                for point in points
            ],
            _LETTERS[game.to_play],
            [(_LETTERS[colour], format_vertex(point)) for colour, point in game.moves],
        ).result()
        try:
            root = answer["rootInfo"]
            best = min(answer["moveInfos"], key=lambda info: int(info["order"]))
            move = parse_vertex(best["move"], game.size)
            return Verdict(float(root["winrate"]), float(root["scoreLead"]), move)
        except (KeyError, TypeError, ValueError) as error:
            raise CfggoError(f"{self._command}: an answer without a verdict: {error!r}") from error

    def ask(
        self,
        size: int,
        komi: float,
        visits: int,
        stones: Iterable[tuple[str, str]],
        to_play: str,
        moves: Iterable[tuple[str, str]],
        **more: Any,
    ) -> Future[Answer]:
        """Sends a query about a position after some moves, with leads to be given as Black's.

        more -- further fields

        Returns the answer to come: CfggoError if the engine refuses the query or ends.
        """
        future: Future[Answer] = Future()
        query = {
            "initialStones": [*stones],
            "initialPlayer": to_play,
            "moves": [*moves],
            "rules": "chinese",
            "komi": komi,
            "boardXSize": size,
            "boardYSize": size,
            "maxVisits": visits,
            "overrideSettings": {"reportAnalysisWinratesAs": "BLACK"},
            **more,
        }
        with self._lock:
            if self._failure is not None:
                future.set_exception(self._failure)
                return future
            self._n_asked += 1
            name = str(self._n_asked)
            self._waiting[name] = future
        assert self._process.stdin is not None
        with self._writing, suppress(OSError, ValueError):  # it has ended, which its output tells
            self._process.stdin.write(json.dumps({"id": name, **query}) + "\n")
            self._process.stdin.flush()
        return future

    def _read(self) -> None:
        """Hands answers to those who wait for them, until the engine ends or says nonsense."""
        failure = self._follow()
        with self._lock:
            self._failure = failure
            for future in self._waiting.values():
                future.set_exception(failure)

    def _follow(self) -> CfggoError:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            try:
                answer = json.loads(line)
            except ValueError:
                return CfggoError(f"{self._command}: said {line.strip()[:80]!r}")
            if "error" in answer:
                return CfggoError(f"{self._command}: {answer['error']}")
            if "warning" not in answer:
                with self._lock:
                    future = self._waiting.pop(str(answer.get("id")), None)
                if future is not None:
                    future.set_result(answer)
        return self._gone()

    def _gone(self) -> CfggoError:
        """Returns the error that the engine has ended, with the last it wrote to standard error."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_SECONDS_TO_END)
        self._errors.seek(0)
        words = self._errors.read().split("\n")
        last = next((line.strip() for line in reversed(words) if line.strip()), "it said nothing")
        return CfggoError(f"{self._command}: it has ended: {last[:200]}")
