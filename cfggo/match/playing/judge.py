"""A stronger program as a judge of positions, by KataGo's analysis protocol."""

from __future__ import annotations

import json
import shlex
import subprocess
import tempfile
import threading
from contextlib import suppress
from itertools import count
from queue import SimpleQueue
from typing import IO, Any, NamedTuple, Self, cast

from cfggo.base.errors import CfggoError
from cfggo.go.points import PASS, format_vertex, point_from_row_col
from cfggo.records.judged_games import JudgedGame, Label

OWNERS_EVERY = 4
"""Moves after which a label says who owns the points."""

_LEAST_PRIOR = 0.003
"""Of a move without visits that a label names."""

_SECONDS_TO_END = 2.0  # for an engine that was told to end, or closed its output


class Refused(Exception):
    """The engine refused a query; the message says why."""


class Judge:
    """An engine that answers queries of KataGo's analysis protocol.

    Any number of threads may ask at a time, and should, for the engine takes together what is asked
    together. Ctrl-C at the terminal does not reach it. Use it in a `with`.
    """

    def __init__(self, command: str) -> None:
        """Starts the engine by a command line, such as "katago analysis -config C -model M".

        Raises CfggoError if it can't be started.
        """
        self._command = command
        self._numbers = count(1)
        self._lock = threading.Lock()
        self._waiting: dict[str, SimpleQueue[dict[str, Any] | CfggoError]] = {}
        self._failure: CfggoError | None = None
        self._errors = tempfile.TemporaryFile("w+", errors="replace")  # noqa: SIM115
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,
            )
        except (OSError, ValueError, IndexError) as error:  # ValueError: an open quotation mark
            self._errors.close()
            reason = getattr(error, "strerror", None) or error
            raise CfggoError(
                f"judge {command!r}: can't be started: {reason}; it is to be a command line such "
                'as "katago analysis -config analysis.cfg -model model.bin.gz"'
            ) from error
        self._stdin = cast("IO[str]", self._process.stdin)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the engine; whoever waits for an answer gets a CfggoError."""
        self._process.terminate()
        try:
            self._process.wait(_SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._process.wait()
        self._reader.join(_SECONDS_TO_END)  # a child of the engine's may keep the stream open
        with suppress(OSError):  # of what was not sent
            self._stdin.close()
        self._errors.close()

    def ask(self, query: dict[str, Any], n_answers: int = 1) -> list[dict[str, Any]]:
        """Returns the answers to a query, which needs no id.

        Raises Refused if the engine refuses it, CfggoError if the engine ends or says something
        that is no answer.
        """
        own: SimpleQueue[dict[str, Any] | CfggoError] = SimpleQueue()
        with self._lock:
            if self._failure is not None:
                raise self._failure
            number = str(next(self._numbers))
            self._waiting[number] = own
            with suppress(OSError):  # it has ended, which its output tells
                self._stdin.write(json.dumps({**query, "id": number}) + "\n")
                self._stdin.flush()
        answers: list[dict[str, Any]] = []
        try:
            while len(answers) < n_answers:
                answer = own.get()
                if isinstance(answer, CfggoError):
                    raise answer
                if "error" in answer:
                    raise Refused(str(answer["error"]))
                if "warning" not in answer:
                    answers.append(answer)
        finally:
            with self._lock:
                self._waiting.pop(number, None)
        return answers

    def _read(self) -> None:
        """Hands the engine's answers to those who wait."""
        for line in cast("IO[str]", self._process.stdout):
            try:
                answer = json.loads(line)
                waiting = self._waiting.get(answer.get("id", ""))
            except (ValueError, TypeError, AttributeError):
                self._fail(CfggoError(f"{self._command}: said {line.strip()[:80]!r}"))
                return
            if waiting is not None:
                waiting.put(answer)
            elif "id" not in answer and "error" in answer:
                self._fail(CfggoError(f"{self._command}: {answer['error']}"))
        self._fail(self._gone())

    def _fail(self, error: CfggoError) -> None:
        """Tells an error to all who wait and all who will ask, if it is the first."""
        with self._lock:
            self._failure = self._failure or error
            for waiting in self._waiting.values():
                waiting.put(self._failure)

    def _gone(self) -> CfggoError:
        """Returns the error that the engine has ended, with the last it wrote to standard error."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_SECONDS_TO_END)
        self._errors.seek(0)
        words = self._errors.read().split("\n")
        last = next((line.strip() for line in reversed(words) if line.strip()), "it said nothing")
        return CfggoError(f"{self._command}: it has ended: {last[:200]}")


class Inquiry(NamedTuple):
    """How positions are judged.

    command -- of the engine
    visits  -- of the search of each position
    run     -- a name by which runs are told apart: each has engines of its own
    """

    command: str
    visits: int
    run: str


class Asked(NamedTuple):
    """Positions that are to be judged.

    number -- the smaller, the sooner
    game   -- JudgedGame
    turns  -- of the positions
    """

    number: int
    game: JudgedGame
    turns: tuple[int, ...]


_JUDGES: dict[Inquiry, Judge] = {}
"""The engines of this process."""

_LOCK = threading.Lock()


def labels_of(inquiry: Inquiry, shared: object, asked: Asked) -> list[Label] | str:
    """Returns labels of a game's positions at some turns, or why the engine refuses them.

    The first call in a process starts the engine, for all its threads, until `end_judges`.

    shared -- nothing; executors pass it

    Raises CfggoError if the engine can't be started, ends, or does not answer as KataGo does.
    """
    with _LOCK:
        if inquiry not in _JUDGES:
            _JUDGES[inquiry] = Judge(inquiry.command)
        judge = _JUDGES[inquiry]
    number, game, turns = asked
    query = {
        "priority": -number,
        "moves": [("BW"[i % 2], format_vertex(point)) for i, point in enumerate(game.moves)],
        "rules": "chinese",
        "komi": game.komi,
        "boardXSize": game.size,
        "boardYSize": game.size,
        "maxVisits": inquiry.visits,
        "analyzeTurns": turns,
        "includePolicy": True,
        "includeOwnership": any(turn % OWNERS_EVERY == 0 for turn in turns),
        "overrideSettings": {"reportAnalysisWinratesAs": "BLACK"},
    }
    try:
        return [_label(answer, game.size) for answer in judge.ask(query, len(turns))]
    except Refused as refusal:
        return str(refusal)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise CfggoError(f"{inquiry.command}: an answer without a verdict: {error!r}") from error


def end_judges() -> None:
    """Ends all engines that `labels_of` started in this process."""
    with _LOCK:
        for judge in _JUDGES.values():
            judge.close()


def _label(answer: dict[str, Any], size: int) -> Label:
    """Returns the label that an answer amounts to; raises KeyError, TypeError, ValueError or
    IndexError if it lacks something.
    """
    turn, root, policy = answer["turnNumber"], answer["rootInfo"], answer["policy"]
    infos = sorted(answer["moveInfos"], key=lambda info: int(info["order"]))
    moves = [
        f"{info['move']}/{info['visits']}/{round(info['scoreLead'], 1):g}/"
        f"{round(1000 * info['prior'])}"
        for info in infos
    ]
    seen = {info["move"] for info in infos}
    vertices = [
        format_vertex(point_from_row_col(size - 1 - i // size, i % size)) for i in range(size**2)
    ]
    others = zip([*vertices, format_vertex(PASS)], policy, strict=True)
    likely = sorted(((p, vertex) for vertex, p in others if p >= _LEAST_PRIOR), reverse=True)
    moves += [f"{vertex}/0//{round(1000 * p)}" for p, vertex in likely if vertex not in seen]
    owners = ""
    if turn % OWNERS_EVERY == 0:
        owners = "".join(chr(ord("k") + round(10 * owner)) for owner in answer["ownership"])
    winrate = round(100 * root["winrate"], 1)
    return Label(int(turn), round(root["scoreLead"], 1), winrate, " ".join(moves), owners)
