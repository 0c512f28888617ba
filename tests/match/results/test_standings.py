"""Tallies, cross table and figures of players, from a few summaries."""

from collections.abc import Callable, Iterator
from itertools import permutations

import pytest

from cfggo.match.results.standings import Standings, rating_curves
from cfggo.match.results.statistics import Tally
from cfggo.match.results.summaries import GameSummary

MakeSummary = Callable[..., GameSummary]


@pytest.fixture
def standings(make_summary: MakeSummary) -> Standings:
    """Returns three players' results: a beats b twice and loses once, c drew with a."""
    return Standings(
        ["a", "b", "c"],
        [
            make_summary(1, "black", black="a", white="b", searched={"black": (900, 3.0)}),
            make_summary(2, "white", black="a", white="b", is_forfeit=True),
            make_summary(3, "white", black="b", white="a", searched={"white": (300, 1.0)}),
            make_summary(4, None, black="c", white="a", moves=51, opening_moves=1,
                        first_to_move="white"),
            make_summary(5, None, black="c", white="b", is_void=True, moves=0, seconds={}),
        ],
    )  # fmt: skip


def test_tallies(standings: Standings) -> None:
    assert standings.tally("a") == Tally(wins=2, losses=1, draws=1)
    assert standings.tally("a", "b") == Tally(wins=2, losses=1)
    assert standings.tally("b", "a") == Tally(wins=1, losses=2)
    assert standings.tally("a", colour="white") == Tally(wins=1, draws=1)
    assert standings.tally("b", "c") == Tally()  # a void game counts for neither
    assert standings.forfeits("a") == 1
    assert standings.forfeits("b") == 0


def test_cost(standings: Standings) -> None:
    cost = standings.cost("a")
    assert cost.moves_per_game == (3 * 100 + 51) / 4
    # Three games of 50 own moves; in the fourth White made 25 of 50 moves after the opening.
    assert cost.seconds_per_move == (1.0 + 1.0 + 0.5 + 0.5) / (3 * 50 + 25)
    assert cost.playouts_per_s == 1200 / 4.0
    assert standings.cost("b").playouts_per_s is None


def test_an_odd_move_is_that_of_who_moved_first(make_summary: MakeSummary) -> None:
    for first, black, white in (("black", 4, 3), ("white", 3, 4)):
        seconds = {"black": float(black), "white": float(white)}
        summary = make_summary(1, "black", moves=7, first_to_move=first, seconds=seconds)
        standings = Standings(["a", "b"], [summary])
        assert [standings.cost(player).seconds_per_move for player in "ab"] == [1.0, 1.0]


def test_ranking_and_text(standings: Standings) -> None:
    assert standings.ranking[-1] == "b"
    text = standings.to_text()
    *_, first, second, third, _, faults = text.splitlines()
    table = [line.split() for line in (first, second, third)]
    points = {row[1]: dict(zip(standings.ranking, row[2:], strict=True)) for row in table}
    assert points["a"] == {"a": "-", "b": "2/3", "c": "0.5/1"}
    assert points["c"]["b"] == "-"
    assert faults == "forfeits 1 (1 by a), errors 1, disputed scores 0"


@pytest.mark.parametrize("write", [Standings.to_text, Standings.to_json])
def test_games_are_looked_through_as_often_for_few_players_as_for_many(
    make_summary: MakeSummary, write: Callable[[Standings], object]
) -> None:
    class Counted(list[GameSummary]):
        passes = 0

        def __iter__(self) -> Iterator[GameSummary]:
            self.passes += 1
            return super().__iter__()

    passes = set()
    for players in ("abc", "abcdefgh"):
        pairs = enumerate(permutations(players, 2), 1)
        games = Counted(make_summary(n, "black", black=b, white=w) for n, (b, w) in pairs)
        write(Standings(players, games))
        passes.add(games.passes)
    assert len(passes) == 1


def test_no_elo_has_no_minus(make_summary: MakeSummary) -> None:
    """Rounding leaves ratings that are 0 a little below it."""
    wins = [*("ab", "ac", "ad", "bd", "cd") * 2, "bc", "cb"]
    summaries = [
        make_summary(number, "black", black=pair[0], white=pair[1])
        for number, pair in enumerate(wins, 1)
    ]
    text = Standings("abcd", summaries).to_text()
    assert text.count(" +0 ") == 2
    assert " -0 " not in text


def test_group_that_never_loses_to_the_rest_is_mentioned(make_summary: MakeSummary) -> None:
    pairs = [("a", "b"), ("b", "a"), ("c", "d"), ("d", "c"), ("a", "c"), ("b", "d")]
    games = [make_summary(n, "black", black=b, white=w) for n, (b, w) in enumerate(pairs, 1)]
    text = Standings("abcd", games).to_text()
    assert "some players won or lost all games against the rest" in text


def test_json_has_every_pair_once_from_each_side(standings: Standings) -> None:
    result = standings.to_json()
    assert (result["games"], result["errors"]) == (5, 1)
    assert result["cross_table"]["a"]["b"]["wins"] == result["cross_table"]["b"]["a"]["losses"] == 2
    assert "b" not in result["cross_table"]["c"]
    assert [player["name"] for player in result["players"]] == standings.ranking
    assert result["players"][-1]["by_colour"]["white"]["wins"] == 1


def test_curves_end_at_the_ratings(standings: Standings) -> None:
    counts, elos = rating_curves(standings)
    assert counts == [1, 2, 3, 4, 5]
    for name in standings.players:
        rating = standings.rating(name)
        assert rating
        assert elos[name][-1] == pytest.approx(rating.elo)
    assert elos["c"][0] is None  # no game yet


def test_players_without_any_game() -> None:
    standings = Standings(["a", "b"], [])
    assert standings.rating("a") is None
    assert rating_curves(standings) == ([], {"a": [], "b": []})
    assert [player["elo"] for player in standings.to_json()["players"]] == [None, None]
    assert "b" in standings.to_text()
