"""The rulesets that games are played and scored by.

In all of them a move may not bring back an earlier position of the whole board, whoever is to play
(positional superko), which covers every ko; they differ in what follows here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal
from unicodedata import normalize

from cfggo.config import KOMI

KOMI_WITH_HANDICAP = 0.5
"""White's points in a handicap game, where nothing else is said: no game is a draw."""


@dataclass(frozen=True)
class Ruleset:
    """The legal moves of a ruleset, and how it counts.

    Public attributes:
      name                   -- str, as `ruleset_from_name` takes it
      komi                   -- float, White's points in an even game
      scoring                -- "area" (stones and what they surround) or "territory" (what they
                                surround, and prisoners)
      suicide_allowed        -- bool, whether a move may take off its own chain of two or more
                                stones (of a single stone it repeats the position)
      white_passes_last      -- bool, whether the game goes on until a pass of White's follows
                                another pass
      all_stones_alive       -- bool, whether two passes end the game with all stones counted as
                                alive, so that dead ones must be captured before
      handicap_compensation  -- which of Black's N handicap stones give White a point each:
                                none of them, all but one ("N-1"), or all ("N")
    """

    name: str
    komi: float
    scoring: Literal["area", "territory"] = "area"
    suicide_allowed: bool = False
    white_passes_last: bool = False
    all_stones_alive: bool = False
    handicap_compensation: Literal["none", "N-1", "N"] = "none"

    def komi_for(self, handicap: int) -> float:
        """Returns the komi of a game with that number of handicap stones, 0 for an even game."""
        return KOMI_WITH_HANDICAP if handicap else self.komi

    def points_for_handicap(self, handicap: int) -> int:
        """Returns the points that White gets for that number of handicap stones."""
        if handicap == 0 or self.handicap_compensation == "none":
            return 0
        return handicap - 1 if self.handicap_compensation == "N-1" else handicap


CHINESE = Ruleset("chinese", komi=7.5, handicap_compensation="N")
TROMP_TAYLOR = Ruleset("tromp-taylor", komi=7.5, suicide_allowed=True, all_stones_alive=True)
NEW_ZEALAND = Ruleset("new-zealand", komi=7.0, suicide_allowed=True)
AGA = Ruleset("aga", komi=7.5, white_passes_last=True, handicap_compensation="N-1")
JAPANESE = Ruleset("japanese", komi=6.5, scoring="territory")

RULESETS = {rules.name: rules for rules in (CHINESE, TROMP_TAYLOR, NEW_ZEALAND, AGA, JAPANESE)}
"""All rulesets by name."""


def nearest_ruleset(rules: Ruleset) -> Ruleset:
    """Returns the ruleset that counts and allows the same as others, or most nearly so."""

    def likeness(known: Ruleset) -> tuple[bool, ...]:
        return (
            known.scoring == rules.scoring,
            known.all_stones_alive == rules.all_stones_alive,
            known.handicap_compensation == rules.handicap_compensation,
            known.suicide_allowed == rules.suicide_allowed,
            known.white_passes_last == rules.white_passes_last,
        )

    return max(RULESETS.values(), key=likeness)


MAX_KOMI = int(KOMI.high)
"""The largest komi, to either side."""


_OTHER_NAMES = {
    "japanese": "jp jpn japan japonais japonaise japanisch 日本 日 数目 數目 territory 일본",
    "chinese": "cn chn china chinois chinoise chinesisch 中国 中國 中 数子 數子 area 중국",
    "korean": "kr kor korea coréen koreanisch 한국 韩国 韓国 韓國 韩 韓",
    "ing": "ings goe inggoe sst 应氏 應氏 応氏 应昌期 應昌期 计点 計點 点目 응씨 잉",
    "aga": "us usa american usgo bga british french français française ffg",
    "newzealand": "nz neuseeländisch",
    "tromptaylor": "tt tromptailor logical",
}
"""Other names of rules, by their plain ones: those of other languages, and short ones."""

_PLAIN_NAMES = {
    other: name for name, others in _OTHER_NAMES.items() for other in (name, *others.split())
}

_RULES_IN_WORDS = re.compile(
    r"(?:rules?|ruleset|scoring|counting|规则|規則|规|規|法|ルール|룰|규칙|式)+$|^(?:règles?)"
)
"""Words for rules that may stand around their name."""


def plain_name(name: str) -> str:
    """Returns a name of rules in the form that is looked up: small letters and figures alone, in
    the language of the protocols, without words such as "rules".

    Of "Chinese, pair go" and the like only the first part counts.
    """
    text = re.split(r"[,;:(]", normalize("NFKC", name).strip())[0].casefold()
    letters = re.sub(r"[\W_]+", "", text)
    short = _RULES_IN_WORDS.sub("", letters)
    return _PLAIN_NAMES.get(short) or _PLAIN_NAMES.get(letters) or letters


_BY_PLAIN_NAME = {plain_name(name): rules for name, rules in RULESETS.items()}


def ruleset_from_name(name: str) -> Ruleset:
    """Returns the ruleset of that name, however it is spelt; kgs-rules' names are among them, and
    those in other languages, such as "日本规则".

    Raises ValueError, with the names there are, for any other.
    """
    rules = _BY_PLAIN_NAME.get(plain_name(name))
    if rules is None:
        raise ValueError(f"unknown rules {name!r}: there are {', '.join(RULESETS)}")
    return rules
