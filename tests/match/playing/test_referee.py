"""Games between programs of which one misbehaves: each gets its own result, soon."""

import shlex
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from cfggo.go.game import Game
from cfggo.go.main_line import MainLine, PositionValue
from cfggo.go.points import BLACK, WHITE, format_vertex, parse_vertex
from cfggo.go.rules import AGA, TROMP_TAYLOR
from cfggo.match.playing import client, scoring
from cfggo.match.playing.clock import TimeControl
from cfggo.match.playing.openings import Opening
from cfggo.match.playing.referee import GameResult, GameSettings, Player, Watcher, play_game
from cfggo.match.playing.scoring import parse_score
from tests.match.conftest import PATIENCE

SETTINGS = GameSettings(size=5, komi=0.5, patience=PATIENCE)
IMPATIENT = replace(SETTINGS, patience=4.0)

Play = Callable[..., GameResult]


@pytest.fixture
def play(command_line: Callable[..., list[str]]) -> Play:
    """Returns a function that plays a game between two behaviours."""

    def play_game_of(
        black: str, white: str, settings: GameSettings = SETTINGS, watcher: Watcher | None = None
    ) -> GameResult:
        first, second = (Player(name, command_line(name, 12)) for name in (black, white))
        return play_game(1, first, second, settings, watcher=watcher)

    return play_game_of


def test_game_that_both_play_to_the_end(play: Play) -> None:
    result = play("Player", "Player", replace(SETTINGS, max_moves=10))
    assert [format_vertex(move.point) for move in result.game.moves[:6]] == [
        "A1", "B1", "C1", "D1", "E1", "A2",
    ]  # fmt: skip
    assert (result.result, result.winner, result.reason) == ("0", None, "score")
    assert result.settlement
    assert result.settlement.decided_by == "players"
    assert result.versions == {BLACK: "player 1", WHITE: "player 1"}
    assert not result.is_forfeit
    assert not result.is_void


def test_two_passes_or_a_resignation_end_the_game(
    play: Play, command_line: Callable[..., list[str]]
) -> None:
    player = Player("player", command_line("Player", 2))
    result = play_game(1, player, player, SETTINGS)
    vertices = [format_vertex(move.point) for move in result.game.moves]
    assert vertices == ["A1", "B1", "C1", "D1", "pass", "pass"]
    result = play("Player", "Resigns")
    assert (result.result, result.winner, result.reason) == ("B+R", BLACK, "resign")
    assert not result.is_forfeit


@pytest.mark.parametrize(
    ("behaviour", "reason", "detail"),
    [
        ("Dies", "crash", "Black's program ended with exit code 3 when asked 'genmove black'"),
        ("Crashes", "crash", "Black's program was killed by SIGSEGV when asked 'genmove black'"),
        ("DiesOddly", "crash", "was killed by signal 40 when asked 'genmove black'"),
        ("Illegal", "illegal move", "played move 5: illegal move: black A1 (occupied)"),
        ("Nonsense", "error", "gave no move as move 5: invalid vertex: 'hello'"),
        ("Garbage", "error", "no GTP answer to 'genmove black'"),
        ("Endless", "error", "gave an answer without end to 'genmove black'"),
        ("Refuses", "error", "Black's program refused 'play white B1': illegal move"),
    ],
)
def test_fault_in_the_middle_forfeits_the_game(
    play: Play, behaviour: str, reason: str, detail: str
) -> None:
    game = play(behaviour, "Player")
    assert (game.result, game.winner, game.reason) == ("W+F", WHITE, reason)
    assert detail in game.detail
    assert game.is_forfeit


def test_repeating_a_position_forfeits_the_game_under_all_rules(play: Play) -> None:
    game = play("Repeats", "Repeats", replace(SETTINGS, size=2, rules=AGA))
    assert (game.result, game.reason) == ("W+F", "illegal move")
    assert game.detail == (
        "Black's program played move 7: illegal move: black A1 (superko): it repeats a position "
        "(positional superko, under all rules)"
    )


def test_the_last_words_are_kept(play: Play) -> None:
    assert play("Player", "Dies").last_words[-1] == "stderr: out of memory"
    # Control characters in them would do things to a terminal.
    assert "stdout: Traceback: [31msomething went wrong" in play("Player", "Garbage").last_words


def test_hanging_program_forfeits_when_patience_ends(play: Play) -> None:
    result = play("Player", "Slow", IMPATIENT)
    assert (result.result, result.reason) == ("B+T", "time")
    assert "no answer to 'genmove white' within 4 s" in result.detail
    assert result.last_words[-1] == "stderr: thinking"


def test_overstepping_the_clock_loses_on_time(play: Play) -> None:
    result = play("Slower", "Player", replace(SETTINGS, time_control=TimeControl(2)))
    assert (result.result, result.reason) == ("W+T", "time")
    assert len(result.game.moves) in (2, 4)
    assert (
        play("Player", "Player", replace(SETTINGS, time_control=TimeControl(0, 2, 1))).result == "0"
    )


@pytest.mark.parametrize(
    ("behaviour", "reason", "detail"),
    [
        ("Silent", "time", "White's program gave no answer to 'name' within 4 s"),
        ("WrongSize", "error", "White's program refused 'boardsize 5': unacceptable size"),
        ("Deaf", "error", "White's program gave more than one answer to a command: '= '"),
    ],
)
def test_program_that_cannot_even_begin_makes_the_game_void(
    play: Play, behaviour: str, reason: str, detail: str
) -> None:
    result = play("Player", behaviour, IMPATIENT if reason == "time" else SETTINGS)
    assert (result.result, result.winner, result.reason) == ("Void", None, reason)
    assert result.detail == detail
    assert result.is_void
    assert not result.is_forfeit


def test_program_that_is_not_there_makes_the_game_void(
    command_line: Callable[..., list[str]],
) -> None:
    result = play_game(1, Player("a", ["/no/such"]), Player("b", command_line()), SETTINGS)
    assert result.is_void
    assert result.detail.startswith("Black's program can't be started")


def test_watcher_sees_every_move(play: Play) -> None:
    events = []

    class Listener(Watcher):
        def game_started(self, number: int, game: Game, black: str, white: str) -> None:
            events.append(f"{number} {black} {white}")

        def move_played(self, number: int, game: Game, seconds: dict[int, float]) -> None:
            events.append(format_vertex(game.moves[-1].point))

    play("Player", "Resigns", watcher=Listener())
    assert events == ["1 Player Resigns", "A1", "B1", "C1", "D1", "E1"]


@pytest.mark.parametrize("opponent", ["Sure", "Shy"])
def test_disputed_score_goes_to_gnugo(
    play: Play, monkeypatch: pytest.MonkeyPatch, opponent: str
) -> None:
    scores = {"gnugo": "B+3.5"}
    monkeypatch.setattr(scoring, "find_gnugo", lambda: "/usr/games/gnugo")
    monkeypatch.setattr(scoring, "_referee_score", lambda program, *others: scores[program])
    result = play("Player", opponent, replace(SETTINGS, max_moves=4))
    assert result.result == "B+3.5"
    assert result.settlement
    assert result.settlement.decided_by == "gnugo"
    claim = "W+100" if opponent == "Sure" else None
    assert result.settlement.claims == {"black": "0", "white": claim, "gnugo": "B+3.5"}


@pytest.mark.usefixtures("needs_gnugo")
def test_gnugo_decides_the_score_of_a_game_that_it_did_not_play(play: Play) -> None:
    # Black has A1, C1 and E1 of an empty board, White B1 and D1: GNU Go takes those for dead.
    result = play("Sure", "Player", replace(SETTINGS, max_moves=5, score_by="gnugo"))
    assert result.settlement
    assert result.settlement.decided_by == "gnugo"
    assert result.settlement.claims == {"black": "W+100", "white": "0", "gnugo": result.result}
    assert parse_score(result.result) == result.settlement.score


def test_answer_that_comes_too_late_is_not_taken_for_another(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scoring, "SCORE_SECONDS", 0.5)
    result = play("CountsSlowly", "Player", replace(SETTINGS, max_moves=4, score_by="cfggo"))
    assert result.settlement
    assert result.settlement.claims["black"] is None
    assert result.searched == {}


def test_what_programs_think_of_their_moves_is_kept_and_boasts_are_not(play: Play) -> None:
    settings = replace(SETTINGS, max_moves=4, score_by="cfggo")
    result = play("Boasts", "Thinks", settings)
    assert result.values == {1: PositionValue(0.25, -3.5), 3: PositionValue(1.0, 20.0)}
    assert result.searched == {}


def test_stones_that_are_played_one_by_one_are_no_moves_of_the_game(
    command_line: Callable[..., list[str]],
) -> None:
    line = MainLine(5, black=(parse_vertex("E5", 5),), white=(parse_vertex("D5", 5),))
    result = play_game(
        1,
        Player("black", command_line("Player", 12)),
        Player("white", command_line("Thinks", 12)),
        replace(SETTINGS, max_moves=4, score_by="cfggo"),
        opening=Opening("two stones", line),
    )
    assert len(result.game.moves) == 4
    assert result.values == {1: PositionValue(1.0, 20.0)}  # what White calls its move 3


def test_disputed_score_is_counted_where_there_is_no_gnugo(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scoring, "find_gnugo", lambda: None)
    result = play("Player", "Sure", replace(SETTINGS, max_moves=3))
    assert result.settlement
    assert result.settlement.decided_by == "cfggo"
    assert result.result == "B+0.5"  # A1 and C1 against B1, nobody's points beyond


@pytest.mark.parametrize(
    ("answer", "score"),
    [("B+3.5", 3.5), ("w+12", -12.0), ("0", 0.0), ("Draw", 0.0), ("jigo", 0.0),
     ("?", None), (f"B+{10**400}", None), ("B+R", None), ("", None), (None, None)],
)  # fmt: skip
def test_answers_to_final_score(answer: str | None, score: float | None) -> None:
    assert parse_score(answer) == score


def test_referee_program_decides_and_the_players_claims_are_kept(
    play: Play, command_line: Callable[..., list[str]]
) -> None:
    referee = shlex.join(command_line("Sure", 0))
    result = play("Player", "Shy", replace(SETTINGS, max_moves=4, score_by=referee))
    assert result.result == "W+100"
    assert result.settlement
    assert result.settlement.decided_by == referee
    assert result.settlement.claims == {"black": "0", "white": None, referee: "W+100"}


def test_referee_program_is_told_everything_about_the_game(
    play: Play,
    command_line: Callable[..., list[str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(client, "_QUIT_SECONDS", PATIENCE)  # it writes down that it is to quit
    referee = shlex.join(command_line("Scribe", 0))
    settings = replace(SETTINGS, max_moves=2, score_by=referee, rules=TROMP_TAYLOR)
    assert play("Player", "Player", settings).result == "W+3"
    assert (tmp_path / "pids.heard").read_text().splitlines() == [
        "boardsize 5", "clear_board", "kata-set-rules tromp-taylor", "komi 0.5",
        "play black A1", "play white B1", "final_score", "quit",
    ]  # fmt: skip


def test_referee_that_gives_no_score_leaves_counting_to_cfggo(
    play: Play, command_line: Callable[..., list[str]]
) -> None:
    referee = shlex.join(command_line("Shy", 0))
    result = play("Sure", "Sure", replace(SETTINGS, max_moves=3, score_by=referee))
    assert result.result == "B+0.5"
    assert result.settlement
    assert result.settlement.decided_by == "cfggo"
    assert result.settlement.claims["cfggo"] == "B+0.5"
