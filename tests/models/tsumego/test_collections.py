"""Collections of problems: JSON lines and SGF, sound and broken."""

import gzip
import json
import zipfile
from typing import Any

import numpy as np
import pytest

from cfggo.base.errors import CfggoError
from cfggo.go.points import BLACK, WHITE, parse_vertex, point_from_row_col, row_col_from_point
from cfggo.models.tsumego.collections import read_problems
from cfggo.models.tsumego.problem import Problem
from cfggo.records.collection import DoubtReport, DropReport
from cfggo.records.game_record import Split

LINE: dict[str, Any] = {
    "id": "corner", "size": 9, "black": ["ac", "bc", "cc", "cb", "ca"],
    "white": ["ad", "bd", "cd", "dd", "dc", "db", "da"], "to_play": "B", "solutions": ["bb"],
    "kind": "life-and-death", "level": "easy", "task": "Black\r\nto play", "best": "bb",
    "worst": "ab",
}  # fmt: skip


def written(tmp_path, *lines, name="problems.jsonl"):
    path = tmp_path / name
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    data = text.encode()
    path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    return path


def points(*vertices):
    return tuple(sorted(parse_vertex(vertex, 9) for vertex in vertices))


@pytest.mark.parametrize("name", ["problems.jsonl", "problems.jsonl.gz"])
def test_json_lines_are_read_plain_and_packed(tmp_path, name):
    dropped = DropReport()
    (problem,) = read_problems([written(tmp_path, LINE, name=name)], dropped)

    assert not dropped.reasons
    assert problem.name == "corner"
    assert problem.black == points("A7", "B7", "C7", "C8", "C9")
    assert problem.solutions == points("B8")
    assert (problem.to_play, problem.kind, problem.level) == (BLACK, "life-and-death", "easy")
    assert problem.task == "Black to play"
    assert (problem.best, problem.worst) == (*points("B8"), *points("A8"))
    board = problem.boards()[0]
    assert board["to_play"] == BLACK
    assert board["colour"][parse_vertex("C8", 9)] == BLACK


def test_half_a_surrogate_pair_is_shown_as_a_question_mark(tmp_path):
    """JSON can have such halves; no encoding can write them, so a solution could not be saved."""
    line = LINE | {
        "id": "a\ud800b", "task": "Live \udc00 now", "kind": "k\ud800", "level": "\udc00",
    }  # fmt: skip
    (problem,) = read_problems([written(tmp_path, line)], DropReport())
    assert (problem.name, problem.task) == ("a?b", "Live ? now")
    assert (problem.kind, problem.level) == ("k?", "?")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("7", "not a JSON object"),
        (LINE | {"size": 99}, "unsupported board size"),
        (LINE | {"to_play": "green"}, "it does not say who is to play"),
        (LINE | {"black": "aa"}, "malformed points"),
        (LINE | {"black": ["zz"]}, "malformed points"),
        (LINE | {"solutions": [None]}, "malformed points"),
        (LINE | {"solutions": []}, "no solution"),
        (LINE | {"solutions": ["cc"]}, "illegal solution"),
        (LINE | {"best": "cc"}, "best move is no solution"),
        (LINE | {"best": "ab"}, "best move is no solution"),
        (LINE | {"worst": "bb"}, "worst move is a solution"),
        (LINE | {"worst": "cc"}, "illegal worst move"),
        (LINE | {"white": [*LINE["white"], "ac"]}, "impossible position"),
        (LINE | {"white": [*LINE["white"], "aa", "ba", "ab", "bb"]}, "impossible position"),
    ],
)
def test_a_broken_problem_is_counted_and_named_and_the_others_are_read(tmp_path, line, reason):
    dropped = DropReport()
    found = list(read_problems([written(tmp_path, line, LINE)], dropped))

    assert [problem.name for problem in found] == ["corner"]
    assert dropped.reasons == {reason: 1}
    assert ("line 1" in dropped.examples[reason]) or ("corner" in dropped.examples[reason])


def test_problems_equal_up_to_symmetry_and_colour_are_one(tmp_path):
    mirrored = {key: [text[::-1] for text in LINE[key]] for key in ("black", "white", "solutions")}
    mirrored |= {key: LINE[key][::-1] for key in ("best", "worst")}
    exchanged = {"black": LINE["white"], "white": LINE["black"], "to_play": "W"}
    dropped = DropReport()
    found = list(
        read_problems([written(tmp_path, LINE, LINE | mirrored, LINE | exchanged)], dropped)
    )

    assert len(found) == 1
    assert dropped.reasons == {"duplicate": 2}
    # The same stones with the other player to move are another problem.
    other = LINE | {"to_play": "W"}
    assert len(list(read_problems([written(tmp_path, LINE, other)], DropReport()))) == 2


def test_the_split_knows_only_the_position():
    rng = np.random.default_rng(1)
    splits = []
    for number in range(400):
        chosen = rng.choice(81, 12, replace=False)
        black, white = (
            tuple(sorted(point_from_row_col(*divmod(int(i), 9)) for i in part))
            for part in (chosen[:6], chosen[6:])
        )

        def turned(stones):
            return tuple(
                sorted(
                    point_from_row_col(col, 8 - row) for row, col in map(row_col_from_point, stones)
                )
            )

        problem = Problem(f"p{number}", 9, black, white, BLACK, ())
        twin = Problem("twin", 9, turned(white), turned(black), WHITE, black, level="hard")
        assert twin.digest == problem.digest
        splits.append(problem.split)
    assert 290 < splits.count(Split.TRAINING) < 350
    assert splits.count(Split.VALIDATION) > 20 < splits.count(Split.TEST)


SET_UP = "(;SZ[9]AB[ac][bc][cc][cb][ca]AW[ad][bd][cd][dd][dc][db][da]C[Black to live]DI[10k]"


@pytest.mark.parametrize(
    ("variations", "solutions"),
    [
        ("(;B[bb]C[Correct!])(;B[aa];W[bb]C[wrong])", ("B8",)),
        ("(;B[aa];W[bb])(;B[bb];W[aa](;B[ab]C[RIGHT])(;B[ba]))", ("B8",)),
        ("(;B[bb]TE[1])(;B[aa];W[bb]TE[1])", ("B8",)),
        ("(;B[bb]C[It escapes to the right.])(;B[aa]C[right])", ("A9",)),
        ("(;B[bb];W[aa];B[ab]C[Black tries the right side, but dies.])(;B[aa]TE[1])", ("A9",)),
        ("(;B[bb]GB[1])(;B[ab]C[Correct, too; not wrong])(;B[aa]C[Incorrect])", ("B8", "A8")),
        (";B[bb];W[aa]", ("B8",)),
    ],
)
def test_solutions_marked_in_sgf(tmp_path, variations, solutions):
    path = tmp_path / "p.sgf"
    path.write_text(SET_UP + variations + ")")
    (problem,) = read_problems([path], DropReport())

    assert problem.solutions == points(*solutions)
    assert (problem.level, problem.task) == ("10k", "Black to live")


@pytest.mark.parametrize("encoding", ["utf-8", "gb2312", "big5", "shift_jis"])
def test_marks_in_the_encoding_of_the_record(tmp_path, encoding):
    wrong, right = ("失败", "正确") if encoding == "gb2312" else ("失敗", "正解")
    text = f"(;SZ[9]CA[{encoding}]AB[aa]AW[bb]C[{right}](;B[cc]C[{wrong}])(;B[dd]C[{right}]))"
    (tmp_path / "p.sgf").write_bytes(text.encode(encoding))
    (problem,) = read_problems([tmp_path], DropReport())
    assert problem.solutions == points("D6")
    assert problem.task == right


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (SET_UP + "(;B[bb])(;B[aa]))", "no solution"),
        (SET_UP + "(;B[bb]C[not correct])(;B[aa]C[wrong]))", "no solution"),
        (SET_UP + ")", "no solution"),
        (SET_UP + ";B[bb]BM[1])", "no solution"),
        ("(;SZ[9];B[bb])", "no set-up stones"),
        ("(;SZ[9]HA[2]AB[cc][gg];W[cg])", "no problem"),
        ("(;SZ[9]AB[zz];B[bb])", "malformed setup stones"),
        ("hello", "not SGF"),
    ],
)
def test_broken_sgf_problems_are_counted(tmp_path, text, reason):
    (tmp_path / "a.sgf").write_text(text)
    (tmp_path / "b.sgf").write_text(SET_UP + ";B[bb])")
    dropped = DropReport()
    found = list(read_problems([tmp_path], dropped))

    assert len(found) == 1
    assert dropped.reasons == {reason: 1}
    assert "a.sgf" in dropped.examples[reason]


def test_archives_are_read(tmp_path):
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.writestr("1.sgf", SET_UP + ";B[bb])")
        archive.writestr("2.sgf", SET_UP + ";B[aa])" + SET_UP.replace("ca", "ea") + ";B[bb])")
    dropped = DropReport()
    assert len(list(read_problems([tmp_path / "all.zip"], dropped))) == 2
    assert dropped.reasons == {"duplicate": 1}


@pytest.mark.parametrize("data", [b"", b"\x1f\x8b\x08\x00nothing", None])
def test_files_without_problems_end_in_one_line(tmp_path, data):
    path = tmp_path / "broken.jsonl.gz"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(CfggoError, match=r"broken\.jsonl\.gz") as caught:
        list(read_problems([path], DropReport()))
    assert "\n" not in str(caught.value)


def test_problems_that_are_not_quite_sgf_are_mended_and_counted(tmp_path):
    (tmp_path / "a.sgf").write_text(
        "(SZ[9]AB[ac],[bc],[cc][cb][ca]AW[ad:dd][dc][db][da](B[bb]C[Right])(;B[aa]C[no] no];W[bb]))"
    )
    doubtful = DoubtReport()
    (problem,) = read_problems([tmp_path], DropReport("problem"), doubtful)
    assert problem.solutions == (parse_vertex("B8", 9),)
    assert len(problem.black) == 5
    assert doubtful.lines()[0] == (
        "1 record mended or doubtful (1 missing semicolon, 1 stray text, 1 unescaped bracket)"
    )
