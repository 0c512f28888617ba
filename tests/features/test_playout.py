"""The playout policy's features: each of the local tactics on a diagram, patterns and paths."""

import numpy as np

from cfggo.features import catalogue
from cfggo.features.catalogue import MAX_FEATURES, PATTERNS, PLAYOUT_PATHS
from cfggo.features.patterns3x3 import canonical_codes, pattern_code
from cfggo.features.playout import MAX_LOCAL, local_tactics, playout_features
from cfggo.go.board import is_legal, play
from cfggo.go.points import EMPTY, NEIGHBOURS, PASS, WHITE, format_vertex, parse_vertex
from cfggo.graph.incremental_graph import GRAPH_DTYPE, build_graph
from cfggo.graph.labels import labelling
from tests.conftest import RandomBoard
from tests.diagrams import board_from_diagram

NAMES = (
    "CONTIGUOUS", "SAVE_BY_CAPTURE", "SAVE_BY_CAPTURE_SELF_ATARI", "SAVE_BY_EXTENSION",
    "SAVE_BY_EXTENSION_SELF_ATARI", "SOLVE_KO", "TWO_LIBERTY_RACE", "NAKADE",
)  # fmt: skip


def sets_of(board: np.void) -> dict[int, int]:
    """Returns the set of local tactics, in bits, of every point that has any."""
    points, tactics = (np.zeros(MAX_LOCAL, dtype=np.int16) for _ in range(2))
    n = local_tactics(board, points, tactics)
    assert len(set(points[:n].tolist())) == n
    return dict(zip(points[:n].tolist(), tactics[:n].tolist(), strict=True))


def tactics_after(text: str, *moves: str, to_play: int = WHITE) -> dict[str, set[str]]:
    """Returns the points with each tactic but CONTIGUOUS after some moves on a diagram."""
    boards = board_from_diagram(text, to_play=to_play)
    for move in moves:
        play(boards[0], parse_vertex(move, int(boards[0]["size"])))
    found: dict[str, set[str]] = {}
    for point, bits in sets_of(boards[0]).items():
        for name in NAMES[1:]:
            if bits >> getattr(catalogue, name) & 1:
                found.setdefault(name, set()).add(format_vertex(point))
    return found


def test_the_empty_points_around_the_last_move_are_contiguous() -> None:
    boards = board_from_diagram("""
        . . . .
        . X . .
        . . . .
        . . . .
    """)
    play(boards[0], parse_vertex("C2", 4))
    contiguous = 1 << catalogue.CONTIGUOUS
    assert {format_vertex(point): bits for point, bits in sets_of(boards[0]).items()} == {
        name: contiguous for name in ("B1", "C1", "D1", "B2", "D2", "C3", "D3")
    }


def test_nothing_is_local_without_a_last_move() -> None:
    boards = board_from_diagram("""
        . . .
        . X .
        . . .
    """)
    assert sets_of(boards[0]) == {}
    play(boards[0], parse_vertex("A1", 3))
    assert sets_of(boards[0])
    play(boards[0], PASS)
    assert sets_of(boards[0]) == {}


def test_saving_by_capture_and_by_extension() -> None:
    text = """
        . . . . . . .
        X X . . . . .
        X O X O . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """
    # White's C6 leaves C5 only C4; Black can run there or take B5 from B4.
    assert tactics_after(text, "C6") == {"SAVE_BY_CAPTURE": {"B4"}, "SAVE_BY_EXTENSION": {"C4"}}


def test_running_into_atari() -> None:
    text = """
        . . . . . . .
        . . O . . . .
        . O X . . . .
        . O . O . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """
    found = tactics_after(text, "D5")
    assert found == {"SAVE_BY_EXTENSION_SELF_ATARI": {"C4"}}


def test_capturing_into_atari() -> None:
    text = """
        . . . . .
        . . . . .
        . . . . .
        X . . . .
        O . O . .
    """
    # White's B2 leaves A2 only A3; taking A1 from B1 leaves that stone only A1.
    assert tactics_after(text, "B2") == {
        "SAVE_BY_CAPTURE_SELF_ATARI": {"B1"},
        "SAVE_BY_EXTENSION": {"A3"},
    }


def test_solving_a_ko() -> None:
    text = """
        . . . . . . .
        O X O . . . .
        X . X O . . .
        . X O . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """
    # White takes C5 in a ko and gives atari to A5 and B6; Black can't retake, but A6 is in atari.
    assert tactics_after(text, "B5") == {
        "SOLVE_KO": {"A7"},
        "SAVE_BY_CAPTURE": {"A7"},
        "SAVE_BY_EXTENSION": {"A4", "B7"},
    }


def test_a_race_against_a_chain_without_a_way_out() -> None:
    text = """
        . . . . .
        . . . . .
        O O O . .
        X X X . .
        . O . . .
    """
    # Both have two liberties. Black's C1 wins; A1 would be self-atari.
    assert tactics_after(text, "D2") == {"TWO_LIBERTY_RACE": {"C1"}}


def test_a_race_won_by_capture() -> None:
    text = """
        . . . . .
        . . . . .
        O O . . .
        X X X . .
        X O . . .
    """
    assert tactics_after(text, "C3") == {"TWO_LIBERTY_RACE": {"C1"}}


def test_no_race_against_a_chain_that_can_run() -> None:
    text = """
        . . . . .
        O . . . .
        O . . . .
        X X . . .
        . O . . .
    """
    # After Black's A1 White runs from C1 to C2; Black's C1 would be self-atari.
    assert tactics_after(text, "C2") == {}


def test_nakade_is_the_vital_point_of_a_capture() -> None:
    text = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        O O O . . . .
        X X X . . . .
    """
    found = tactics_after(text, "D1")
    assert found["NAKADE"] == {"B1"}


def test_all_tactics_but_contiguity_are_of_legal_moves(random_board: RandomBoard) -> None:
    for seed in range(60):
        board = random_board(5 + seed % 10, seed)[0]
        for point, bits in sets_of(board).items():
            assert board["colour"][point] == EMPTY
            if bits & ~(1 << catalogue.CONTIGUOUS):
                assert is_legal(board, point)


def with_an_empty_neighbour(board: np.void) -> int:
    """Returns an empty point with an empty neighbour, over which some path of playouts leads."""
    empty = set(board["empty"][: board["n_empty"]].tolist())
    return min(p for p in empty if any(p + offset in empty for offset in NEIGHBOURS))


def test_features_are_tactics_then_the_pattern_then_paths(random_board: RandomBoard) -> None:
    canonical = canonical_codes()
    features = np.zeros(MAX_FEATURES, dtype=np.int32)
    graphs = np.zeros(1, dtype=GRAPH_DTYPE)
    for seed in range(6):
        board = random_board(9, seed)[0]
        build_graph(board, graphs[0])
        point = with_an_empty_neighbour(board)
        pattern = PATTERNS + canonical[board["to_play"], pattern_code(board, point)]
        for name in ("", "exact", "hash8"):
            names = labelling(name or "exact")
            n_labels = names.n_labels if name else 0
            n = playout_features(
                board, graphs[0], point, 0b10010010, canonical, names.label_of, n_labels, features
            )
            assert features[:4].tolist() == [1, 4, 7, pattern]
            assert (n > 4) == bool(name)
            assert (features[4:n] >= PLAYOUT_PATHS).all()
            assert (features[4:n] < PLAYOUT_PATHS + n_labels**3).all()
