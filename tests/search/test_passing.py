"""When a pass wins, and when it leaves everything as it is: first by owners that are given, then by
those that a search finds."""

from typing import Any

import numpy as np
import pytest

from cfggo.config import load_config
from cfggo.go.game import Game
from cfggo.go.points import BLACK, N_POINTS, PASS, WHITE, board_points, format_vertex, parse_vertex
from cfggo.go.rules import AGA, CHINESE, JAPANESE, TROMP_TAYLOR, Ruleset
from cfggo.search.goal import Goal
from cfggo.search.limits import Haste, Limit
from cfggo.search.passing import (
    Owners,
    all_owners_are_sure,
    all_owners_stay,
    leaves_open,
    likeliest_or_pass,
    move_or_pass,
    playouts_after_pass,
    plays_for_points,
    reopens_game,
    wins_by_passing,
)
from cfggo.search.report import SearchReport
from cfggo.search.request import SearchRequest
from cfggo.search.searcher import Searcher
from cfggo.search.status import Status, chains_of_status
from cfggo.search.threads import SearchThread
from cfggo.search.tree import NODE_DTYPE
from tests.diagrams import game_of_diagram
from tests.search.engines import SETTLED, chosen


def wall(rules: Ruleset, komi: float) -> Game:
    """Returns a game on 5x5 where Black has columns A to C; White, with D and E, is to play."""
    game = Game(5, komi, rules)
    for row in range(1, 6):
        game.play(BLACK, parse_vertex(f"C{row}", 5))
        game.play(WHITE, parse_vertex(f"D{row}", 5))
    game.play(BLACK, PASS)
    return game


def owners(sure: float = 1.0, **others: float) -> np.ndarray:
    """Returns owners of the points behind the wall, all this sure but for some others."""
    ownership = np.zeros(N_POINTS)
    for point in board_points(5):
        ownership[point] = sure
    for row in range(1, 6):
        ownership[[parse_vertex(f"{column}{row}", 5) for column in "DE"]] = -sure
    for name, value in others.items():
        ownership[parse_vertex(name, 5)] = value
    return ownership


def wins(game: Game, colour: int, ownership: np.ndarray) -> bool:
    return wins_by_passing(game, Goal.of_game(game, colour), Owners(ownership, ownership))


def reopens(game: Game, colour: int) -> bool:
    return reopens_game(game, Goal.of_game(game, colour))


@pytest.mark.parametrize("rules", [CHINESE, JAPANESE, TROMP_TAYLOR])
@pytest.mark.parametrize(("komi", "white_wins"), [(4.5, False), (5.5, True)])
def test_a_pass_wins_where_the_count_does(rules: Ruleset, komi: float, white_wins: bool) -> None:
    assert wins(wall(rules, komi), WHITE, owners()) == white_wins
    assert wins(wall(rules, komi), BLACK, owners()) != white_wins


@pytest.mark.parametrize(
    ("rules", "expected"), [(CHINESE, False), (JAPANESE, False), (TROMP_TAYLOR, True)]
)
def test_an_unsettled_board_is_not_counted_unless_all_stones_are_alive(
    rules: Ruleset, expected: bool
) -> None:
    assert wins(wall(rules, 5.5), WHITE, owners(sure=0.3)) == expected


def test_chains_in_doubt_count_against_the_side_that_passes() -> None:
    """Black's wall is his, and White's is hers, but one of them only just."""
    walls = {"C": BLACK, "D": WHITE}
    for doubtful, owner in walls.items():
        for colour in (BLACK, WHITE):
            game = wall(JAPANESE, 5.5 if colour == WHITE else 4.5)
            ownership = owners()
            for row in range(1, 6):
                sign = 1 if owner == BLACK else -1
                ownership[parse_vertex(f"{doubtful}{row}", 5)] = 0.1 * sign
            # If the other's stones live, as they likely do, this colour wins by half a point.
            assert wins(game, colour, ownership) == (colour != owner)


@pytest.mark.parametrize(
    ("rules", "komi", "expected"),
    [(CHINESE, 5.5, True), (CHINESE, 4.5, False), (TROMP_TAYLOR, 5.5, False)],
)
def test_a_pass_that_a_referee_may_see_otherwise_is_not_searched(
    rules: Ruleset, komi: float, expected: bool
) -> None:
    assert reopens(wall(rules, komi), WHITE) == expected


def test_a_game_that_is_over_is_searched_as_if_it_went_on() -> None:
    game = wall(TROMP_TAYLOR, 4.5)
    game.play(WHITE, PASS)
    assert reopens(game, BLACK)


A1, B1 = parse_vertex("A1", 5), parse_vertex("B1", 5)


@pytest.mark.parametrize(
    ("komi", "sure", "visits", "half_wins", "expected"),
    [
        # White is to answer a pass of Black's. With komi 5 the count is a draw.
        (5.5, 1.0, {A1: 90, PASS: 10}, {}, PASS), (5.5, 0.9, {A1: 90, PASS: 10}, {}, PASS),
        (4.5, 1.0, {A1: 90, PASS: 10}, {}, A1), (4.5, 1.0, {A1: 10, B1: 20, PASS: 90}, {}, B1),
        (5.0, 1.0, {A1: 10, PASS: 90}, {A1: 10}, PASS),
        (5.0, 1.0, {A1: 10, PASS: 90}, {A1: 11}, A1), (5.0, 1.0, {A1: 90, PASS: 10}, {A1: 90}, A1),
        (4.5, 1.0, {A1: 90, B1: 20}, {}, A1), (5.5, 1.0, {A1: 90, B1: 20}, {}, A1),
        (5.5, 0.3, {A1: 90, PASS: 10}, {}, A1),
    ],
)  # fmt: skip
def test_what_answers_a_pass(
    komi: float, sure: float, visits: dict[int, int], half_wins: dict[int, int], expected: int
) -> None:
    """With PASS among the moves, and without where it is to be avoided."""
    game = wall(CHINESE, komi)
    children = np.zeros(len(visits), dtype=NODE_DTYPE)
    for child, (move, n) in zip(children, visits.items(), strict=True):
        child["move"], child["visits"], child["half_wins"] = move, n, half_wins.get(move, 0)
    found = Owners(owners(sure), owners(sure))
    assert move_or_pass(game, Goal.of_game(game, WHITE), children, found, lambda: found) == expected


@pytest.mark.parametrize(
    ("rules", "komi", "is_answer", "pass_prior", "expected"),
    [
        # With komi -5 the count is a draw.
        (CHINESE, -5.5, True, 0.1, PASS), (CHINESE, -5.5, False, 0.1, "A5"),
        (CHINESE, -4.5, True, 0.1, "A5"), (CHINESE, -4.5, True, 0.9, PASS),
        (CHINESE, -4.5, False, 0.9, PASS), (TROMP_TAYLOR, -5.5, False, 0.9, PASS),
        (TROMP_TAYLOR, -4.5, False, 0.9, "A5"),
    ],
)  # fmt: skip
def test_when_the_policy_alone_passes(
    rules: Ruleset, komi: float, is_answer: bool, pass_prior: float, expected: int | str
) -> None:
    game = game_of_diagram(SETTLED, WHITE if is_answer else BLACK, komi=komi, rules=rules)
    if is_answer:
        game.play(WHITE, PASS)
    a5 = parse_vertex("A5", 5)
    children = children_of({PASS: pass_prior, parse_vertex("C5", 5): 0.2, a5: 0.3})
    found = likeliest_or_pass(game, Goal.of_game(game, BLACK), children)
    assert found == (a5 if expected == "A5" else PASS)
    assert likeliest_or_pass(game, Goal.of_game(game, BLACK), children_of({PASS: 1.0})) == PASS
    open_game = Game(5, komi, rules)
    assert likeliest_or_pass(open_game, Goal.of_game(open_game, BLACK), children) == a5


def children_of(priors: dict[int, float]) -> np.ndarray:
    children = np.zeros(len(priors), dtype=NODE_DTYPE)
    for child, (move, prior) in zip(children, priors.items(), strict=True):
        child["move"], child["prior"] = move, prior
    return children


def test_by_looks_the_likeliest_move_takes_the_place_of_the_one_with_the_most_visits() -> None:
    game = wall(CHINESE, 4.5)
    children = children_of({A1: 0.2, B1: 0.5, PASS: 0.3})
    children["visits"] = 90, 20, 10
    found = Owners(owners(), owners())
    goal = Goal.of_game(game, WHITE)
    assert move_or_pass(game, goal, children, found, lambda: found, by_looks=True) == B1
    assert move_or_pass(game, goal, children, found, lambda: found) == A1


@pytest.mark.parametrize("sure", [1.0, 0.3])
def test_where_all_stones_are_alive_a_pass_that_wins_takes_no_search_after_it(sure: float) -> None:
    game = wall(TROMP_TAYLOR, 5.5)
    children = np.zeros(2, dtype=NODE_DTYPE)
    children["move"], children["visits"] = (A1, PASS), (90, 10)
    found = Owners(owners(sure), owners(sure))

    def search() -> Owners:
        pytest.fail("the count says who wins")

    assert move_or_pass(game, Goal.of_game(game, WHITE), children, found, search) == PASS


def test_on_a_clock_the_search_after_a_pass_takes_a_twentieth_of_the_time() -> None:
    """At the rate of one of the threads that searched for the move."""
    report = SearchReport(
        colour=BLACK, playouts=4000, seconds=1.0, winrate=0.5, score=0.0, score_stdev=1.0,
        nodes=1, moves=[],
    )  # fmt: skip
    limit = Limit(seconds=1)
    assert [playouts_after_pass(limit, report, threads) for threads in (1, 2, 4)] == [200, 100, 50]


def test_one_doubtful_point_is_enough_to_play_on() -> None:
    game = wall(CHINESE, 5.5)
    assert all_owners_are_sure(game, owners())
    assert not all_owners_are_sure(game, owners(A1=0.5))
    assert all_owners_stay(game, owners(), owners(0.95))
    assert not all_owners_stay(game, owners(), owners(A1=0.5))
    assert not all_owners_stay(game, owners(), owners(E1=1.0))


def seki(komi: float) -> Game:
    """Returns a finished game on 9x9 with a seki that shares the liberties A1 and E1."""
    game = Game(9, komi, CHINESE)
    rows = {number: [f"{column}{number}" for column in "ABCDEFGHJ"] for number in range(1, 10)}
    black = {"B1", "C1", "D1", *rows[3], *rows[4], *rows[5]}
    black |= {f"{column}{row}" for column in "GHJ" for row in (1, 2)}
    white = {"F1", *rows[2][:6], *rows[6], *rows[7], *rows[8], *rows[9]}
    black -= {"J1", "J3"}
    white -= {"A9", "C9"}
    black_points, white_points = (
        [parse_vertex(name, 9) for name in sorted(names)] for names in (black, white)
    )
    game.setup(black_points, white_points, BLACK)
    game.play(BLACK, PASS)
    return game


@pytest.mark.parametrize("colour", [BLACK, WHITE])
@pytest.mark.parametrize(
    ("komi", "result"), [(-7.0, 0), (-6.5, -0.5), (-7.5, 0.5), (7.5, -14.5), (-20.5, 13.5)]
)
def test_who_answers_a_pass_does_not_fill_a_liberty_in_a_seki(
    komi: float, result: float, colour: int
) -> None:
    """Ahead or behind: nothing else is left to play, and two players know that."""
    game = seki(komi)
    assert game.score() == result
    if colour == BLACK:
        game.undo()
        game.play(WHITE, PASS)
    engine = Searcher(load_config().with_values(seed=1))
    assert engine.choose_move(SearchRequest(game, colour, Limit(playouts=200))).point == PASS


def test_who_has_lost_answers_a_pass_by_the_move_that_gains_a_point() -> None:
    game = game_of_diagram(NEUTRAL_POINTS_LEFT, WHITE, komi=30.5)
    game.play(WHITE, PASS)
    engine = Searcher(load_config().with_values(seed=1, resign_below=0.0))
    move = engine.choose_move(SearchRequest(game, BLACK, Limit(playouts=200))).point
    assert format_vertex(move) in ("C1", "C2", "C3", "C4", "C5")


@pytest.mark.parametrize(
    ("n_passes", "move", "half_wins", "expected"),
    [
        (1, A1, 10, True), (2, A1, 10, True), (1, A1, 11, False), (0, A1, 0, False),
        (1, PASS, 0, False),
    ],
)  # fmt: skip
def test_when_only_points_are_left_to_play_for(
    n_passes: int, move: int, half_wins: int, expected: bool
) -> None:
    game = wall(CHINESE, 4.5)
    game.boards[0]["n_passes"] = n_passes
    children = np.zeros(2, dtype=NODE_DTYPE)
    children["move"], children["visits"] = (A1, PASS), 100
    children["half_wins"] = half_wins, 200
    assert plays_for_points(game, children, move) == expected


def test_a_pass_is_not_answered_by_a_pass_while_stones_hang() -> None:
    """Whoever plays E5 decides what becomes of Black's stones around it."""
    game = Game(9, 7.5, CHINESE)
    black = ["E1", "E2", "E3", "E7", "E8", "E9", "D3", "D4", "D5", "D6", "D7", "F4", "F5", "F6"]
    white = ["F1", "F2", "F3", "F7", "F8", "F9", "G3", "G4", "G5", "G6", "G7", "E4", "E6"]
    black_points, white_points = (
        [parse_vertex(name, 9) for name in names] for names in (black, white)
    )
    game.setup(black_points, white_points, WHITE)
    game.play(WHITE, PASS)
    for seed in (1, 2, 3):
        engine = Searcher(load_config().with_values(seed=seed))
        move = engine.choose_move(SearchRequest(game, BLACK, Limit(playouts=400))).point
        assert move == parse_vertex("E5", 9)


OPEN_BORDER = """
    . . . X O . .
    . . . X O . .
    . . . X O . .
    . . . X O . .
    . . . X O . .
    . . . X O . .
    . . . . . . .
"""
"""Both sides' areas are one, as long as nobody closes it below."""


def test_a_pass_is_not_answered_by_a_pass_that_leaves_an_area_open(
    sensible_engine: Searcher,
) -> None:
    game = game_of_diagram(OPEN_BORDER, BLACK, komi=0.0)
    open_ = [parse_vertex(f"{column}1", 7) for column in "ABCDEFG"]
    ownership = np.zeros(N_POINTS)
    for point in board_points(7):
        column = format_vertex(point)[0]
        ownership[point] = 1.0 if column in "ABCD" else -1.0
    ownership[open_] = 0.0
    goal = Goal.of_game(game, BLACK)
    assert not leaves_open(game, goal, Owners(ownership, ownership))  # nobody has passed
    game.play(WHITE, PASS)
    assert leaves_open(game, goal, Owners(ownership, ownership))
    closed = game_of_diagram(OPEN_BORDER.replace(". . . . . . .", ". . . X O . ."), BLACK, komi=0.0)
    closed.play(WHITE, PASS)
    assert not leaves_open(closed, goal, Owners(ownership, ownership))
    assert chosen(sensible_engine, game, BLACK, 400) != "pass"


def test_a_pass_in_the_middle_of_the_game_is_answered_by_a_move() -> None:
    """Also where a second pass would win: 33 stones are on the board, and points are left."""
    game = Game(9, 7.5, CHINESE)
    moves = (
        "D6 C7 D7 C6 C5 B5 B4 D8 E8 C8 F7 D5 C4 B6 E5 D4 D3 E4 E3 F4 F3 G4 G3 H3 H2 H4 J2 C3 B3 C2 "
        "B2 B1 D2"
    )
    for vertex in moves.split():
        game.play(game.to_play, parse_vertex(vertex, 9))
    for colour, playouts in ((WHITE, 40), (WHITE, 200), (BLACK, 40), (BLACK, 200)):
        answered = game.copy()
        answered.play(colour, PASS)
        engine = Searcher(load_config().with_values(seed=1))
        request = SearchRequest(answered, answered.to_play, Limit(playouts=playouts))
        assert engine.choose_move(request).point != PASS


@pytest.mark.parametrize("size", [3, 4, 5])
@pytest.mark.parametrize(
    "limit",
    [Limit(1), Limit(5), Limit(haste=Haste.BY_LOOKS), Limit(haste=Haste.NO_PLAYOUTS)],
    ids=str,
)
def test_nobody_begins_by_passing(size: int, limit: Limit) -> None:
    """The policy learnt on 19x19, and thinks little of every move of a tiny board."""
    engine = Searcher(load_config().with_values(seed=1))
    assert engine.choose_move(SearchRequest(Game(size), BLACK, limit)).point != PASS


@pytest.mark.parametrize("komi", [-40.5, -7.0, 40.5])
def test_a_seki_is_a_seki_whoever_is_ahead(komi: float) -> None:
    game = seki(komi)
    engine = Searcher(load_config().with_values(seed=1))
    found = chains_of_status(game.boards[0], engine.final_ownership(game), Status.SEKI)
    stones = {format_vertex(point) for chain in found for point in chain}
    assert {"B1", "C1", "D1", "F1"} <= stones


@pytest.fixture(scope="module")
def sensible_engine(shared_engine: Searcher) -> Searcher:
    """Returns one whose playouts follow the rules of thumb."""
    rules = {
        "rescue_from": 3, "punish_self_atari": True, "refuse_self_atari": True, "keep_eyes": True,
    }  # fmt: skip
    return Searcher(shared_engine.config.with_values(**rules))


NEUTRAL_POINTS_LEFT = """
    . X . O .
    . X . O .
    . X . O .
    . X . O .
    . X . O .
"""


def test_a_pass_is_answered_when_that_wins(engine: Searcher) -> None:
    game = game_of_diagram(NEUTRAL_POINTS_LEFT, WHITE, komi=-0.5)
    game.play(WHITE, PASS)
    assert chosen(engine, game) == "pass"


def test_under_aga_rules_white_ends_the_game_after_two_passes(engine: Searcher) -> None:
    game = game_of_diagram(NEUTRAL_POINTS_LEFT, WHITE, komi=0.5, rules=AGA)
    game.komi = 30.5
    game.play(WHITE, PASS)
    game.play(BLACK, PASS)
    assert not game.is_over
    assert chosen(engine, game, WHITE) == "pass"


def test_a_pass_in_the_opening_ends_no_game(engine: Searcher) -> None:
    game = Game(9)
    game.play(BLACK, PASS)
    assert chosen(engine, game, WHITE) != "pass"


def test_a_pass_is_not_answered_when_that_loses(engine: Searcher) -> None:
    game = game_of_diagram(NEUTRAL_POINTS_LEFT, WHITE, komi=0.5)
    game.play(WHITE, PASS)
    assert chosen(engine, game) != "pass"


DEAD_STONE = """
    . X . X . X .
    X X X X X X X
    X X X X X X X
    O O O O O O O
    . O . X . O .
    O O O . O O O
    O O O O O O O
"""
"""Without komi White is 7 points ahead, 3 points of territory; with D3 alive, 2 points of area."""


@pytest.mark.parametrize(
    ("rules", "komi", "colour", "answers"),
    [
        (CHINESE, -5.5, BLACK, False),
        (CHINESE, -7.5, BLACK, True),
        (CHINESE, -2.5, WHITE, False),  # White captures first
        (CHINESE, -0.5, WHITE, True),
        (TROMP_TAYLOR, -5.5, BLACK, True),
        (TROMP_TAYLOR, -1.5, BLACK, False),
        (JAPANESE, -2.5, BLACK, False),
        (JAPANESE, -2.5, WHITE, True),  # capturing would cost a point
    ],
)
def test_a_pass_is_answered_when_the_count_after_it_wins(
    rules: Ruleset, komi: float, colour: int, answers: bool, engine: Searcher
) -> None:
    game = game_of_diagram(DEAD_STONE, 3 - colour, komi, rules)
    game.play(3 - colour, PASS)
    assert (chosen(engine, game, colour) == "pass") == answers


@pytest.mark.parametrize(
    ("rules", "komi", "colour", "passes"),
    [
        (JAPANESE, 6.5, WHITE, True),  # capturing would cost a point
        (CHINESE, -0.5, WHITE, True),
        (CHINESE, -2.5, WHITE, False),  # White captures first
        (TROMP_TAYLOR, -2.5, WHITE, False),
    ],
)
def test_a_finished_game_is_ended(
    rules: Ruleset, komi: float, colour: int, passes: bool, sensible_engine: Searcher
) -> None:
    """The last move was no pass."""
    game = game_of_diagram(DEAD_STONE, colour, komi, rules)
    assert (chosen(sensible_engine, game, colour) == "pass") == passes


BOTH_IN_ATARI = """
    O O O X X . . . .
    O O O O X . . . .
    O . O X X . . X X
    O O X X . X X X O
    O . O X X X O O O
    O O O X O O O O O
    O O O X O O X X O
    X X X X O X X X X
    X . . X O O O O .
"""


LAST_THREAT = """
    X X X X O . O
    X X X X O O O
    X X X X O . O
    . X X . X O O
    . X X X O O .
    O X X X O O O
    . X X X O O O
"""


def test_what_the_next_move_of_the_other_side_kills_is_not_settled(
    sensible_engine: Searcher,
) -> None:
    """Playouts hardly ever kill Black by A3."""
    game = game_of_diagram(LAST_THREAT, BLACK, komi=3.5)
    assert chosen(sensible_engine, game, playouts=1000) == "A3"


def test_a_race_that_is_won_by_the_next_move_is_not_settled(sensible_engine: Searcher) -> None:
    """Every playout captures at J1; a side that passes is captured there."""
    game = game_of_diagram(BOTH_IN_ATARI, WHITE, komi=7.5)
    assert chosen(sensible_engine, game, WHITE) == "J1"


def test_whether_a_pass_keeps_everything_takes_a_small_share_of_the_time(
    sensible_engine: Searcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    search_aside = SearchThread.search_aside

    def asking(thread: SearchThread, *args: Any) -> np.ndarray:
        asked.append(args[-1])
        return search_aside(thread, *args)

    monkeypatch.setattr(SearchThread, "search_aside", asking)
    game = game_of_diagram(SETTLED, WHITE, komi=1.5)
    assert (
        sensible_engine.choose_move(SearchRequest(game, WHITE, Limit(playouts=400))).point == PASS
    )
    assert asked == [400]
    sensible_engine.choose_move(SearchRequest(game, WHITE, Limit(seconds=0.05)))
    assert len(asked) == 2


def test_a_pass_that_ends_the_game_makes_no_stone_alive(engine: Searcher) -> None:
    game = game_of_diagram(DEAD_STONE, WHITE, komi=-7.5)
    game.play(WHITE, PASS)
    engine.choose_move(SearchRequest(game, BLACK, Limit(playouts=400)))
    assert engine.ownership()[parse_vertex("D3", 7)] < -0.5


def test_a_pass_that_is_to_be_avoided_is_not_played_where_it_would_win(engine: Searcher) -> None:
    game = game_of_diagram(NEUTRAL_POINTS_LEFT, WHITE, komi=-0.5)
    game.play(WHITE, PASS)
    decision = engine.choose_move(SearchRequest(game, BLACK, Limit(playouts=100), avoid=[PASS]))
    assert decision.point != PASS
