"""scripts/make_problem_set.py: what a move does, a judge of all moves, records of problems."""

import json
import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from judged_moves import judged
from make_problem_set import Candidate, _picked, corner_problem, game_problem, to_sgf
from problem_kinds import Fates, is_ladder, is_snapback, kind_of, stones_in_question

from cfggo.base.errors import CfggoError
from cfggo.base.resources import problems_file
from cfggo.go.board import play
from cfggo.go.diagram import board_from_diagram
from cfggo.go.points import BLACK, N_POINTS, WHITE, parse_vertex
from cfggo.models.tsumego.collections import read_problems
from cfggo.models.tsumego.problem import Problem
from cfggo.records.collection import DropReport

LADDER = """
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . X . . . . .
. . . X O . . . .
. . . . X . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
"""

SNAPBACK = """
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. X X X . . . . .
X O O O X . . . .
X . . O X . . . .
"""


def board_of(text: str, to_play: int = BLACK) -> np.ndarray:
    board = board_from_diagram(text)
    board[0]["to_play"] = to_play
    return board


def at(vertex: str) -> int:
    return parse_vertex(vertex, 9)


def after(board: np.ndarray, vertex: str) -> np.ndarray:
    copy = board.copy()
    play(copy[0], at(vertex))
    return copy


def owners(board: np.ndarray, **dead: float) -> np.ndarray:
    """Returns that stones are the side to play's if they are its own, but for some."""
    sign = np.where(board[0]["colour"] == board[0]["to_play"], 1.0, -1.0)
    for vertex, owner in dead.items():
        sign[board[0]["head"] == board[0]["head"][at(vertex)]] = owner
    return sign


def fates(board: np.ndarray, with_it: dict[str, float], without: dict[str, float]) -> Fates:
    return Fates(board[0], owners(board, **with_it), owners(board, **without))


def test_a_ladder_runs_and_can_be_broken() -> None:
    board = board_of(LADDER)
    assert is_ladder(after(board, "F5"), at("E5"))
    assert not is_ladder(after(board, "E6"), at("E5"))  # from the wrong side
    assert kind_of(board, at("F5"), fates(board, {"E5": 1.0}, {})) == "ladder"
    broken = board_of(LADDER.replace(". . . . . . . . .", ". . . . . . . O .", 2))
    assert not is_ladder(after(broken, "F5"), at("E5"))


def test_a_snapback_gives_a_stone_and_takes_more() -> None:
    board = board_of(SNAPBACK)
    assert is_snapback(after(board, "C1"), at("C1"))
    assert not is_snapback(after(board, "B1"), at("B1"))
    assert kind_of(board, at("C1"), fates(board, {"B2": 1.0}, {})) == "snapback"
    assert stones_in_question(board, at("C1"), fates(board, {"B2": 1.0}, {})) == tuple(
        sorted(map(at, ("B2", "C2", "D2", "D1")))
    )


def test_the_shipped_problems_are_of_the_kinds_that_are_found() -> None:
    for problem in read_problems([problems_file()], DropReport()):
        if problem.komi is None:
            continue
        board = problem.boards()
        decided = np.zeros(N_POINTS)
        decided[[*problem.about]] = 1.0
        found = Fates(board[0], decided, -decided)
        assert kind_of(board, problem.solutions[0], found) == problem.kind


def test_who_dies_without_the_move_is_saved_by_it() -> None:
    board = board_of(LADDER)
    found = fates(board, {}, {"D5": -1.0})
    assert (found.saved, found.taken) == ([int(board[0]["head"][at("D5")])], [])
    assert kind_of(board, at("J1"), found) == "live"
    assert kind_of(board, at("J1"), fates(board, {"E5": 1.0}, {"D5": -1.0})) == "race"
    assert kind_of(board, at("J1"), fates(board, {"E5": 1.0}, {})) == "kill"
    assert kind_of(board, at("J1"), fates(board, {}, {})) is None


JUDGE = """
import json, sys
for line in sys.stdin:
    query = json.loads(line)
    taken = {vertex for _, vertex in query["initialStones"]}
    points = [f"{x}{y}" for y in range(9, 0, -1) for x in "ABCDEFGHJ"]
    sign = 1 if query["initialPlayer"] == "B" else -1
    move = query["moves"][0][1] if query["moves"] else None
    good = ["E5", *sys.argv[1:]]
    lead = sign * (4 if move is None or move in good else -9)
    infos = [{"move": v, "visits": n, "scoreLead": sign * s, "pv": [v, "J9"]}
             for v, n, s in (("E5", 80, 4), ("A1", 5, -9))]
    answer = {"id": query["id"], "rootInfo": {"scoreLead": lead}, "moveInfos": infos}
    if query.get("includePolicy"):
        answer["policy"] = [-1 if v in taken else 0.01 for v in points] + [0]
    if query.get("includeOwnership"):
        answer["ownership"] = [0.5] * 81
    print(json.dumps(answer), flush=True)
"""
"""E5 gains 13 points more than any other move but those named."""


def position(name: str, **more: Any) -> dict[str, Any]:
    stones = {"black": ["C3"], "white": ["G7"]}
    return {"id": name, "size": 9, **stones, "to_play": "W", "komi": 7.5, **more}


@pytest.fixture
def judge(tmp_path: Path) -> str:
    (tmp_path / "judge.py").write_text(JUDGE)
    return shlex.join([sys.executable, str(tmp_path / "judge.py")])


def test_a_move_is_judged_against_all_others(judge: str) -> None:
    (verdict,) = judged(judge, [position("one")])
    assert isinstance(verdict, dict)
    assert (verdict["best"], verdict["gap"]) == ("E5", 13.0)
    assert len(verdict["leads"]) == 81 - 3
    assert {"E5", "pass"} < set(verdict["deep"])
    assert verdict["komi"] == 7.5 - 4 + 4  # White is ahead by four after its best move


def test_another_good_move_spoils_it(judge: str) -> None:
    some = [position(str(number), lead=-4.0 if number else None) for number in range(40)]
    assert set(judged(f"{judge} H2", some)) == {one["id"] for one in some}


def test_more_is_asked_at_once_than_pipes_hold(judge: str) -> None:
    some = [position(str(number)) for number in range(40)]
    assert len([*judged(judge, some)]) == 40


def test_a_judge_that_ends_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "ends.py").write_text("input()")
    command = shlex.join([sys.executable, str(tmp_path / "ends.py")])
    with pytest.raises(CfggoError, match="it has ended"):
        list(judged(command, [position("one")]))
    with pytest.raises(CfggoError, match="can't be started"):
        list(judged("/no/such/judge", [position("one")]))


def verdict_of_ladder() -> dict[str, Any]:
    board = board_of(LADDER)
    rows = [f"{x}{y}" for y in range(9, 0, -1) for x in "ABCDEFGHJ"]
    letters = {BLACK: "u", WHITE: "a"}
    colours = {vertex: int(board[0]["colour"][at(vertex)]) for vertex in rows}
    alive = "".join(letters.get(colour, "k") for colour in colours.values())
    deep = {
        "F5": {"lead": 11.0, "line": ["E6", "E7", "F6"], "owner": alive.replace("a", "u")},
        "A1": {"lead": -6.0, "line": ["F5", "pass"], "owner": alive},
        "J9": {"lead": -6.5, "line": ["F5", "F4", "A9"], "owner": alive},
        "pass": {"lead": -7.0, "line": ["F5"], "owner": alive},
    }
    stones = {
        name: [vertex for vertex, colour in colours.items() if colour == code]
        for name, code in (("black", BLACK), ("white", WHITE))
    }
    return position(
        "9-1-30",
        **stones,
        to_play="B",
        komi=0.5,
        best="F5",
        gap=17.0,
        deep=deep,
        priors={"F5": 0.1, "A1": 0.3, "J9": 0.2, "pass": 0.0},
    )


def test_a_verdict_becomes_a_problem_and_its_record_the_same_one(tmp_path: Path) -> None:
    problem = game_problem(verdict_of_ladder())
    assert problem is not None
    assert (problem.kind, problem.komi) == ("ladder", 3.5)  # ahead by no more than eight points
    assert [move.lead for move in problem.moves] == [8.0, -9.0, -9.5]
    assert [len(move.line) for move in problem.moves] == [3, 1, 2]  # the fight alone
    assert problem.about == (at("E5"),)
    (tmp_path / "set.sgf").write_bytes(to_sgf(replace(problem, level="12k")))
    (read,) = read_problems([tmp_path / "set.sgf"], DropReport())
    assert replace(read, name=problem.name) == replace(problem, level="12k")


def test_corners_are_turned_but_stay_the_same_problem(tmp_path: Path) -> None:
    line = {
        "kind": "live",
        "plies": 3,
        "black": [(1, 0), (1, 1), (1, 2), (1, 3), (0, 3)],
        "white": [(2, 0), (2, 1), (2, 2), (2, 3), (2, 4), (1, 4), (0, 4)],
        "to_play": BLACK,
        "solution": (0, 1),
    }
    problems = [corner_problem({"id": f"53-{i}", **line}) for i in range(40)]
    assert len({problem.black for problem in problems}) > 8
    for size in (9, 13):
        assert len({problem.digest for problem in problems if problem.size == size}) == 1
    assert {problem.task for problem in problems} == {"Black to live", "White to live"}
    (tmp_path / "set.sgf").write_bytes(to_sgf(problems[0]))
    (read,) = read_problems([tmp_path / "set.sgf"], DropReport())
    assert (read.solutions, read.komi) == (problems[0].solutions, None)


def test_one_position_of_several_of_a_game_is_picked() -> None:
    def candidate(game: str, turn: int, stone: str, answer: str) -> Candidate:
        stones = tuple(at(f"{x}{y}") for x in "ABC" for y in "123")
        problem = Problem("", 9, (*stones, at(stone)), (at("J9"),), BLACK, (at(answer),))
        return Candidate(replace(problem, kind="kill"), 10.0, game, turn)

    pool = [
        candidate("a", 30, "E5", "F5"),
        candidate("a", 34, "E6", "F7"),  # too soon after it
        candidate("a", 60, "E7", "F5"),  # the same answer
        candidate("b", 30, "E8", "F5"),  # a stone differs from the first
    ]
    assert _picked(list(pool), 4) == pool[:1]


def test_verdicts_are_json(judge: str) -> None:
    (verdict,) = judged(judge, [position("one")])
    assert json.loads(json.dumps(verdict)) == verdict
