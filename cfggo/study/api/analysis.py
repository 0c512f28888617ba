"""Analyses of positions, with colours and vertices by name."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from cfggo.base.errors import CfggoError
from cfggo.go.points import COLOUR_NAMES, format_vertex, points_from_top
from cfggo.search.report import MoveInfo, SearchReport


@dataclass(frozen=True, eq=False)
class Candidate:
    """A move that the search visited; win rate and score are seen by the side to move.

    Public attributes:
        move        -- vertex, or "pass"
        order       -- 0 for the best move, then 1, 2, ...
        visits      -- playouts that began with it
        winrate     -- between 0 and 1; drawn towards the position's mean where visits are few
        lower_bound -- lower end of the win rate's 95% interval (LCB)
        score       -- points by which the side is ahead with it, komi included; they agree with
                       the win rate
        lead        -- the same by its own playouts alone
        mean_score  -- mean score of its playouts as it is
        score_stdev -- standard deviation of the playouts' scores
        prior       -- the tree policy's probability
        pv          -- principal variation: vertices, the move itself first
        pv_visits   -- visits of each of its moves
        ownership   -- as Analysis.ownership, at the end of the playouts that began with the move,
                       whatever the setting `owners`, NaN if none of this search did; or None
    """

    move: str
    order: int
    visits: int
    winrate: float
    lower_bound: float
    score: float
    lead: float
    mean_score: float
    score_stdev: float
    prior: float
    pv: list[str]
    pv_visits: list[int]
    ownership: np.ndarray | None = None


@dataclass(frozen=True, eq=False)
class Analysis:
    """The result of a search; win rate and score are for the side to move.

    Public attributes:
        to_play     -- "black" or "white"
        playouts    -- of this search
        visits      -- playouts of all candidates
        seconds     -- since the search began
        winrate     -- of the best move, between 0 and 1
        score       -- points by which the side to move is ahead with it, komi included, which agree
                       with the win rate
        mean_lead   -- the same by all playouts, whatever their first move
        mean_score  -- their mean score
        score_stdev -- standard deviation of the scores of all playouts
        ownership   -- float32[size, size] from +1 for Black to -1 for White, the top row first; NaN
                       without playouts, as where a tree that is kept has no room for more
        candidates  -- list of Candidate, best first
        mistakes    -- by vertex, how many times as likely as others a move is a mistake, by what
                       the search has seen; moves that are not there are as likely as others
    """

    to_play: str
    playouts: int
    visits: int
    seconds: float
    winrate: float
    score: float
    mean_lead: float
    mean_score: float
    score_stdev: float
    ownership: np.ndarray
    candidates: list[Candidate]
    mistakes: dict[str, float] = field(default_factory=dict)

    @property
    def best(self) -> Candidate | None:
        """The best move; None only if nothing was searched."""
        return self.candidates[0] if self.candidates else None

    @property
    def black_winrate(self) -> float:
        """The win rate as Black sees it."""
        return self.winrate if self.to_play == "black" else 1.0 - self.winrate

    @property
    def black_score(self) -> float:
        """The score as Black sees it."""
        return self.score if self.to_play == "black" else -self.score

    def of(self, move: str) -> Candidate | None:
        """Returns the candidate with a move, or None if the search never visited it.

        Raises CfggoError for what is no text.
        """
        if not isinstance(move, str):
            raise CfggoError(f"move can't be {move!r}")
        name = move.upper()
        return next((one for one in self.candidates if one.move.upper() == name), None)


def analysis_of(
    report: SearchReport, ownership: np.ndarray, after: dict[int, np.ndarray], size: int
) -> Analysis:
    """Returns a search's report with names.

    ownership -- float32[N_POINTS], as `Searcher.ownership` returns it
    after     -- the same after some moves, by point
    """
    candidates = [
        _candidate(move, order, report, after, size) for order, move in enumerate(report.moves)
    ]
    return Analysis(
        to_play=COLOUR_NAMES[report.colour],
        playouts=report.playouts,
        visits=report.visits,
        seconds=report.seconds,
        winrate=report.shown_winrate,
        score=report.shown_lead,
        mean_lead=report.mean_lead,
        mean_score=report.mean_score,
        score_stdev=report.score_stdev,
        ownership=grid(ownership, size),
        candidates=candidates,
    )


def grid(values: np.ndarray, size: int) -> np.ndarray:
    """Returns the values of a board's points as an array [size, size], the top row first.

    values -- array[N_POINTS]
    """
    return values[[*points_from_top(size)]].reshape(size, size)


def _candidate(
    move: MoveInfo,
    order: int,
    report: SearchReport,
    after: dict[int, np.ndarray],
    size: int,
) -> Candidate:
    """Returns a move of a report with names."""
    return Candidate(
        move=format_vertex(move.point),
        order=order,
        visits=move.visits,
        winrate=move.shown_winrate(report.mean_winrate),
        lower_bound=move.lower_bound(report.mean_winrate),
        score=move.shown_lead(report),
        lead=move.lead,
        mean_score=move.score,
        score_stdev=move.score_stdev,
        prior=move.prior,
        pv=[format_vertex(point) for point in move.pv],
        pv_visits=list(move.pv_visits),
        ownership=grid(after[move.point], size) if move.point in after else None,
    )
