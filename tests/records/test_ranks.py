"""Players' ranks as records write them."""

import pytest

from cfggo.records.ranks import parse_rank


def test_ranks_in_order() -> None:
    ascending = [
        "18k", "5 kyu", "1级", "初段", "2 dan", "三段", "6d?", "9段", "1p", "P6段", "9 dan pro",
    ]  # fmt: skip
    ranks = [parse_rank(text) for text in ascending]
    assert None not in ranks
    assert len(set(ranks)) == len(ranks)
    assert ranks == sorted(ranks, key=lambda rank: rank or 0)


@pytest.mark.parametrize("text", ["", "?", "-", "strong", "2100", "d", "1" * 5000 + "d"])
def test_what_is_no_rank(text: str) -> None:
    assert parse_rank(text) is None
