"""Reviews by the engine: what a Go player would call a mistake is one."""

import numpy as np
import pytest

from cfggo.base.words import percent_in_two_digits
from cfggo.config import load_config
from cfggo.go.points import BLACK, WHITE, parse_vertex, row_col_from_point
from cfggo.study.reviewing.position import KEPT_MOVES
from cfggo.study.reviewing.record import ReviewedRecord
from cfggo.study.reviewing.review import GameReview, review_of, wanted_positions
from cfggo.study.reviewing.search import SECOND_PLAYOUTS, PositionSearcher, ReviewSettings
from tests.diagrams import board_from_diagram

THRESHOLD = 3.0

LAST_DAME = """
    . . X . O . .
    . . X O O . .
    . . X O O . .
    X X X O O O O
    . . X X O . .
    . . X X O . .
    . . X X O . .
    """


def settings(playouts: int, **values: object) -> ReviewSettings:
    """Returns settings of the default preset with so many playouts a position."""
    return ReviewSettings(load_config().with_values(playouts=playouts, seed=1, **values))


@pytest.fixture(scope="module")
def searcher() -> PositionSearcher:
    return PositionSearcher(settings(400))


def record_of(diagram: str, moves: str, komi: float = 0.5, to_play: int = BLACK) -> ReviewedRecord:
    """Returns a record that begins with a diagram; moves such as "D4 pass E5", in turn."""
    board = board_from_diagram(diagram)[0]
    size = int(board["size"])

    def sgf_point(point: int) -> str:
        row, col = row_col_from_point(point)
        return chr(ord("a") + col) + chr(ord("a") + size - 1 - row)

    def stones(colour: int) -> str:
        points = np.flatnonzero(board["colour"] == colour).tolist()
        return "".join(f"[{sgf_point(point)}]" for point in points)

    text = f"(;SZ[{size}]KM[{komi}]PL[{'-BW'[to_play]}]"
    text += f"AB{stones(BLACK)}" if stones(BLACK) else ""
    text += f"AW{stones(WHITE)}" if stones(WHITE) else ""
    colour = to_play
    for vertex in moves.split():
        point = parse_vertex(vertex, size)
        text += f";{'-BW'[colour]}[{sgf_point(point) if point else ''}]"
        colour = 3 - colour
    return ReviewedRecord.read("game.sgf", f"{text})".encode())


def review(searcher: PositionSearcher, record: ReviewedRecord) -> GameReview:
    """Returns the review of a whole record."""
    wanted = wanted_positions(record, None, None)
    positions = {found.position: found for found in searcher.search(record, wanted)}
    return review_of(record, positions, THRESHOLD, wanted)


def test_filling_an_eye_of_a_big_group_is_the_largest_mistake(searcher: PositionSearcher) -> None:
    record = record_of(
        """
        . . . . . . . . .
        . X . . . . . . .
        . . . O . . X . .
        . . . . . . . . .
        . . O O O O O . .
        . O O X X X O O .
        . O X X X X X O .
        . O X . X . X O .
        . O X X X X X O .
        """,
        "G8 C8 D2 F2 C7 E8",
        komi=-20,
    )
    found = review(searcher, record)
    worst = found.mistakes[0]
    assert (worst.number, worst.move) == (3, "D2")
    assert worst.points_lost is not None
    assert worst.points_lost > 20
    assert worst.winrate_lost is not None
    assert worst.winrate_lost > 0.2


def test_a_lost_ladder_is_a_mistake() -> None:
    record = record_of(
        """
        . . . . . . . . .
        . . . . . . . . .
        . . X . . . . . .
        . . . . . . . . .
        . . O . . . . . .
        . . O X O . . . .
        . . . O . . X . .
        . . . . . . . . .
        . . . . . . . . .
        """,
        "D5 D6 E5 F5 E6 E7 F6 G6",
    )
    worst = review(PositionSearcher(settings(2000)), record).mistakes[0]
    assert (worst.number, worst.move) == (1, "D5")
    assert worst.points_lost is not None
    assert worst.points_lost > 5
    assert worst.rank is None or worst.rank > 5


def test_the_last_dame_is_worth_two_points_of_area() -> None:
    searcher = PositionSearcher(settings(2000))
    dame = review(searcher, record_of(LAST_DAME, "D7 pass")).moves[0]
    assert (dame.best, dame.points_lost) == ("D7", 0.0)
    before, after, _ = searcher.search(record_of(LAST_DAME, "A6 D7"), [0, 1, 2])
    assert before.best.move == "D7"
    assert before.best.score + after.score == pytest.approx(2.0, abs=0.5)


def test_the_same_search_finds_the_same(searcher: PositionSearcher) -> None:
    record = ReviewedRecord.read("game.sgf", b"(;SZ[9];B[ee];W[cc];B[gg];W[gc])")
    whole = list(searcher.search(record, [0, 1, 2, 3, 4]))
    again = list(PositionSearcher(settings(400)).search(record, [3, 1]))
    assert again == [whole[3], whole[1]]


def test_another_seed_finds_something_else(searcher: PositionSearcher) -> None:
    record = ReviewedRecord.read("game.sgf", b"(;SZ[9];B[ee])")
    other = PositionSearcher(ReviewSettings(settings(400).config.with_values(seed=2)))
    assert list(other.search(record, [0])) != list(searcher.search(record, [0]))


def test_positions_are_searched_again_by_playouts_that_know_the_graph(
    searcher: PositionSearcher,
) -> None:
    record = record_of(LAST_DAME, "D7 E1")
    assert [settings(n).times for n in (200, 1500, 5000)] == [10, 2, 2]
    second = settings(400).second_opinion
    assert (second.policy.tree, second.policy.playout) == (
        load_config().policy.tree,
        SECOND_PLAYOUTS,
    )
    (again,) = searcher.search(record, [1], times=3)
    assert (again.times, again.visits) == (3, 960)
    (usual,) = PositionSearcher(settings(1200)).search(record, [1])
    assert again.score != usual.score


def test_all_that_searches_depend_on_is_told() -> None:
    told = settings(400)
    for change in ({"owners": "territory"}, {"seed": 5}, {"threads": 2}, {"playouts": 7}):
        changed = ReviewSettings(told.config.with_values(**change))
        assert changed.to_json() != told.to_json()


def test_plain_uct_is_searched_again_as_it_is() -> None:
    plain = ReviewSettings(load_config("frequency-reference"))
    assert plain.second_opinion == plain.config


def test_what_is_kept_of_a_search(searcher: PositionSearcher) -> None:
    record = ReviewedRecord.read("game.sgf", b"(;SZ[9];B[aa])")
    first, last = searcher.search(record, [0, 1])
    assert first.visits == 320  # after those that tell who is ahead
    assert len(first.moves) <= KEPT_MOVES
    assert [move.visits for move in first.moves] == sorted(
        (move.visits for move in first.moves), reverse=True
    )
    assert first.played is not None
    assert first.played.move == "A9"
    assert first.policy_rank is not None
    assert first.policy_rank > 20
    assert (last.played, last.policy_rank) == (None, None)
    assert len(first.ownership) == 81
    assert set(first.ownership) <= set("abcdefghijklmnopqrstu")


def test_a_move_and_a_better_one_are_explained(searcher: PositionSearcher) -> None:
    record = ReviewedRecord.read("game.sgf", b"(;SZ[9];B[aa])")
    found = next(iter(searcher.search(record, [0])))
    assert found.why[0].startswith("Black A9: ")
    assert found.why_best[0].startswith(f"Black {found.best.move}: ")
    as_the_engine = next(iter(searcher.search(record_of(LAST_DAME, "D7 pass"), [0])))
    assert (as_the_engine.rank, as_the_engine.why) == (1, ())


def test_after_a_pass_the_probability_is_that_of_the_reasons(searcher: PositionSearcher) -> None:
    record = ReviewedRecord.read("game.sgf", b"(;SZ[9]KM[7.5];B[ee];W[cc];B[tt];W[tt])")
    found = next(iter(searcher.search(record, [3])))
    assert found.played is not None
    assert found.why[0].startswith(f"White pass: {percent_in_two_digits(found.played.prior)}, ")


def test_a_suicide_needs_no_reasons(searcher: PositionSearcher) -> None:
    text = b"(;SZ[5]RU[Tromp-Taylor]AB[ab][bb][ca][da]AW[ba]PL[W];W[aa];B[cc])"
    first = next(iter(searcher.search(ReviewedRecord.read("game.sgf", text), [0])))
    assert first.why == ()


def test_owners_are_read_from_the_upper_left(searcher: PositionSearcher) -> None:
    record = record_of(
        """
        X . X X X X X X X
        . X X X X X X X X
        X X X X X X X X .
        X X X X X X X . X
        O O O O O O O O O
        O O O O O O O O O
        O O O O O O O O O
        O O O O O O O O .
        O O O O O O . O O
        """,
        "pass",
    )
    owners = next(iter(searcher.search(record, [0]))).ownership
    assert set(owners[:27]) == {"u"}
    assert set(owners[45:]) == {"a"}


def test_a_handicap_is_counted_by_the_rules(searcher: PositionSearcher) -> None:
    """Chinese rules give White two points for the stones; nothing else may differ."""
    even = ReviewedRecord.read("game.sgf", b"(;SZ[9]KM[2.5]AB[cc][gg]HA[0]PL[W];W[ee])")
    handicap = ReviewedRecord.read("game.sgf", b"(;SZ[9]KM[0.5]HA[2]AB[cc][gg];W[ee])")
    scores = [next(iter(searcher.search(record, [0]))).score for record in (even, handicap)]
    assert scores[0] == scores[1]


@pytest.mark.parametrize(
    "text",
    [
        "(;SZ[9];B[ee];W[];B[];W[cc];B[];W[];B[])", "(;SZ[2];B[aa];W[bb];B[])",
        "(;SZ[19]HA[9]AB[dd][pd][dp][pp][jj][dj][pj][jd][jp];W[cf])",
        "(;SZ[13]RU[Japanese];B[gg];W[cc])", "(;SZ[9]RU[AGA];B[ee];W[];B[])",
        "(;SZ[9];B[ee];B[cc];W[gg];W[gc])", "(;SZ[9];B[ee];AW[cc][ff]PL[W];W[gg];AE[ee];B[ee])",
        "(;SZ[5]RU[Tromp-Taylor];B[cc];W[];B[];W[])",
    ],
)  # fmt: skip
def test_odd_games_are_reviewed(text: str, searcher: PositionSearcher) -> None:
    quick = PositionSearcher(settings(20))
    record = ReviewedRecord.read("game.sgf", text.encode())
    found = review(quick, record)
    assert found.is_whole
    assert len(found.moves) == len(record.moves)
    assert all(0 <= move.winrate <= 1 for move in found.moves)


def test_the_effort_is_said_in_words() -> None:
    assert "preset cfggo, 1,000 playouts a position" in settings(1000).to_text(9)
    both = ReviewSettings(load_config().with_values(playouts=0, seconds=2.5))
    assert "2.5 seconds a position" in both.to_text(9)


@pytest.mark.parametrize(("size", "playouts"), [(19, 1000), (13, 2136), (9, 4457), (5, 5000)])
def test_smaller_boards_get_more_playouts_in_the_same_time(size: int, playouts: int) -> None:
    scaled = ReviewSettings(settings(1000).config, scales=True)
    assert scaled.limit_on(size, 1).playouts == playouts
    assert scaled.limit_on(size, 2).playouts == pytest.approx(2 * playouts, abs=1)
    assert settings(1000).limit_on(size, 1).playouts == 1000
    assert f"{playouts:,} playouts a position" in scaled.to_text(size)


@pytest.mark.parametrize(("preset", "has_rank"), [("ranking", True), ("frequency", False)])
def test_a_policy_that_can_t_be_explained_gives_no_reasons(preset: str, has_rank: bool) -> None:
    record = ReviewedRecord.read("game.sgf", b"(;SZ[5];B[aa];W[cc])")
    config = load_config(preset).with_values(playouts=50, seed=1)
    found = next(iter(PositionSearcher(ReviewSettings(config)).search(record, [0])))
    assert found.played is not None
    assert found.rank != 1
    assert (found.policy_rank is not None) == has_rank
    assert (found.why, found.why_best) == ((), ())
