"""Positions judged by an engine, move by move: whether one move gains much more than all others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from typing import Any

from judges import Answer, Judge

Position = dict[str, Any]
"""A position: "id", "size", "black" and "white" (vertices), "to_play" ("B" or "W"), "komi", and
"lead", Black's, if that is known.
"""

Verdict = dict[str, Any]
"""A position in which one move gains most: with "best", "gap" (points by which it is better than
any other), "leads" after the others, and "deep": by move, and for "pass" if the opponent moves
first, lead, line and owners.
"""

MARGINS = {9: 4.0, 13: 5.0, 19: 6.0}
"""Points by which the best move must be better than any other, by the size of the board."""

_SCAN, _ROOT, _GLANCE, _DEEP = 24, 120, 12, 100  # visits
_AT_WORK = 64  # positions; each has up to 80 queries at a time
_FIRST = 5  # of a position's other moves, which may spare it the rest
_LIKELY = 0.0006  # policy from which on a move far from the best one is looked at
_LETTERS = "ABCDEFGHJKLMNOPQRST"


def judged(command: str, positions: Iterable[Position]) -> Iterator[Verdict | str]:
    """Yields the verdicts on positions as they come, and the id of each that has no such move.

    command -- as a shell has it, such as "katago analysis -model M -config C"

    Raises CfggoError if the engine can't be started, refuses a query or ends.
    """
    with ThreadPoolExecutor(_AT_WORK) as threads, Judge(command) as judge:
        try:
            work = [threads.submit(_Case(judge, position).verdict) for position in positions]
            for case in as_completed(work):
                yield case.result()
        finally:
            threads.shutdown(wait=False, cancel_futures=True)


class _Case:
    """A position that is being judged."""

    def __init__(self, judge: Judge, position: Position) -> None:
        self._judge = judge
        self._position = position
        self._size = position["size"]
        self._margin = MARGINS[self._size]
        self._sign = 1 if position["to_play"] == "B" else -1

    def verdict(self) -> Verdict | str:
        """Returns the verdict on the position, or its id if no move gains so much."""
        lead = self._position.get("lead")
        if lead is None:
            lead = self._lead_at_first_sight()
        verdict = None if lead is None else self._of_lead(lead)
        return verdict or self._position["id"]

    def _lead_at_first_sight(self) -> float | None:
        """Returns Black's lead; None if a short search finds no move that gains so much."""
        answer = self._ask(self._position["komi"], _SCAN).result()
        best, *others = (info["scoreLead"] for info in answer["moveInfos"])
        is_found = _is_clear(answer, 0.6) and self._gap(best, others) >= self._margin
        return best if is_found else None

    def _of_lead(self, lead: float) -> Verdict | None:
        """Returns the verdict with a komi by which the best move decides the game: the side to play
        is ahead by four points after it.
        """
        komi = round(self._position["komi"] + lead - 4 * self._sign - 0.5) + 0.5
        komi = max(-140.5, min(140.5, komi))
        root = self._ask(komi, _ROOT, includeOwnership=True, includePolicy=True).result()
        if not _is_clear(root, 0.5):
            return None
        best, best_lead = root["moveInfos"][0]["move"], root["moveInfos"][0]["scoreLead"]
        policy = self._policy(root)
        near = 2 if self._size == 19 else 3
        others = [
            vertex
            for vertex, share in policy.items()
            if vertex != best
            and (self._size == 9 or share >= _LIKELY or _distance(vertex, best) <= near)
        ]
        leads: dict[str, float] = {}
        for some in (others[:_FIRST], others[_FIRST:]):  # the likeliest first
            answers = {vertex: self._ask(komi, _GLANCE, vertex) for vertex in some}
            leads |= {v: answer.result()["rootInfo"]["scoreLead"] for v, answer in answers.items()}
            if self._gap(best_lead, leads.values()) < self._margin - 1:
                return None
        deep = self._look_closely(komi, best, leads, policy)
        looked_at = leads | {vertex: deep[vertex]["lead"] for vertex in deep if vertex in leads}
        gap = self._gap(deep[best]["lead"], looked_at.values())
        if gap < self._margin:
            return None
        return (
            self._position
            | {"komi": komi, "best": best, "gap": round(gap, 1), "leads": leads, "deep": deep}
            | {"priors": {vertex: round(policy.get(vertex, 0.0), 4) for vertex in deep}}
        )

    def _look_closely(
        self, komi: float, best: str, leads: dict[str, float], policy: dict[str, float]
    ) -> dict[str, Any]:
        """Looks again at the best move, at the most tempting others, and at the opponent's; returns
        lead, line and owners by move.
        """
        by_lead = sorted(leads, key=lambda v: -self._sign * leads[v])
        by_policy = sorted(leads, key=lambda v: -policy[v])
        game = [v for v in (self._position.get("played"),) if v in leads]
        moves = dict.fromkeys([best, *by_lead[:3], *by_policy[:3], *game, "pass"])
        answers = {move: self._ask(komi, _DEEP, move, includeOwnership=True) for move in moves}
        return {move: _in_depth(answer.result()) for move, answer in answers.items()}

    def _policy(self, root: Answer) -> dict[str, float]:
        """Returns the engine's opinion of moves at first sight, the likeliest first."""
        size = self._size
        shares = (
            (share, f"{_LETTERS[i % size]}{size - i // size}")
            for i, share in enumerate(root["policy"][: size * size])
            if share >= 0
        )
        return {vertex: share for share, vertex in sorted(shares, reverse=True)}

    def _gap(self, best: float, leads: Iterable[float]) -> float:
        """Returns by how many points the best move is better than any other."""
        return min((self._sign * (best - lead) for lead in leads), default=99.0)

    def _ask(
        self, komi: float, visits: int, move: str | None = None, **more: Any
    ) -> Future[Answer]:
        """Asks about the position after a move; after "pass" it is the opponent's turn in it."""
        position = self._position
        stones = [(c, v) for c, name in (("B", "black"), ("W", "white")) for v in position[name]]
        player = position["to_play"]
        moves = [] if move in (None, "pass") else [(player, move or "")]
        if move == "pass":
            player = "W" if player == "B" else "B"
        return self._judge.ask(
            self._size, komi, visits, stones, player, moves, analysisPVLen=9, **more
        )


def _in_depth(answer: Answer) -> dict[str, Any]:
    return {
        "lead": round(answer["rootInfo"]["scoreLead"], 1),
        "line": answer["moveInfos"][0]["pv"],
        "owner": "".join(chr(ord("k") + round(10 * owner)) for owner in answer["ownership"]),
    }


def _is_clear(answer: Answer, share: float) -> bool:
    """Tells whether a search chose a move, no pass, and spent so large a share on it."""
    moves = answer["moveInfos"]
    visits = sum(move["visits"] for move in moves)
    return moves[0]["move"] != "pass" and moves[0]["visits"] >= share * visits


def _distance(one: str, other: str) -> int:
    """Returns the larger of the differences in columns and in rows."""
    columns = abs(_LETTERS.index(one[0]) - _LETTERS.index(other[0]))
    return max(columns, abs(int(one[1:]) - int(other[1:])))
