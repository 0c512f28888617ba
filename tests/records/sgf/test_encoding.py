"""Records whose texts are in encodings in which half a character can look like SGF."""

import pytest

from cfggo.records.game_tree import GameTree
from cfggo.records.sgf.data import split_collection
from cfggo.records.sgf.encoding import find_encoding, in_utf8
from cfggo.records.sgf.reading import read_main_line
from cfggo.records.sgf.writing import write_sgf

# The second bytes of these are those of a backslash or a closing bracket.
TEXTS = {
    "shift_jis": "黒は十段 能", "cp932": "表 ソ", "big5": "許功蓋", "gbk": "俓俔",
    "gb18030": "俓俔", "iso-2022-jp": "本因坊 (日本)",
}  # fmt: skip


def record(encoding: str, text: str) -> bytes:
    game = f"(;CA[{encoding}]SZ[9]EV[{text}]PB[a]KM[6.5];B[ee]C[{text}];W[cc](;B[gg])(;B[gc]))"
    return game.encode(encoding)


@pytest.mark.parametrize(("encoding", "text"), TEXTS.items())
def test_no_text_swallows_what_follows(encoding: str, text: str) -> None:
    data = record(encoding, text)
    line = read_main_line(data)
    assert (line.event, line.black_name, line.komi) == (text, "a", 6.5)
    assert len(line.moves) == 3
    assert line.comments == {0: text}
    assert len(GameTree.read(data).root[0][0]) == 2  # variations are kept
    games = split_collection(2 * data)
    assert [read_main_line(game).event for game in games] == [text, text]


def test_a_program_that_escapes_byte_by_byte_is_understood() -> None:
    data = record("shift_jis", "黒は十段 能").replace(b"\\", b"\\\\")
    assert in_utf8(data, find_encoding(data)) == data
    line = read_main_line(data)
    assert (line.event, line.black_name, len(line.moves)) == ("黒は十段 能", "a", 3)


@pytest.mark.parametrize("encoding", ["utf-8", "gb2312", "euc-jp", "latin-1", "utf-16", "no-such"])
def test_other_data_stays_as_it_is(encoding: str) -> None:
    data = f"(;CA[{encoding}]SZ[9];B[ee]C[".encode() + "黑十]".encode("gb2312") + b"])"
    assert in_utf8(data, find_encoding(data)) == data


def test_texts_of_pairs_without_a_name_are_read_as_chinese() -> None:
    data = record("gb18030", "十段战 黑十段胜白十段 俓").replace(b"CA[gb18030]", b"")
    line = read_main_line(data)
    assert (line.event, line.black_name) == ("十段战 黑十段胜白十段 俓", "a")


@pytest.mark.parametrize("named", [b"CA[utf-8]", b""])
def test_utf8_with_a_name_that_was_cut_off_is_read_as_utf8(named: bytes) -> None:
    cut_off = "陳詩淵 P9段".encode() + "柯".encode()[:2]
    line = read_main_line(b"(;" + named + b"SZ[9]PB[" + cut_off + b"]PW[a];B[ee];W[cc])")
    assert (line.black_name, line.white_name) == ("陳詩淵 P9段\ufffd", "a")
    assert len(line.moves) == 2
    assert write_sgf(line).decode()  # what is written is UTF-8


def test_a_byte_that_became_a_question_mark_damages_one_character() -> None:
    damaged = (
        b"PB[\xe7\x8e\x8b\xe5\x85\x83\xe5?\x87]BR[9\xe6\xae\xb5]PW[\xe5?\x83]WR[9\xe6\xae\xb5]"
    )
    line = read_main_line(b"(;SZ[9]" + damaged + b";B[ee];W[cc])")
    assert (line.black_name, line.white_name) == ("王元\ufffd?\ufffd", "\ufffd?\ufffd")
    assert (line.black_rank, len(line.moves)) == ("9段", 2)


@pytest.mark.parametrize(
    ("encoding", "text"),
    [("latin-1", "Müller-Böhm à São Paulo"), ("gb18030", "十段战 黑十段胜白十段")],
)
def test_other_encodings_are_not_taken_for_damaged_utf8(encoding: str, text: str) -> None:
    line = read_main_line(f"(;SZ[9]PB[{text}];B[ee])".encode(encoding))
    assert line.black_name == text


@pytest.mark.parametrize(
    ("encoding", "texts"),
    [
        (
            "gb18030",
            "李昌镐 柯洁 古力 王 芈昱廷 曹薰铉 常昊九段 黑中盘胜 第5届应氏杯职业围棋锦标赛",
        ),
        (
            "cp932",
            "井山裕太 本因坊秀策 趙治勲九段 コミ6目半 黒中押し勝ち 第40期名人戦挑戦手合 表ソ",
        ),
        ("euc_jp", "井山裕太 本因坊秀策 第40期名人戦 黒中押し勝ち ここが勝負所"),
        ("cp950", "周俊勳 許功蓋 張栩 黑中盤勝 第一屆應氏盃 陳詩淵九段"),
        ("cp949", "이창호 신진서 박정환9단 흑불계승 제5회응씨배결승"),
        ("latin-1", "Müller Größe Mizessyn-Élodie Ångström Björn Ä"),
        ("utf-8", "Müller 李昌镐 井山裕太 이창호"),
    ],
)
def test_the_encoding_of_a_few_names_is_found(encoding: str, texts: str) -> None:
    for text in texts.split():
        data = f"(;SZ[9]PB[{text}]PW[x];B[ee];W[cc]C[{text}])".encode(encoding)
        assert find_encoding(data).name == encoding, text
        line = read_main_line(data)
        assert (line.black_name, len(line.moves)) == (text, 2)


def test_games_of_a_collection_may_have_different_encodings() -> None:
    names = {"cp932": "表", "gb18030": "黑胜俓", "utf-8": "許功蓋", "latin-1": "Müller"}
    games = [
        f"(;SZ[9]CA[{encoding}]PB[{name}];B[ee]C[{name}])\n".encode(encoding)
        for encoding, name in names.items()
    ]
    assert split_collection(b"".join(games)) == games
    assert [read_main_line(game).black_name for game in games] == list(names.values())
