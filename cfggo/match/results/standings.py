"""The result of a tournament: ratings, cross table, and each player's figures."""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np

from cfggo.base.terminal import table_to_text
from cfggo.match.results.ratings import Rating, Ratings, fit_ratings
from cfggo.match.results.statistics import Tally, elo_to_text, interval_to_text, ratio
from cfggo.match.results.summaries import GameSummary

_CURVE_POINTS = 60

PRIOR_NOTE = (
    "some players won or lost all games against the rest: ratings with a drawn game added to each "
    "pairing"
)


@dataclass(frozen=True)
class Cost:
    """The cost of a player's games; None if unknown.

    Public attributes:
      moves_per_game, seconds_per_game -- of all its games, from starting the programs to the result
      seconds_per_move                 -- of its own moves
      playouts_per_s                   -- as the program reports it
    """

    moves_per_game: float | None
    seconds_per_game: float | None
    seconds_per_move: float | None
    playouts_per_s: float | None


@dataclass(frozen=True)
class Standings:
    """The results of a number of players.

    Public attributes:
      players -- names
      summaries -- the games, by number
      anchor  -- name of the player whose rating is 0, or None where the mean is 0
    """

    players: Sequence[str]
    summaries: Sequence[GameSummary]
    anchor: str | None = None

    @cached_property
    def ratings(self) -> Ratings:
        """The players' ratings, in the order of `players`."""
        index = {name: i for i, name in enumerate(self.players)}
        points = np.zeros((len(index), len(index)))
        for summary in self.summaries:
            if not summary.is_void:
                black, white = index[summary.black], index[summary.white]
                share = {"black": 1.0, "white": 0.0, None: 0.5}[summary.winner]
                points[black, white] += share
                points[white, black] += 1.0 - share
        return fit_ratings(points, None if self.anchor is None else index[self.anchor])

    @property
    def ranking(self) -> list[str]:
        """The players' names, the best first; those without a rating last."""
        ratings = dict(zip(self.players, self.ratings.players, strict=True))

        def strength(name: str) -> float:
            rating = ratings[name]
            return -math.inf if rating is None else rating.elo

        return sorted(self.players, key=strength, reverse=True)

    def rating(self, player: str) -> Rating | None:
        """Returns a player's rating, or None if it has no games with the others."""
        return self.ratings.players[list(self.players).index(player)]

    def tally(self, player: str, opponent: str | None = None, colour: str | None = None) -> Tally:
        """Returns a player's results, all of them or those with an opponent or a colour."""
        games = self._games(player, opponent, colour)
        return tally_games(games, lambda summary: summary.colour_of(player))

    def forfeits(self, player: str) -> int:
        """Returns how many games a player lost by a fault."""
        return sum(r.is_forfeit and r.winner != r.colour_of(player) for r in self._games(player))

    def cost(self, player: str) -> Cost:
        """Returns the cost of a player's games."""
        games = [(r, c) for r in self._games(player) if (c := r.colour_of(player)) is not None]
        searched = [r.searched[c] for r, c in games if c in r.searched]
        return Cost(
            moves_per_game=ratio(sum(r.moves for r, _ in games), len(games)),
            seconds_per_game=ratio(sum(r.duration for r, _ in games), len(games)),
            seconds_per_move=ratio(
                sum(r.seconds[c] for r, c in games), sum(r.moves_of(c) for r, c in games)
            ),
            playouts_per_s=ratio(sum(n for n, _ in searched), sum(s for _, s in searched)),
        )

    def to_json(self) -> dict[str, Any]:
        """Returns all of it as a JSON object, the players by rank."""
        ranking = self.ranking
        return {
            "games": len(self.summaries),
            **faults_json(self.summaries),
            "rating_has_prior": self.ratings.has_prior,
            "players": [self._player_json(name) for name in ranking],
            "cross_table": {
                name: {
                    other: tally_json(tally)
                    for other in ranking
                    if (tally := self.tally(name, other)).games
                }
                for name in ranking
            },
        }

    def to_text(self) -> str:
        """Returns the ratings, the cross table, and what went wrong, as lines to read."""
        ranking = self.ranking
        places = [f"{rank}." for rank in range(1, len(ranking) + 1)]
        heads = ["", "player", "Elo", "95% interval", "games", "points", "win rate", "95% interval"]
        rows = [[place, *self._row(name)] for place, name in zip(places, ranking, strict=True)]
        lines = [table_to_text(heads, rows, left=(1,))]
        if self.ratings.has_prior:
            lines.append(PRIOR_NOTE)
        cells = [
            [place, name, *(self._cell(name, other) for other in ranking)]
            for place, name in zip(places, ranking, strict=True)
        ]
        lines += ["", table_to_text(["", "points of games", *ranking], cells, left=(1,))]
        lines += ["", faults_to_text(self.summaries)]
        return "\n".join(lines)

    def _row(self, player: str) -> list[str]:
        tally, rating = self.tally(player), self.rating(player)
        return [
            player,
            "" if rating is None else elo_to_text(rating.elo),
            "" if rating is None or player == self.anchor else elo_interval_to_text(rating),
            str(tally.games),
            f"{tally.points:g}",
            "" if tally.win_rate is None else f"{tally.win_rate:.1%}",
            interval_to_text(tally),
        ]

    def _cell(self, player: str, opponent: str) -> str:
        tally = self.tally(player, opponent)
        return f"{tally.points:g}/{tally.games}" if tally.games else "-"

    def _games(
        self, player: str, opponent: str | None = None, colour: str | None = None
    ) -> list[GameSummary]:
        """Returns a player's games but for void ones, all or those with an opponent or a colour."""
        return self._games_by_player.get((player, opponent, colour), [])

    @cached_property
    def _games_by_player(self) -> dict[tuple[str, str | None, str | None], list[GameSummary]]:
        """The games by player, opponent and colour, of which the last two may be None for all."""
        games = defaultdict(list)
        for summary in self.summaries:
            if not summary.is_void:
                for player in {summary.black, summary.white}:
                    other = summary.white if player == summary.black else summary.black
                    colours = summary.colour_of(player), None
                    for opponent, colour in product((other, None), colours):
                        games[player, opponent, colour].append(summary)
        return games

    def _player_json(self, player: str) -> dict[str, Any]:
        rating = self.rating(player)
        return {
            "name": player,
            "elo": None if rating is None else rating.elo,
            "elo_interval": None if rating is None else [rating.low, rating.high],
            **tally_json(self.tally(player)),
            "by_colour": {
                colour: tally_json(self.tally(player, colour=colour))
                for colour in ("black", "white")
            },
            "forfeits": self.forfeits(player),
            **vars(self.cost(player)),
        }


def elo_interval_to_text(rating: Rating) -> str:
    """Returns the 95% interval of a rating, such as "-12 to +35"."""
    return f"{elo_to_text(rating.low)} to {elo_to_text(rating.high)}"


def rating_curves(standings: Standings) -> tuple[list[int], dict[str, list[float | None]]]:
    """Returns how the ratings went as games were played, in the order of their numbers.

    A pair: numbers of games, and by player the rating after that many, None before it has one.
    """
    n = len(standings.summaries)
    counts = sorted({round(n * step / _CURVE_POINTS) for step in range(1, _CURVE_POINTS + 1)} - {0})
    elos: dict[str, list[float | None]] = {name: [] for name in standings.players}
    for count in counts:
        earlier = Standings(standings.players, standings.summaries[:count], standings.anchor)
        for name in standings.players:
            rating = earlier.rating(name)
            elos[name].append(None if rating is None else rating.elo)
    return counts, elos


def tally_games(
    summaries: Iterable[GameSummary], colour_of: Callable[[GameSummary], str | None]
) -> Tally:
    """Returns the results of the player who has, in each game, the colour that a function returns.

    Games for which it returns None do not count, nor do void ones.
    """
    wins = losses = draws = 0
    for summary in summaries:
        colour = colour_of(summary)
        if colour is None or summary.is_void:
            continue
        wins += summary.winner == colour
        draws += summary.winner is None
        losses += summary.winner not in (colour, None)
    return Tally(wins, losses, draws)


def tally_json(tally: Tally) -> dict[str, Any]:
    """Returns a tally as a JSON object."""
    return {
        "wins": tally.wins,
        "losses": tally.losses,
        "draws": tally.draws,
        "win_rate": tally.win_rate,
        "interval": list(tally.interval),
    }


def faults_json(summaries: Collection[GameSummary]) -> dict[str, int]:
    """Returns how many games were forfeited, were void, or had a disputed score."""
    return {
        "forfeits": sum(summary.is_forfeit for summary in summaries),
        "errors": sum(summary.is_void for summary in summaries),
        "disputed_scores": sum(summary.is_disputed for summary in summaries),
    }


def faults_to_text(summaries: Collection[GameSummary]) -> str:
    """Returns the same as a line to read, with who forfeited how many."""
    faults = faults_json(summaries)
    losers = Counter(r.white if r.winner == "black" else r.black for r in summaries if r.is_forfeit)
    by = ", ".join(f"{count} by {name}" for name, count in sorted(losers.items()))
    return (
        f"forfeits {faults['forfeits']}{by and f' ({by})'}, errors {faults['errors']}, "
        f"disputed scores {faults['disputed_scores']}"
    )


def elo_json(tally: Tally) -> dict[str, Any]:
    """Returns the Elo difference of a tally as a JSON object.

    None stands for infinite numbers, and for those of no games.
    """
    return {"elo": _finite(tally.elo), "elo_interval": [_finite(elo) for elo in tally.elo_interval]}


def _finite(value: float | None) -> float | None:
    """Returns the value, or None if it is infinite, which JSON can't say."""
    return None if value is None or not math.isfinite(value) else value
