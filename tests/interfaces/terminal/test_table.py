"""A game with its players, without engine and terminal."""

import pytest

from cfggo.base.errors import CfggoError
from cfggo.interfaces.terminal import table_words
from cfggo.interfaces.terminal.table import Table
from cfggo.study.api.game import Game
from cfggo.study.games.records import Origin, Player, seats_of


def table_after(moves: str, you: str = "black", size: int = 5, komi: float = 0.5) -> Table:
    table = Table(Game(size, komi), you, "12k")
    for move in moves.split():
        table.play(move)
    return table


ENDED = "C3 D4 C2 D3 C4 D2 C5 D1 C1 D5 pass B3 pass pass"
"""Black has the left, White the right, and the white stone on B3 is dead."""


def test_undo_takes_back_your_move_and_the_answer() -> None:
    table = table_after("C3 D4 C2 D3")
    table.undo()
    assert [move for _, move in table.game.moves] == ["C3", "D4"]
    table.play("C2")
    table.undo()
    assert [move for _, move in table.game.moves] == ["C3", "D4"]
    table.undo()
    with pytest.raises(CfggoError, match="no move of yours to take back"):
        table.undo()


def test_undo_as_white_leaves_blacks_first_move() -> None:
    table = table_after("C3 D4 C2", you="white")
    table.undo()
    assert [move for _, move in table.game.moves] == ["C3"]
    with pytest.raises(CfggoError, match="no move of yours"):
        table.undo()


def test_a_resignation_ends_the_game_and_can_be_taken_back() -> None:
    table = table_after("C3 D4 resign")
    assert (table.is_over, table.result) == (True, "W+R")
    assert table_words.ending(table) == ["Black (you) resigned: White (cfggo 12k) wins (W+R)."]
    assert "RE[W+R]" in table.to_sgf()
    assert "PW[cfggo 12k]" in table.to_sgf()
    with pytest.raises(CfggoError, match="the game is over"):
        table.play("C2")
    table.undo()
    assert (table.is_over, table.result, len(table.game)) == (False, "", 2)


def test_a_resignation_in_a_record_can_be_taken_back_too() -> None:
    game = table_after("C3 D4").game
    for result, left in (("W+R", 2), ("B+R", 0)):
        origin = Origin({}, result, "2020-01-01")
        table = Table(game.at(2), "black", "12k", origin=origin, is_yours=True)
        assert (table.is_over, table.result) == (True, result)
        assert "DT[2020-01-01]" in table.to_sgf()
        table.undo()
        assert (table.is_over, table.result, len(table.game)) == (False, "", left)


def test_a_game_of_others_keeps_its_players_and_goes_on() -> None:
    players = {"black": Player("Anna", "3k"), "white": Player("Ben")}
    origin = Origin(players, "B+R", "2020-01-01")
    table = Table(table_after("C3 D4").game, "black", "12k", origin=origin)
    record = table.to_sgf()
    for words_of_it in ("PB[Anna]", "BR[3k]", "PW[Ben]", "RE[B+R]", "DT[2020-01-01]"):
        assert words_of_it in record
    assert not table.is_over
    table.play("C2")
    assert "RE[" not in table.to_sgf()


def test_undo_goes_back_before_the_move_that_the_engine_resigned_at() -> None:
    table = table_after("C3 D4 C2 resign")
    assert table.resigned == "white"
    table.undo()
    assert [move for _, move in table.game.moves] == ["C3", "D4"]
    assert (table.is_over, table.is_the_engines_turn) == (False, False)


def test_the_score_waits_for_the_dead_stones() -> None:
    table = table_after(ENDED)
    assert (table.is_over, table.score, table_words.ending(table)) == (True, None, [])
    table.dead = ["B3"]
    assert table.result == "B+4.5"
    assert table_words.ending(table) == [
        "Both have passed.",
        "Dead stones of White: B3.",
        "               Black  White",
        "Living stones      5      5",
        "Territory         10      5",
        "Komi               0    0.5",
        "Total             15   10.5",
        "If a chain is judged wrongly, type dead and one of its stones.",
        "Black (you) win by 4.5 points (B+4.5).",
    ]


def test_people_have_the_last_word_on_dead_stones() -> None:
    table = table_after(ENDED)
    with pytest.raises(CfggoError, match="when both have passed"):
        table.change_life("B3")
    table.dead = []
    table.change_life("d1")
    assert table.dead == ["D1", "D2", "D3", "D4", "D5"]
    table.change_life("B3")
    assert table.result == "B+24.5"
    table.change_life("D4")
    assert table.dead == ["B3"]
    with pytest.raises(CfggoError, match="no stone at A1"):
        table.change_life("A1")


def test_stones_live_again_when_their_captors_die() -> None:
    table = table_after(ENDED)
    table.dead = ["B3"]
    table.change_life("C3")
    assert table.dead == ["C1", "C2", "C3", "C4", "C5"]
    assert table.score == -25.5


def test_a_chain_that_nobody_holds_captive_can_not_be_dead() -> None:
    table = table_after("C3 D4 C2 D3 C4 D2 C5 D1 C1 D5 A1 B3 pass pass")
    dead = ["B3", "D1", "D2", "D3", "D4", "D5"]  # all of White's
    table.dead = dead
    with pytest.raises(CfggoError, match="C1 can't be dead: only its own colour lives around it"):
        table.change_life("C1")
    assert table.dead == dead


def test_rules_may_count_all_stones_as_alive() -> None:
    table = Table(Game(5, rules="tromp-taylor"), "black", "")
    for move in ENDED.split():
        table.play(move)
    table.dead = []
    with pytest.raises(CfggoError, match="Tromp-Taylor rules count all stones as alive"):
        table.change_life("B3")


def test_a_game_is_saved_until_it_changes() -> None:
    table = table_after("")
    saved = [table.is_saved]
    for change in (lambda: table.play("C3"), table.was_saved, lambda: table.play("resign")):
        change()
        saved.append(table.is_saved)
    assert saved == [True, False, True, False]


def test_words_about_the_state() -> None:
    table = table_after("B1 A1 A2")
    assert table_words.state(table) == (
        "Move 3: Black plays A2. Captured: by Black 1, by White 0. White (cfggo 12k) to play."
    )
    table.swap()
    assert table_words.state(table).endswith("White (you) to play.")
    assert table_words.conditions(table) == (
        "5x5, komi 0.5, chinese rules. You play White, cfggo 12k Black."
    )


@pytest.mark.parametrize("you", ["black", "white"])
@pytest.mark.parametrize("level", ["12k", ""])
def test_records_say_who_played_what(you: str, level: str) -> None:
    table = Table(Game(5), you, level)
    assert seats_of(table.to_sgf().encode()) == (you, level)
    assert seats_of(Game(5).to_sgf(black="Anna", white="cfggos 12k").encode()) == (None, "")
