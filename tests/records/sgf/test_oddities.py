"""What real programs write that is not quite SGF: each game with what it means."""

from typing import Any

import pytest

from cfggo.go.main_line import MainLine
from cfggo.records.game_files import rules_of_record
from cfggo.records.game_tree import GameTree
from cfggo.records.sgf.data import split_collection
from cfggo.records.sgf.reading import read_main_line
from cfggo.records.sgf.regular import find_game, regular_end
from cfggo.records.sgf.writing import write_sgf
from tests.records.sgf.test_reading import moves_of

MOVES = "B E5 W C7"
"""The moves of a game here, unless it says otherwise."""

USUAL = {"moves": MOVES, "komi": None, "rules": "chinese", "handicap": 0, "result": ""}
"""What a game means, unless it says otherwise."""

Odd = tuple[str | bytes, dict[str, Any]]


def with_properties(properties: str, **meaning: Any) -> Odd:
    """Returns a game whose first node has these properties, and what it means."""
    return f"(;SZ[9]{properties};B[ee];W[cc])", meaning


def on_19x19(moves: str, encoding: str, **meaning: Any) -> Odd:
    """Returns a game on 19x19 in some encoding, and what it means."""
    return f"(;SZ[19]{moves})".encode(encoding), {"moves": "B R16 W D17 B Q3 W P17", **meaning}


def rules(text: str, name: str, **meaning: Any) -> Odd:
    """Returns a game that names rules, and what it means."""
    return with_properties(f"RU[{text}]", rules=name, **meaning)


def komi(properties: str, points: float | None, **meaning: Any) -> Odd:
    """Returns a game whose properties say its komi, and what it means."""
    return with_properties(properties, komi=points, **meaning)


def result(text: str, standard: str) -> Odd:
    """Returns a game that ended somehow, and what it means."""
    return with_properties(f"RE[{text}]", result=standard)


FOX = "AP[GNU Go:3.8]AP[foxwq]"
OLD_FOX = "AP[GNU Go:3.8]TC[3]TT[60]"

RULES = [
    rules(text, meaning)
    for meaning, texts in {
        "japanese": ["Japanese", "Japanese Rules", "Japanese rule", "japan", "JP", "日本规则",
            "日本規則", "日本ルール", "Korean", "한국", "한국 룰", "韩国规则",
            "koSIMPLEscoreTERRITORYtaxSEKIsui0", "ko SIMPLE scoring TERRITORY sui 0",
            '{"ko":"SIMPLE","scoring":"TERRITORY","suicide":false,"tax":"SEKI"}'],
        "chinese": ["Chinese Rules", "CN", "中国规则", "中國規則", "中国ルール", "Chinese, pair go",
            "chinese-ogs", "koSIMPLEscoreAREAtaxNONEsui0whbNfpok1",
            '{"friendlyPassOk":true,"suicide":false,"whiteHandicapBonus":"N"}', "of my own"],
        "new-zealand": ["Ing", "Ing's rules", "GOE", "应氏规则", "NZ", "New Zealand rules",
            "koSITUATIONALscoreAREAtaxNONEsui1fpok1"],
        "aga": ["AGA rules", "French", "koSITUATIONALscoreAREAtaxNONEsui0whbN-1fpok1",
            "koSITUATIONALscoreAREAtaxNONEsui0button1whbN-1fpok1"],
        "tromp-taylor": ["Tromp/Taylor", "koPOSITIONALscoreAREAtaxNONEsui1",
            "koPOSITIONALscoreAREAtaxALLsui1"],
        "custom": ["koSPIGHTscoreAREAtaxNONEsui0whb0fpok1"],
    }.items()
    for text in texts
]  # fmt: skip

KOMI = [
    komi(f"KM[50]HA[2]AB[aa][bb]RU[Japanese]{FOX}", 0.5, handicap=2, rules="japanese"),
    komi(f"KM[50]RU[Japanese]{FOX}", 0.5, rules="japanese"),
    komi(f"KM[650]HA[0]RU[Japanese]{FOX}", 6.5, rules="japanese"),
    komi(f"KM[750]HA[0]RU[Japanese]{OLD_FOX}", 7.5, rules="japanese"),
    komi(f"KM[375]HA[0]RU[Chinese]{FOX}", 7.5),
    komi(f"KM[350]HA[0]RU[Chinese]{FOX}", 7.0),
    komi(f"KM[325]HA[2]AB[aa][bb]RU[Chinese]{FOX}", 6.5, handicap=2),
    komi(f"KM[0]HA[0]RU[Japanese]{FOX}", 6.5, rules="japanese"),
    komi(f"KM[0]HA[0]RU[Korean]{FOX}", 6.5, rules="japanese"),
    komi(f"KM[0]HA[0]RU[Chinese]{FOX}", 7.5),
    komi(f"KM[0]HA[0]RU[Japanese]{OLD_FOX}", 6.5, rules="japanese"),
    komi("KM[0]HA[0]AP[foxwq]", 6.5),
    komi(f"KM[0]HA[2]AB[aa][bb]RU[Japanese]{FOX}", 0.0, handicap=2, rules="japanese"),
    komi(f"KM[0]HA[1]RU[Japanese]{FOX}", 0.0, handicap=1, rules="japanese"),
    komi(f"KM[6.5]HA[0]{FOX}", 6.5),
    komi("KM[50]", 50.0),
    komi("KM[50]AP[GNU Go:3.8]", 50.0),
    komi("KM[0]AP[GNU Go:3.8]", 0.0),
    komi("KM[0]RU[Japanese]RE[B+3.5]", 6.5, rules="japanese", result="B+3.5"),
    komi("KM[0]RU[Japanese]RE[B+3]", 0.0, rules="japanese", result="B+3"),
    komi("KM[0]RU[Chinese]RE[B+0.5]", 0.0, result="B+0.5"),
    komi("KM[375]", 7.5),
    komi("KM[3.75]", 7.5),
    komi("KM[3又3/4子]", 7.5),
    komi("KM[黑贴3又3/4子]", 7.5),
    komi("KM[6目半]", 6.5),
    komi("KM[6,5]", 6.5),
    komi("KM[6½]", 6.5),
    komi("KM[-5.5]", -5.5),
    komi("KO[7.5]", 7.5),
    komi("KM[]KO[6.5]", 6.5),
    komi("KM[5.5]KO[]", 5.5),
    komi("KM[lots]", None),
]

RESULTS = [
    result(text, meaning)
    for meaning, texts in {
        "B+R": ["黑中盘胜", "黒中押し勝ち", "흑불계승"],
        "W+R": ["白中盤勝", "白番中押し勝ち", "黑认输", "White wins by resignation",
            "Black resigns"],
        "W+43.5": ["白胜43.5目"],
        "B+2.5": ["黒2目半勝ち"],
        "B+0.5": ["黑胜半目"],
        "W+0.5": ["白胜1/4子"],
        "B+7.5": ["黑胜3又3/4子"],
        "W+4.5": ["白2又1/4子勝"],
        "W+T": ["黑超时负", "白胜-黑超时", "白时间胜", "黒番時間切れ負け"],
        "W+F": ["白犯规胜"],
        "B+": ["黑胜", "B"],
        "W+": ["白胜黑"],
        "W+3.5": ["백 3집반 승", "W+3.5目"],
        "B+T": ["흑 시간승"],
        "0": ["和棋", "持碁", "무승부"],
        "Void": ["无胜负"],
        "B+3.5": ["Black wins by 3.5 points", "B + 3.5"],
        "B+3.5 (moves beyond time)": ["B+3.5 (moves beyond time)"],
        "B+Resign": ["B+Resign"],
        "打挂": ["打挂"],
        "W+Void": ["W+Void"],
    }.items()
    for text in texts
]  # fmt: skip

# The second bytes of 表, 能, 許 and 乗 are those of a backslash or a bracket.
TEXTS = [
    on_19x19(";B[qd];W[dc]C[発表];B[pq];W[oc]C[黒は十分の表]", "cp932"),
    on_19x19(";B[qd]C[可能];W[dc]C[表];B[pq]C[ここが急所です];W[oc]", "cp932"),
    on_19x19("RE[黒中押し勝ち];B[qd];W[dc]C[ゾーン [予] ゾ];B[pq];W[oc]", "cp932", result="B+R"),
    on_19x19("PB[周俊勳]PW[許功蓋];B[qd];W[dc]C[好棋許功蓋];B[pq];W[oc]", "big5"),
    on_19x19("RE[白中盤勝];B[qd];W[dc]C[成功];B[pq];W[oc]", "big5", result="W+R"),
    on_19x19("PB[李昌镐]EV[第5届职业围棋赛];B[qd];W[dc]C[俓];B[pq];W[oc]", "gbk"),
    on_19x19("RE[黑中盘胜];B[qd];W[dc]C[黑棋的厚势 俔];B[pq];W[oc]", "gb18030", result="B+R"),
    on_19x19("RE[흑불계승]PB[이창호];B[qd];W[dc]C[좋은 수];B[pq];W[oc]", "euc-kr", result="B+R"),
    on_19x19("RE[黒中押し勝ち];B[qd];W[dc]C[ここが急所];B[pq];W[oc]", "euc-jp", result="B+R"),
    on_19x19("PB[本因坊];B[qd];W[dc]C[黒の(好)手];B[pq];W[oc]", "iso-2022-jp"),
    on_19x19("CA[Shift_JIS]PB[表];B[qd];W[dc]C[表];B[pq];W[oc]", "cp932"),
    on_19x19("CA[UTF-8]PB[井山裕太];B[qd];W[dc]C[黒の表];B[pq];W[oc]", "cp932"),
    on_19x19("CA[gb2312]RE[黑中盘胜];B[qd];W[dc]C[好];B[pq];W[oc]", "utf-8", result="B+R"),
    on_19x19("RE[白中盘胜];B[qd];W[dc]C[好];B[pq];W[oc]", "utf-16", result="W+R"),
    on_19x19("PB[Müller];B[qd];W[dc]C[né];B[pq];W[oc]", "latin-1"),
    # A name that was cut off within a character of two bytes.
    (
        b"(;SZ[19]CA[GBK]PB[\xc0\xee\xb2]PW[\xd5\xc5];B[qd];W[dc];B[pq];W[oc])",
        {"moves": "B R16 W D17 B Q3 W P17"},
    ),
]

SYNTAX = [
    ("(SZ[9];B[ee];W[cc])", {}),
    ("( SZ[9] KM[5.5] ; B[ee] ; W[cc] )", {"komi": 5.5}),
    ("(;SZ[9];B[ee](W[cc];B[gc])(W[gg]))", {"moves": "B E5 W C7 B G7"}),
    ("(B[ee];W[cc];B[gg])", {"moves": "B E15 W C17 B G13"}),
    ("(;SZ[9]B[ee]W[cc]B[gg])", {"moves": "B E5 W C7 B G3"}),
    ("(;SZ[9];B[ee]W[cc];B[gg])", {"moves": "B E5 W C7 B G3"}),
    ("(;SZ[9]B[ee]B[cc];W[gg])", {"moves": "B E5 B C7 W G3", "handicap": 2}),
    ("(;SZ[9];B[ee]C[!]W[cc]C[?];B[gg])", {"moves": "B E5 W C7 B G3"}),
    (
        "(\nTE[一杯]\nRD[2016-03-03]\nPC[]\nTM[180]\nLT[60]\nLC[5]\nKO[6.5]\nRE[黑中盘胜]\n"
        "PB[彦]\nBR[九段]\nPW[村]\nWR[六段]\nGK[1]\nTC[]\n\n;B[pd];W[dd];B[pq]\n;W[dq])",
        {"moves": "B Q16 W D16 B Q3 W D3", "komi": 6.5, "result": "B+R"},
    ),
    ("(LN[9]HD[2]AB[gc][cg];W[ee];B[cc])", {"moves": "W E5 B C7", "handicap": 2}),
    (";SZ[9];B[ee];W[cc])", {}),
    ("(;SZ[9];B[ee];W[cc]C[a] b])", {}),
    ("(;SZ[9];B[ee]C[a] b];W[cc])", {}),
    ("(;SZ[9]PB[Name [3d]]PW[[x] y];B[ee];W[cc])", {}),
    ("(;SZ[9]PB[Name [3d] (host)]RE[B+R];B[ee];W[cc])", {"result": "B+R"}),
    ("(;SZ[9];B[ee]C[see [1]; W[dd] is better];W[cc])", {}),
    ("(;SZ[9];B[ee]C[Black [a] or [b]? (see W[gg])];W[cc])", {}),
    ("(;SZ[9];B[ee]C[a :-] (b) c :-]];W[cc]C[d] :-) e])", {}),
    ("(;SZ[9];B[ee]C[a [x] b] c];W[cc]C[d] e];B[gg]C[f])", {"moves": "B E5 W C7 B G3"}),
    ("(;SZ[9];B[ee]LB[aa:[1]]C[x];W[cc])", {}),
    ("(;SZ[9];B[ee]C[never closed;W[cc])", {}),
    ("(;SZ[9]PB[never closed;B[ee];W[cc])", {}),
    ("(;SZ[9];B[ee;W[cc])", {}),
    ("(;SZ[9];B[ee;W[cc;B[gg])", {"moves": "B E5 W C7 B G3"}),
    ("(;SZ[9];B[ee]---;W[cc])", {}),
    ("(;SZ[9];B[ee],;W[cc],)", {}),
    ("(;SZ[9], KM[6.5]; B[ee] 1. ;W[cc] 2.)", {"komi": 6.5}),
    ("(;SZ[9];B[ee]C[good],;W[cc]C[a] b])", {}),
    ("(;SZ[9]AB[gc],[cg]HA[2];W[ee];B[cc])", {"moves": "W E5 B C7", "handicap": 2}),
    ("(;SZ[9];B[ee] (a remark);W[cc])", {}),
    ("(;SZ[9];B[ee] [a remark];W[cc])", {}),
    ("(;sz[9]km[6.5];b[ee];w[cc])", {"komi": 6.5}),
    ("(;SiZe[9]KoMi[6.5];Black[ee];White[cc])", {"komi": 6.5}),
    ("(;SZ[9];B[ee](;W[cc])(;W[gg])", {}),
    ("(;SZ[9];B[ee];W[cc];B[d", {}),
    ("(;SZ[9];B[ee];W[cc]C[break", {}),
    ("(;SZ[9];B[ee];W[cc];B", {}),
    ("(;SZ[9];B[ee];W[cc]", {}),
    ("(;SZ[9];B[ee](;W[cc];B", {}),
    (r"(;SZ[9];B[ee];W[cc]C[see \[x\] there", {}),
    ("(;SZ[9];B[ee];W[cc]C[see (x)", {}),
    ("(;SZ[9];B[ee];W[cc]C[see\\", {}),
    (";SZ[9];B[ee](;W[cc])(;W[gg];B[ae]))", {}),
    ("(;SZ[9];B[ee](;W[cc]);B[gg])", {}),
    ("(;SZ[9];B[ee]);W[cc];B[gg])", {"moves": "B E5 W C7 B G3"}),
    ("(;SZ[9];B[ee][cc];W[cc])", {}),
    ("(;SZ[9];B[ee];W[cc]())", {}),
    ("(;;SZ[9];;B[ee];W[cc];)", {}),
    ("(;FF[4];SZ[9]KM[5.5];B[ee];W[cc])", {"komi": 5.5}),
    ("(;SZ[9x9];B[ee];W[cc])", {}),
    ("(;SZ[9]SZ[9]AP[a]AP[b];B[ee]B[ee];W[cc])", {}),
    ("\ufeff\r\n(;SZ[9]\r\n;B[ee]\r\n;W[cc])", {}),
    ("A letter; it has a game (below).\n(;SZ[9];B[ee];W[cc])\nYours", {}),
]

MOVES_AND_PASSES = [
    ("(;SZ[18];B[ee];W[ss])", {"moves": "B E14 W pass"}),
    ("(;SZ[13];B[ee];W[nn])", {"moves": "B E9 W pass"}),
    ("(;SZ[9];B[ee];W[jj])", {"moves": "B E5 W pass"}),
    ("(;SZ[9];B[ee];W[tt])", {"moves": "B E5 W pass"}),
    ("(;SZ[19];B[ee];W[tt])", {"moves": "B E15 W pass"}),
    ("(;SZ[9];B[ee];W[])", {"moves": "B E5 W pass"}),
    ("(;SZ[9];B[ee];W[pass])", {"moves": "B E5 W pass"}),
    ("(;SZ[9];B[EE];W[ CC ])", {}),
    ("(;SZ[9];B[EE];W[TT])", {"moves": "B E5 W pass"}),
    ("(;SZ[9];B[ ee ];W[\ncc])", {}),
    ("(;SZ[9]HA[2子];B[gc];B[cg];W[ee])", {"moves": "B G7 B C3 W E5", "handicap": 2}),
    ("(;SZ[9];AB[gc][cg];W[ee];B[cc])", {"moves": "W E5 B C7", "handicap": 2}),
]

ODDITIES = [*RULES, *KOMI, *RESULTS, *TEXTS, *SYNTAX, *MOVES_AND_PASSES]


def meaning_of(line: MainLine) -> dict[str, Any]:
    """Returns what a game means to its readers."""
    return {
        "moves": moves_of(line), "komi": line.komi, "rules": rules_of_record(line).name,
        "handicap": line.handicap, "result": line.result,
    }  # fmt: skip


def as_bytes(record: str | bytes) -> bytes:
    return record.encode() if isinstance(record, str) else record


@pytest.mark.parametrize(("record", "meaning"), ODDITIES)
def test_an_odd_record_means_what_its_writer_meant_and_does_not_touch_its_neighbours(
    record: str | bytes, meaning: dict[str, Any]
) -> None:
    data = as_bytes(record)
    line = read_main_line(data)
    assert meaning_of(line) == USUAL | meaning
    # A review goes through the same moves, and what is written of the game means the same.
    tree = GameTree.read(data)
    tree.to_end()
    assert tree.n_moves == len(line.moves)
    assert meaning_of(read_main_line(write_sgf(line))) == USUAL | meaning

    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return  # UTF-16 goes on to the end
    before, after = b"(;FF[4]SZ[9];B[aa];W[bb])\n", b"\n(;FF[4]SZ[9];B[cc];W[dd])"
    one, odd, *rest, other = split_collection(before + data + after)
    assert not rest
    assert moves_of(read_main_line(one)) == "B A9 W B8"
    assert moves_of(read_main_line(other)) == "B C7 W D6"
    assert meaning_of(read_main_line(odd)) == USUAL | meaning


def said_of(record: str | bytes) -> tuple[str, ...]:
    return read_main_line(as_bytes(record)).mended


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ("(SZ[9];B[ee];W[cc])", "missing semicolon (before move 1)"),
        ("(;SZ[9];B[ee](W[cc](B[gg]))", "missing semicolon (after move 1, and 1 more)"),
        ("(;SZ[9];B[ee]W[cc]B[gg])", "two moves in a node (after move 1, and 1 more)"),
        (";SZ[9];B[ee])", "missing parenthesis (at the start)"),
        ("(;SZ[9];B[ee];W[cc]C[a] b])", "unescaped bracket (in C after move 2)"),
        ("(;SZ[9]PB[a [3d]]PW[b [3d]])", "unescaped bracket (in PB before move 1, and 1 more)"),
        ("(;SZ[9];B[ee]C[open;W[cc])", "missing bracket (in C after move 1)"),
        ("(;SZ[9];B[ee;W[cc])", "missing bracket (in B after move 1)"),
        ("(;SZ[9];B[ee]---;W[cc])", 'stray text ("---" after move 1)'),
        ("(;SZ[9];B[ee] [or here];W[cc])", 'stray text ("[or here]" after move 1)'),
        ("(;SZ[9];B[ee]);W[cc])", 'stray text (")" after move 1)'),
        ("(;SZ[9];B[ee](;W[cc]);B[gg])", "stray text (behind a variation after move 2)"),
        ("(;SZ[9];B[ee];W[c", "cut off (after move 1)"),
        ("(;SZ[9];B[ee]", "cut off (after move 1)"),
        ("(;sz[9];B[ee];W[cc])", "small letters (sz before move 1)"),
        ("(;SZ[9];B[EE];W[cc])", "capitals (move 1 is [EE])"),
        ("(;SZ[9];B[ee];W[jj])", "pass (move 2 is [jj])"),
        (f"(;{FOX}KM[375];B[ee])", "komi (KM[375] taken as 7.5)"),
        (f"(;{FOX}KM[0];B[ee])", "komi (KM[0] taken as 6.5)"),
        ("(;PB[本因坊];B[ee])".encode("cp932"), "encoding (none named, read as Shift JIS)"),
        (
            "(;CA[utf-8]PB[李昌镐];B[ee])".encode("gbk"),
            "encoding (CA[utf-8] does not fit, read as GBK)",
        ),
        (
            "(;CA[utf-8]PB[Müller];B[ee])".encode("latin-1"),
            "encoding (CA[utf-8] does not fit, read as Latin-1)",
        ),
    ],
)
def test_what_is_mended_is_said_with_its_place(record: str | bytes, said: str) -> None:
    assert said_of(record) == (said,)


@pytest.mark.parametrize(
    "record",
    [
        "(;SZ[9];B[ee];W[cc])",
        "( ; SZ [9] AB[aa] [bb]\n;B [ee]; W[] (;B[gg]C[a [ b \\] (;c\\\\]) (;B[gc]) )\n",
        "(;SZ[9];B[ee](;W[cc];B[gg])(;W[dd](;B[aa])(;B[bb])))",
        "(;GM[1]FF[4]SZ[19]KM[6.5]RU[日本规则]RE[黑中盘胜];B[ee];W[cc])",
        "(;FF[4]GM[1]CA[UTF-8]SZ[9];B[ee];W[cc])",
        "(;PB[Müller]KO[5.5];B[tt])",
        "a letter (with words)\n(;SZ[9];B[ee])\n-- \nYours",
        "(;KM[6.5]AP[cfggo:1];B[ee])",
    ],
)
def test_of_a_good_record_nothing_is_said(record: str) -> None:
    assert said_of(record) == ()
    data = record.encode()
    start = find_game(data)
    assert start is not None
    for whole in (False, True):  # one match of a pattern tells that it is good
        assert regular_end(data, start, whole=whole) is not None
