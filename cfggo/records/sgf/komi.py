"""Komi in points, whatever the record that names it counts in."""

from __future__ import annotations

from cfggo.go.katago_rules import rules_named
from cfggo.go.rules import CHINESE, JAPANESE

_HUNDREDTHS_FROM = 100
"""Komi of this much or more is read as hundredths; no game has that many points of komi."""

_STEP = 25
"""The Fox server's hundredths are multiples of this."""

_STONES_BELOW = 4
"""Komi in quarters below this is one of stones; the largest in use is 3.75, for 7.5 points."""


def komi_in_points(
    written: float, rules: str, result: str, *, is_even: bool, is_fox: bool
) -> float:
    """Returns the komi of a record in points.

    written -- as in the record
    rules, result -- texts as in the record; the result in SGF's form
    is_even -- whether it is an even game, without handicap
    is_fox  -- whether it is from the Fox server

    Fox writes hundredths: KM[650] is 6.5, KM[50] is 0.5. By Chinese rules they are of stones, of
    which each is worth two points, so that KM[375] is 7.5. Where nothing else can be meant, komi of
    others is read so, too: KM[650], KM[375] and KM[3.75].

    In most of Fox's even games KM[0] stands for the usual komi of their rules. So it does in any
    even game that ended with half a point where territory counts.
    """
    komi = written
    if abs(komi) >= _HUNDREDTHS_FROM or (is_fox and komi % _STEP == 0):
        komi /= 100
    named = rules_named(rules) if is_fox or not komi else None
    is_area = named is not None and named.rules.scoring == "area"
    if 0 < abs(komi) < _STONES_BELOW and (komi % 0.5 == 0.25 or (is_fox and is_area)):
        return 2 * komi
    if komi == 0 and is_even and (is_fox or (not is_area and _has_half(result))):
        return CHINESE.komi if is_area else JAPANESE.komi
    return komi


def _has_half(result: str) -> bool:
    """Tells whether a game ended with half a point; result: as in SGF."""
    margin = result[2:]
    return result[1:2] == "+" and margin.replace(".", "", 1).isdigit() and float(margin) % 1 == 0.5
