"""What a record says of its game that is not followed."""

from __future__ import annotations

import pytest

from cfggo.go.sgf import read_main_line
from cfggo.records.game_files import doubts_of_record


@pytest.mark.parametrize(
    ("properties", "doubts"),
    [
        ("KM[6.5]RU[Japanese]HA[2]AB[aa][bb]", ()),
        ("KM[]RU[]HA[0]", ()),
        ("KM[abc]", ("KM[abc] can't be read.",)),
        ("KM[9999999]", ("KM[9999999] can't be read.",)),
        ("HA[two]", ("HA[two] can't be read.",)),
        ("RU[of my own]", ("Unknown rules: of my own.",)),
        ("RU[\x1b[31m\\]]", ("Unknown rules: ?[31m].",)),
        ("RU[korean]", ()),
        ("HA[3]", ("The handicap is 3, but its stones are missing.",)),
    ],
)
def test_what_cannot_be_followed_is_said(properties: str, doubts: tuple[str, ...]) -> None:
    data = f"(;SZ[9]{properties};W[ee])".encode()
    assert doubts_of_record(data, read_main_line(data)) == doubts


def test_a_record_that_breaks_off() -> None:
    data = b"(;SZ[9]RU[mine];B[ee];W[c"
    doubts = doubts_of_record(data, read_main_line(data))
    assert doubts == ("The record is cut off.", "Unknown rules: mine.")
