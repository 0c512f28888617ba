"""Results of games in words, as records of China, Japan and Korea have them, in SGF's form."""

from __future__ import annotations

import re

from cfggo.records.sgf.amounts import AMOUNT, amount_of, plain

_STANDARD = re.compile(
    r"(?:[BW]\+(?:|R|Resign|T|Time|F|Forfeit|[0-9.]+)|0|Draw|Jigo|Void|\?)(?:\s*\(.*)?", re.I | re.S
)
"""A result in SGF's form, perhaps with a remark behind it."""

_COLOUR = r"(?P<colour>黑|黒|흑|백|白|black|white|\bb\b|\bw\b)"
_WON = r"胜|勝|かち|승|이김|won|wins?|beats?|\+"
_LOST = r"负|負|败|敗|まけ|패|认输|認輸|投了|投降|기권|弃权|棄権|棄權|loses?|lost|resigns?|resigned"

_OUTCOME = re.compile(rf"{_COLOUR}[^黑黒白흑백]*?(?:(?P<lost>{_LOST})|(?P<won>{_WON}))", re.I)
_BARE = re.compile(r"(?P<colour>black|white|黑|黒|白|흑|백|b|w)\W*", re.I)

_DRAW = re.compile(r"和棋|和局|平局|持碁|持棋|ジゴ|芇|무승부|빅|jigo|draw|tie", re.I)
_VOID = re.compile(
    r"无胜负|無勝負|无效|無効|무효|双方?[负負敗败]|両者負|both (?:lost|lose)|void|no result", re.I
)

_WAYS = {
    "R": re.compile(r"中盘|中盤|中押|불계|认输|認輸|投了|投降|resign|\+\s*R\b", re.I),
    "T": re.compile(r"超时|超時|时间|時間|切れ|시간|타임|\btime|\+\s*T\b", re.I),
    "F": re.compile(
        r"犯规|犯規|反則|반칙|弃权|棄権|棄權|기권|不戦|不战|不戰|forfeit|default|\+\s*F\b", re.I
    ),
}

_COUNT = re.compile(AMOUNT, re.VERBOSE | re.IGNORECASE)

_LONGEST = 60
"""Characters of the longest text that is looked at."""


def standard_result(text: str) -> str:
    """Returns a result as in SGF, such as "B+R", "W+3.5", "0" or "Void", or the text itself if
    it is such a one already, or says nothing that is known.

    Points come out: a stone by Chinese counting is worth two.
    """
    if _STANDARD.fullmatch(text) or not text or len(text) > _LONGEST:
        return text
    words = plain(text).strip(" .。")
    outcome = _OUTCOME.search(words)
    if outcome is None:
        if bare := _BARE.fullmatch(words):
            return f"{_letter(bare['colour'])}+"
        return "0" if _DRAW.search(words) else "Void" if _VOID.search(words) else text
    letter = _letter(outcome["colour"])
    if outcome["lost"]:
        letter = "W" if letter == "B" else "B"
    for way, pattern in _WAYS.items():
        if pattern.search(words):
            return f"{letter}+{way}"
    for found in _COUNT.finditer(words, outcome.start()):
        if amount := amount_of(found):
            return f"{letter}+{abs(amount.points):g}"
    return text if outcome["won"] == "+" else f"{letter}+"


def _letter(colour: str) -> str:
    """Returns the letter of a colour's name in any of the languages."""
    return "B" if colour.lower() in ("黑", "黒", "흑", "black", "b") else "W"
