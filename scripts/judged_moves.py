"""Positions judged by an engine, move by move: whether one move gains much more than all others.

Queries of KataGo's analysis protocol are sent ahead, so that an engine with many threads, or a
graphics card, has enough to do; what is asked next of a position depends on the answers.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from cfggo.base.errors import CfggoError

Position = dict[str, Any]
"""A position: "id", "size", "black" and "white" (vertices), "to_play" ("B" or "W"), "komi", and
"lead", Black's, if that is known.
"""

Verdict = dict[str, Any]
"""A position in which one move gains most: with "best", "gap" (points by which it is better than
any other), "leads" after the others, and "deep": by move, and for "pass" if the opponent moves
first, lead, line and owners.
"""

_Answer = Callable[[dict[str, Any]], None]

MARGINS = {9: 4.0, 13: 5.0, 19: 6.0}
"""Points by which the best move must be better than any other, by the size of the board."""

_SCAN, _ROOT, _GLANCE, _DEEP = 24, 120, 12, 100  # visits
_AT_WORK = 640  # queries that are sent ahead
_FIRST = 5  # of a position's other moves, which may spare it the rest
_LIKELY = 0.0006  # policy from which on a move far from the best one is looked at
_LETTERS = "ABCDEFGHJKLMNOPQRST"


def judged(command: str, positions: Iterable[Position]) -> Iterator[Verdict | str]:
    """Yields the verdicts on positions as they come, and the id of each that has no such move.

    command -- as a shell has it, such as "katago analysis -model M -config C"; its configuration
               must report win rates and leads as Black's

    Raises CfggoError if the engine can't be started or ends.
    """
    yield from _Court(command, positions).verdicts()


@dataclass
class _Case:
    """A position that is being judged.

    Public attributes:
      position -- Position
      komi  -- with which the side to play is ahead by four points after its best move
      best  -- its best move
      root  -- the engine's moves there
      policy -- by move, the engine's opinion at first sight
      leads -- by other move, Black's lead after it
      deep  -- as in a verdict
    """

    position: Position
    komi: float
    best: str = ""
    root: list[Any] = field(default_factory=list)
    policy: dict[str, float] = field(default_factory=dict)
    leads: dict[str, float] = field(default_factory=dict)
    deep: dict[str, Any] = field(default_factory=dict)

    @property
    def sign(self) -> int:
        return 1 if self.position["to_play"] == "B" else -1

    def gap(self) -> float:
        """Returns by how many points the best move is better than any other, as known by now."""
        best = self.deep[self.best]["lead"] if self.best in self.deep else self.root[0]["scoreLead"]
        rest = self.leads | {v: d["lead"] for v, d in self.deep.items() if v in self.leads}
        return min((self.sign * (best - lead) for lead in rest.values()), default=99.0)


class _Court:
    def __init__(self, command: str, positions: Iterable[Position]) -> None:
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        except (OSError, ValueError, IndexError) as error:
            raise CfggoError(f"judge {command!r}: can't be started: {error}") from error
        self._command = command
        self._waiting: deque[tuple[dict[str, Any], _Answer]] = deque()
        self._urgent: deque[tuple[dict[str, Any], _Answer]] = deque()
        self._sent: dict[str, _Answer] = {}
        self._changed = threading.Condition()
        self._is_over = False
        self._number = 0
        self._found: deque[Verdict | str] = deque()
        for position in positions:
            self._begin(position)

    def verdicts(self) -> Iterator[Verdict | str]:
        assert self._process.stdout is not None
        threading.Thread(target=self._send, daemon=True).start()
        try:
            while self._sent or self._waiting or self._urgent:
                line = self._process.stdout.readline()
                if not line:
                    raise CfggoError(f"{self._command}: it has ended")
                answer = json.loads(line)
                if "error" in answer:
                    raise CfggoError(f"{self._command}: {answer['error']}")
                if "rootInfo" in answer:
                    with self._changed:
                        then = self._sent.pop(answer["id"])
                        self._changed.notify()
                    then(answer)
                yield from self._found
                self._found.clear()
        finally:
            self._is_over = True
            self._process.kill()
            self._process.wait()

    def _send(self) -> None:
        assert self._process.stdin is not None
        while True:
            with self._changed:
                while not self._is_over and (
                    len(self._sent) >= _AT_WORK or not (self._urgent or self._waiting)
                ):
                    self._changed.wait(0.2)
                if self._is_over:
                    return
                query, then = (self._urgent or self._waiting).popleft()
                self._number += 1
                query["id"] = str(self._number)
                self._sent[query["id"]] = then
            self._process.stdin.write(json.dumps(query) + "\n")
            self._process.stdin.flush()

    def _ask(
        self,
        position: Position,
        komi: float,
        visits: int,
        then: _Answer,
        move: str | None = None,
        *,
        is_urgent: bool = True,
        **more: Any,
    ) -> None:
        query = {
            "initialStones": [
                *(["B", vertex] for vertex in position["black"]),
                *(["W", vertex] for vertex in position["white"]),
            ],
            "initialPlayer": position["to_play"],
            "moves": [] if move is None else [[position["to_play"], move]],
            "rules": "chinese",
            "komi": komi,
            "boardXSize": position["size"],
            "boardYSize": position["size"],
            "maxVisits": visits,
            "analysisPVLen": 9,
            **more,
        }
        (self._urgent if is_urgent else self._waiting).append((query, then))

    def _begin(self, position: Position) -> None:
        if position.get("lead") is not None:
            self._open(position, position["lead"], is_urgent=False)
            return

        def took(answer: dict[str, Any]) -> None:
            best, *others = answer["moveInfos"]
            sign = 1 if position["to_play"] == "B" else -1
            gap = min((sign * (best["scoreLead"] - m["scoreLead"]) for m in others), default=99.0)
            if _is_clear(answer, 0.6) and gap >= MARGINS[position["size"]]:
                self._open(position, best["scoreLead"])
            else:
                self._found.append(position["id"])

        self._ask(position, position["komi"], _SCAN, took, is_urgent=False)

    def _open(self, position: Position, lead: float, *, is_urgent: bool = True) -> None:
        """Looks at a position with a komi by which its best move decides the game."""
        sign = 1 if position["to_play"] == "B" else -1
        komi = round(position["komi"] + lead - 4 * sign - 0.5) + 0.5
        case = _Case(position, max(-140.5, min(140.5, komi)))
        more: dict[str, Any] = {"includeOwnership": True, "includePolicy": True}
        then = partial(self._root, case)
        self._ask(position, case.komi, _ROOT, then, is_urgent=is_urgent, **more)

    def _root(self, case: _Case, answer: dict[str, Any]) -> None:
        if not _is_clear(answer, 0.5):
            self._found.append(case.position["id"])
            return
        size = case.position["size"]
        case.root = answer["moveInfos"]
        case.best = case.root[0]["move"]
        policy = sorted(
            (
                (share, f"{_LETTERS[i % size]}{size - i // size}")
                for i, share in enumerate(answer["policy"][: size * size])
                if share >= 0
            ),
            reverse=True,
        )
        case.policy = {vertex: share for share, vertex in policy}
        near = 2 if size == 19 else 3
        others = [
            vertex
            for share, vertex in policy
            if vertex != case.best
            and (size == 9 or share >= _LIKELY or _distance(vertex, case.best) <= near)
        ]
        self._glance(case, others[:_FIRST], others[_FIRST:])

    def _glance(self, case: _Case, now: list[str], later: list[str]) -> None:
        """Looks at other moves, the likeliest first, until one is about as good."""
        left = len(now)

        def took(vertex: str, answer: dict[str, Any]) -> None:
            nonlocal left
            case.leads[vertex] = answer["rootInfo"]["scoreLead"]
            left -= 1
            if left:
                return
            if case.gap() < MARGINS[case.position["size"]] - 1:
                self._found.append(case.position["id"])
            elif later:
                self._glance(case, later, [])
            else:
                self._look_closely(case)

        for vertex in now:
            self._ask(case.position, case.komi, _GLANCE, partial(took, vertex), move=vertex)

    def _look_closely(self, case: _Case) -> None:
        """Looks again at the best move, at the most tempting others, and at the opponent's."""
        by_lead = sorted(case.leads, key=lambda v: -case.sign * case.leads[v])
        by_policy = sorted(case.leads, key=lambda v: -case.policy[v])
        game = [v for v in (case.position.get("played"),) if v in case.leads]
        moves = dict.fromkeys([case.best, *by_lead[:3], *by_policy[:3], *game])
        left = len(moves) + 1

        def took(vertex: str, answer: dict[str, Any]) -> None:
            nonlocal left
            root = answer["rootInfo"]
            case.deep[vertex] = {
                "lead": round(root["scoreLead"], 1),
                "line": answer["moveInfos"][0]["pv"],
                "owner": "".join(chr(ord("k") + round(10 * o)) for o in answer["ownership"]),
            }
            left -= 1
            if not left:
                self._end(case)

        for move in moves:
            then = partial(took, move)
            self._ask(case.position, case.komi, _DEEP, then, move=move, includeOwnership=True)
        other = "W" if case.position["to_play"] == "B" else "B"
        self._ask(
            case.position | {"to_play": other},
            case.komi,
            _DEEP,
            partial(took, "pass"),
            includeOwnership=True,
        )

    def _end(self, case: _Case) -> None:
        if (gap := case.gap()) < MARGINS[case.position["size"]]:
            self._found.append(case.position["id"])
            return
        self._found.append(
            case.position
            | {"komi": case.komi, "best": case.best, "gap": round(gap, 1)}
            | {"leads": case.leads, "deep": case.deep}
            | {"priors": {v: round(case.policy.get(v, 0.0), 4) for v in case.deep}}
        )


def _is_clear(answer: dict[str, Any], share: float) -> bool:
    """Tells whether a search chose a move, no pass, and spent so large a share on it."""
    moves = answer["moveInfos"]
    visits = sum(move["visits"] for move in moves)
    return moves[0]["move"] != "pass" and moves[0]["visits"] >= share * visits


def _distance(one: str, other: str) -> int:
    """Returns the larger of the differences in columns and in rows."""
    columns = abs(_LETTERS.index(one[0]) - _LETTERS.index(other[0]))
    return max(columns, abs(int(one[1:]) - int(other[1:])))
