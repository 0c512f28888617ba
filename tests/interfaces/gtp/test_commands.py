"""What commands do beyond what a transcript shows: limits, clocks, scores, records, failures."""

import errno
import math
import os
import re
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from cfggo.base.errors import CfggoError
from cfggo.config import EngineConfig
from cfggo.go.points import BLACK, WHITE, parse_vertex
from cfggo.interfaces.gtp.commands import COMMANDS
from cfggo.models.frequency.policy import weights_of_frequencies
from cfggo.search.clock import Overtime
from cfggo.search.levels import LEVELS, find_level
from cfggo.search.limits import Limit
from tests.conftest import MakeFrequencies
from tests.interfaces.gtp.conftest import Gtp


def test_commands_are_listed_and_explained(gtp: Gtp) -> None:
    required = """
        protocol_version name version known_command list_commands quit boardsize clear_board komi
        play genmove
    """
    assert set(required.split()) <= set(gtp.ask("list_commands").split()[1:])
    assert gtp.ask("help name") == "= name\nReturns the engine's name."
    for name, command in COMMANDS.items():
        assert command.help
        lines = gtp.ask(f"help {name}").removeprefix("= ").splitlines()
        assert lines[:2] == [command.usage, command.help]
        assert lines[2:] == [line for line in command.details.splitlines() if line]
    assert "hundredths of a percent" in gtp.ask("help lz-analyze")
    assert gtp.ask("help genmoev") == "? unknown command: 'genmoev'"
    menu = gtp.ask("gogui-analyze_commands").removeprefix("= ").splitlines()
    assert {entry.split("/")[2].split()[0] for entry in menu} <= COMMANDS.keys()
    assert "cfggo-policy" in str(menu)
    assert "cfggo-beliefs" not in str(menu)  # of other presets


def test_a_line_that_is_too_long_is_an_error(gtp: Gtp) -> None:
    answers = gtp.send(b"7 play b " + b"x" * 10**6 + b"\n#" + b"x" * 10**6 + b"\n8 name\n")
    assert answers == b"?7 line too long: more than 65536 bytes\n\n=8 cfggo\n\n"


@pytest.mark.parametrize(
    "line",
    [
        b"play b" + b" " * 65000 + b"x",
        b"komi " + b"9" * 65000 + b"x",
        b"komi " + b"9" * 65000,
        b"play b D" + b"9" * 65000,
        b"boardsize " + b"9" * 65000,
        b"1" * 65000 + b"name",
        b"time_left b " + b"9" * 65000 + b"e 1",
        b"loadsgf " + b"x " * 32000,
        b"printsgf " + b"x " * 32000,
        b"kata-analyze " + b"interval 1 " * 5000 + b"x",
        b"set_free_handicap" + b" A1" * 21000,
        b"gogui-play_sequence" + b" b A1" * 10000,
        b"gogui-setup" + b" b A1" * 10000,
        b"cfggo-param seconds " + b"9" * 65000,
        b"kgs-time_settings byoyomi" + b" 1" * 30000,
        b"# \n" * 20000,
        b"\t" * 65000,
    ],
)
def test_the_longest_lines_are_answered(gtp: Gtp, line: bytes) -> None:
    gtp.send(b"gogui-setup b A1 w B1\nplay b C1\nkata-analyze 1\nclear_board\n")  # loads kernels
    gtp.send(line + b"\n")
    assert gtp.ask("name") == "= cfggo"


EXTREMES = ("5e-324", "1e-300", "0", "1", "2147483647", "1e300", "1.7976931348623157e308", "-1")


@pytest.mark.parametrize(
    "settings",
    [
        "time_settings {0} {1} 1",
        "time_settings {0} {1} 2147483647",
        "kgs-time_settings absolute {0}",
        "kgs-time_settings byoyomi {0} {1} 1",
        "kgs-time_settings byoyomi {0} {1} 1e300",
        "kgs-time_settings canadian {0} {1} 1e300",
        "time_settings 10 10 5\ntime_left b {0} 0\ntime_left b {1} 2147483647",
        "time_settings 10 10 5\ntime_left b {0} -2147483647\ntime_left b {1} 1",
        "kgs-time_settings byoyomi 1 {0} 5\ntime_left b {1} 1",
    ],
)
def test_no_time_is_too_short_or_too_long(gtp: Gtp, settings: str) -> None:
    for first in EXTREMES:
        for second in EXTREMES:
            text = settings.format(first, second)
            answers = gtp.send(f"{text}\ngenmove b\ngenmove b\nundo\nundo\n".encode())
            assert b"internal error" not in answers, text
            assert answers.endswith(b"= A1\n\n= B1\n\n=\n\n=\n\n"), text
    assert all(0 <= limit.seconds < math.inf for limit in gtp.engine.limits)
    assert all(0 <= limit.extra_seconds < math.inf for limit in gtp.engine.limits)


CLOCK = "time_settings 300 0 0"
LOW = LEVELS["12k"].playouts


@pytest.mark.parametrize(
    ("given", "commands", "limits"),
    [
        ({}, ["genmove b"], ["1000"]),
        ({}, [CLOCK, "genmove b"], ["0 timed"]),
        ({}, [CLOCK, "reg_genmove b"], ["1000"]),
        ({}, ["cfggo-param playouts 50", CLOCK, "genmove b"], ["50 timed"]),
        (
            {},
            ["cfggo-param seconds 5", "genmove b", "cfggo-param seconds 0", "genmove w"],
            ["0 timed", "1000"],
        ),
        (
            {},
            ["cfggo-param level 12k", "genmove b", "cfggo-param level 30k", "genmove w",
             "cfggo-param level full", "genmove b"],
            [f"{LOW}", f"{LOW}", "1000"],
        ),
        ({"playouts": 0}, ["genmove b"], ["0 timed"]),
        ({"playouts": 123}, [CLOCK, "genmove b"], ["123 timed"]),
        ({"level": "12k"}, ["genmove b", CLOCK, "genmove w"], [f"{LOW}", f"{LOW} timed"]),
        ({"level": "12k", "playouts": 50}, ["genmove b"], ["50"]),
        (
            {"playouts": 50},
            ["cfggo-param level 12k", "cfggo-param level full", CLOCK, "genmove b"],
            ["50 timed"],
        ),
    ],
)  # fmt: skip
def test_limits_of_a_move(given: dict[str, object], commands: list[str], limits: list[str]) -> None:
    """given: what the user asked for; limits: playouts of each search, and whether it is timed."""
    gtp = Gtp(replace(EngineConfig().with_values(**given), given=frozenset(given)))
    gtp.ask(*commands)
    found = [f"{one.playouts}{' timed' if one.seconds else ''}" for one in gtp.engine.limits]
    assert found == limits


def test_of_visits_and_playouts_the_smaller_number_counts(gtp: Gtp) -> None:
    for command, playouts in (
        ("kata-set-param maxVisits 80", 80),
        ("kata-set-param maxPlayouts 50", 50),
        ("kata-set-param maxVisits 30", 30),
        ("kata-set-param maxVisits 1125899906842624", 50),
        ("kata-set-param maxPlayouts", 0),
        ("kata-set-param maxPlayouts 60", 60),
        ("kata-set-param maxVisits", 60),
        ("kata-set-param maxPlayouts 1000", 1000),
        ("kata-set-param maxVisits 40", 40),
        ("cfggo-param playouts 300", 300),
    ):
        gtp.ask(command, "genmove b")
        assert gtp.engine.limits[-1].playouts == playouts, command


def test_gogui_shows_and_sets_the_level_and_the_seconds(gtp: Gtp) -> None:
    assert "[list/full/20k/19k/" in gtp.ask("cfggo-param")
    levels = []
    for level in ("12k", "30k", "full"):
        gtp.ask(f"cfggo-param level {level}", "genmove b")
        levels.append(gtp.engine.level)
    assert levels == [LEVELS["12k"], LEVELS["12k"], None]
    assert "playouts 0\n[string] seconds 5" in gtp.ask("cfggo-param seconds 5", "cfggo-param")
    gtp.ask("genmove w")
    assert gtp.engine.limits[-1] == Limit(seconds=5.0)


@pytest.mark.parametrize("command", ["kgs-time_settings byoyomi", "kata-time_settings byo-yomi"])
@pytest.mark.parametrize("overtime", ["30 0", "0 5", "0 0"])
def test_byo_yomi_without_a_period_is_absolute_time(gtp: Gtp, command: str, overtime: str) -> None:
    assert gtp.ask(f"{command} 300 {overtime}") == "="
    clock = gtp.session.clocks[BLACK]
    assert (clock.overtime, clock.main_time) == (Overtime.SUDDEN_DEATH, 300)
    assert gtp.ask(f"{command} 0 {overtime}") == "="
    assert not gtp.session.clocks[BLACK].is_limited


def test_each_colour_has_its_own_clock(gtp: Gtp) -> None:
    gtp.ask(CLOCK, "time_left b 100 0")
    clocks = gtp.session.clocks
    assert (clocks[BLACK].remaining, clocks[WHITE].remaining) == (100, 300)
    gtp.ask("genmove w")
    assert clocks[BLACK].remaining == 100
    assert clocks[WHITE].remaining < 300
    assert gtp.engine.n_forgets == 0
    gtp.ask("clear_board")
    assert [clock.remaining for clock in clocks.values()] == [300, 300]
    assert gtp.engine.n_forgets == 1  # nothing of the old game
    assert gtp.ask("final_score") == "= W+7.5"  # of the empty board, which nobody judges
    assert gtp.engine.judged == []


def test_no_clock_is_set_before_the_engine_is_ready() -> None:
    """Else a controller's clock would run while kernels are compiled."""
    ready = threading.Event()
    gtp = Gtp(EngineConfig(), load=ready.wait)
    assert gtp.ask("time_settings 0 0 0") == "="  # no limit, nothing to wait for
    threading.Timer(0.2, ready.set).start()
    assert gtp.ask("time_settings 10 2 1") == "="
    assert ready.is_set()


def test_seconds_of_the_settings_are_never_exceeded() -> None:
    gtp = Gtp(EngineConfig().with_values(playouts=0, seconds=2.0))
    gtp.ask("genmove b", "time_settings 7200 0 0", "genmove w")
    assert gtp.engine.limits == [Limit(0, 2.0), Limit(0, 2.0)]
    gtp.ask("time_settings 360 0 0", "genmove b")
    limit = gtp.engine.limits[-1]
    assert 1.0 < limit.seconds < 2.0
    assert limit.seconds + limit.extra_seconds == pytest.approx(2.0)


def test_pondering_follows_moves_of_its_own_only() -> None:
    gtp = Gtp(EngineConfig().with_values(ponder=True))
    assert gtp.ask("play b D4") == "="
    assert gtp.engine.pondered == []
    gtp.ask("genmove w")
    assert gtp.engine.pondered == [2]
    gtp.ask("name", "reg_genmove b")
    assert gtp.engine.pondered == [2]
    gtp.engine.winrate = 0.01
    assert gtp.ask("genmove b") == "= resign"
    assert gtp.engine.pondered == [2]


@pytest.mark.parametrize("command", ["clear_board", "boardsize 9", "undo"])
def test_after_the_game_nothing_is_pondered(command: str) -> None:
    gtp = Gtp(EngineConfig().with_values(ponder=True))
    gtp.engine.moves_left = 0
    assert gtp.ask("play b pass", "genmove w") == "= pass"
    assert gtp.ask(command).startswith("=")
    assert gtp.engine.pondered == []


def test_neither_a_level_nor_an_engine_that_was_not_asked_to_ponders() -> None:
    for ponder, level in ((True, "13k"), (False, "13k"), (False, "")):
        gtp = Gtp(EngineConfig().with_values(ponder=ponder))
        if level:
            gtp.session.set_level(find_level(level))
            assert gtp.engine.n_forgets == 1
        gtp.ask("genmove b")
        assert gtp.engine.pondered == []


def test_a_lost_game_is_resigned_and_no_move_played(gtp: Gtp) -> None:
    gtp.engine.winrate = 0.05
    assert gtp.ask("genmove b") == "= resign"
    assert gtp.ask("reg_genmove b") == "= A1"
    assert gtp.ask("lz-genmove_analyze b").endswith("\nplay resign")
    assert gtp.ask("undo") == "? cannot undo"


@pytest.mark.parametrize("command", ["kata-search", "kata-search_analyze"])
@pytest.mark.parametrize("cancellable", ["", "_cancellable"])
def test_a_search_of_katago_s_is_a_move_of_the_game_that_is_not_played(
    command: str, cancellable: str
) -> None:
    """It keeps to the clock, and may resign; pondering waits for a move that is played."""
    gtp = Gtp(EngineConfig().with_values(ponder=True))
    assert gtp.ask("time_settings 300 0 0", f"{command}{cancellable} b").endswith(" A1")
    assert 0 < gtp.engine.limits[0].seconds < 300
    assert gtp.session.clocks[BLACK].remaining < 300
    gtp.engine.winrate = 0.05
    assert gtp.ask(f"{command}{cancellable} b").endswith(" resign")
    assert gtp.ask("undo") == "? cannot undo"
    assert gtp.engine.pondered == []


def test_an_interval_is_any_number_of_hundredths_of_a_second(gtp: Gtp) -> None:
    for words in ("lz-analyze 0", "kata-analyze b 2.5", "analyze interval 0.1", "analyze w"):
        assert gtp.ask(words).startswith("=\ninfo")
    assert gtp.engine.intervals == [0.01, 0.025, 0.01, 1.0]


def test_a_move_that_won_its_only_playout_is_not_shown_as_a_sure_win(gtp: Gtp) -> None:
    gtp.engine.winrate, gtp.engine.winrates = 0.5, {parse_vertex("B1", 19): 1.0}
    gtp.engine.visits = (300, 1, 10)
    answer = gtp.ask("kata-genmove_analyze b rootInfo true")
    fields = r"move (\S+) visits (\d+) winrate ([0-9.]+) .*? lcb ([0-9.]+)"
    shown = [
        (move, int(visits), round(float(winrate), 2), round(float(lcb), 2))
        for move, visits, winrate, lcb in re.findall(fields, answer.splitlines()[-2])
    ]
    assert shown == [("A1", 300, 0.5, 0.44), ("B1", 1, 0.53, 0.06), ("pass", 10, 0.5, 0.24)]
    assert re.search(r"rootInfo visits 311 winrate 0\.50", answer)


DEAD_STONE = "gogui-play_sequence b A2 b B2 b C2 b D2 b E2 w A3 w B3 w C3 w D3 w E3 w C1"
"""Black lives below, White above on 5x5; the white stone at C1 is dead."""


@pytest.fixture
def dead_stone(gtp: Gtp) -> Gtp:
    gtp.ask("boardsize 5", "komi 0.5", DEAD_STONE)
    for col in "ABCDE":
        for row in range(1, 6):
            gtp.engine.owner[parse_vertex(f"{col}{row}", 5)] = 0.9 if row < 3 else -0.9
    return gtp


def test_status_of_stones(dead_stone: Gtp) -> None:
    assert dead_stone.ask("final_score") == "= W+5.5"  # 15 points and komi against 10
    assert dead_stone.ask("cfggo-winrate") == "? nothing was searched in this game"
    assert dead_stone.ask("final_status_list dead") == "= C1"
    assert dead_stone.ask("final_status_list seki") == "="
    assert dead_stone.ask("final_status_list alive") == "= A2 B2 C2 D2 E2\nA3 B3 C3 D3 E3"
    assert dead_stone.ask("final_status_list best") == (
        "? syntax error: the status is one of alive, dead, seki"
    )


def test_the_likelier_fate_of_stones_in_doubt_counts(dead_stone: Gtp) -> None:
    for owner, score in ((0.01, "W+5.5"), (-0.01, "W+25.5")):
        for col in "ABCDE":
            dead_stone.engine.owner[parse_vertex(f"{col}2", 5)] = owner
        dead_stone.engine.owner[parse_vertex("C1", 5)] = -1.0 if owner < 0 else 0.9
        assert dead_stone.ask("clear_cache", "final_score") == f"= {score}"


FORGETFUL: list[tuple[list[str], int]] = [
    # Commands, and how many searches they take: one that was for something else says nothing.
    (["kata-raw-nn b 0", "kata-raw-nn w 0", "kata-raw-nn b 0"], 2),  # for the other side
    (["play b pass", "play w pass", "cfggo-ownership", "cfggo-ownership"], 1),
    # After two passes the last search was for the side that passed last.
    (["play b pass", "play w pass", "cfggo-ownership", "play b pass", "cfggo-ownership"], 2),
    # The same stones and the same side to move, but now a pass ends the game.
    (["heatmap", "play b pass", "play w pass", "heatmap"], 2),
    # Stones that Black plays on from are no handicap, for which White gets points.
    (
        ["boardsize 9", "set_free_handicap C3 G7", "kata-raw-nn b 0", "gogui-setup_player b",
         "kata-raw-nn b 0"],
        2,
    ),
    # A search for a move counts what the handicap is worth, the score does not.
    (["boardsize 9", "fixed_handicap 2", "genmove w", "undo", "estimate_score"], 2),
    # The same stones in another order: features ask what was played last, superko for the past.
    (
        ["boardsize 5", "play b C3", "play w D4", "play b B2", "heatmap", "gg-undo 3", "play b B2",
         "play w D4", "play b C3", "heatmap"],
        2,
    ),
    # The second time A1 is taken, so there is another prisoner.
    (
        ["boardsize 5", "kgs-rules japanese", "gogui-play_sequence w A2 w B1", "cfggo-ownership",
         "gg-undo 2", "gogui-play_sequence b A1 w A2 w B1", "cfggo-ownership"],
        2,
    ),
]  # fmt: skip


@pytest.mark.parametrize(("commands", "n_searches"), FORGETFUL)
def test_a_search_tells_nothing_of_what_it_was_not_for(
    gtp: Gtp, commands: list[str], n_searches: int
) -> None:
    gtp.ask("boardsize 5", *commands)
    assert len(gtp.engine.limits) == n_searches


def test_a_position_is_searched_once_until_its_conditions_change(gtp: Gtp) -> None:
    first = gtp.ask("estimate_score")
    for command, n_searches in (
        ("play b D4", 2),
        ("undo", 2),
        ("komi 0.5", 3),
        ("komi 7.5", 3),
        ("clear_cache", 4),
        ("clear_board", 5),
    ):
        assert gtp.ask(command, "estimate_score").startswith("= ")
        assert len(gtp.engine.limits) == n_searches, command
    assert gtp.ask("estimate_score") == first


@pytest.mark.parametrize(
    "command",
    [
        "set_free_handicap D4", "set_free_handicap D4 D4", "fixed_handicap 10",
        "place_free_handicap 90", "gogui-setup b A1 w A2 w B1", "gogui-setup b A1 w",
    ],
)  # fmt: skip
def test_what_fails_leaves_the_game_as_it_is(gtp: Gtp, command: str) -> None:
    assert gtp.ask("boardsize 9", "play b pass", command).startswith("? ")
    assert gtp.ask("undo") == "="


def test_all_stones_count_where_the_rules_say_so(dead_stone: Gtp) -> None:
    score = dead_stone.ask("kgs-rules tromp-taylor", "final_score")
    assert score == "= W+11.5"  # 16 points and komi against 5
    assert dead_stone.ask("final_status_list alive") == "= C1\nA2 B2 C2 D2 E2\nA3 B3 C3 D3 E3"
    assert dead_stone.ask("final_status_list dead") == "="
    assert dead_stone.ask("final_status_list seki") == "="
    assert dead_stone.engine.judged == []


def test_status_is_searched_for_once_in_a_position(dead_stone: Gtp) -> None:
    for commands, n_searches in (
        (["final_score", "final_status_list dead"], 1),
        (["play b A1", "final_score"], 2),
        # The same board, but who moves next may save or take stones.
        (["play w pass", "final_score"], 3),
        # The same side to move, but another board.
        (["play b B1", "play w pass", "final_score"], 4),
    ):
        dead_stone.ask(*commands)
        assert len(dead_stone.engine.judged) == n_searches


def test_clear_cache_makes_the_engine_forget_what_it_searched(dead_stone: Gtp) -> None:
    assert dead_stone.ask("final_score", "cfggo-ownership", "clear_cache") == "="
    assert dead_stone.engine.n_forgets == 1
    dead_stone.ask("final_score", "cfggo-ownership")
    assert len(dead_stone.engine.judged) == len(dead_stone.engine.limits) == 2


def test_owners_are_not_those_of_a_pondering_that_just_began() -> None:
    gtp = Gtp(EngineConfig().with_values(ponder=True))
    gtp.engine.moves_left = 0
    assert gtp.ask("gogui-setup b D4") == "="
    assert gtp.ask("genmove w") == "= pass"
    assert gtp.engine.pondered == [1]
    winrate = gtp.ask("cfggo-winrate")
    assert gtp.ask("play b pass", "cfggo-winrate") == winrate  # still that of the engine's move
    gtp.ask("cfggo-ownership")
    assert gtp.engine.limits == [Limit(playouts=1000), Limit(playouts=500)]


@pytest.mark.parametrize("rules", ["chinese", "tromp-taylor"])
def test_cleanup_takes_dead_stones_before_it_passes(dead_stone: Gtp, rules: str) -> None:
    dead_stone.ask(f"kata-set-rules {rules}")
    dead_stone.engine.moves_left = 0
    assert dead_stone.ask("genmove b") == "= pass"
    assert dead_stone.ask("kgs-genmove_cleanup b") == "= B1"
    assert dead_stone.ask("play b D1", "kgs-genmove_cleanup b") == "= pass"
    assert dead_stone.ask("printsgf").count("SBKV") == 3  # genmove's pass is the first


def test_cleanup_takes_dead_stones_that_the_search_did_not_look_at(dead_stone: Gtp) -> None:
    dead_stone.engine.moves_left = 0
    dead_stone.ask("play b B1")
    dead_stone.engine.visits = (90, 10)  # A1, which does nothing to C1
    assert dead_stone.ask("kgs-genmove_cleanup b") == "= D1"


def test_loadsgf(gtp: Gtp, tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_bytes(b"(;GM[1]SZ[5]KM[3.5]AB[cc][bb];W[dd];B[dc];W[])")
    assert gtp.ask(f"loadsgf {file}") == "="
    assert gtp.ask("get_komi") == "= 3.5"
    assert gtp.ask("query_boardsize") == "= 5"
    assert gtp.ask("gg-undo 3") == "="
    assert gtp.ask("undo") == "? cannot undo"
    gtp.ask(f"loadsgf {file} 2")  # the position before the second move
    assert gtp.ask("gg-undo 2") == "? cannot undo"
    assert gtp.ask("undo") == "="
    # A game by other rules of superko.
    file.write_bytes(b"(;GM[1]SZ[5]AB[ad][bd]AW[cd][dd][be][de]PL[W];W[ae];B[ce];W[be])")
    assert gtp.ask(f"loadsgf {file}") == "="
    assert gtp.ask("gg-undo 3") == "="


@pytest.mark.parametrize(
    ("record", "number", "to_play"),
    [
        (b"(;SZ[9];B[cc];W[dd];PL[W])", "", "White"),
        (b"(;SZ[9];B[cc];PL[B];W[dd])", "", "Black"),
        (b"(;SZ[9];B[cc];B[dd];W[ee];W[ff])", " 2", "Black"),
        (b"(;SZ[9];B[cc];B[dd];W[ee];W[ff])", " 4", "White"),
    ],
)
def test_loadsgf_says_whose_turn_it_is(
    gtp: Gtp, tmp_path: Path, record: bytes, number: str, to_play: str
) -> None:
    file = tmp_path / "game.sgf"
    file.write_bytes(record)
    assert gtp.ask(f"loadsgf {file}{number}") == "="
    assert f"{to_play} to play" in gtp.ask("showboard")
    gtp.ask(f"printsgf {file}", f"loadsgf {file}")
    assert f"{to_play} to play" in gtp.ask("showboard")


def test_loadsgf_loads_stones_set_up_in_the_middle(gtp: Gtp, tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_bytes(b"(;SZ[5];B[cc];W[bb];AE[cc]AB[dd][ee]PL[B];B[aa];W[ab];AE[aa:ee])")
    for number, stones in (("2", "C3"), ("3", "D2 E1 B4"), ("4", "D2 E1 B4 A5"), ("", "")):
        assert gtp.ask(f"loadsgf {file} {number}") == "="
        free = set(gtp.ask("all_legal b").split()[1:])
        board = {f"{col}{row}" for col in "ABCDE" for row in range(1, 6)}
        assert board - free == set(stones.split())
        shown = gtp.ask("showboard")
        assert ("Black" if number == "3" else "White") in shown or not number
        assert "handicap 0" in shown
        assert gtp.ask(f"printsgf {file}.copy") == "="
        assert gtp.ask(f"loadsgf {file}.copy") == "="
        assert gtp.ask("showboard") == shown


@pytest.mark.parametrize(
    ("record", "asked", "answer"),
    [
        ("KM[1e300]", "get_komi", "= 5.5"),  # that of the game before
        ("RU[Japanese]", "get_komi", "= 5.5"),
        ("RU[Japanese]", "showboard", "Rules: japanese"),
        ("RU[house rules]", "showboard", "Rules: aga"),  # those of the game before
        ("RU[NZ]", "showboard", "Rules: new"),
        ("RU[Korean]", "showboard", "Rules: japanese"),
        ("RU[BGA]", "showboard", "Rules: aga"),
        ("RU[日本规则]KM[6.5]", "showboard", "Rules: japanese"),
    ],
)
def test_loadsgf_takes_komi_and_rules_that_it_knows(
    gtp: Gtp, tmp_path: Path, record: str, asked: str, answer: str
) -> None:
    file = tmp_path / "game.sgf"
    file.write_text(f"(;SZ[9]{record};B[cc])")
    assert gtp.ask("komi 5.5", "kgs-rules aga", f"loadsgf {file}") == "="
    assert answer in gtp.ask(asked)


def test_loadsgf_says_what_it_did_not_follow(
    gtp: Gtp, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.sgf"
    file.write_text("(;SZ[9]RU[of my own]KM[abc];B[ee]C[a] b];W[jj]")
    assert gtp.ask(f"loadsgf {file}") == "="
    assert "Rules: chinese" in gtp.ask("showboard")
    told = [line.removeprefix(f"cfggo: {file}: ") for line in capsys.readouterr().err.splitlines()]
    assert told == [
        "The record is cut off.",
        "Mended: unescaped bracket (in C after move 1), pass (move 2 is [jj]).",
        "KM[abc] can't be read; komi is the usual one.",
        "Unknown rules: of my own.",
    ]
    file.write_text("(;SZ[9]RU[日本规则]KM[6.5];B[ee])")
    assert gtp.ask(f"loadsgf {file}") == "="
    assert capsys.readouterr().err == ""


def test_loadsgf_takes_names_with_spaces(gtp: Gtp, tmp_path: Path) -> None:
    for name, komi in (("my game.sgf", 3.5), ("my game.sgf 2", 4.5)):
        (tmp_path / name).write_bytes(b"(;GM[1]SZ[5]KM[%.1f];B[cc];W[dd];B[dc])" % komi)
    assert gtp.ask(f"loadsgf {tmp_path}/my game.sgf") == "="
    assert gtp.ask("get_komi") == "= 3.5"
    assert gtp.ask(f"loadsgf {tmp_path}/my game.sgf 3", "gg-undo 3") == "? cannot undo"
    gtp.ask(f"loadsgf {tmp_path}/my game.sgf 2")  # there is a file of that name
    assert gtp.ask("get_komi") == "= 4.5"


@pytest.mark.parametrize(
    ("content", "answer"),
    [
        (None, "? cannot load file: No such file or directory"),
        (b"no game", "? cannot load file: "),
        (b"(;GM[1]SZ[25])", "? cannot load file: "),
        (b"(;GM[1]SZ[5];B[cc];W[cc])", "? cannot load file: move 2: illegal move: white C3"),
    ],
)
def test_loadsgf_of_what_can_not_be_loaded_keeps_the_game(
    gtp: Gtp, tmp_path: Path, content: bytes | None, answer: str
) -> None:
    file = tmp_path / "game.sgf"
    if content is not None:
        file.write_bytes(content)
    assert gtp.ask("play b D4", f"loadsgf {file}").startswith(answer)
    assert gtp.ask("undo") == "="


def test_loadsgf_of_what_is_no_file(gtp: Gtp, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert gtp.ask(f"loadsgf {tmp_path}/pipe") == "? cannot load file: not a file"
    assert gtp.ask("loadsgf /dev/zero") == "? cannot load file: not a file"
    assert gtp.ask(f"loadsgf {tmp_path}") == "? cannot load file: Is a directory"
    assert gtp.ask("loadsgf x.sgf " + "9" * 5000).startswith("? cannot load file: ")
    with (tmp_path / "huge.sgf").open("wb") as file:
        file.truncate(2**40)
    assert gtp.ask(f"loadsgf {tmp_path}/huge.sgf") == "? cannot load file: file too large"
    assert gtp.ask(f"loadsgf {'x' * 300} 5") == "? cannot load file: File name too long"


def test_printsgf_writes_what_loadsgf_reads(gtp: Gtp, tmp_path: Path) -> None:
    sequence = "gogui-play_sequence w E5 b pass"
    gtp.ask("boardsize 9", "komi 0.5", "set_free_handicap C3 G7", sequence)
    assert gtp.ask(f"printsgf {tmp_path}/my game.sgf") == "="
    answer = gtp.ask("printsgf").removeprefix("= ")
    assert answer == gtp.ask("printsgf -").removeprefix("= ")
    assert answer == (tmp_path / "my game.sgf").read_text(encoding="utf-8").rstrip()
    board = gtp.ask("showboard")
    assert "White to play, move 3" in board
    assert gtp.ask("clear_board", f"loadsgf {tmp_path}/my game.sgf", "showboard") == board


def test_printsgf_leaves_an_older_record_where_the_new_one_can_not_be_written(
    gtp: Gtp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = tmp_path / "game.sgf"
    record.write_text("(;GM[1])")

    def full(*arguments: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    assert gtp.ask(f"printsgf {record}") == "? cannot write file: No space left on device"
    assert record.read_text() == "(;GM[1])"
    assert list(tmp_path.iterdir()) == [record]
    answer = gtp.ask(f"printsgf {tmp_path}/none/game.sgf")
    assert answer == "? cannot write file: No such file or directory"


def test_live_graphics_are_drawn_on_standard_error(
    gtp: Gtp, capsys: pytest.CaptureFixture[str]
) -> None:
    gtp.ask("genmove b")
    assert capsys.readouterr().err == ""
    gtp.ask("cfggo-param live_gfx 1", "genmove w")
    drawn = capsys.readouterr().err
    assert drawn.startswith("gogui-gfx:\nLABEL B1 40")
    assert drawn.endswith("\n\ngogui-gfx: CLEAR\n")


def test_frequent_patterns_are_drawn_with_the_answer(
    gtp: Gtp, make_frequencies: MakeFrequencies
) -> None:
    none = "? the playout weights have no counts of patterns; --config frequency has"
    assert gtp.ask("cfggo-frequency b") == none
    counts = {"XO./.*./###": (30, 100), "OX./.*./###": (20, 1000), ".O./.*./...": (40, 100)}
    gtp.engine.playout_weights = weights_of_frequencies(make_frequencies(counts))
    gtp.send(b"boardsize 5\nplay b B2\nplay w C2\n")
    # Black's stone is above C1 on the left, and above B1.
    assert gtp.ask("cfggo-frequency w") == (
        "= COLOR #e8f5e9 C1 B1\n"
        "COLOR #a5d6a7 C1\n"
        "COLOR #66bb6a C1\n"
        "LABEL C1 30 B1 2\n"
        "CIRCLE C1\n"
        "TEXT answer C1: played 30 times of 100, 30.0%"
    )
    gtp.send(b"clear_board\nplay b A1\n")
    no_answer = "= TEXT no known pattern next to the last two moves"
    assert gtp.ask("cfggo-frequency w") == no_answer


def test_an_engine_that_fails_to_load_says_why_for_each_command_that_needs_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fail() -> None:
        raise CfggoError("cfg.weights: wrong checksum")

    gtp = Gtp(EngineConfig(), load=fail)
    for _ in range(2):
        assert gtp.ask("genmove b") == "? no engine: cfg.weights: wrong checksum"
        assert gtp.ask("lz-analyze b 10") == "? no engine: cfg.weights: wrong checksum"
        assert gtp.ask("play b D4") == "="
        assert gtp.ask("undo") == "="
        assert gtp.ask("name") == "= cfggo"
    assert capsys.readouterr().err == "cfggo: error: cfg.weights: wrong checksum\n"


def test_territory_is_that_of_the_field_of_the_settings() -> None:
    gtp = Gtp(EngineConfig().with_values(territory="territory-playouts"))
    assert gtp.ask("cfggo-territory").endswith(
        "territory-playouts: this field sees playouts, and here there are none"
    )


def test_an_internal_error_is_answered_and_the_engine_lives_on(
    gtp: Gtp, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*args: object) -> None:
        raise ZeroDivisionError("no playouts")

    monkeypatch.setattr(gtp.engine, "policy", fail)
    assert gtp.ask("3 cfggo-policy b") == "?3 internal error: ZeroDivisionError('no playouts')"
    assert "Traceback" in capsys.readouterr().err
    assert gtp.ask("name") == "= cfggo"


def test_an_internal_error_while_it_ponders_does_not_end_the_engine(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*args: object, **options: object) -> None:
        raise ZeroDivisionError("no playouts")

    gtp = Gtp(EngineConfig().with_values(ponder=True))
    monkeypatch.setattr(gtp.engine, "ponder", fail)
    assert gtp.send(b"genmove b\nname\n") == b"= A1\n\n= cfggo\n\n"
    assert "ZeroDivisionError: no playouts" in capsys.readouterr().err


def test_nothing_is_answered_after_quit(gtp: Gtp) -> None:
    assert gtp.send(b"name\nquit\nname\n") == b"= cfggo\n\n=\n\n"
