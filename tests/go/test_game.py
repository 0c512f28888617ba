"""Games: superko, suicide, undo, passes, set-up, handicap and records."""

import random
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from sgfmill.boards import Board

from cfggo.go.board import BOARD_DTYPE, NEVER
from cfggo.go.game import Game, IllegalMoveError, Move
from cfggo.go.handicap import fixed_handicap
from cfggo.go.legality import play_legal
from cfggo.go.main_line import MainLine
from cfggo.go.points import (
    BLACK,
    PASS,
    WHITE,
    board_points,
    format_vertex,
    parse_vertex,
    point_from_row_col,
    row_col_from_point,
)
from cfggo.go.rules import AGA, CHINESE, JAPANESE, NEW_ZEALAND, TROMP_TAYLOR, Ruleset
from cfggo.records.sgf.reading import read_parts
from tests.diagrams import game_of_diagram


def contents(boards: np.ndarray) -> list[bytes]:
    """Returns the fields of boards; the gaps between them hold anything, and are not copied."""
    return [boards[name].tobytes() for name in BOARD_DTYPE.fields or ()]


def play(game: Game, *vertices: str) -> None:
    """Plays moves in turn."""
    for vertex in vertices:
        game.play(game.to_play, parse_vertex(vertex, game.size))


def why_illegal(game: Game, vertex: str) -> str | None:
    return game.why_illegal(game.to_play, parse_vertex(vertex, game.size))


KO = """
    . X O .
    X O . O
    . X O .
    . . . .
    """

TRIPLE_KO = """
    . X O . . . .
    X O . O . . .
    . X O . . . .
    X . X O . . .
    . X O . . . .
    X O . O . . .
    . X O . . . .
    """

SENDING_TWO = """
    . . . . .
    . . . . .
    . . . . .
    X X O O .
    . O . O .
    """


def test_a_new_game_is_an_empty_19x19_board_under_chinese_rules() -> None:
    game = Game()
    assert (game.size, game.komi, game.rules) == (19, 7.5, CHINESE)
    assert (game.to_play, game.moves, game.is_over) == (BLACK, [], False)
    assert len(game.legal_points(BLACK)) == 361


@pytest.mark.parametrize(
    ("vertex", "reason"), [("B4", "occupied"), ("B3", "ko"), ("D4", None), ("pass", None)]
)
def test_why_a_move_is_illegal(vertex: str, reason: str | None) -> None:
    game = game_of_diagram(KO)
    play(game, "C3")
    assert why_illegal(game, vertex) == reason
    assert game.is_legal(WHITE, parse_vertex(vertex, 4)) == (reason is None)


@pytest.mark.parametrize("point", [-1, point_from_row_col(4, 0), 20, 441, 10_000])
def test_a_point_outside_the_board_is_illegal(point: int) -> None:
    game = Game(4)
    assert game.why_illegal(BLACK, point) == "off board"
    with pytest.raises(IllegalMoveError, match="off board"):
        game.play(BLACK, point)


def test_an_illegal_move_raises_and_changes_nothing() -> None:
    game = game_of_diagram(KO)
    play(game, "C3")
    before = contents(game.boards)
    with pytest.raises(IllegalMoveError, match=r"^illegal move: white B3 \(ko\)$"):
        play(game, "B3")
    assert contents(game.boards) == before
    assert len(game.moves) == 1


def test_triple_ko_ends_where_the_position_would_repeat() -> None:
    game = game_of_diagram(TRIPLE_KO)
    play(game, "C6", "B4", "C2", "B6", "C4")
    assert why_illegal(game, "B2") == "superko"
    assert game.superko_points(WHITE) == {parse_vertex("B2", 7)}
    assert parse_vertex("B2", 7) not in game.legal_points(WHITE)


def test_a_move_elsewhere_makes_a_triple_ko_a_new_position() -> None:
    game = game_of_diagram(TRIPLE_KO)
    play(game, "C6", "B4", "C2", "B6", "C4", "G7", "G1", "B2")
    assert game.moves[-1] == Move(WHITE, parse_vertex("B2", 7))


def test_sending_two_and_returning_one_is_superko() -> None:
    game = game_of_diagram(SENDING_TWO, to_play=WHITE)
    play(game, "A1", "C1")
    assert game.boards[0]["n_removed"] == 2
    assert why_illegal(game, "B1") == "superko"


def test_a_move_that_captures_nothing_can_be_superko_too() -> None:
    game = game_of_diagram(SENDING_TWO.replace(". O . O .", "O O . O ."))
    play(game, "C1", "B1", "pass")
    assert why_illegal(game, "A1") == "superko"


def test_a_position_repeats_whoever_is_to_play() -> None:
    game = game_of_diagram(KO)
    play(game, "C3", "pass", "pass")
    assert game.boards[0]["ko"] == 0
    assert why_illegal(game, "B3") == "superko"


def test_by_other_rules_a_move_may_repeat_a_position() -> None:
    game = game_of_diagram(SENDING_TWO, to_play=WHITE)
    play(game, "A1", "C1")
    before = contents(game.boards)
    retake = WHITE, parse_vertex("B1", 5)
    assert game.why_illegal(*retake, may_repeat=True) is None
    game.play(*retake, may_repeat=True)
    assert game.superko_points(BLACK) == set()
    game.undo()
    assert contents(game.boards) == before
    assert game.why_illegal(*retake) == "superko"


@pytest.mark.parametrize("rules", [CHINESE, TROMP_TAYLOR], ids=lambda rules: rules.name)
def test_ko_and_suicide_of_one_stone_are_illegal_by_any_rules(rules: Ruleset) -> None:
    game = game_of_diagram(KO, rules=rules)
    play(game, "C3")
    with pytest.raises(IllegalMoveError, match="ko"):
        game.play(WHITE, parse_vertex("B3", 4), may_repeat=True)
    game = game_of_diagram(SURROUNDED_POINT, WHITE, rules=rules)
    with pytest.raises(IllegalMoveError, match=r"\((suicide|superko)\)"):
        game.play(WHITE, parse_vertex("B3", 4), may_repeat=True)


def test_a_record_may_repeat_a_position_where_that_is_said() -> None:
    game = game_of_diagram(SENDING_TWO, to_play=WHITE)
    play(game, "A1", "C1")
    game.play(WHITE, parse_vertex("B1", 5), may_repeat=True)
    line = game.to_main_line()
    with pytest.raises(IllegalMoveError, match=r"^move 3: illegal move: white B1 \(superko\)$"):
        Game.from_main_line(line)
    assert Game.from_main_line(line, may_repeat=True).moves == game.moves


def test_a_pass_repeats_a_position_legally() -> None:
    game = Game(9)
    play(game, "pass", "pass", "pass")
    assert game.is_legal(WHITE, PASS)


SURROUNDED_PAIR = """
    . X X .
    X O . X
    . X X .
    . . . .
    """

SURROUNDED_POINT = """
    . X . .
    X . X .
    . X . .
    . . . .
    """


@pytest.mark.parametrize(
    ("rules", "pair", "single"),
    [
        (CHINESE, "suicide", "suicide"),
        (AGA, "suicide", "suicide"),
        (JAPANESE, "suicide", "suicide"),
        (TROMP_TAYLOR, None, "superko"),
        (NEW_ZEALAND, None, "superko"),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_suicide_of_one_stone_is_always_illegal_of_two_by_the_ruleset(
    rules: Ruleset, pair: str | None, single: str
) -> None:
    assert why_illegal(game_of_diagram(SURROUNDED_PAIR, WHITE, rules=rules), "C3") == pair
    game = game_of_diagram(SURROUNDED_POINT, WHITE, rules=rules)
    assert why_illegal(game, "B3") == single
    assert game.why_illegal(WHITE, parse_vertex("B3", 4), may_repeat=True) == single
    assert parse_vertex("B3", 4) not in game.legal_points(WHITE)


def test_no_search_looks_at_a_suicide_that_the_rules_allow() -> None:
    game = game_of_diagram(SURROUNDED_PAIR, WHITE, rules=TROMP_TAYLOR)
    point = parse_vertex("C3", 4)
    assert game.is_legal(WHITE, point)
    assert game.searched_moves(WHITE) == {PASS, *game.legal_points(WHITE)} - {point}


def test_a_suicide_may_repeat_a_position_where_moves_may() -> None:
    """White gives up two stones, plays one again, and gives up both once more."""
    game = game_of_diagram(SURROUNDED_PAIR, WHITE, rules=NEW_ZEALAND)
    point = parse_vertex("C3", 4)
    for again in (point, PASS, parse_vertex("B3", 4), PASS):
        game.play(game.to_play, again, may_repeat=True)
    assert game.why_illegal(WHITE, point) == "superko"
    game.play(WHITE, point, may_repeat=True)


def test_a_suicide_gives_prisoners() -> None:
    game = game_of_diagram(SURROUNDED_PAIR, WHITE, rules=TROMP_TAYLOR)
    play(game, "C3")
    assert game.boards[0]["prisoners"][WHITE] == 2
    assert why_illegal(game, "B3") is None  # for Black
    assert game.why_illegal(WHITE, parse_vertex("B3", 4)) == "superko"


@pytest.mark.parametrize("rules", [CHINESE, TROMP_TAYLOR], ids=lambda rules: rules.name)
@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_legal_points_are_those_that_bring_a_new_position_on_sgfmills_board(
    size: int, rules: Ruleset
) -> None:
    n_superko = 0
    for seed in range(12):
        chooser = random.Random(seed)
        game, theirs = Game(size, rules=rules), Board(size)
        seen = [str(theirs.board)]
        for _ in range(80):
            colour = game.to_play if chooser.random() < 0.9 else 3 - game.to_play
            expected = []
            for point in board_points(size):
                row, col = row_col_from_point(point)
                trial = theirs.copy()
                if trial.get(row, col) is None:
                    trial.play(row, col, "bw"[colour - 1])
                    survives = trial.get(row, col) is not None
                    new = str(trial.board) not in seen
                    if (survives or rules.suicide_allowed) and new:
                        expected.append(point)
            assert game.legal_points(colour) == expected
            n_superko += len(game.superko_points(colour))
            if not expected or chooser.random() < 0.25:
                game.play(colour, PASS)
                continue
            # Playing where stones were just taken makes for long cycles.
            board = game.boards[0]
            taken = set(board["removed"][: board["n_removed"]].tolist()).intersection(expected)
            point = chooser.choice(sorted(taken) or expected)
            game.play(colour, point)
            theirs.play(*row_col_from_point(point), "bw"[colour - 1])
            seen.append(str(theirs.board))
    assert n_superko > 0


def test_playing_out_of_turn_lifts_the_ko() -> None:
    game = game_of_diagram(KO)
    game.play(BLACK, parse_vertex("C3", 4))
    assert not game.is_legal(WHITE, parse_vertex("B3", 4))
    game.play(BLACK, parse_vertex("B3", 4))  # fills the ko
    assert game.moves[-1].colour == BLACK
    assert game.to_play == WHITE


def test_giving_the_turn_to_the_other_colour() -> None:
    game = Game(9)
    game.to_play = WHITE
    play(game, "E5")
    assert game.moves == [Move(WHITE, parse_vertex("E5", 9))]
    game.undo()
    assert game.to_play == WHITE


@pytest.mark.parametrize("rules", [CHINESE, TROMP_TAYLOR], ids=lambda rules: rules.name)
def test_undo_restores_the_board_bit_for_bit(rules: Ruleset) -> None:
    chooser = random.Random(1)
    game = game_of_diagram(TRIPLE_KO, rules=rules)
    states = []
    for _ in range(250):
        colour = game.to_play if chooser.random() < 0.9 else 3 - game.to_play
        points = game.legal_points(colour)
        states.append((contents(game.boards), colour, points, game.superko_points(colour)))
        game.play(colour, chooser.choice([*points, PASS]))
    assert game.boards[0]["prisoners"].sum() > 100
    for before, colour, points, superko_points in reversed(states):
        game.undo()
        assert contents(game.boards) == before
        assert game.legal_points(colour) == points
        assert game.superko_points(colour) == superko_points
    with pytest.raises(ValueError, match="no move to take back"):
        game.undo()


@pytest.mark.parametrize("rules", [CHINESE, TROMP_TAYLOR], ids=lambda rules: rules.name)
def test_playing_through_comes_to_what_playing_does(rules: Ruleset) -> None:
    chooser = random.Random(2)
    game = game_of_diagram(TRIPLE_KO, rules=rules)
    for _ in range(250):
        colour = game.to_play if chooser.random() < 0.9 else 3 - game.to_play
        game.play(colour, chooser.choice([*game.legal_points(colour), PASS]))
    other = game_of_diagram(TRIPLE_KO, rules=rules)
    other.play_through(game.moves[:100])
    other.play_through(game.moves[100:])
    for name in BOARD_DTYPE.names or ():  # there is nothing between fields that counts
        assert np.array_equal(other.boards[name], game.boards[name])
    assert other.moves == game.moves
    for colour in (BLACK, WHITE):
        assert other.legal_points(colour) == game.legal_points(colour)
        assert other.superko_points(colour) == game.superko_points(colour)
    with pytest.raises(ValueError, match="no move to take back"):
        other.undo()
    before = contents(other.boards)
    play(other, "pass")
    other.undo()
    assert contents(other.boards) == before


def test_playing_through_may_repeat_positions_but_ends_at_illegal_moves() -> None:
    game = game_of_diagram(TRIPLE_KO)
    play(game, "C6", "B4", "C2", "B6", "C4")
    moves = [Move(WHITE, parse_vertex("B2", game.size)), Move(BLACK, parse_vertex("B2", game.size))]
    assert why_illegal(game, "B2") == "superko"
    with pytest.raises(IllegalMoveError, match="occupied"):
        game.play_through(moves)
    assert game.moves[-1] == moves[0]
    assert len(game.moves) == 6
    assert game.to_play == BLACK
    with pytest.raises(IllegalMoveError, match="off board"):
        game.play_through([Move(BLACK, 10**6)])
    assert play_legal(game.boards[0], np.array([[BLACK, 10**6]]), np.zeros(1, np.uint64)) == 0


def test_an_illegal_move_out_of_turn_leaves_turn_and_ko_as_they_were() -> None:
    game = game_of_diagram(KO)
    play(game, "C3")
    assert game.boards[0]["ko"] == parse_vertex("B3", 4)
    before = contents(game.boards)
    for move in (Move(BLACK, parse_vertex("C3", 4)), Move(BLACK, 10**6)):
        with pytest.raises(IllegalMoveError):
            game.play_through([move])
        assert contents(game.boards) == before


def test_a_move_taken_back_may_be_played_again() -> None:
    game = game_of_diagram(TRIPLE_KO)
    play(game, "C6", "B4", "C2", "B6", "C4")
    game.undo()
    play(game, "C4")
    assert why_illegal(game, "B2") == "superko"


def test_a_copy_has_the_settings_and_goes_its_own_way() -> None:
    game = game_of_diagram(TRIPLE_KO)
    play(game, "C6", "B4", "C2", "B6", "C4")
    moves, before = game.moves.copy(), contents(game.boards)
    copy = game.copy()
    for _ in moves:
        copy.undo()
    play(copy, "G7")
    assert copy.moves == [Move(BLACK, parse_vertex("G7", 7))]
    assert (game.moves, contents(game.boards)) == (moves, before)
    assert why_illegal(game, "B2") == "superko"
    for _ in moves:
        game.undo()
    assert game.moves == []
    game = Game(9, komi=0.5, rules=AGA)
    game.place_fixed_handicap(2)
    copy = game.copy()
    assert copy.to_main_line() == game.to_main_line()
    assert copy.rules == AGA


def over_after(game: Game, *vertices: str) -> bool:
    """Tells whether a game is over after moves in turn."""
    play(game, *vertices)
    return game.is_over


def test_two_passes_end_a_game_under_aga_rules_with_whites_and_a_move_resumes_it() -> None:
    game = Game(9)
    assert not over_after(game, "E5", "pass")
    assert over_after(game, "pass")
    assert not over_after(game, "C3")
    assert over_after(Game(9, rules=AGA), "E5", "E6", "pass", "pass")
    game = Game(9, rules=AGA)
    assert not over_after(game, "E5", "pass", "pass")
    assert over_after(game, "pass")


def test_setup_starts_the_game_again() -> None:
    game = Game(9)
    game.place_fixed_handicap(2)
    play(game, "E5")
    game.setup([parse_vertex("A1", 9)], [parse_vertex("B1", 9)], to_play=WHITE)
    assert (game.moves, game.handicap, game.to_play) == ([], 0, WHITE)
    assert len(game.legal_points(WHITE)) == 79
    with pytest.raises(ValueError, match="no move to take back"):
        game.undo()


@pytest.mark.parametrize(
    ("black", "white", "reason"),
    [
        (["A1", "A1"], [], "no empty point to set up a stone on: A1"),
        (["A1"], ["A1"], "no empty point to set up a stone on: A1"),
        (["K10"], [], "no empty point to set up a stone on: K10"),
        (["A1"], ["A2", "B1"], "no liberty"),
    ],
)
def test_an_impossible_setup_raises_and_changes_nothing(
    black: list[str], white: list[str], reason: str
) -> None:
    game = Game(9)
    play(game, "E5")
    with pytest.raises(ValueError, match=reason):
        game.setup([parse_vertex(v, 19) for v in black], [parse_vertex(v, 19) for v in white])
    assert len(game.moves) == 1


@pytest.mark.parametrize("point", [-1, 0, 20, 41, 440, 441])
def test_a_setup_outside_any_board_names_the_point(point: int) -> None:
    with pytest.raises(ValueError, match=f"set up a stone on: point {point}$"):
        Game(19).setup([point], [])


def test_handicap_stones_are_no_moves_and_white_begins() -> None:
    game = Game(19)
    points = game.place_fixed_handicap(3)
    assert [format_vertex(point) for point in points] == ["D4", "Q16", "D16"]
    assert (game.handicap, game.to_play, game.moves) == (3, WHITE, [])
    game = Game(9)
    game.place_free_handicap([parse_vertex(vertex, 9) for vertex in ("E5", "C3")])
    assert (game.handicap, game.to_play, game.moves) == (2, WHITE, [])
    assert why_illegal(game, "E5") == "occupied"


@pytest.mark.parametrize(
    ("vertices", "reason"),
    [
        (["E5"], "at least two stones"),
        (["E5", "E5"], "no empty point"),
        (["E5", "T19"], "no empty point"),
        (["A1", "A2", "B1", "B2"], "no liberty"),
    ],
)
def test_an_impossible_free_handicap_raises(vertices: list[str], reason: str) -> None:
    game = Game(2 if "B2" in vertices else 9)
    with pytest.raises(ValueError, match=reason):
        game.place_free_handicap([parse_vertex(vertex, 19) for vertex in vertices])
    assert game.handicap == 0


@pytest.mark.parametrize("moved", [True, False])
def test_a_handicap_needs_an_empty_board(moved: bool) -> None:
    game = Game(9)
    if moved:
        play(game, "E5")
    else:
        game.place_fixed_handicap(2)
    with pytest.raises(ValueError, match="board is not empty"):
        game.place_fixed_handicap(4)


def test_a_score_counts_komi_and_handicap() -> None:
    game = Game(9, komi=0.5)
    game.place_fixed_handicap(4)
    assert game.score() == 81 - 0.5 - 4
    game.komi = 6.5
    game.rules = AGA
    assert game.score() == 81 - 6.5 - 3


def test_stones_are_no_handicap_where_white_moves_twice_first() -> None:
    game = Game(9, komi=0.5)
    game.place_fixed_handicap(4)
    game.play(WHITE, parse_vertex("E5", 9))
    assert game.handicap == 4
    game.play(WHITE, parse_vertex("E6", 9))
    assert (game.handicap, game.copy().handicap, game.to_main_line().handicap) == (0, 0, 0)
    assert game.score() == 4 - 2 - 0.5
    game.undo()
    game.play(BLACK, parse_vertex("E6", 9))
    assert (game.handicap, game.copy().handicap) == (4, 4)


def test_placed_stones_are_no_handicap_where_black_moves_first() -> None:
    game = Game(9, komi=0.5)
    game.place_free_handicap([parse_vertex("C3", 9), parse_vertex("G7", 9)])
    game.play(BLACK, parse_vertex("E5", 9))
    assert (game.handicap, game.copy().handicap, game.to_main_line().handicap) == (0, 0, 0)
    game.undo()
    assert game.handicap == 2
    game.to_play = BLACK
    assert game.handicap == 0
    game.to_play = WHITE
    assert game.handicap == 2
    game.handicap = 3
    game.play(BLACK, parse_vertex("E5", 9))
    assert game.handicap == 3  # it was set explicitly


def edited(record: bytes, rules: Ruleset = CHINESE) -> Game:
    """Returns the game of a record in which stones are set up after a move."""
    line, edits = read_parts(record)
    return Game.from_main_line(line, rules, edits=edits, may_repeat=True)


def test_a_game_begins_again_where_its_record_sets_up_stones() -> None:
    game = edited(b"(;SZ[9]HA[2]AB[gg][gc];W[aa];B[ab];W[ee];B[ba];AE[ee]AW[cc]AB[gg];W[cd];B[ce])")
    assert why_illegal(game, "C7") == "occupied"
    assert game.is_legal(WHITE, parse_vertex("E5", 9))
    assert (game.handicap, game.to_play, len(game.moves)) == (2, WHITE, 2)
    assert game.boards[0]["prisoners"].tolist() == [0, 0, 1]
    for _ in range(2):
        game.undo()
    with pytest.raises(ValueError, match="no move to take back"):
        game.undo()
    again = Game.from_main_line(game.to_main_line())
    assert (again.boards["colour"] == game.boards["colour"]).all()
    assert (again.handicap, again.to_play) == (2, WHITE)


def test_superko_looks_back_to_the_set_up_only() -> None:
    ko = b"(;SZ[5]AB[ad][bd]AW[cd][dd][be][de]PL[W];W[ae];B[ce]%s)"
    b1 = parse_vertex("B1", 5)
    assert edited(ko % b"").why_illegal(WHITE, b1) == "superko"
    assert edited(ko % b";AB[ea]").why_illegal(WHITE, b1) is None


def test_an_edit_that_changes_nothing_leaves_the_history() -> None:
    game = edited(b"(;SZ[9];B[ee];W[cc];AE[aa]AB[ee]PL[W])")
    assert (len(game.moves), game.to_play) == (2, WHITE)


@pytest.mark.parametrize(
    ("record", "error"),
    [
        (b"(;SZ[9];B[aa];AW[ab][ba])", "no liberty"),
        (b"(;SZ[9];B[aa];AE[aa];W[bb];B[bb])", r"^move 3: illegal move: black B8 \(occupied\)"),
    ],
)
def test_an_impossible_edit_raises(record: bytes, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        edited(record)


def test_a_record_with_as_many_edits_as_there_may_be_loads_soon() -> None:
    stones = b"".join(b"[%c%c]" % (97 + i % 18, 97 + i // 18) for i in range(300))
    game = b"(;SZ[19]AB" + stones + b";B[]" + b";AE[ss];B[];AB[ss];B[]" * 1000 + b")"
    edited(game)
    assert edited(game).is_legal(WHITE, parse_vertex("T2", 19))


def test_a_game_equals_the_one_read_from_its_main_line() -> None:
    game = Game(13, komi=0.5, rules=JAPANESE)
    game.place_fixed_handicap(5)
    play(game, "C11", "pass", "D11", "C12")
    line = game.to_main_line()
    assert line == MainLine(
        size=13,
        moves=tuple(game.moves),
        black=tuple(sorted(game.setup_black)),
        first_player=WHITE,
        komi=0.5,
        handicap=5,
        rules="japanese",
    )
    again = Game.from_main_line(line, JAPANESE)
    assert again.moves == game.moves
    assert (again.komi, again.handicap, again.to_play) == (0.5, 5, WHITE)
    assert (again.boards["colour"] == game.boards["colour"]).all()


def test_a_record_without_komi_has_the_one_of_the_rules() -> None:
    assert Game.from_main_line(MainLine(), NEW_ZEALAND).komi == 7.0
    assert Game.from_main_line(MainLine(komi=0.0), NEW_ZEALAND).komi == 0.0


@pytest.mark.parametrize("colour", [0, 3, -1, 2**40])
@pytest.mark.parametrize(
    "use",
    [
        lambda game, colour: game.play(colour, point_from_row_col(4, 4)),
        lambda game, colour: game.play(colour, PASS),
        lambda game, colour: game.play(colour, -5),
        lambda game, colour: game.play_through([Move(BLACK, PASS), Move(colour, PASS)]),
        lambda game, colour: game.is_legal(colour, PASS),
        lambda game, colour: game.legal_points(colour),
        lambda game, colour: game.setup([], [], to_play=colour),
        lambda game, colour: setattr(game, "to_play", colour),
    ],
)
def test_a_colour_that_is_none_is_refused(colour: int, use: Callable[[Game, int], None]) -> None:
    game = Game(9)
    with pytest.raises(ValueError, match=f"no colour: {colour}"):
        use(game, colour)
    assert (game.moves, game.to_play) == ([], BLACK)
    with pytest.raises(ValueError, match="no move"):
        game.undo()


def test_a_handicap_record_without_komi_has_that_of_handicap_games() -> None:
    stones = tuple(sorted(fixed_handicap(9, 2)))
    line = MainLine(9, black=stones, first_player=WHITE, handicap=2)
    assert Game.from_main_line(line).komi == 0.5
    assert Game.from_main_line(replace(line, komi=5.5)).komi == 5.5
    assert Game.from_main_line(replace(line, handicap=0)).komi == 7.5


def test_an_illegal_move_in_a_record_is_named_with_its_number() -> None:
    e5 = parse_vertex("E5", 9)
    line = MainLine(size=9, moves=((BLACK, e5), (WHITE, PASS), (BLACK, e5)))
    with pytest.raises(IllegalMoveError, match=r"move 3: .*black E5 \(occupied\)"):
        Game.from_main_line(line)


def test_whoever_moved_first_is_the_first_player_of_the_record() -> None:
    game = Game(9)
    assert game.to_main_line().first_player == BLACK
    game.play(WHITE, parse_vertex("E5", 9))
    assert game.to_main_line().first_player == WHITE


def test_a_position_tells_how_many_moves_it_has_taken() -> None:
    played = Game(9)
    for name in ("A2", "A1", "B1", "E5", "PASS", "F5"):  # A1 is captured
        played.play(played.to_play, parse_vertex(name, 9))
    assert played.moves_to_here == 6
    given = Game(9)
    given.setup([parse_vertex(name, 9) for name in ("C3", "G7")], [], WHITE)
    given.handicap = 2
    assert given.moves_to_here == 0
    given.play(WHITE, parse_vertex("E5", 9))
    assert given.moves_to_here == 1
    set_up = Game(9)
    black, white = ([p for p in board_points(9) if p % 4 == rest] for rest in (0, 1))
    set_up.setup(black, white, BLACK)
    assert set_up.moves_to_here == len(black) + len(white)
    assert set_up.boards_for(BLACK)[0]["n_moves"] == set_up.moves_to_here


def test_moves_since_a_set_up_are_as_recent_as_they_are() -> None:
    game = Game(9)
    game.setup(
        [parse_vertex(name, 9) for name in ("C3", "G7", "D5")], [parse_vertex("E5", 9)], WHITE
    )
    for name in ("F5", "PASS", "C7"):
        game.play(game.to_play, parse_vertex(name, 9))
    board = game.boards_for(BLACK)[0]
    assert board["n_moves"] == game.moves_to_here == 6
    assert board["played_at"][parse_vertex("F5", 9)] == 4
    assert board["played_at"][parse_vertex("C7", 9)] == 6
    assert board["played_at"][parse_vertex("E5", 9)] == NEVER
