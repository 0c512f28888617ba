"""Answers: what a search found out, as a line of JSON.

They are put together as text: a dictionary of all these numbers would take longer to write than the
engine may spend beside its search.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from typing import Any

import numpy as np

from cfggo.go.game import Game
from cfggo.go.points import BLACK, MAX_SIZE, N_POINTS, PASS, format_vertex, points_from_top
from cfggo.interfaces.analysis.fields import QueryError
from cfggo.interfaces.analysis.queries import Wanted
from cfggo.search.report import MoveInfo, SearchReport
from cfggo.search.searcher import Searcher
from cfggo.search.tree import ROOT

_DECIMALS = 1000
"""Ownership is given in parts of this, as `_OWNERS` has them."""

_OWNERS = np.array(
    [f"{n / _DECIMALS: z.3f}," for n in range(-_DECIMALS, _DECIMALS + 1)], dtype="S7"
)
"""The text of each ownership from -1 to 1, seven characters long, with the comma that follows."""

_VERTICES = {point: f'"{format_vertex(point)}"' for point in (PASS, *points_from_top(MAX_SIZE))}
"""The name of each point, and of PASS, in quotes."""

_SHARED = 0.01
"""Probability of all moves that a search leaves out, up to which they are taken for equal."""

_HASH_BYTES = 16

_KO = 3
"""How a hash tells a point that may not be retaken from empty ones."""


def error_answer(query_id: str | None, error: QueryError) -> str:
    """Returns the answer to a query that can't be answered; query_id: None if it has none."""
    return _about_field(query_id, error.field, "error", str(error))


def warning_answer(query_id: str, field: str, message: str) -> str:
    """Returns an answer that comes before the proper ones."""
    return _about_field(query_id, field, "warning", message)


def _about_field(query_id: str | None, field: str, kind: str, message: str) -> str:
    fields = {kind: message}
    if field:
        fields["field"] = field
    if query_id is not None:
        fields["id"] = query_id
    return _compact(fields)


def echo(fields: Mapping[str, Any], **further: Any) -> str:
    """Returns the answer to an action: the same fields, and some more."""
    return _compact({**fields, **further})


def _compact(fields: Mapping[str, Any]) -> str:
    return json.dumps(fields, separators=(",", ":"))


def no_results(query_id: str, turn: int) -> str:
    """Returns the answer for a position whose search was ended before it began."""
    fields = {"id": query_id, "isDuringSearch": False, "noResults": True, "turnNumber": turn}
    return _compact(fields)


class AnswerWriter:
    """Writes the answers about one position, while and after an engine searches it."""

    def __init__(
        self,
        engine: Searcher,
        game: Game,
        query_id: str,
        turn: int,
        wanted: Wanted,
        avoid: frozenset[int],
    ) -> None:
        """Takes what the answers are about; avoid: points that the search leaves out."""
        self._engine = engine
        self._game = game
        self._colour = game.to_play
        self._wanted = wanted
        self._avoid = avoid
        self._sign = wanted.perspective.sign(self._colour)
        self._id = json.dumps(query_id)
        self._turn = turn

    @cached_property
    def _policy_field(self) -> str:
        """The policy as a field: its probabilities, and -1 for illegal moves."""
        if not self._wanted.policy:
            return ""
        legal = self._game.legal_points(self._colour)
        texts = ["-1"] * N_POINTS
        probabilities = self._probabilities([*legal, PASS])
        for point in (*legal, PASS):
            texts[point] = f"{probabilities[point]:.6g}"
        on_board = [texts[point] for point in _points_from_top(self._game.size).tolist()]
        return f',"policy":[{",".join(on_board)},{texts[PASS]}]'

    def _probabilities(self, legal: list[int]) -> list[float]:
        """Returns the tree policy's probabilities, by point; legal: the moves, PASS among them.

        The search knows them, but for moves that it leaves out, such as those into own eyes.  These
        share what is missing, if that is next to nothing; else the policy is asked again.
        """
        nodes = self._engine.nodes
        first, n = int(nodes[ROOT]["first_child"]), int(nodes[ROOT]["n_children"])
        known = nodes[first : first + n]
        missing = 1 - float(known["prior"].sum())
        if abs(missing) > _SHARED:
            return self._engine.policy(self._game, self._colour).tolist()
        values = [-1.0] * N_POINTS
        for point, prior in zip(known["move"].tolist(), known["prior"].tolist(), strict=True):
            values[point] = prior
        left_out = [point for point in legal if values[point] < 0]
        for point in left_out:
            values[point] = max(missing, 0.0) / len(left_out)
        return values

    @cached_property
    def _root_fields(self) -> str:
        """The part of answers about the position itself.

        `thisHash` is its hash; `symHash`, one that its mirror images share.  Equal positions with
        the same side to move and the same ko have equal hashes, in every run.
        """
        board, size = self._game.boards[0], self._game.size
        points = _points_from_top(size)
        stones = board["colour"][points].astype(np.uint8)
        stones[points == board["ko"]] = _KO
        prefix = bytes([size, self._colour])
        hashes = [
            hashlib.blake2b(prefix + image.tobytes(), digest_size=_HASH_BYTES).hexdigest().upper()
            for image in stones[_mirror_images(size)]
        ]
        return (
            f'"currentPlayer":"{"B" if self._colour == BLACK else "W"}",'
            f'"symHash":"{min(hashes)}","thisHash":"{hashes[0]}",'
        )

    def write(self, report: SearchReport, *, is_during_search: bool) -> str:
        """Returns the answer that tells of a report, which must be the engine's last."""
        # A search that must leave out every move there is tries one of them.
        moves = [move for move in report.moves if move.point not in self._avoid]
        owners = ""
        if self._wanted.ownership:
            (text,) = self._owner_texts(self._engine.ownership()[np.newaxis])
            owners = f',"ownership":[{text}]'
        return (
            f'{{"id":{self._id},"isDuringSearch":{"true" if is_during_search else "false"},'
            f'"moveInfos":[{self._moves_text(moves, report)}]{owners}{self._policy_field},'
            f'"rootInfo":{{{self._root_text(report)}}},"turnNumber":{self._turn}}}'
        )

    def _moves_text(self, moves: Sequence[MoveInfo], report: SearchReport) -> str:
        ends = self._moves_ends(moves)
        return ",".join(
            f"{{{self._move_text(move, order, report)}{end}}}"
            for order, (move, end) in enumerate(zip(moves, ends, strict=True))
        )

    def _move_text(self, move: MoveInfo, order: int, report: SearchReport) -> str:
        winrate = self._seen(move.shown_winrate(report.mean_winrate))
        lcb = self._seen(move.lower_bound(report.mean_winrate))
        lead, visits = self._sign * move.shown_lead(report), move.visits
        pv = move.pv[: 1 + self._wanted.pv_length]
        vertices = ",".join([_VERTICES[point] for point in pv])
        text = (
            f'"edgeVisits":{visits},"edgeWeight":{visits},"lcb":{lcb:z.6f},'
            f'"move":{_VERTICES[move.point]},"order":{order},"prior":{move.prior:.6f},'
            f'"pv":[{vertices}],'
        )
        if self._wanted.pv_visits:
            pv_visits = ",".join(map(str, move.pv_visits[: len(pv)]))
            text += f'"pvEdgeVisits":[{pv_visits}],"pvVisits":[{pv_visits}],'
        return text + (
            f'"scoreLead":{lead:z.3f},"scoreMean":{lead:z.3f},'
            f'"scoreSelfplay":{self._sign * move.score:z.3f},'
            f'"scoreStdev":{move.score_stdev:.3f},"utility":{2 * winrate - 1:z.6f},'
            f'"utilityLcb":{2 * lcb - 1:z.6f},"visits":{visits},"weight":{visits},'
            f'"winrate":{winrate:z.6f}'
        )

    def _moves_ends(self, moves: Sequence[MoveInfo]) -> Sequence[str]:
        """Returns what stands at the end of each move: who owns the points after it, if wanted."""
        if not self._wanted.moves_ownership or not moves:
            return [""] * len(moves)
        owners = np.array([self._engine.ownership_after(move.point) for move in moves])
        return [f',"ownership":[{text}]' for text in self._owner_texts(owners)]

    def _owner_texts(self, owners: np.ndarray) -> list[str]:
        """Returns the numbers of each row of float32[:, N_POINTS], +1 for Black."""
        side = self._sign if self._colour == BLACK else -self._sign
        on_board = (side * _DECIMALS) * owners[:, _points_from_top(self._game.size)]
        texts = _OWNERS[np.rint(on_board).astype(np.int64) + _DECIMALS]
        text, length = texts.tobytes().decode("ascii"), texts.itemsize * texts.shape[1]
        return [text[at : at + length - 1] for at in range(0, len(text), length)]

    def _root_text(self, report: SearchReport) -> str:
        winrate, lead = self._seen(report.shown_winrate), self._sign * report.shown_lead
        visits = report.visits
        return self._root_fields + (
            f'"scoreLead":{lead:z.3f},"scoreSelfplay":{self._sign * report.mean_score:z.3f},'
            f'"scoreStdev":{report.score_stdev:.3f},"utility":{2 * winrate - 1:z.6f},'
            f'"visits":{visits},"weight":{visits},"winrate":{winrate:z.6f}'
        )

    def _seen(self, winrate: float) -> float:
        """Returns the side to move's win rate as the answer's side sees it."""
        return winrate if self._sign > 0 else 1 - winrate


@cache
def _points_from_top(size: int) -> np.ndarray:
    """Returns the points of a board row by row from the upper left, int64[size * size]."""
    return np.array(points_from_top(size))


@cache
def _mirror_images(size: int) -> np.ndarray:
    """Returns where the points of the eight mirror images are in the first, int64[8, size ** 2]."""
    places = np.arange(size * size).reshape(size, size)
    return np.array(
        [np.rot90(image, turns).ravel() for image in (places, places.T) for turns in range(4)]
    )
