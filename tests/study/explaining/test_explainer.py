"""Explanations multiply to the policy's probability, and say what is on the board."""

import json
import math
import re
from collections.abc import Sequence

import numpy as np
import pytest

from cfggo.base.errors import CfggoError
from cfggo.config import load_config
from cfggo.features.catalogue import MAX_FEATURES, PASS_OTHERWISE, TREE_GROUPS
from cfggo.features.plain_groups import BORDER, CAPTURE_OTHERWISE
from cfggo.features.tree import look_at_position, new_tree_view, tree_features
from cfggo.go.game import Game
from cfggo.go.points import BLACK, PASS, WHITE, board_points, parse_vertex
from cfggo.go.rules import NEW_ZEALAND
from cfggo.go.uniform import choose_uniform_move
from cfggo.graph.incremental_graph import GRAPH_DTYPE, build_graph
from cfggo.interfaces.browser.view import explanation_view
from cfggo.models.bradley_terry.weights import Weights, n_features_of
from cfggo.search.report import MoveInfo, SearchReport
from cfggo.search.searcher import Searcher
from cfggo.study.explaining.explainer import Explainer
from cfggo.study.explaining.explanation import ONLY_ON_THE_BOARD, Explanation, Factor, compare
from cfggo.study.explaining.feature_words import CIRCUMSTANCES, GROUP_WORDS, PASSING, PATHS
from cfggo.study.explaining.themes import THEMES
from tests.conftest import RandomWeights
from tests.diagrams import game_of_diagram
from tests.models.bradley_terry.test_boosted_trees import trees_of

POSITIONS = 125
"""Positions that are looked at with each preset."""

POSITIONS_A_GAME = 5


@pytest.fixture(scope="module", params=["baseline", "cfg-full", "expert", "cfggo"])
def engine(request: pytest.FixtureRequest) -> Searcher:
    if request.param == "expert":  # as `cfggo` without trees
        return Searcher(load_config("cfggo").with_values(tree="expert"))
    return Searcher(load_config(request.param))


@pytest.fixture(scope="module")
def positions() -> list[tuple[Game, int]]:
    """Returns positions on boards of 9x9 to 19x19 and who is to play there.

    Half of the games are random, half are those of the default's policy; games go on until nearly
    all is full.
    """
    rng = np.random.default_rng(7)
    default = Searcher(load_config())
    found = []
    for number in range(POSITIONS // POSITIONS_A_GAME):
        size = int(rng.integers(9, 20))
        game = Game(size)
        for stop in np.sort(rng.choice(size * size, POSITIONS_A_GAME, replace=False)):
            while len(game.moves) < stop:
                board = game.boards[0]
                if number % 2:
                    policy = default.policy(game, game.to_play)
                    move = int(rng.choice(len(policy), p=policy / policy.sum()))
                else:
                    board["random"] = int(rng.integers(1, 2**63))
                    move = int(choose_uniform_move(board))
                game.play(game.to_play, move, may_repeat=True)
            found.append((game.copy(), int(rng.choice([BLACK, WHITE]))))
    return found


def product_of(explanation: Explanation) -> float:
    return explanation.base * math.prod(factor.factor for factor in explanation.factors)


def groups_of(explanation: Explanation) -> dict[str, Factor]:
    """Returns the factors of the groups of features, by their names."""
    return {part.name: part for factor in explanation.factors for part in factor.parts}


@pytest.mark.slow
def test_factors_multiply_to_the_policys_probability(
    engine: Searcher, positions: list[tuple[Game, int]]
) -> None:
    explainer = Explainer(engine.tree_policy)
    rng = np.random.default_rng(1)
    n_moves = 0
    for game, colour in positions:
        policy = engine.policy(game, colour)
        position = explainer.look_at(game, colour)
        assert set(np.flatnonzero(policy)) <= set(position.points)
        assert position.probabilities.sum() == pytest.approx(1)
        assert policy[position.points] == pytest.approx(position.probabilities, rel=1e-3)
        if not game.superko_points(colour):
            assert policy[position.likeliest] == pytest.approx(policy.max())
        for point in {int(rng.choice(position.points)), position.likeliest, PASS}:
            explanation = position.explain(point)
            assert product_of(explanation) == pytest.approx(policy[point], rel=1e-3)
            assert explanation.probability == pytest.approx(policy[point], rel=1e-3)
            groups = groups_of(explanation).values()
            for factor in (*explanation.factors, *groups):
                if factor.parts:
                    product = math.prod(part.factor for part in factor.parts)
                    assert product == pytest.approx(factor.factor)
            assert explanation.rank == 1 + sum(position.probabilities > explanation.probability)
            assert all(explanation.sentences())
            json.dumps(explanation.to_json())
            n_moves += 1
    assert n_moves > 2 * POSITIONS


@pytest.fixture(scope="module")
def expert() -> Explainer:
    """Returns what explains by `expert`: trees see sums, which are rounded by their order."""
    return Explainer(Searcher(load_config("cfggo").with_values(tree="expert")).tree_policy)


@pytest.mark.parametrize("turn", range(8))
def test_a_turned_game_of_other_colours_is_explained_by_the_same_factors(
    turn: int, expert: Explainer
) -> None:
    """In every second one the colours change places, too."""
    rng = np.random.default_rng(turn)
    game, other = Game(9), Game(9)
    if turn % 2:
        other.play(BLACK, PASS)

    def image(point: int) -> int:
        square = np.zeros((9, 9), dtype=bool)
        square.flat[board_points(9).index(point)] = True
        found = np.rot90(square.T if turn >= 4 else square, turn % 4)
        return board_points(9)[int(np.flatnonzero(found.ravel())[0])]

    for _ in range(30):
        board = game.boards[0]
        board["random"] = int(rng.integers(1, 2**63))
        point = int(choose_uniform_move(board))
        game.play(game.to_play, point)
        other.play(other.to_play, image(point))
    position = expert.look_at(game, game.to_play)
    turned = expert.look_at(other, other.to_play)
    for point in [point for point in position.points if point != PASS][::5]:
        one, same = position.explain(point), turned.explain(image(point))
        assert same.probability == pytest.approx(one.probability, rel=1e-3)
        factors = {part.name: part.factor for factor in one.factors for part in factor.parts}
        assert {
            part.name: pytest.approx(part.factor, rel=1e-3)
            for factor in same.factors
            for part in factor.parts
        } == factors


def test_the_base_is_the_geometric_mean_of_the_probabilities(random_weights: RandomWeights) -> None:
    explainer = Explainer(random_weights("tree", "exact", seed=3))
    game = Game(9)
    game.play(BLACK, parse_vertex("E5", 9))
    position = explainer.look_at(game, WHITE)
    mean = math.exp(np.log(position.probabilities).mean())
    assert position.explain(PASS).base == pytest.approx(mean)


def from_diagram(text: str, *moves: str, to_play: int = BLACK) -> Game:
    """Returns the game of a diagram after some moves."""
    game = game_of_diagram(text, to_play)
    for move in moves:
        game.play(game.to_play, parse_vertex(move, game.size))
    return game


def test_by_hand() -> None:
    """As in the test of the tree policy: a capture x 6, the first line x 0.5, a pass x 0.25."""
    weights = Weights("tree", "", np.zeros(n_features_of("tree", ""), dtype=np.float32))
    weights.theta[CAPTURE_OTHERWISE] = np.log(6.0)
    weights.theta[BORDER] = np.log(0.5)
    weights.theta[PASS_OTHERWISE] = np.log(0.25)
    game = from_diagram(
        """
        . . .
        X X .
        O O .
        """
    )
    explanation = Explainer(weights).explain(game, BLACK, parse_vertex("C1", 3))
    total = 0.25 + 4 * 0.5 + 6.0 * 0.5  # four more moves on the border
    assert explanation.probability == pytest.approx(3.0 / total)
    assert (explanation.rank, explanation.n_moves) == (1, 6)
    groups = groups_of(explanation)
    capture, border, passing = (groups[name] for name in ("tactics", "border", PASSING))
    assert capture.factor == pytest.approx(6 ** (5 / 6))  # one of six moves captures
    assert capture.words == "captures two stones"
    assert capture.points == ("A1", "B1")
    assert border.factor == pytest.approx(0.5 ** (1 / 6))  # all have it but the pass
    assert passing.factor == pytest.approx(0.25 ** (-1 / 6))
    assert explanation.base == pytest.approx((6 * 0.5**5 * 0.25) ** (1 / 6) / total)
    first, second, *lines, rest = explanation.sentences()
    assert first == "Black C1: 57%, the likeliest of 6 moves."
    assert (
        second == "The geometric mean of all moves is 11%. What makes this one 5.0 times as likely:"
    )
    assert lines == ["  captures two stones: x 4.5", "  not a pass: x 1.3"]
    assert rest == "  everything else: x 0.89"


def learnt(game: Game, vertex: str, groups: Sequence[str], labelling: str = "") -> Weights:
    """Returns weights that know all keys of some groups that a move asks for, all with theta 1."""
    boards = game.boards
    point = parse_vertex(vertex, game.size)
    no_keys = np.zeros(0, dtype=np.uint64)
    harvest = new_tree_view(groups, "", no_keys, is_harvest=True)
    graph = np.zeros(1, dtype=GRAPH_DTYPE)[0]
    build_graph(boards[0], graph)
    view = harvest.views[0]
    look_at_position(boards[0], graph, harvest)
    tree_features(boards[0], graph, point, harvest, np.zeros(MAX_FEATURES, dtype=np.int32))
    keys = np.unique(view["asked"][: view["n_asked"]])
    theta = np.ones(n_features_of("tree", labelling, len(keys)), dtype=np.float32)
    return Weights("tree", labelling, theta, keys, tuple(groups))


def words_of(game: Game, vertex: str, group: str) -> str:
    """Returns what is said of a group of features that a move has, all of whose keys are learnt."""
    explanation = Explainer(learnt(game, vertex, [group])).explain(
        game, game.to_play, parse_vertex(vertex, game.size)
    )
    return groups_of(explanation)[group].words


def test_every_group_of_features_has_words_and_a_theme() -> None:
    assert set(GROUP_WORDS) == {*TREE_GROUPS, PATHS, PASSING, CIRCUMSTANCES}
    in_themes = [group for theme in THEMES for group in theme.groups]
    assert sorted(in_themes) == sorted(GROUP_WORDS)


IN_ATARI = """
    . . . . . . .
    . X . . . . .
    X O X O . . .
    . . . . . . .
    . . . O . . .
    . . . . . . .
    . . . . . . .
"""


WORDS = {
    "tactics": "captures one stone to save a chain",
    "border": "on the second line",
    "lines-by-phase": "on the second line in the first 12 moves",
    "distances": "a knight's move from the last move",
    "distance-pairs": "not near the last two moves",
    "shapes": "shape of the 72 points around it",
    "responses": "shape of the 72 points around it with the last move marked",
    "liberty-shapes": "shape of the 28 points around it with the stones' liberties",
    "answers": "continues the shape of 72 points around the last move",
    "follow-ups": "no usual follow-up of the player's own last move",
    "surroundings": "its surroundings in the graph up to three steps away",
    "liberties": "leaves its chain four liberties, beside enemy stones in atari",
    "ladders": "captures one stone that could still escape",
    "last-move": "a knight's move from the last move, which gives atari",
    "graph-distances": "three steps from the last move in the graph",
    "templates": "pattern of the whole board",
    "nested-templates": "patterns of all sizes around it",
}


@pytest.mark.parametrize("group", TREE_GROUPS)
def test_words(group: str) -> None:
    """White's C6 has put the stone at C5 in atari, which B4 saves by taking B5."""
    game = from_diagram(IN_ATARI, "C6", to_play=WHITE)
    assert words_of(game, "B4", group) == WORDS[group]


def test_paths_are_named_with_the_chains_that_they_lead_over(random_weights: RandomWeights) -> None:
    weights = random_weights("tree", "exact", seed=5, groups=("border",))
    game = from_diagram(IN_ATARI, "C6", to_play=WHITE)
    explanation = Explainer(weights).explain(game, BLACK, parse_vertex("B4", 7))
    paths = groups_of(explanation)[PATHS]
    assert paths.words.startswith("paths of the graph (")
    *named, others = (part.words for part in paths.parts)
    assert len(named) == 3
    assert others.endswith(" other paths, and those that it lacks")
    for words in named:
        middle, end = words.split(" - ")
        assert middle in ("white chain B5 in atari", "empty A4", "empty C4", "empty B3")
        assert re.fullmatch(r"and back|empty [A-G][1-7]|(black|white) chain [A-G][1-7] .*", end)
    assert len(paths.points) == 2


@pytest.mark.parametrize(
    ("vertex", "reason"), [("C6", "occupied"), ("B1", "suicide"), ("D1", None), ("pass", None)]
)
def test_illegal_moves_are_refused(vertex: str, reason: str | None) -> None:
    game = from_diagram(
        """
        . . . . . . .
        . . X . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        O O . . . . .
        X . O . . . .
        """
    )
    weights = Weights("tree", "", np.zeros(n_features_of("tree", ""), dtype=np.float32))
    point = parse_vertex(vertex, 7)
    explainer = Explainer(weights)
    if reason is None:
        assert explainer.explain(game, BLACK, point).move == vertex
        return
    with pytest.raises(CfggoError, match=rf"illegal move: black {vertex} \({reason}\)"):
        explainer.explain(game, BLACK, point)
    if reason == "suicide":
        game.rules = NEW_ZEALAND
        with pytest.raises(CfggoError, match="suicide, which the policy does not know"):
            explainer.explain(game, BLACK, point)


def test_what_a_search_adds() -> None:
    game = Game(9)
    weights = Weights("tree", "", np.zeros(n_features_of("tree", ""), dtype=np.float32))
    c3, e5, d4 = (parse_vertex(vertex, 9) for vertex in ("C3", "E5", "D4"))
    moves = [
        MoveInfo(e5, 900, 0.6, 4.0, 9.0, prior=0.1, pv=[e5, c3], pv_visits=[900, 500]),
        MoveInfo(c3, 100, 0.4, -1.0, 9.0, prior=0.2, pv=[c3], pv_visits=[100]),
    ]
    report = SearchReport(BLACK, 1000, 0.5, 0.6, 3.5, 9.0, 77, moves)
    position = Explainer(weights).look_at(game, BLACK)
    best, second, never = (position.explain(point, report) for point in (e5, c3, d4))
    assert best.searched is not None
    assert (best.searched.visits, best.searched.order, best.searched.reply) == (900, 1, "C3")
    assert best.sentences()[-1] == (
        "Search: 900 of 1,000 playouts began with E5 (1st): it wins 60.0%, +2.6 points; "
        "it fears the answer C3."
    )
    assert second.sentences()[-1].endswith("C3 (2nd): it wins 43.0%, -1.4 points.")
    assert never.sentences()[-1] == "Search: no playout began with D4."


def test_two_moves_are_compared() -> None:
    weights = Weights("tree", "", np.zeros(n_features_of("tree", ""), dtype=np.float32))
    weights.theta[BORDER] = np.log(0.5)
    position = Explainer(weights).look_at(Game(9), BLACK)
    corner, middle = (position.explain(parse_vertex(vertex, 9)) for vertex in ("A1", "E5"))
    lines = compare(corner, middle)
    assert lines[0] == "Compared with E5 (1.5%), 2.0 times as likely as A1:"
    assert lines[1] == "  E5: on the fourth line or higher; A1: on the first line: x 2.0"
    assert lines[2] == "  everything else: x 1.0"


def test_the_factors_of_a_comparison_multiply_to_how_much_likelier_a_move_is(
    engine: Searcher, positions: list[tuple[Game, int]]
) -> None:
    rng = np.random.default_rng(5)
    explainer = Explainer(engine.tree_policy)
    for game, colour in positions[::6]:
        position = explainer.look_at(game, colour)
        points = rng.choice(position.points, 2, replace=False)
        one, other = (position.explain(int(point)) for point in points)
        _, *lines = compare(one, other)
        factors = [float(line.rpartition(": x ")[2].replace(",", "")) for line in lines]
        likelier = math.log(other.probability / one.probability)
        # Each factor is written in two digits.
        assert math.log(math.prod(factors)) == pytest.approx(likelier, abs=0.05 * len(factors))


def test_of_a_pass_only_that_is_named() -> None:
    weights = Weights("tree", "", np.zeros(n_features_of("tree", ""), dtype=np.float32))
    weights.theta[BORDER] = np.log(0.1)
    weights.theta[PASS_OTHERWISE] = np.log(0.05)
    position = Explainer(weights).look_at(Game(5), BLACK)
    a_pass = position.explain(PASS)
    *_, passing, rest = a_pass.sentences()
    assert passing == "  a pass: x 0.056"
    assert rest == f"  {ONLY_ON_THE_BOARD}: x 4.1"
    product = a_pass.base * 0.05 ** (25 / 26) * 0.1 ** (-16 / 26)
    assert a_pass.probability == pytest.approx(product)
    corner = position.explain(parse_vertex("A1", 5))
    *_, passing, line, rest = compare(a_pass, corner)
    assert passing == "  A1: not a pass; pass: a pass: x 20"
    assert line == "  A1: on the first line: x 0.10"
    assert rest == "  everything else: x 1.0"


def test_the_only_legal_move_is_compared_with_none() -> None:
    game = from_diagram(
        """
        . X X
        X X X
        X X .
        """,
        to_play=WHITE,
    )
    weights = Weights("tree", "", np.zeros(n_features_of("tree", ""), dtype=np.float32))
    explanation = Explainer(weights).explain(game, WHITE, PASS)
    assert explanation.sentences() == ["White pass: 100%, the only legal move."]
    view = explanation_view(explanation, 3, "")
    assert (view["title"], view["sentences"]) == ("White pass", ["100%, the only legal move."])


def test_a_policy_of_all_groups_names_all_of_them() -> None:
    game = from_diagram(IN_ATARI, "C6", to_play=WHITE)
    weights = learnt(game, "B4", TREE_GROUPS, "exact")
    weights.trees = trees_of([(0, 1.0, 0.5, -0.5)])
    explanation = Explainer(weights).explain(game, BLACK, parse_vertex("B4", 7))
    assert set(groups_of(explanation)) == {*TREE_GROUPS, PATHS, PASSING, CIRCUMSTANCES}
    assert {factor.name for factor in explanation.factors} == {theme.name for theme in THEMES}
    a_pass = Explainer(weights).explain(game, BLACK, PASS)
    words = {name: group.words for name, group in groups_of(a_pass).items()}
    assert words == {
        name: "a pass" if name == PASSING else GROUP_WORDS[name].none for name in words
    }
