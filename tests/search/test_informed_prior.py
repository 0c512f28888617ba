"""Priors mended by what a search has seen: its numbers against plain ones, and what trees do."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from cfggo.base.errors import CfggoError
from cfggo.config import EngineConfig, load_config
from cfggo.features.circumstances import N_CIRCUMSTANCES
from cfggo.go.game import Game
from cfggo.go.points import BLACK, PASS, parse_vertex, point_from_row_col
from cfggo.models.bradley_terry.boosted_trees import FORK_DTYPE, BoostedTrees
from cfggo.search.informed_prior import FIRST_VISITS, TRUST, UNSEEN
from cfggo.search.informed_trees import (
    N_INFORMED,
    OF_SEARCH,
    load_informed_trees,
    save_informed_trees,
)
from cfggo.search.limits import Limit
from cfggo.search.request import SearchRequest
from cfggo.search.searcher import Searcher

OPENING = tuple(
    "D4 Q16 Q3 D16 R5 C3 C4 D3 E4 C5 B5 C6 F3 O17 R14 Q14 Q13 R15 R13 P14 P13 O14".split()  # noqa: SIM905
)


def saved(path: Path, number: int, bound: float, leaves: tuple[float, float]) -> str:
    """Writes one tree that asks for one number, and returns its file."""
    forks = np.zeros(1, FORK_DTYPE)
    forks[0] = (number, bound, 2)
    trees = BoostedTrees(forks, np.array(leaves, np.float32), np.array([0, 1], np.int32))
    save_informed_trees(path, trees, {})
    return str(path)


def game_after(vertices: Sequence[str]) -> Game:
    game = Game(19, 7.5)
    for vertex in vertices:
        game.play(game.to_play, parse_vertex(vertex, 19))
    return game


def engine_with(trees: str, threads: int = 1) -> Searcher:
    config = load_config().with_values(informed=trees, candidates=0, threads=threads, seed=3)
    return Searcher(config)


@pytest.fixture(scope="module")
def idle(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Returns a tree that changes nothing."""
    return saved(tmp_path_factory.mktemp("trees") / "idle.weights", 1, 0.0, (0.0, 0.0))


@pytest.fixture(scope="module")
def engine(idle: str) -> Searcher:
    return engine_with(idle)


def plain_numbers(engine: Searcher, game: Game, point: int) -> dict[str, float]:
    """Returns a move's numbers, from owners by first moves and the nodes, word by word."""
    sign = 1 if game.to_play == BLACK else -1
    board = game.boards_for(game.to_play)[0]
    root, children = engine.nodes[0], engine._tree.children
    owned = sign * engine.ownership()
    row, col = divmod(point, 21)
    steps = {
        point_from_row_col(r, c): abs(r + 1 - row) + abs(c + 1 - col)
        for r in range(19)
        for c in range(19)
    }

    def near(most: int, colour: int | None = None) -> list[int]:
        return [
            at
            for at, n in steps.items()
            if n <= most and (colour is None or board["colour"][at] == colour)
        ]

    def lost(at: int) -> float:
        mine = owned[at] if board["colour"][at] == game.to_play else -owned[at]
        return float((1 - mine) / 2)

    def neighbour(colour: int) -> tuple[float, float]:
        beside = [at for at in near(1, colour) if at != point]
        chains = [(float(board["n_stones"][board["head"][at]] * lost(at)), at) for at in beside]
        most = max(chains, key=lambda chain: chain[0], default=None)
        return (-2.0, -1.0) if most is None else (float(owned[most[1]]), most[0])

    own, enemy = game.to_play, 3 - game.to_play
    (child,) = children[children["move"] == point]
    visits, winrate = int(root["visits"]), 1 - root["half_wins"] / 2 / root["visits"]
    lead = sign * root["points"] / visits
    own_beside, enemy_beside = neighbour(own), neighbour(enemy)
    return {
        "visits of the node, as a power of 2": np.log2(visits),
        "win rate": winrate,
        "lead": lead,
        "deviation of the lead": (root["squared_points"] / visits - lead**2) ** 0.5,
        "largest share of the visits": children["visits"].max() / children["visits"].sum(),
        "share of the visits": child["visits"] / children["visits"].sum(),
        "win rate above the node's": child["half_wins"] / 2 / child["visits"] - winrate
        if child["visits"]
        else UNSEEN,
        "lead above the node's": sign * child["points"] / child["visits"] - lead
        if child["visits"]
        else UNSEEN,
        "win rate by RAVE above the node's": child["rave_half_wins"] / 2 / child["rave_visits"]
        - winrate
        if child["rave_visits"]
        else UNSEEN,
        "owner": owned[point],
        "owners within 2": np.mean(owned[near(2)]),
        "doubt within 2": np.sum(1 - owned[near(2)] ** 2),
        "doubt within 3": np.sum(1 - owned[near(3)] ** 2),
        "doubt within 4": np.sum(1 - owned[near(4)] ** 2),
        "own stones lost within 3": sum(map(lost, near(3, own))),
        "enemy stones lost within 3": sum(map(lost, near(3, enemy))),
        "own stones lost within 4": sum(map(lost, near(4, own))),
        "enemy stones lost within 4": sum(map(lost, near(4, enemy))),
        "owner of an own neighbour": own_beside[0],
        "stones lost of an own neighbour": own_beside[1],
        "owner of an enemy neighbour": enemy_beside[0],
        "stones lost of an enemy neighbour": enemy_beside[1],
    }


@pytest.mark.parametrize("n_moves", [0, 6, 14, 22])
def test_numbers_are_those_counted_one_by_one(engine: Searcher, n_moves: int) -> None:
    game = game_after(OPENING[:n_moves])
    engine.forget()
    engine.analyze(SearchRequest(game, game.to_play, Limit(300)))
    points, numbers = engine.informed_moves()
    assert len(points) > 1
    for point, row in zip(points.tolist(), numbers, strict=True):
        plain = plain_numbers(engine, game, point)
        found = dict(zip(OF_SEARCH, row[N_CIRCUMSTANCES:].tolist(), strict=True))
        for name, number in plain.items():
            assert found[name] == pytest.approx(number, abs=2e-3), (name, point)
        changes = [name for name in OF_SEARCH if name not in plain]
        assert len(changes) == 2
        known = {found[name] == UNSEEN for name in changes}
        (child,) = engine._tree.children[engine._tree.children["move"] == point]
        assert known == {child["visits"] <= engine.config.search.expand_visits}


def test_mistakes_are_what_trees_say_of_the_likely_moves(tmp_path: Path) -> None:
    share = N_CIRCUMSTANCES + OF_SEARCH.index("share of the visits")
    trees = saved(tmp_path / "mistakes.weights", share, 0.1, (np.log(4.0), np.log(0.5)))
    engine = Searcher(load_config().with_values(seed=1, mistakes=trees))
    assert engine.mistakes() == {}  # on the tiny board of the compiling search
    game = game_after(OPENING)
    report = engine.analyze(SearchRequest(game, game.to_play, Limit(300), for_points=True))
    found = engine.mistakes()
    assert len(found) > 5
    visits = {move.point: move.visits for move in report.moves}
    for point, odds in found.items():
        is_visited = visits.get(point, 0) / report.visits > 0.1
        assert odds == pytest.approx(0.5 if is_visited else 4.0, abs=1e-4)
    assert {0.5, 4.0} == {round(odds, 3) for odds in found.values()}
    priors = engine._tree.children["prior"].copy()
    engine.mistakes()
    np.testing.assert_array_equal(engine._tree.children["prior"], priors)  # the tree stays


def test_every_node_with_children_knows_the_owners_in_its_playouts(engine: Searcher) -> None:
    game = game_after(OPENING)
    engine.forget()
    for _ in range(2):  # the second search goes on with a part of the first one's tree
        engine.analyze(SearchRequest(game, game.to_play, Limit(400)))
        nodes, owners = engine.nodes, engine._tree.owners
        expanded = np.flatnonzero(nodes["n_children"])
        records = owners[nodes["record"][expanded]]
        assert len(set(nodes["record"][expanded].tolist())) == len(expanded) > 20
        # A leaf gets its children in the playout after its first visits.
        before = np.where(expanded == 0, 0, engine.config.search.expand_visits)
        kept = nodes["visits"][expanded] - records[:, 0]
        assert ((kept == before) | (expanded == 0)).all()
        np.testing.assert_array_less(np.abs(records[:, 1:]).max(axis=1), records[:, 0] + 1)
        leads = nodes["points"][expanded] - records[:, 1:].sum(axis=1)
        assert np.abs(leads).max() <= 361 * engine.config.search.expand_visits
        best = max(engine._tree.children, key=lambda child: child["visits"])
        game.play(game.to_play, int(best["move"]))


def test_a_tree_changes_the_priors_of_close_moves_by_its_leaves(tmp_path: Path) -> None:
    number = N_CIRCUMSTANCES + OF_SEARCH.index("share of the visits")
    engine = engine_with(saved(tmp_path / "shares.weights", number, 0.0, (0.0, 3.0)))
    game = game_after(OPENING)
    request = SearchRequest(game, game.to_play, Limit(FIRST_VISITS - 1))
    engine.analyze(request)
    children = engine._tree.children.copy()
    engine.analyze(SearchRequest(game, game.to_play, Limit(1)))  # the tree is kept
    after = engine._tree.children
    visited = children["visits"] > 0
    policy = engine.policy(game, game.to_play)[children["move"]]
    close = (policy >= policy[children["move"] != PASS].max() * np.exp(-6)) & (
        children["move"] != PASS
    )
    expected = np.where(close & visited, policy * np.exp(3.0), policy)
    expected[close] *= policy[close].sum() / expected[close].sum()
    expected = TRUST * expected + (1 - TRUST) * policy
    np.testing.assert_allclose(after["prior"], expected, rtol=1e-3, atol=1e-7)
    assert (close & visited).any()
    assert (close & ~visited).any()


@pytest.mark.parametrize("changed", [{"level": "5k"}, {"size": 9}, {"priors": False}])
def test_where_trees_have_no_say_the_search_is_as_without(
    tmp_path: Path, changed: dict[str, str | int | bool]
) -> None:
    trees = saved(tmp_path / "lines.weights", 5, 3.0, (0.0, 5.0))
    others, found = dict(changed), []
    size = int(others.pop("size", 19))
    for informed in (trees, ""):
        config: EngineConfig = load_config().with_values(
            informed=informed, threads=1, seed=3, **others
        )
        engine = Searcher(config)
        game = Game(size, 7.5)
        engine.choose_move(SearchRequest(game, BLACK, Limit(200)))
        found.append(engine._tree.children[["move", "visits", "prior"]].tolist())
    assert found[0] == found[1]


def test_several_threads_mend_priors_too(tmp_path: Path) -> None:
    engine = engine_with(saved(tmp_path / "lines.weights", 5, 3.0, (0.0, 5.0)), threads=3)
    game = game_after(OPENING[:8])
    engine.analyze(SearchRequest(game, game.to_play, Limit(600)))
    children = engine._tree.children
    assert children["prior"].sum() == pytest.approx(1.0, abs=1e-3)
    assert children["visits"].sum() == engine.nodes[0]["visits"]


def test_a_file_holds_the_trees_and_nothing_else_is_taken(tmp_path: Path) -> None:
    path = Path(saved(tmp_path / "one.weights", N_INFORMED - 1, -1.5, (0.25, -0.5)))
    trees = load_informed_trees(path)
    assert trees.forks.tolist() == [(N_INFORMED - 1, -1.5, 2)]
    assert trees.leaves.tolist() == [0.25, -0.5]
    with pytest.raises(CfggoError, match="number"):
        saved(tmp_path / "other.weights", N_INFORMED, 0.0, (0.0, 0.0))
    with pytest.raises(CfggoError, match="weights"):
        engine_with("boosted")
