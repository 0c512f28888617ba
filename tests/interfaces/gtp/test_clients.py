"""What single clients look at in the answers, as their own sources read them."""

import json
import re
from dataclasses import replace

import numpy as np
import pytest

from cfggo.go.points import BLACK, N_POINTS, PASS, WHITE, board_points, parse_vertex
from cfggo.interfaces.gtp.identity import IDENTITIES
from cfggo.search.limits import Limit
from tests.interfaces.gtp.conftest import Gtp


def infos(line: str) -> list[list[str]]:
    """Returns the words of each move in a line of analysis, and of what stands behind them."""
    return [part.split() for part in re.split(r"(?:^| )info |(?= rootInfo)|(?= ownership)", line)][
        1:
    ]


def analysis_line(gtp: Gtp, command: str) -> str:
    """Returns the first line of an analysis."""
    answer = gtp.ask(command).splitlines()
    assert answer[0] == "="
    return answer[1]


def field(words: list[str], name: str) -> str:
    return words[words.index(name) + 1]


@pytest.mark.parametrize(
    "command", ["analyze", "lz-analyze", "kata-analyze", "genmove_analyze", "kata-search_analyze"]
)
def test_every_move_of_every_analysis_has_score_bound_prior_and_place(
    gtp: Gtp, command: str
) -> None:
    moves = infos(analysis_line(gtp, f"{command} b minmoves 6"))
    assert len(moves) == 6
    for order, words in enumerate(moves):
        assert field(words, "order") == str(order)
        assert field(words, "scoreLead") == field(words, "scoreMean")
        assert float(field(words, "scoreLead")) > 0
        for name in ("visits", "winrate", "prior", "lcb", "pv"):
            assert name in words
        is_kata = command.startswith("kata")
        assert (float(field(words, "winrate")) <= 1) == is_kata
        assert ("scoreStdev" in words) == is_kata


def test_the_fields_that_katago_has_on_demand(gtp: Gtp) -> None:
    gtp.ask("boardsize 3")
    gtp.engine.owner = {parse_vertex("A3", 3): 0.5, parse_vertex("B3", 3): -1.0}
    line = analysis_line(
        gtp,
        "kata-analyze w maxmoves 1 pvVisits true pvEdgeVisits true movesOwnership true "
        "movesOwnershipStdev true ownership true ownershipStdev true rootInfo true",
    )
    assert line[line.index("pv A1") :] == (
        "pv A1 pass pvVisits 40 1 pvEdgeVisits 40 1 "
        "movesOwnership -0.500 1.000 0.000 0.000 0.000 0.000 -1.000 0.000 0.000 "
        "movesOwnershipStdev 0.866 0.000 1.000 1.000 1.000 1.000 0.000 1.000 1.000 "
        "rootInfo visits 100 winrate 0.600000 "
        "scoreMean 2.732 scoreStdev 20.000 scoreLead 2.732 "
        "ownership -0.500 1.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 "
        "ownershipStdev 0.866 0.000 1.000 1.000 1.000 1.000 1.000 1.000 1.000"
    )


def test_lizzie_avoids_and_allows_moves_of_both_colours_for_some_moves(gtp: Gtp) -> None:
    gtp.ask("boardsize 3")
    a1, b2 = (parse_vertex(name, 3) for name in ("A1", "B2"))
    gtp.ask("lz-analyze 10 avoid b A1,B2 30 avoid w A1 2 avoid b B2 5 avoid w B2 1")
    later = {(BLACK, a1): 30, (BLACK, b2): 30, (WHITE, a1): 2}
    assert gtp.engine.avoided[-1] == ({a1, b2}, later)
    gtp.ask("lz-analyze w 10 allow b A1 3 allow w B2 1")
    others = {*board_points(3), PASS}
    assert gtp.engine.avoided[-1] == (others - {b2}, {(BLACK, point): 3 for point in others - {a1}})
    gtp.ask("lz-genmove_analyze b 10 avoid w pass 4")
    assert gtp.engine.avoided[-1] == (set(), {(WHITE, PASS): 4})


def test_an_own_eye_is_no_move_that_can_be_allowed_alone(gtp: Gtp) -> None:
    gtp.ask("boardsize 3")
    for vertex in ("A2", "B1", "B2"):
        gtp.ask(f"play b {vertex}")
    assert "no move that is searched is left by 'allow'" in gtp.ask("lz-analyze b 10 allow b A1 1")
    assert "no move that is searched" not in gtp.ask("lz-analyze w 10 allow w C3 1")


def test_a_search_without_some_moves_says_nothing_of_the_position_as_a_whole(gtp: Gtp) -> None:
    gtp.ask("cfggo-param playouts 600", "lz-genmove_analyze b avoid w C3 9", "undo")
    n = len(gtp.engine.limits)
    gtp.ask("estimate_score")
    assert gtp.engine.limits[n:] == [Limit(playouts=500)]
    gtp.ask("estimate_score", "heatmap")
    assert len(gtp.engine.limits) == n + 1
    gtp.ask("komi 0.5", "estimate_score")
    assert len(gtp.engine.limits) == n + 2


@pytest.mark.parametrize("program", ["katago", "leela-zero"])
def test_lizzie_sees_no_old_version(gtp: Gtp, program: str) -> None:
    gtp.session.identity = IDENTITIES[program]
    name, version = gtp.ask("3 name").split()[1:], gtp.ask("4 version").split()[1]
    # Lizzie looks at the first word of either answer, and at the second part of the version.
    assert name[0] == "KataGo" or int(version.split(".")[1]) >= 15
    assert all(part.isdecimal() for part in version.split("."))


def test_lizzieyzy_reads_the_heatmap_row_by_row(gtp: Gtp) -> None:
    lines = gtp.ask("boardsize 5", "heatmap").splitlines()
    rows = [line.split() for line in lines if re.match(r" |\d", line)]
    assert len(rows) == 5
    assert all(len(row) == 5 and all(word.isdecimal() for word in row) for row in rows)
    assert lines[-2:] == ["pass: 38", "winrate: 0.600000"]


def test_lizzieyzy_reads_policy_and_owners_row_by_row(gtp: Gtp) -> None:
    gtp.ask("boardsize 5", "play b C3")
    gtp.engine.owner = {parse_vertex("A5", 5): -0.5}
    lines = gtp.ask("kata-raw-nn 4").splitlines()
    assert lines[0] == "= symmetry 4"
    policy, owners = lines.index("policy"), lines.index("whiteOwnership")
    assert lines[policy + 3].split()[2] == "NAN"
    assert all(len(row.split()) == 5 for row in lines[policy + 1 : policy + 6])
    assert lines[policy + 6].startswith("policyPass 0.04")
    assert lines[owners + 1].split() == ["0.500000", *["0.000000"] * 4]
    assert all(len(row.split()) == 5 for row in lines[owners + 1 :])
    values = dict(line.split() for line in lines[1:policy])
    assert float(values["whiteWin"]) == pytest.approx(0.6)
    assert float(values["whiteLead"]) == 4.354
    black = dict(line.split() for line in gtp.ask("kata-raw-nn b 0").splitlines()[1:policy])
    assert float(black["whiteWin"]) == pytest.approx(0.4)
    assert float(black["whiteLead"]) == -4.354


GTP2OGS = re.compile(
    r"(CHAT|MALKOVICH):Visits (\d*) Winrate (\d+\.\d\d)% ScoreLead (-?\d+\.\d) "
    r"ScoreStdev (-?\d+\.\d) PV (.*)"
)


def test_gtp2ogs_is_told_of_each_move(gtp: Gtp, capsys: pytest.CaptureFixture[str]) -> None:
    gtp.ask("genmove b")
    assert capsys.readouterr().err == ""
    gtp.session.tells_ogs = True
    gtp.ask("genmove w")
    (line,) = capsys.readouterr().err.splitlines()
    match = GTP2OGS.fullmatch(line)
    assert match is not None
    assert match.groups() == ("MALKOVICH", "100", "60.00", "2.7", "12.0", "B1 pass")
    gtp.engine.moves_left = 0
    gtp.ask("kata-genmove_analyze b")
    match = GTP2OGS.fullmatch(capsys.readouterr().err.strip())
    assert match is not None
    assert match[6] == "pass pass"  # not the variation of the move that was searched most


def test_ogs_gives_a_fischer_clock(gtp: Gtp) -> None:
    gtp.ask("kata-time_settings fischer-capped 300 30 600 -1", "time_left black 290 0", "genmove b")
    (limit,) = gtp.engine.limits
    assert limit.playouts == 0
    assert 29 < limit.seconds < 60
    gtp.ask("kata-time_settings fischer-capped 300 30 -1 8", "genmove w")
    assert 7 < gtp.engine.limits[-1].seconds < 8
    assert gtp.engine.limits[-1].extra_seconds < 1


def without_playouts(gtp: Gtp, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the engine's searches add nothing to a tree that has counted as far as it can."""
    report_of, unknown = gtp.engine._report, np.full(N_POINTS, np.nan)
    monkeypatch.setattr(gtp.engine, "_report", lambda *args: replace(report_of(*args), playouts=0))
    monkeypatch.setattr(gtp.engine, "ownership", lambda: unknown)
    monkeypatch.setattr(gtp.engine, "ownership_after", lambda point: unknown)


def test_owners_that_nobody_knows_are_not_told(gtp: Gtp, monkeypatch: pytest.MonkeyPatch) -> None:
    options = "ownership true ownershipStdev true movesOwnership true movesOwnershipStdev true"
    assert "wnership" in analysis_line(gtp, f"kata-analyze b {options}")
    without_playouts(gtp, monkeypatch)
    line = analysis_line(gtp, f"kata-analyze b {options}")
    assert "visits 40" in line
    assert "wnership" not in line
    for command in ("cfggo-ownership", "kata-raw-nn 0"):
        assert gtp.ask(command).startswith("? no playouts")


def test_policy_and_owners_are_of_one_search_also_where_it_is_interrupted(
    gtp: Gtp, monkeypatch: pytest.MonkeyPatch
) -> None:
    report_of = gtp.engine._report
    monkeypatch.setattr(gtp.engine, "_report", lambda *args: replace(report_of(*args), playouts=20))
    gtp.ask("kata-raw-nn 0")
    assert len(gtp.engine.limits) == 1


def test_cgos_gets_a_line_of_json(gtp: Gtp, monkeypatch: pytest.MonkeyPatch) -> None:
    gtp.ask("boardsize 5")
    gtp.engine.owner = {parse_vertex("A5", 5): 1.0, parse_vertex("B5", 5): -1.0}
    lines = gtp.ask("play b A1", "cgos-genmove_analyze w").splitlines()
    assert lines[0].rstrip() == "="
    assert lines[2:] == ["play B1"]
    found = json.loads(lines[1])
    assert (found["winrate"], found["score"], found["visits"]) == (0.6, 4.35, 100)
    assert found["moves"][0] == {
        "move": "B1", "visits": 40, "winrate": 0.6, "score": 2.73, "prior": 0.25, "pv": "pass",
    }  # fmt: skip
    assert len(found["ownership"]) == 25
    assert found["ownership"][:3] == "A+f"  # White's point is the first one, Black's the last
    without_playouts(gtp, monkeypatch)
    assert "ownership" not in json.loads(gtp.ask("cgos-genmove_analyze b").splitlines()[1])
    gtp.engine.winrate = 0.01
    assert gtp.ask("cgos-genmove_analyze b").endswith("\nplay resign")


def test_scripts_may_keep_the_engine_from_resigning(gtp: Gtp) -> None:
    gtp.engine.winrate = 0.05
    assert gtp.ask("kata-get-param allowResignation") == "= true"
    assert gtp.ask("kata-set-param allowResignation false", "genmove b") == "= A1"


def test_a_seed_starts_anew(gtp: Gtp) -> None:
    gtp.ask("genmove b", "set_random_seed 9")
    assert (gtp.engine.seed, gtp.engine.n_forgets) == (9, 1)


def test_a_saved_game_has_what_the_engine_thought_of_its_moves(gtp: Gtp) -> None:
    sgf = gtp.ask("boardsize 5", "genmove b", "genmove w", "play b E5", "printsgf")
    assert sgf.count("C[") == 2
    assert re.findall(r"SBKV\[(.*?)\]", sgf) == ["60.00", "40.00"]
    assert re.findall(r"SBKS\[(.*?)\]", sgf) == ["2.73", "-2.73"]
    assert "C[Black 60.0%, B+2.7, 1000 playouts" in sgf
    assert gtp.ask("gg-undo 2", "play w D4", "printsgf").count("SBKV") == 1
    gtp.ask("clear_board")
    assert "SBKV" not in gtp.ask("printsgf")


def test_a_search_is_of_the_game_that_it_was_made_for(gtp: Gtp) -> None:
    """Not of another one whose move with the same number is the same."""
    vertex = gtp.ask("boardsize 5", "play b A1", "genmove w").removeprefix("= ")
    assert "SBKV" in gtp.ask("printsgf")
    gtp.ask("gg-undo 2", "play b B1", f"play w {vertex}")
    assert "SBKV" not in gtp.ask("printsgf")
