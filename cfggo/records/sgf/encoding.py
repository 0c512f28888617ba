"""The encoding of SGF data, and data in which characters look like brackets and backslashes.

SGF is read byte by byte, while its texts may be in any encoding. In some, such as Shift JIS, Big5
and GBK, the second byte of a character can be that of a backslash or a bracket: read as such, it
would end a text, or go on with it over the moves that follow. Such data is made UTF-8 before it is
read.
"""

import codecs
import re
from functools import cache
from typing import NamedTuple

from cfggo.base.said import said

_CA = re.compile(rb"CA(?<![A-Z]CA)\s*\[([^\]]*)\]")  # letters first: quick to find

_SAMPLE = 100_000
"""Bytes by which an encoding is guessed."""

_SHIFT = b"\x1b"
"""Byte with which ISO 2022 changes what the following ones mean; they are ASCII, all of them."""

_SYNTAX = b"(;)[]"

_CHINESE_OF_UTF8 = re.compile(rb"[\xe3-\xed][\x80-\xbf]{2}")
"""A character of Chinese, Japanese or Korean in UTF-8."""

_WIDER = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "big5": "cp950",
    "euc_kr": "cp949",
}
"""Encodings that have all that the ones named in records have, and what is in the records."""

_HIGH_LEADS = rb"\x81-\xfe"

_LEADS = {
    "gb18030": _HIGH_LEADS,
    "cp950": _HIGH_LEADS,
    "big5hkscs": _HIGH_LEADS,
    "cp949": _HIGH_LEADS,
    "johab": _HIGH_LEADS,
    "cp932": rb"\x81-\x9f\xe0-\xfc",
    "shift_jis_2004": rb"\x81-\x9f\xe0-\xfc",
    "shift_jisx0213": rb"\x81-\x9f\xe0-\xfc",
}
"""First bytes of two-byte characters, where the second may look like a bracket or backslash."""

_SHIFTED = rb"\x1b\$[^\x1b]*+"


class Encoding(NamedTuple):
    """How the texts of a record are encoded.

    Public attributes:
      name  -- as Python knows it
      doubt -- why it is a guess, in words, "" if the record names it or it is UTF-8
      unit  -- pattern of the characters in which a byte may look like a bracket or a backslash,
               and their first bytes; both b"" if there are none
      leads -- the first bytes of these characters, as in a pattern's brackets
    """

    name: str
    doubt: str = ""
    unit: bytes = b""
    leads: bytes = b""


UTF_8 = Encoding("utf-8")


class _Guess(NamedTuple):
    """An encoding that is tried where none is named.

    words    -- what it is called
    charset  -- the one whose usual characters have two bytes, the first from `first` to `last`
    frequent -- characters that many records have
    """

    words: str
    charset: str
    first: int
    last: int
    frequent: str


_KANA = "".join(map(chr, range(0x3041, 0x30FF)))
_MARKS = "".join(map(chr, (*range(0x3000, 0x3018), *range(0xFF01, 0xFF5F)))) + "·‧…—“”‘’"

_JAPANESE = (
    "のはにをたがでとしるなれいまこ人中日本囲碁戦段黒白勝負半目押子手先番第期局盤名九年月棋聖位"
    "井山裕太張栩高尾紳路下敬吾羽根直樹依田紀基趙治勲小林光武宮正加藤坂栄男秀策丈和一力遼芝野"
)
_SIMPLIFIED = (
    "的一是不了在有人中国围棋战赛段黑白胜负半目子手先第届杯局盘年月日职业名九圣霸天元"
    "王李张陈刘周常昊古力柯洁孔杰马晓春聂卫平曹薰铉昌镐赫范廷钰时越芈昱檀啸连笑党毅飞朴谢"
)
_TRADITIONAL = (
    "的一是不了在有人中國圍棋戰賽段黑白勝負半目子手先第屆盃局盤年月日職業名九聖霸天元"
    "王李張陳劉周俊勳林至涵立誠海峰應氏蕭正浩許家元黑嘉嘉"
)
_KOREAN = (
    "이가은는을를의에서하고다기전국배단흑백승패집반불계수회제성명인왕위"
    "김박최정조강신윤창호훈현유혁봉환지석동철한원진목변상일민준"
)
"""Characters that many records have: of words, and of professionals' names."""

_GUESSES = {
    "gb18030": _Guess("GBK", "gb2312", 0xB0, 0xD7, _SIMPLIFIED),
    "cp932": _Guess("Shift JIS", "euc_jp", 0xB0, 0xCF, _JAPANESE),
    "cp950": _Guess("Big5", "big5", 0xA4, 0xC6, _TRADITIONAL),
    "euc_jp": _Guess("EUC-JP", "euc_jp", 0xB0, 0xCF, _JAPANESE),
    "cp949": _Guess("EUC-KR", "euc_kr", 0xB0, 0xC8, _KOREAN),
}
"""By their names. Of equally likely ones the first is taken."""

_OTHER_WORDS = {"iso2022_jp": "ISO-2022-JP", "iso2022_kr": "ISO-2022-KR", "latin-1": "Latin-1"}
"""The names of other encodings that are guessed."""

_NOT_ONLY_ACCENTS = re.compile(rb"[\x80-\xff]{2}|[\x80-\xbf]")
"""What no text has that is ASCII but for single accented letters in Latin-1."""

_LEAST_USUAL = 0.6
"""Share of characters beyond ASCII that are usual in texts of an encoding."""

_GOOD_FOR_BAD = 2
"""Characters beyond ASCII for each damaged one in a text that is UTF-8 all the same."""

_REPLACEMENT = "\ufffd"

_FOREIGN = re.compile(r"[^\x00-\x7f]")


def find_encoding(data: bytes) -> Encoding:
    """Returns the encoding that a record names, or UTF-8, which most use without naming it.

    Where the data is neither, a likely one: UTF-8 with some damage, such as names that were cut off
    within a character; one of Chinese, Japanese or Korean, if nearly all characters are usual ones
    then; else SGF's own, Latin-1.
    """
    match = _CA.search(data)
    written = match[1].decode("ascii", "replace").strip() if match else ""
    named = _known(written)
    if data.isascii():
        if _SHIFT not in data:
            return Encoding(named or "utf-8")
        if b"\x1b$" in data and not (named or "").startswith("iso2022"):
            guess = "iso2022_kr" if b"\x1b$)C" in data else "iso2022_jp"
            return _with_unit(guess, data, _doubt(written, guess))
        return _with_unit(named or "utf-8", data)
    is_utf8 = _can_read("utf-8", data)
    if named and not (is_utf8 and named in _GUESSES and _CHINESE_OF_UTF8.search(data)):
        if _can_read(named, data):
            return _with_unit(named, data)
        if named in _GUESSES and _likeness(named, data[:_SAMPLE]):
            return _with_unit(named, data)  # with some damage
    if is_utf8 or _is_damaged_utf8(data):
        return UTF_8
    sample = data[:_SAMPLE]
    likeness = {name: _likeness(name, sample) for name in _GUESSES}
    name = max(likeness, key=likeness.__getitem__)
    if not likeness[name] or not _NOT_ONLY_ACCENTS.search(sample):
        return Encoding("latin-1", _doubt(written, "latin-1") if written else "")
    return _with_unit(name, data, _doubt(written, name))


def is_plain(data: bytes) -> bool:
    """Tells at a glance whether each byte of data that looks like SGF's is what it looks like."""
    return data.isascii() and _SHIFT not in data


def in_utf8(data: bytes, encoding: Encoding) -> bytes:
    """Returns SGF data in which each bracket and each backslash is one, in UTF-8 if need be."""
    if not encoding.unit:
        return data
    text = str(data, encoding.name, "replace")
    return _CA.sub(b"CA[UTF-8]", text.encode("utf-8", "replace"))


def from_utf16(data: bytes) -> bytes:
    """Returns SGF data, in UTF-8 if it was in UTF-16."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        name = "utf-16"
    elif data[:4].strip(b" \r\n\t").startswith((b"(\0", b";\0")):
        name = "utf-16-le"
    elif data.startswith((b"\0(", b"\0;")):
        name = "utf-16-be"
    else:
        return data
    return _CA.sub(b"CA[UTF-8]", str(data, name, "replace").encode("utf-8", "replace"))


def _known(name: str) -> str:
    """Returns Python's name of an encoding of text that has ASCII in it, "" if it is none."""
    try:
        found = codecs.lookup(name).name
        if str(_SYNTAX, found) != _SYNTAX.decode():
            return ""
        str(b"x", found, "replace")  # fails for codecs that are no encodings of text
    except (LookupError, ValueError):
        return ""
    return _WIDER.get(found, found)


def _doubt(written: str, name: str) -> str:
    """Returns in words that an encoding is guessed; written: the one that the record names."""
    words = _GUESSES[name].words if name in _GUESSES else _OTHER_WORDS[name]
    if written:
        return said("CA[{written}] does not fit, read as {words}", written=written, words=words)
    return said("none named, read as {words}", words=words)


def _with_unit(name: str, data: bytes, doubt: str = "") -> Encoding:
    """Returns an encoding, with the unit if the data has characters that hide syntax."""
    leads = _SHIFT if name.startswith("iso2022") else _LEADS.get(name, b"")
    if not leads or not _hides_syntax(name, leads, data):
        return Encoding(name, doubt)
    return Encoding(name, doubt, _SHIFTED if leads == _SHIFT else b"[" + leads + b"].", leads)


def _hides_syntax(name: str, leads: bytes, data: bytes) -> bool:
    """Tells whether brackets and backslashes in data may be halves of characters.

    Programs that write byte by byte put another backslash behind one that is half of a character;
    what they wrote is read byte by byte. So is data that has more values then, such as a name that
    was cut off within a character.
    """
    if leads == _SHIFT:
        return True
    text = str(data, name, "replace")
    ambiguous = "".join(c for c in set(text) if _ends_in_syntax(c, name))
    if not ambiguous or not re.search(rf"[{re.escape(ambiguous)}](?!\\)", text):
        return False
    return _n_values(text.encode("utf-8", "replace")) >= _n_values(data)


def _ends_in_syntax(character: str, encoding: str) -> bool:
    """Tells whether the last byte of a character beyond ASCII is that of a backslash or bracket."""
    if character.isascii():
        return False
    try:
        return character.encode(encoding)[-1:] in (b"\\", b"]", b"[")
    except ValueError:
        return False


_VALUE = re.compile(rb"[A-Z]\[[^\\\]]*+(?:\\.[^\\\]]*+)*+\]", re.DOTALL)


def _n_values(data: bytes) -> int:
    """Returns how many properties with a value there are."""
    return sum(1 for _ in _VALUE.finditer(data))


def _can_read(encoding: str, data: bytes) -> bool:
    """Tells whether data can be a text in an encoding."""
    try:
        str(data, encoding)
    except ValueError:
        return False
    return True


def _is_damaged_utf8(data: bytes) -> bool:
    """Tells whether most characters beyond ASCII are right as UTF-8.

    The bytes on both sides of a question mark are one damaged character: in records of the Fox
    server some bytes have become question marks.
    """
    text = str(data, "utf-8", "replace")
    unread = text.count(_REPLACEMENT)
    good = len(_FOREIGN.findall(text)) - unread
    bad = unread - text.count(f"{_REPLACEMENT}?{_REPLACEMENT}")
    return good >= _GOOD_FOR_BAD * bad


def _likeness(name: str, data: bytes) -> float:
    """Returns how much data looks like texts in an encoding: the share of its characters beyond
    ASCII that are usual then, and that of the frequent ones; 0 if too few are usual.
    """
    text = str(data, name, "replace")
    foreign = _FOREIGN.findall(text)
    usual = _usual_characters(name)
    frequent = _GUESSES[name].frequent
    n_usual = sum(character in usual for character in foreign)
    if not foreign or n_usual < _LEAST_USUAL * len(foreign):
        return 0.0
    return (n_usual + sum(character in frequent for character in foreign)) / len(foreign)


@cache
def _usual_characters(name: str) -> frozenset[str]:
    """Returns the characters that most texts in an encoding are made of."""
    guess = _GUESSES[name]
    pairs = (
        bytes((lead, trail))
        for lead in range(guess.first, guess.last + 1)
        for trail in range(0x40, 0xFF)
    )
    usual = {str(pair, guess.charset, "replace") for pair in pairs}
    usual = {c for c in usual if len(c) == 1 and c != _REPLACEMENT}
    return frozenset((*usual, *_MARKS, *guess.frequent, *_KANA * (guess.charset == "euc_jp")))
