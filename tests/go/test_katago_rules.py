"""Rules as KataGo names and describes them."""

import json
from dataclasses import replace
from typing import Any

import pytest

from cfggo.go.katago_rules import is_komi, rules_from_katago, with_handicap_bonus
from cfggo.go.rules import AGA, CHINESE, JAPANESE, NEW_ZEALAND, TROMP_TAYLOR, Ruleset


@pytest.mark.parametrize(
    ("name", "rules", "komi"),
    [
        ("chinese", CHINESE, 7.5),
        ("Chinese-OGS", CHINESE, 7.5),
        ("chinese_kgs", CHINESE, 7.5),
        ("japanese", JAPANESE, 6.5),
        ("KOREAN", JAPANESE, 6.5),
        ("aga", AGA, 7.5),
        ("bga", AGA, 7.5),
        ("french", AGA, 7.5),
        ("nz", NEW_ZEALAND, 7.5),
        ("new zealand", NEW_ZEALAND, 7.5),
        ("tromp-taylor", TROMP_TAYLOR, 7.5),
        (" Tromp_Taylor ", TROMP_TAYLOR, 7.5),
    ],
)
def test_names(name: str, rules: Ruleset, komi: float) -> None:
    asked = rules_from_katago(name)
    assert (asked.rules, asked.unsupported) == (replace(rules, komi=komi), ())


@pytest.mark.parametrize(
    "name", ["stone_scoring", "ancient-area", "ancientterritory", "aga-button"]
)
def test_what_changes_the_score_and_is_missing_is_named(name: str) -> None:
    assert rules_from_katago(name).unsupported != ()


def test_an_object() -> None:
    described = {
        "ko": "SIMPLE",
        "scoring": "TERRITORY",
        "tax": "SEKI",
        "suicide": False,
        "hasButton": False,
        "whiteHandicapBonus": "N-1",
        "friendlyPassOk": False,
        "komi": 5.5,
    }
    for value in (described, json.dumps(described)):
        asked = rules_from_katago(value)
        assert asked.rules.scoring == "territory"
        assert not asked.rules.suicide_allowed
        assert not asked.rules.all_stones_alive
        assert asked.rules.handicap_compensation == "N-1"
        assert (asked.rules.komi, asked.unsupported) == (5.5, ())


def test_what_an_object_leaves_out_is_as_in_tromp_taylor_rules() -> None:
    asked = rules_from_katago({})
    assert asked.rules.suicide_allowed
    assert asked.rules.all_stones_alive
    assert (asked.rules.scoring, asked.rules.komi) == ("area", 7.5)
    assert rules_from_katago({"score": "territory"}).rules.komi == 6.5
    assert rules_from_katago({"hasButton": True}).rules.komi == 7.0


@pytest.mark.parametrize(
    "value",
    [
        "",
        "nine-pin",
        "{",
        '{"ko": 3}',
        "{" * 5000,
        {"ko": None},
        {"ko": []},
        {"suicide": 1},
        {"komi": 7.3},
        {"komi": True},
        {"colour": "blue"},
    ],
)
def test_others_are_refused(value: Any) -> None:
    with pytest.raises(ValueError, match=r"rules|expected"):
        rules_from_katago(value)


def test_bonus_for_handicap() -> None:
    assert with_handicap_bonus(CHINESE, "0").points_for_handicap(4) == 0
    assert with_handicap_bonus(CHINESE, "N-1").points_for_handicap(4) == 3
    with pytest.raises(ValueError, match="expected"):
        with_handicap_bonus(CHINESE, "4")


def test_komi() -> None:
    assert all(is_komi(value) for value in (0, -361, 7.5, 361.0))
    wrong = (7.25, 361.5, True, "7", None, float("nan"), float("inf"), 10**400)
    assert not any(is_komi(value) for value in wrong)
