"""Games by colours and vertices."""

import json
from pathlib import Path

import pytest

import cfggo
from cfggo import CfggoError, Game


def test_moves_take_turns_and_can_be_taken_back() -> None:
    game = Game(9)
    game.play("e5")
    game.play("C3")
    game.play("pass")
    assert game.moves == [("black", "E5"), ("white", "C3"), ("black", "pass")]
    assert (game.to_play, len(game), game.is_over) == ("white", 3, False)
    game.undo()
    assert game.to_play == "black"
    assert game.stones == {"E5": "black", "C3": "white"}
    assert "O" in game.diagram()


def test_earlier_positions_leave_the_game_as_it_is() -> None:
    game = Game(9)
    for move in ("E5", "C3", "G7"):
        game.play(move)
    assert [move for _, move in game.at(1).moves] == ["E5"]
    assert game.at(1).to_play == "white"
    assert game.at(0).stones == {}
    assert len(game) == 3
    with pytest.raises(CfggoError, match="no position after move 4: the game has 3 moves"):
        game.at(4)


def test_earlier_positions_where_players_did_not_take_turns() -> None:
    game = Game(9)
    for move in ("E5", "C3"):
        game.play(move, "black")
    assert game.at(1).to_play == "black"
    assert game.at(0).to_play == "black"


def test_records_there_and_back(tmp_path: Path) -> None:
    game = Game(13, handicap=3)
    game.play("E10")
    game.play("K4")
    assert (game.komi, game.handicap) == (0.5, 3)
    file = tmp_path / "game.sgf"
    file.write_text(game.to_sgf())
    for source in (file, str(file), game.to_sgf(), game.to_sgf().encode()):
        again = Game.from_sgf(source)
        assert (again.size, again.komi, again.handicap) == (13, 0.5, 3)
        assert again.stones == game.stones
        assert again.moves == game.moves
        assert again.to_play == "white"


def test_records_name_their_rules() -> None:
    assert Game.from_sgf("(;SZ[9]RU[japanese])").rules == "japanese"
    assert Game.from_sgf("(;SZ[9]RU[our own])").rules == "chinese"
    assert Game.from_sgf("(;SZ[9]RU[japanese])").komi == 6.5


@pytest.mark.parametrize(
    ("named", "rules", "komi"),
    [
        ("Ing", "new-zealand", 7.5),
        ("GOE", "new-zealand", 7.5),
        ("New Zealand", "new-zealand", 7.0),
        ("Korean", "japanese", 6.5),
        ('{"scoring":"TERRITORY","suicide":false}', "japanese", 6.5),
        ("koSITUATIONALscoreAREAtaxNONEsui0whbN-1fpok1", "aga", 7.5),
        ('{"komi":6}', "tromp-taylor", 6.0),
    ],
)
def test_other_rules_have_the_name_of_those_that_count_the_same(
    named: str, rules: str, komi: float
) -> None:
    game = Game.from_sgf(f"(;SZ[9]RU[{named}])")
    assert (game.rules, game.komi) == (rules, komi)
    assert Game(9, rules=game.rules).rules == rules
    assert Game.from_sgf(game.to_sgf()).rules == rules


def test_rules_without_a_name_are_kept_as_they_are() -> None:
    game = Game.from_sgf('(;SZ[9]RU[{"scoring":"TERRITORY","suicide":true}];B[ee])')
    assert (game.komi, json.loads(game.rules)["suicide"]) == (6.5, True)
    for other in (Game(9, rules=game.rules), Game.from_sgf(game.to_sgf())):
        assert other.rules_game.rules == game.rules_game.rules
    with pytest.raises(CfggoError, match="unknown rules"):
        Game(9, rules="aga-button")  # nothing counts a button


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("(;SZ[99])", "99"),
        ("(;SZ[9];B[aa];W[aa])", "move 2: illegal move: white A9 .occupied."),
        ("no/such.sgf", "no/such.sgf: No such file or directory"),
        (b"\x00\xff", "no SGF|not|SGF"),
    ],
)
def test_records_that_are_none(source: str | bytes, message: str) -> None:
    with pytest.raises(CfggoError, match=message):
        Game.from_sgf(source)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Game(1),
        lambda: Game(9, komi=float("nan")),
        lambda: Game(9, rules="checkers"),
        lambda: Game(9, handicap=1),
        lambda: Game(9, handicap=10),
        lambda: Game("9"),  # type: ignore[arg-type]
        lambda: Game(9.0),  # type: ignore[arg-type]
        lambda: Game(9, komi="7"),  # type: ignore[arg-type]
        lambda: Game(9, rules=1),  # type: ignore[arg-type]
        lambda: Game.from_sgf(""),
        lambda: Game.from_sgf(None),  # type: ignore[arg-type]
        lambda: Game(9).play("Z9"),
        lambda: Game(9).play("E5", "green"),
        lambda: Game(9).undo(),
        lambda: Game(9).score(dead=["E5"]),
        lambda: Game(9).score(dead=[5]),  # type: ignore[list-item]
        lambda: Game(9).score(dead=None),  # type: ignore[arg-type]
        lambda: Game(9).owners(dead=[5]),  # type: ignore[list-item]
        lambda: Game(9).at("0"),  # type: ignore[arg-type]
        lambda: Game(9).at(0.5),  # type: ignore[arg-type]
        lambda: Game(9).to_sgf(black=3),  # type: ignore[arg-type]
        lambda: Game(9).to_sgf(comments={1: 3}),  # type: ignore[dict-item]
        lambda: Game(9).graph().at(5),  # type: ignore[arg-type]
        lambda: Game(9).graph().labels(-1),
        lambda: Game(9).graph().labels("1"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_game_is_refused(make) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(CfggoError):
        make()


def test_scores_and_legal_moves() -> None:
    game = Game(9, komi=7)
    game.play("E5")
    assert game.score() == 81 - 7
    assert len(game.legal_moves()) == 81
    assert game.legal_moves()[-1] == "pass"


def test_the_package_has_these_names() -> None:
    assert set(cfggo.__all__) <= set(dir(cfggo))
    for name in cfggo.__all__:
        assert getattr(cfggo, name).__name__ == name
    with pytest.raises(AttributeError):
        cfggo.nonsense  # noqa: B018


def test_records_name_players_result_and_comments() -> None:
    game = Game(9)
    game.play("E5")
    record = game.to_sgf(
        black="Anna", white="cfggo 12k", result="B+R", date="2026-11-22", comments={1: "the middle"}
    )
    for part in ("PB[Anna]", "PW[cfggo 12k]", "RE[B+R]", "DT[2026-11-22]", "C[the middle]"):
        assert part in record


@pytest.mark.parametrize("number", [0, 2])
def test_a_comment_stands_at_a_move(number: int) -> None:
    game = Game(9)
    game.play("E5")
    with pytest.raises(CfggoError, match=f"a comment can't stand at move {number} of 1"):
        game.to_sgf(comments={number: "where?"})


def test_half_characters_are_question_marks_in_a_record() -> None:
    game = Game(9)
    game.play("E5")
    record = game.to_sgf(black="A\udcff", comments={1: "\ud800"})
    assert "PB[A?]" in record
    assert "C[?]" in record
    assert len(Game.from_sgf(record.replace("A?", "A\udcff"))) == 1


def test_captured_stones_and_owners() -> None:
    game = Game(5)
    for vertex in ("B1", "A1", "A2", "C3"):
        game.play(vertex)
    assert game.captures == {"black": 1, "white": 0}
    owners = game.owners()
    assert (owners.shape, owners[4, 0], owners[2, 2], owners[0, 0]) == ((5, 5), 1, -1, 0)
    assert game.owners(["C3"]).sum() == 25
    with pytest.raises(CfggoError, match="no stone at E5"):
        game.owners(["E5"])


def test_what_is_no_move_or_no_limit_is_refused_in_a_line() -> None:
    game = Game(9)
    for move in (None, ("black", "C3"), 3):
        with pytest.raises(CfggoError, match="vertex can't be"):
            game.play(move)  # type: ignore[arg-type]
    with pytest.raises(CfggoError, match="colour can't be"):
        game.play("C3", 1)  # type: ignore[arg-type]


def test_a_record_may_end_at_what_is_impossible() -> None:
    record = "(;SZ[9]RU[mine];B[ee];W[ee])"
    with pytest.raises(CfggoError, match="move 2: illegal move"):
        Game.from_sgf(record)
    game = Game.from_sgf(record, stop=True)
    assert len(game) == 1
    assert game.doubts == (
        "Unknown rules: mine.",
        "It ends before move 2: illegal move: white E5 (occupied).",
    )
    assert game.copy().doubts == game.at(0).doubts == game.doubts
    assert Game(9).doubts == ()
