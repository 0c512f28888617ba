"""The searches of a review: each position by itself, with an empty tree and a seed of its own.

The tree is not kept from one position to the next.  So what a position's search finds depends on
nothing but the position, the settings and the seed: a review that was interrupted, or shared among
processes, is the same to the byte as one that was not, and no position's figures come from more
playouts than another's.

Both sides play for points (`SearchRequest.for_points`): searches for a win say little of who is
ahead by how much where one side wins nearly all playouts.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING, Any

import numpy as np

from cfggo.base.errors import CfggoError
from cfggo.base.said import said
from cfggo.config import EngineConfig
from cfggo.go.points import COLOUR_NAMES, format_vertex, points_from_top
from cfggo.search.limits import Limit, playouts_on
from cfggo.search.request import SearchRequest
from cfggo.search.searcher import Searcher
from cfggo.study.explaining.explainer import ExplainedPosition, Explainer
from cfggo.study.explaining.first_sight import FirstSight
from cfggo.study.reviewing.curve import winrate_of
from cfggo.study.reviewing.position import (
    KEPT_MOVES,
    MOST_OWNED,
    NOBODY,
    SearchedMove,
    SearchedPosition,
)
from cfggo.study.reviewing.record import ReviewedRecord
from cfggo.version import __version__

if TYPE_CHECKING:
    from cfggo.go.game import Game
    from cfggo.search.report import MoveInfo
    from cfggo.study.explaining.explanation import Explanation

LEADS = 5
"""Version of how leads are made: a review that began with another can't go on."""

TIMES, SECOND_LEAST = 2, 2000
"""A second search has so many times the playouts, or seconds, of the first, and so many playouts
at least: fewer can't tell a mistake from chance."""

SECOND_PLAYOUTS = "paper-cfg"
"""Weights of the playouts of second searches: all paths of the graph, learnt from long games."""

SECOND_EXPONENT = 1.25
"""Their `playout_exponent`."""

SURE_VISITS = 8
"""Playouts that a move of a variation must have had to be kept: the rest is chance."""


@dataclass(frozen=True)
class ReviewSettings:
    """How positions are searched.

    Public attributes:
      config -- EngineConfig, of which playouts, seconds, threads and the seed count too; a level
                does not, as values are those of full strength
      scales -- whether playouts are those on 19x19, and more on smaller boards, in the same time
    """

    config: EngineConfig
    scales: bool = False

    @property
    def limit(self) -> Limit:
        """The limit of a position's search on 19x19."""
        return Limit(self.config.search.playouts, self.config.search.seconds)

    def limit_on(self, size: int, times: int) -> Limit:
        """Returns so many times the limit of a position's search on a board."""
        playouts = times * self.limit.playouts
        if self.scales:
            playouts = playouts_on(size, playouts)
        return Limit(playouts, times * self.limit.seconds)

    @property
    def times(self) -> int:
        """How many times the playouts, or seconds, a second search has."""
        playouts = self.limit.playouts
        return max(TIMES, math.ceil(SECOND_LEAST / playouts)) if playouts else TIMES

    @property
    def second_opinion(self) -> EngineConfig:
        """How positions are searched again: by playouts that know the graph.

        They take two and a half times as long.  They err less about who owns what, and elsewhere
        than the usual ones: what both find is hardly chance.  Plain UCT, which knows nothing else
        of Go either, keeps its own.
        """
        if not self.config.search.priors:
            return self.config
        return self.config.with_values(playout=SECOND_PLAYOUTS, playout_exponent=SECOND_EXPONENT)

    def again_to_text(self) -> str:
        """Returns how positions were searched again, as a sentence."""
        if self.second_opinion == self.config:
            return said(
                "The moves that lost most were looked at again with {n} times the effort.",
                n=self.times,
            )
        return said(
            "The moves that lost most were looked at again with {n} times the effort "
            "and playouts that know the graph.",
            n=self.times,
        )

    def to_json(self) -> dict[str, Any]:
        """Returns all that the searches depend on; one that goes on must have the same.

        Raises CfggoError if a file of weights is not there.
        """
        config = self.config
        return {
            "version": __version__,
            "preset": config.name,
            **asdict(config.policy),
            **asdict(config.search),
            "threads": config.play.threads,
            "seed": config.play.seed,
            "owners": config.play.owners,
            **({"more playouts on smaller boards": True} if self.scales else {}),
            "leads": LEADS,
            **{f"content of {name}": digest for name, digest in config.digests().items()},
            **{
                f"content of {name}, second searches": digest
                for name, digest in self.second_opinion.digests().items()
            },
        }

    def to_text(self, size: int) -> str:
        """Returns how positions of a board were searched, as a sentence."""
        limit = self.limit_on(size, 1)
        playouts = said("{n} playouts", n=limit.playouts or 0)
        seconds = said("{n} seconds", n=f"{limit.seconds or 0:g}")
        effort = playouts if limit.playouts else seconds
        if limit.playouts and limit.seconds:
            effort = said("{first} or {second}", first=playouts, second=seconds)
        return said(
            "Reviewed by cfggo {version}, preset {preset}, {effort} a position.",
            version=__version__,
            preset=self.config.name,
            effort=effort,
        )


class PositionSearcher:
    """Searches positions of records."""

    def __init__(self, settings: ReviewSettings) -> None:
        """Loads the engine.  Raises CfggoError if that is impossible, as for damaged weights."""
        self._settings = settings
        self._engine = Searcher(settings.config)
        self._asks_policy = settings.config.search.priors
        self._explainer = self._make_explainer()

    @cached_property
    def _second_engine(self) -> Searcher:
        """Returns the engine that searches positions again; most processes never need it."""
        return Searcher(self._settings.second_opinion)

    def _make_explainer(self) -> Explainer | None:
        """Returns what explains moves; None if the search asks no policy, or one that nothing
        explains.
        """
        if not self._asks_policy:
            return None
        try:
            return Explainer(self._engine.tree_policy)
        except CfggoError:
            return None

    def search(
        self, record: ReviewedRecord, positions: Iterable[int], times: int = 1
    ) -> Iterator[SearchedPosition]:
        """Yields what the searches of some positions of a record found out.

        times -- how many times the usual playouts, or seconds, they are to have; more than once
                 they are by the second opinion
        """
        for position, game in record.positions(positions):
            yield self._search(record, position, game, times)

    def _search(
        self, record: ReviewedRecord, position: int, game: Game, times: int
    ) -> SearchedPosition:
        colour = game.to_play
        engine = self._engine if times == 1 else self._second_engine
        engine.forget()
        engine.set_seed(_seed(self._settings.config.play.seed or 0, position, times))
        limit = self._settings.limit_on(game.size, times)
        report = engine.analyze(SearchRequest(game, colour, limit, for_points=True))
        spread = report.score_stdev
        found = SearchedPosition(
            position=position,
            to_play=COLOUR_NAMES[colour],
            visits=report.visits,
            winrate=round(winrate_of(report.mean_score, spread), 4),
            score=round(report.mean_score, 2),
            spread=round(spread, 2),
            moves=tuple(_searched_move(move, spread) for move in report.moves[:KEPT_MOVES]),
            ownership=_letters(engine.ownership(), game.size),
            times=times,
        )
        if position == len(record.steps) or not record.steps[position].is_move:
            return found
        point = record.steps[position].point
        policy = engine.policy(game, colour)
        ranks = {move.point: rank for rank, move in enumerate(report.moves, 1)}
        rank = ranks.get(point)
        mistake = engine.mistakes().get(point, 1.0) if times == 1 else 1.0
        # A search that goes on as if there had been no pass has other priors than the policy.
        prior = round(float(policy[point]), 6)
        searched = SearchedMove(format_vertex(point), 0, 0.0, 0.0, prior, ())
        if rank is not None:
            searched = _searched_move(report.moves[rank - 1], spread)
        found = replace(
            found,
            played=replace(searched, prior=prior),
            rank=rank,
            mistake=round(mistake, 3),
            policy_rank=_rank(policy, point) if self._asks_policy else None,
        )
        if rank == 1 or self._explainer is None:
            return found
        explained = self._explainer.look_at(game, colour)
        played, best = (_explain(explained, each) for each in (point, report.moves[0].point))
        return replace(
            found,
            why=_reasons(played),
            why_best=_reasons(best),
            sights=(FirstSight.of(played), FirstSight.of(best)) if played and best else None,
        )


def work_of_one(times: int) -> int:
    """Returns about how many usual searches take as long as one with so many times their effort:
    playouts that know more are slower.
    """
    return 1 if times == 1 else times * 5 // 2


def _rank(policy: np.ndarray, point: int) -> int:
    """Returns the place of a move among all by a policy's probabilities, from 1."""
    return int(np.count_nonzero(policy > policy[point])) + 1


def _explain(position: ExplainedPosition, point: int) -> Explanation | None:
    """Returns why the policy finds a move likely or not; None of a suicide."""
    try:
        return position.explain(point)
    except CfggoError:  # the policy knows no suicide, which some rules allow
        return None


def _reasons(explanation: Explanation | None) -> tuple[str, ...]:
    return tuple(explanation.sentences(indents=False)) if explanation else ()


def _seed(seed: int, position: int, times: int) -> int:
    """Returns the seed of a position's search; a longer one must not begin as the usual one."""
    entropy = [seed, position] if times == 1 else [seed, position, times]
    return int(np.random.SeedSequence(entropy).generate_state(1, np.uint64)[0])


def _searched_move(move: MoveInfo, spread: float) -> SearchedMove:
    return SearchedMove(
        move=format_vertex(move.point),
        visits=move.visits,
        winrate=round(winrate_of(move.score, spread), 4),
        score=round(move.score, 2),
        prior=round(move.prior, 6),
        pv=_sure_part(move),
    )


def _sure_part(move: MoveInfo) -> tuple[str, ...]:
    """Returns the variation as far as it was looked at often, the move itself in any case."""
    followed = takewhile(
        lambda pair: pair[1] >= SURE_VISITS, zip(move.pv, move.pv_visits, strict=True)
    )
    points = [point for point, _ in followed] or move.pv[:1]
    return tuple(format_vertex(point) for point in points)


def _letters(ownership: np.ndarray, size: int) -> str:
    """Returns who owns each point as letters; ownership: float[N_POINTS], +1 for Black to -1."""
    steps = np.rint(MOST_OWNED * ownership).astype(int)
    return "".join(chr(NOBODY + int(steps[point])) for point in points_from_top(size))
