"""The playout policy: kept up to date move by move, and its moves drawn by their probabilities."""

import numpy as np
import pytest
from scipy import special

from cfggo.base.jit import jit
from cfggo.base.resources import find_weights
from cfggo.bench.playouts import policy_playout
from cfggo.features.catalogue import MAX_FEATURES, N_LOCAL
from cfggo.features.patterns3x3 import canonical_codes
from cfggo.features.playout import MAX_LOCAL, local_tactics, playout_features
from cfggo.go.board import N_WORDS, is_legal, is_own_eye, new_board, play
from cfggo.go.diagram import diagram
from cfggo.go.points import EMPTY, N_POINTS, PASS, STRIDE, WHITE, format_vertex, parse_vertex
from cfggo.go.random import mix64, random_below
from cfggo.go.rules import TROMP_TAYLOR
from cfggo.go.scoring import score
from cfggo.graph.incremental_graph import KIND_WORDS, build_graph, complete_graph
from cfggo.graph.labels import labelling
from cfggo.models.bradley_terry.playout_policy import (
    draw_without_rules,
    play_on_position,
    set_up_position,
    update_gammas,
)
from cfggo.models.bradley_terry.playout_tables import (
    GAMMA_UNIT,
    LOCAL_UNIT,
    MAX_LOCAL_THETA,
    MAX_SUM,
    NO_PATHS,
    THETA_UNIT,
    make_playout_tables,
)
from cfggo.models.bradley_terry.position import POSITION_DTYPE
from cfggo.models.bradley_terry.weights import Weights
from cfggo.models.registry import load_weights
from tests.conftest import RandomBoard, RandomWeights
from tests.diagrams import board_from_diagram

LABELLINGS = ["", "exact", "hash8"]

POLICY, ANY_LEGAL, WITH_SUICIDE = range(3)


@jit
def next_move(position, tables, style):
    """Returns a move of the policy, or a random one of that style."""
    board = position.board
    if style == POLICY:
        return draw_without_rules(position, tables)
    for _ in range(200):
        point = np.int64(board.empty[random_below(board, board.n_empty)])
        if is_legal(board, point) or (style == WITH_SUICIDE and point != board.ko):
            return point
    return PASS


@jit
def where_different(positions, i, tables):
    """Compares positions[i] with the same one set up from its board; returns a point, -1 or -2.

    -1 means that they are equal; -2 that only totals or the move drawn differ.  positions[1] and
    positions[3] are overwritten.
    """
    positions[1] = positions[i]
    set_up_position(positions[1], tables)
    update_gammas(positions[1], tables)
    positions[3] = positions[i]
    update_gammas(positions[3], tables)
    complete_graph(positions[3].board, positions[3].graph)
    point = where_graphs_differ(positions[3], positions[1], tables)
    if point != PASS:
        return point
    known = positions[3].playout
    anew = positions[1].playout
    for point in range(N_POINTS):
        if positions[3].board.colour[point] == EMPTY:
            same = known.code[point] == anew.code[point]
            # What neither colour would play may keep an old sum.
            if known.gamma[0, point] > 0 or known.gamma[1, point] > 0:
                same &= known.path_sum[point] == anew.path_sum[point]
            if not same:
                return point
        for index in range(2):
            if known.gamma[index, point] != anew.gamma[index, point]:
                return point
    for index in range(2):
        if known.total[index] != anew.total[index]:
            return -2
        for row in range(STRIDE):
            if known.row_total[index, row] != anew.row_total[index, row]:
                return -2
    if draw_without_rules(positions[3], tables) != draw_without_rules(positions[1], tables):
        return -2
    return -1


@jit
def where_graphs_differ(known, anew, tables):
    """Returns the first vertex with another kind or other neighbours, or PASS."""
    if tables.paths == NO_PATHS:
        return PASS
    board = known.board
    for vertex in range(N_POINTS):
        colour = board.colour[vertex]
        if board.head[vertex] != vertex or colour > WHITE:
            continue
        same = known.graph.kind[vertex] == anew.graph.kind[vertex]
        for word in range(KIND_WORDS):
            same &= known.graph.near[vertex, word] == anew.graph.near[vertex, word]
        if colour != EMPTY:
            for word in range(N_WORDS):
                same &= known.graph.enemies[vertex, word] == anew.graph.enemies[vertex, word]
        if not same:
            return vertex
    return PASS


@jit
def check_games(positions, tables, n_games, style):
    """Plays games from positions[4]; returns (-1, 0, 0), or (what differs, game, moves played).

    positions: four more are overwritten.  Every few moves a copy goes its own way for some moves.
    """
    board = positions[0].board
    for game in range(n_games):
        positions[0] = positions[4]
        board.random = mix64(np.uint64(1000 * style + game))
        set_up_position(positions[0], tables)
        while board.n_passes < 2 and board.n_moves < 3 * board.size * board.size:
            play_on_position(positions[0], tables, next_move(positions[0], tables, style))
            where = where_different(positions, 0, tables)
            if where == -1 and board.n_moves % 5 == 0:
                positions[2] = positions[0]
                for _ in range(3):
                    play_on_position(positions[2], tables, draw_without_rules(positions[2], tables))
                where = where_different(positions, 2, tables)
            if where != -1:
                return where, game, board.n_moves
    return -1, 0, 0


def assert_equal_in_games(
    size: int, weights: Weights, styles: tuple[int, ...], n_games: int
) -> None:
    """Plays games and compares what is kept up to date with what is set up after every move."""
    positions = np.zeros(5, dtype=POSITION_DTYPE)
    positions[4]["board"] = new_board(size)[0]
    tables = make_playout_tables(weights)
    for style in styles:
        where, game, move = check_games(positions, tables, n_games, style)
        what = "totals" if where < 0 else format_vertex(where)
        place = f"{what}, style {style}, game {game}, move {move}"
        assert where == -1, f"{place}\n{diagram(positions[0]['board'])}"


@pytest.mark.parametrize("size", [2, 5, 9, 19])
@pytest.mark.parametrize("name", LABELLINGS)
def test_after_every_move_the_weights_are_those_set_up_from_the_board(
    name: str, size: int, random_weights: RandomWeights
) -> None:
    weights = random_weights("playout", name, seed=size)
    assert_equal_in_games(size, weights, (POLICY, ANY_LEGAL, WITH_SUICIDE), 80 // size)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "n_games"), [(9, 1400), (13, 450), (19, 150)])
def test_after_every_move_of_2_000_random_games(
    size: int, n_games: int, random_weights: RandomWeights
) -> None:
    """Every move is compared, so that the games on large boards are most of the work."""
    weights = random_weights("playout", "exact", seed=size)
    assert_equal_in_games(size, weights, (ANY_LEGAL,), n_games)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "n_games"), [(9, 60), (13, 25), (19, 15)])
def test_after_every_move_of_100_games_of_the_paper_s_policy(size: int, n_games: int) -> None:
    weights = load_weights(find_weights("paper-cfg"), "playout")
    assert_equal_in_games(size, weights, (POLICY,), n_games)


def position_of(boards: np.ndarray, tables: np.void) -> np.void:
    """Returns the position record of a board."""
    positions = np.zeros(1, dtype=POSITION_DTYPE)
    positions[0]["board"] = boards[0]
    set_up_position(positions[0], tables)
    return positions[0]


CANONICAL = canonical_codes()


def plain_probabilities(boards: np.ndarray, weights: Weights) -> dict[int, float]:
    """Computes the probability of every candidate move from its features, one by one."""
    board = boards[0]
    positions = np.zeros(1, dtype=POSITION_DTYPE)
    build_graph(board, positions[0]["graph"])
    points, tactics = (np.zeros(MAX_LOCAL, dtype=np.int16) for _ in range(2))
    n_local = local_tactics(board, points, tactics)
    local = dict(zip(points[:n_local].tolist(), tactics[:n_local].tolist(), strict=True))
    label_of = labelling(weights.labelling or "exact").label_of
    features = np.zeros(MAX_FEATURES, dtype=np.int32)
    gammas = {}
    for point in board["empty"][: board["n_empty"]].tolist():
        if not is_legal(board, point) or is_own_eye(board, point, board["to_play"]):
            continue
        n = playout_features(
            board,
            positions[0]["graph"],
            point,
            local.get(point, 0),
            CANONICAL,
            label_of,
            weights.n_labels,
            features,
        )
        theta = weights.theta[features[:n]]
        is_local = features[:n] < N_LOCAL
        units = np.rint(theta[~is_local] * THETA_UNIT).sum()
        gamma = GAMMA_UNIT * np.exp(np.clip(units, -MAX_SUM, MAX_SUM) / THETA_UNIT)
        factor = LOCAL_UNIT * np.exp(min(theta[is_local].sum(), MAX_LOCAL_THETA))
        gammas[point] = max(1, round(gamma)) * round(factor)
    return {point: gamma / sum(gammas.values()) for point, gamma in gammas.items()}


@jit
def count_draws(position, tables, n_draws, counts):
    """Counts how often each move is drawn; counts: int64[N_POINTS]."""
    for _ in range(n_draws):
        counts[draw_without_rules(position, tables)] += 1


def draws_and_expectation(
    boards: np.ndarray, weights: Weights, tables: np.void, n_draws: int
) -> tuple[np.ndarray, np.ndarray]:
    """Returns how often moves were drawn and how often they should be; rare ones are one cell."""
    probabilities = plain_probabilities(boards, weights)
    position = position_of(boards, tables)
    position["board"]["random"] = boards[0]["hash"] | np.uint64(1)
    counts = np.zeros(N_POINTS, dtype=np.int64)
    count_draws(position, tables, n_draws, counts)
    points = list(probabilities) or [PASS]
    observed = counts[points]
    assert observed.sum() == n_draws, "a move that is no candidate was drawn"
    expected = n_draws * np.array(list(probabilities.values()) or [1.0])
    rare = expected < 8
    observed = np.append(observed[~rare], observed[rare].sum())
    expected = np.append(expected[~rare], expected[rare].sum())
    return observed, expected


def assert_drawn_by_probability(boards: np.ndarray, weights: Weights, n_draws: int) -> None:
    """Draws many moves and compares their numbers with those expected, by a chi-square test."""
    observed, expected = draws_and_expectation(
        boards, weights, make_playout_tables(weights), n_draws
    )
    cells = expected > 0
    if cells.sum() > 1:
        statistic = ((observed - expected)[cells] ** 2 / expected[cells]).sum()
        chance = special.chdtrc(cells.sum() - 1, statistic)
        assert chance > 1e-4, np.stack([observed, expected])


@pytest.mark.parametrize(("name", "n_positions"), [("", 100), ("exact", 1000), ("hash8", 100)])
def test_in_many_positions_moves_are_drawn_by_their_probabilities(
    name: str, n_positions: int, random_board: RandomBoard, random_weights: RandomWeights
) -> None:
    """All positions' cells together, because a wrong gamma of one kind shows in many of them."""
    weights = random_weights("playout", name, seed=6, spread=0.8)
    tables = make_playout_tables(weights)
    statistic = 0.0
    n_cells = 0
    for seed in range(n_positions):
        boards = random_board((5, 7, 9, 13)[seed % 4], seed)
        observed, expected = draws_and_expectation(boards, weights, tables, n_draws=400)
        cells = expected > 1
        statistic += ((observed - expected)[cells] ** 2 / expected[cells]).sum()
        n_cells += int(cells.sum()) - 1
    assert special.chdtrc(n_cells, statistic) > 1e-4, (statistic, n_cells)


@pytest.mark.parametrize("name", LABELLINGS)
@pytest.mark.parametrize(("size", "seed"), [(5, 0), (5, 1), (9, 2), (9, 3), (19, 4)])
def test_moves_are_drawn_by_their_probabilities(
    name: str, size: int, seed: int, random_board: RandomBoard, random_weights: RandomWeights
) -> None:
    weights = random_weights("playout", name, seed=seed, spread=0.8)
    assert_drawn_by_probability(random_board(size, seed), weights, n_draws=8_000)


ATARI_ON_WHITE = """
    . . . . . . .
    . . X X . . .
    . X O O X . .
    . . X . . . .
    . O . . . . .
    . . . . X O .
    . . . . . . .
"""


@pytest.mark.parametrize("tactics", [-4.0, 0.0, 2.0])
def test_local_tactics_multiply_a_moves_probability(
    tactics: float, random_weights: RandomWeights
) -> None:
    """Many points around the last move are both local and, without tactics, likely."""
    weights = random_weights("playout", "", seed=8)
    weights.theta[:8] = tactics
    boards = board_from_diagram(ATARI_ON_WHITE)
    play(boards[0], parse_vertex("E4", 7))
    assert_drawn_by_probability(boards, weights, n_draws=20_000)


def test_no_tactic_makes_the_policy_fill_an_own_eye(random_weights: RandomWeights) -> None:
    weights = random_weights("playout", "", seed=1)
    weights.theta[:8] = 10.0
    boards = board_from_diagram(
        """
        . X X X X
        X X X X X
        X X . X X
        . . X X X
        . . X X X
        """,
        to_play=WHITE,
    )
    play(boards[0], parse_vertex("B2", 5))  # touches the eye at C3
    tables = make_playout_tables(weights)
    position = position_of(boards, tables)
    drawn = {format_vertex(draw_without_rules(position, tables)) for _ in range(200)}
    assert drawn == {"A1", "A2", "B1"}


def test_a_colour_with_nothing_but_eyes_passes(random_weights: RandomWeights) -> None:
    boards = board_from_diagram("""
        . X . X X
        X X X X X
        O O O O O
        . O O O .
        O . O . O
    """)
    for name in LABELLINGS:
        tables = make_playout_tables(random_weights("playout", name))
        assert draw_without_rules(position_of(boards, tables), tables) == PASS


def test_a_move_that_only_the_policy_likes_is_not_drawn_in_a_ko(
    random_weights: RandomWeights,
) -> None:
    boards = board_from_diagram("""
        . X O . .
        X . X O .
        . X O . .
        . . . . .
        . . . . .
    """)
    play(boards[0], parse_vertex("E1", 5))
    play(boards[0], parse_vertex("B4", 5))
    assert boards[0]["ko"] == parse_vertex("C4", 5)
    weights = random_weights("playout", "")
    weights.theta[:] = 0.0
    weights.theta[:8] = 3.0
    assert_drawn_by_probability(boards, weights, n_draws=5_000)


def test_drawing_a_move_changes_nothing_but_the_random_generator(
    random_board: RandomBoard, random_weights: RandomWeights
) -> None:
    scratch = {"heads", "local_point", "local_tactics", "local_gamma"}
    tables = make_playout_tables(random_weights("playout", "exact", spread=2.0))
    for seed in range(20):
        position = position_of(random_board(7, seed), tables)
        update_gammas(position, tables)
        before = np.array([position])[0]
        for _ in range(10):
            draw_without_rules(position, tables)
        assert position["board"]["random"] != before["board"]["random"]
        for part, left_out in (("board", {"random"}), ("graph", set()), ("playout", scratch)):
            for name in set(before[part].dtype.names) - left_out:
                assert (position[part][name] == before[part][name]).all(), name


@pytest.mark.parametrize("size", range(2, 20))
def test_playouts_end(size: int, random_weights: RandomWeights) -> None:
    tables = make_playout_tables(random_weights("playout", "exact", seed=size))
    n_passed = 0
    for seed in range(10):
        boards = new_board(size, seed)
        position = position_of(boards, tables)
        balance = policy_playout(position, tables)
        board = position["board"]
        if board["n_passes"] < 2:
            assert board["n_moves"] == 3 * size * size  # a superko, which playouts don't see
            continue
        n_passed += 1
        assert balance == score(board, TROMP_TAYLOR, komi=0)
        for point in board["empty"][: board["n_empty"]].tolist():
            to_play = board["to_play"]
            assert not is_legal(board, point) or is_own_eye(board, point, to_play)
    assert n_passed > 5 or size < 5


def test_a_seed_fixes_a_playout(random_weights: RandomWeights) -> None:
    tables = make_playout_tables(random_weights("playout", "hash8"))

    def last_colours(seed: int) -> bytes:
        position = position_of(new_board(9, seed), tables)
        policy_playout(position, tables)
        return position["board"]["colour"].tobytes()

    assert last_colours(3) == last_colours(3)
    assert last_colours(3) != last_colours(4)
