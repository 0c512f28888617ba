"""Playouts after Sliwa (2015): captures first, rescues, answers by frequent patterns; plain UCT."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cfggo.base.errors import CfggoError
from cfggo.base.resources import find_weights
from cfggo.config import PolicyConfig, SearchConfig, load_config
from cfggo.features.patterns3x3 import colour_code, own_eye_codes, pattern_code
from cfggo.go.board import is_legal, is_own_eye, new_board
from cfggo.go.game import Game
from cfggo.go.points import (
    BLACK,
    DIAGONALS,
    EMPTY,
    N_POINTS,
    NEIGHBOURS,
    PASS,
    WHITE,
    board_points,
    format_vertex,
    point_from_row_col,
)
from cfggo.go.random import mix64
from cfggo.models.bradley_terry.bending import bend_weights
from cfggo.models.bradley_terry.playout_policy import (
    draw_without_rules,
    play_on_position,
    set_up_position,
)
from cfggo.models.bradley_terry.playout_tables import make_playout_tables
from cfggo.models.bradley_terry.position import POSITION_DTYPE
from cfggo.models.frequency.policy import CountedWeights, answers_of, weights_of_frequencies
from cfggo.models.registry import load_weights
from cfggo.search.limits import Limit
from cfggo.search.request import SearchRequest
from cfggo.search.rules_of_thumb import (
    RulesOfThumb,
    choose_by_rules,
    largest_capture,
    pattern_answer,
)
from cfggo.search.searcher import Searcher
from cfggo.search.tree import ROOT
from cfggo.search.tree_search import play_out
from tests.conftest import MakeFrequencies, RandomBoard
from tests.diagrams import board_from_diagram

NO_RULES = RulesOfThumb(
    rescue_from=0, punish_self_atari=False, refuse_self_atari=False, keep_eyes=False
)


def tables_of(frequencies: Any, **values: Any) -> np.void:
    """Returns the tables of uniform playouts that answer by counts."""
    config = PolicyConfig(**{"playout_exponent": 0.0, "pattern_answers": 4, **values})
    weights = bend_weights(weights_of_frequencies(frequencies), config)
    return make_playout_tables(weights, answers_of(weights, config))


@pytest.fixture(scope="module")
def shipped() -> dict[bool, np.void]:
    """Returns the tables of the shipped weights, by whether the rate decides."""
    weights = load_weights(find_weights("frequency"), "playout")
    assert isinstance(weights, CountedWeights)
    return {
        by_rate: tables_of(weights.frequencies, pattern_answers=8, answers_by_rate=by_rate)
        for by_rate in (False, True)
    }


def chosen(diagram: str, tables: np.void, rules: RulesOfThumb, to_play: int) -> set[str]:
    """Returns what playouts choose in a position, with 50 seeds; (X) was played last."""
    positions = np.zeros(1, dtype=POSITION_DTYPE)
    rows = [line.split("(") for line in diagram.split("\n") if line.strip()]
    [(row, col)] = [
        (len(rows) - 1 - index, len(parts[0].split()))
        for index, parts in enumerate(rows)
        if len(parts) == 2
    ]
    last = point_from_row_col(row, col)
    found = set()
    for seed in range(50):
        positions[0]["board"] = board_from_diagram(diagram, to_play=to_play)[0]
        positions[0]["board"]["last"] = last
        positions[0]["board"]["random"] = mix64(np.uint64(seed))
        set_up_position(positions[0], tables)
        found.add(format_vertex(choose_by_rules(positions[0], tables, rules)))
    return found


CAPTURES = """
    X O . O X X .
    . . . . O O .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . .(X).
"""


def test_the_largest_chain_is_captured_before_anything_else(
    make_frequencies: MakeFrequencies,
) -> None:
    """However far away; next to the last move there is an answer, too."""
    tables = tables_of(make_frequencies({"X../.*./###": (9, 10), "..X/.*./###": (9, 10)}))
    rules = NO_RULES._replace(capture_first=True, pattern_answers=8)
    assert chosen(CAPTURES, tables, rules, WHITE) == {"G7"}


def test_captures_of_the_same_size_are_drawn(make_frequencies: MakeFrequencies) -> None:
    diagram = """
        X O . O X
        . . . . .
        . . . . .
        . . . . .
        . . .(X).
    """
    tables = tables_of(make_frequencies(BLOCKS))
    rules = NO_RULES._replace(capture_first=True)
    assert chosen(diagram, tables, rules, WHITE) == {"A4", "E4"}


CRAWL = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . O X . . .
    . . O(X). . .
    . . . . . . .
"""

BELOW, BESIDE, DIAGONAL = "OX./.*./###", "X../X*./...", "X../.*./###"
"""What White sees at D1, E2 and E1.  At E2 there are two stones only, which is of no interest."""

BLOCKS = {BELOW: (60, 1000), BESIDE: (900, 1000), DIAGONAL: (59, 100)}


def test_the_pattern_of_the_highest_count_answers(make_frequencies: MakeFrequencies) -> None:
    tables = tables_of(make_frequencies(BLOCKS))
    for neighbours in (4, 8):
        rules = NO_RULES._replace(pattern_answers=neighbours)
        assert chosen(CRAWL, tables, rules, WHITE) == {"D1"}


def test_the_pattern_of_the_highest_rate_answers(make_frequencies: MakeFrequencies) -> None:
    tables = tables_of(make_frequencies(BLOCKS), answers_by_rate=True)
    assert chosen(CRAWL, tables, NO_RULES._replace(pattern_answers=4), WHITE) == {"D1"}
    assert chosen(CRAWL, tables, NO_RULES._replace(pattern_answers=8), WHITE) == {"E1"}


def test_without_a_known_pattern_the_policy_draws(make_frequencies: MakeFrequencies) -> None:
    tables = tables_of(make_frequencies({BESIDE: (900, 1000), "OOO/O*O/..O": (1, 9)}))
    drawn = chosen(CRAWL, tables, NO_RULES._replace(pattern_answers=8), WHITE)
    assert len(drawn) > 20


def codes_plainly(board: np.void, neighbours: int) -> dict[int, int]:
    """Returns the codes of the legal moves next to the last two."""
    offsets = (NEIGHBOURS + DIAGONALS)[:neighbours]
    return {
        point: int(colour_code(board, point))
        for last in (int(board["last"]), int(board["last2"]))
        for point in ([last + offset for offset in offsets] if last != PASS else [])
        if board["colour"][point] == EMPTY and is_legal(board, point)
    }


def preferred_plainly(codes: dict[int, int], preferences: np.ndarray) -> set[int]:
    """Returns the best of the moves with these codes, by dictionaries."""
    found = {point: int(preferences[code]) for point, code in codes.items()}
    most = max(found.values(), default=0)
    return {point for point, value in found.items() if value == most and most > 0}


def captures_plainly(board: np.void) -> set[int]:
    """Returns the captures of the largest chain, by looking at all points."""
    colour, head, n_stones, n_liberties = (
        board[name].tolist() for name in ("colour", "head", "n_stones", "n_liberties")
    )
    enemy = 3 - int(board["to_play"])
    sizes: dict[int, int] = {}
    for point in board_points(int(board["size"])):
        if colour[point] != EMPTY:
            continue
        heads = [head[point + offset] for offset in NEIGHBOURS if colour[point + offset] == enemy]
        captured = [n_stones[chain] for chain in heads if n_liberties[chain] == 1]
        if captured and is_legal(board, point):
            sizes[point] = max(captured)
    most = max(sizes.values(), default=0)
    return {point for point, stones in sizes.items() if stones == most}


@pytest.mark.parametrize("size", [5, 9, 19])
def test_the_rules_are_those_of_a_plain_version(size: int, shipped: dict[bool, np.void]) -> None:
    """After every move of random games, in which kos, captures and suicide come up."""
    positions = np.zeros(1, dtype=POSITION_DTYPE)
    position, board = positions[0], positions[0]["board"]
    n_answers = n_captures = n_several = 0
    for seed in range(300 // size):
        positions[0]["board"] = new_board(size, seed)[0]
        set_up_position(position, shipped[False])
        while board["n_passes"] < 2 and board["n_moves"] < 2 * size * size:
            captures = captures_plainly(board)
            capture = int(largest_capture(position))
            assert (capture in captures) if captures else capture == PASS
            n_captures += capture != PASS
            n_several += len(captures) > 1
            for neighbours in (4, 8):
                codes = codes_plainly(board, neighbours)
                for by_rate, tables in shipped.items():
                    preferences = tables["answers"][board["to_play"] - 1]
                    answers = preferred_plainly(codes, preferences)
                    answer = int(pattern_answer(position, tables, neighbours))
                    assert (answer in answers) if answers else answer == PASS
                    n_answers += answer != PASS
                    assert answer == PASS or not is_own_eye(board, answer, board["to_play"]), (
                        by_rate
                    )
            # Now and then a capture, so that both large ones and what follows them come up.
            move = capture if seed % 2 else int(draw_without_rules(position, shipped[False]))
            move = move or int(draw_without_rules(position, shipped[False]))
            play_on_position(position, shipped[False], move)
    assert n_answers > 1000
    assert n_captures > 100
    assert n_several > 10


def test_no_own_eye_is_ever_an_answer(shipped: dict[bool, np.void]) -> None:
    for tables in shipped.values():
        for colour in (BLACK, WHITE):
            assert not tables["answers"][colour - 1][own_eye_codes()[colour, :65536]].any()


@pytest.mark.parametrize("size", [9, 19])
def test_codes_of_patterns_are_current_at_every_move(
    size: int, shipped: dict[bool, np.void]
) -> None:
    positions = np.zeros(1, dtype=POSITION_DTYPE)
    position, board = positions[0], positions[0]["board"]
    positions[0]["board"] = new_board(size, 3)[0]
    tables = shipped[True]
    rules = RulesOfThumb(1, False, False, False, True, 8)
    set_up_position(position, tables)
    while board["n_passes"] < 2 and board["n_moves"] < 3 * size * size:
        play_on_position(position, tables, choose_by_rules(position, tables, rules))
        for point in board["empty"][: board["n_empty"]].tolist():
            assert position["playout"]["code"][point] == pattern_code(board, point)


def test_playouts_end_with_the_eyes_left(
    random_board: RandomBoard, shipped: dict[bool, np.void]
) -> None:
    positions = np.zeros(1, dtype=POSITION_DTYPE)
    rules = RulesOfThumb(1, False, False, False, True, 8)
    ended = 0
    for seed in range(40):
        positions[0]["board"] = random_board(9, seed)[0]
        positions[0]["board"]["n_passes"] = 0
        set_up_position(positions[0], shipped[False])
        play_out(positions[0], shipped[False], rules, np.zeros(N_POINTS, dtype=np.uint8))
        ended += positions[0]["board"]["n_passes"] == 2
    assert ended >= 38  # a rare cycle of kos stops at the limit


def test_presets() -> None:
    frequency, reference = load_config("frequency"), load_config("frequency-reference")
    assert (
        frequency.search
        == reference.search
        == SearchConfig(
            exploration=0.3, rave=False, priors=False, progressive_bias=0.0, first_play_urgency=10.0
        )
    )
    assert frequency.with_values(pattern_answers=0).policy == reference.policy
    assert frequency.policy.pattern_answers == 4


def test_answers_without_counts_are_one_error() -> None:
    with pytest.raises(CfggoError, match="'baseline' have no counts of patterns"):
        Searcher(load_config("frequency").with_values(playout="baseline"))


def engine_of(**values: Any) -> Searcher:
    return Searcher(load_config("frequency").with_values(**{"seed": 1, "playouts": 400, **values}))


def test_plain_uct_gives_all_moves_the_same_chance() -> None:
    """No priors below the root, every move of a node is tried once before any is tried again."""
    engine = engine_of()
    game = Game(5)
    engine.choose_move(SearchRequest(game, BLACK, Limit(playouts=400)))
    nodes = engine.nodes
    expanded = [node for node in nodes[ROOT + 1 :] if node["n_children"] > 0]
    assert expanded
    for node in expanded:
        children = nodes[node["first_child"] :][: node["n_children"]]
        assert len(set(children["prior"].tolist())) == 1
        if (children["visits"] == 0).any():
            assert children["visits"].max() <= 1


def test_plain_uct_tries_moves_in_random_order_and_pass_among_them() -> None:
    engine = engine_of()
    engine.choose_move(SearchRequest(Game(5), BLACK, Limit(playouts=2000)))
    nodes = engine.nodes
    moves = [
        nodes["move"][node["first_child"] :][: node["n_children"]].tolist()
        for node in nodes[ROOT + 1 :]
        if node["n_children"] > 10
    ]
    places = np.array([children.index(PASS) / len(children) for children in moves])
    assert len(places) > 100
    assert 0.4 < places.mean() < 0.6
    assert sum(children[0] == PASS for children in moves) < len(moves) / 5


def test_without_rave_its_values_have_no_say() -> None:
    """A search is the same whatever the weight of RAVE."""
    moves = []
    for rave_bias in (0.01, 10.0):
        engine = engine_of(rave_bias=rave_bias)
        engine.choose_move(SearchRequest(Game(7), BLACK, Limit(playouts=400)))
        moves.append(engine.nodes["visits"].tolist())
    assert moves[0] == moves[1]
    engine = engine_of(rave=True)
    engine.choose_move(SearchRequest(Game(7), BLACK, Limit(playouts=400)))
    assert engine.nodes["visits"].tolist() != moves[0]


def test_weights_of_a_file_play(make_frequencies: MakeFrequencies, tmp_path: Path) -> None:
    from cfggo.models.frequency.model import save_frequency_model

    path = tmp_path / "own.weights"
    save_frequency_model(path, make_frequencies({"XX./O*./...": (5, 9), "XOX/.*./...": (3, 9)}))
    engine = Searcher(load_config().with_values(playout=str(path), seed=1))
    decision = engine.choose_move(SearchRequest(Game(7), BLACK, Limit(playouts=20)))
    assert not decision.resign
