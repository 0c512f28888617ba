"""Rules as KataGo names and describes them."""

import json
from dataclasses import replace
from typing import Any

import pytest

from cfggo.go.katago_rules import (
    is_komi,
    katago_fields,
    rules_from_katago,
    rules_named,
    with_handicap_bonus,
)
from cfggo.go.rules import AGA, CHINESE, JAPANESE, NEW_ZEALAND, TROMP_TAYLOR, Ruleset


@pytest.mark.parametrize(
    ("name", "rules", "komi"),
    [
        ("chinese", CHINESE, 7.5), ("Chinese-OGS", CHINESE, 7.5), ("chinese_kgs", CHINESE, 7.5),
        ("japanese", JAPANESE, 6.5), ("KOREAN", JAPANESE, 6.5), ("aga", AGA, 7.5),
        ("bga", AGA, 7.5), ("french", AGA, 7.5), ("nz", NEW_ZEALAND, 7.5),
        ("new zealand", NEW_ZEALAND, 7.5), ("tromp-taylor", TROMP_TAYLOR, 7.5),
        (" Tromp_Taylor ", TROMP_TAYLOR, 7.5),
    ],
)  # fmt: skip
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
        "ko": "SIMPLE", "scoring": "TERRITORY", "tax": "SEKI", "suicide": False, "hasButton": False,
        "whiteHandicapBonus": "N-1", "friendlyPassOk": False, "komi": 5.5,
    }  # fmt: skip
    for value in (described, json.dumps(described)):
        asked = rules_from_katago(value)
        assert asked.rules.scoring == "territory"
        assert not asked.rules.suicide_allowed
        assert not asked.rules.all_stones_alive
        assert asked.rules.handicap_compensation == "N-1"
        assert (asked.rules.komi, asked.unsupported) == (5.5, ())


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("koSIMPLEscoreTERRITORYtaxSEKIsui0", {"scoring": "TERRITORY", "suicide": False}),
        ("koPOSITIONALscoreAREAtaxNONEsui1", {}),
        ("koSITUATIONALscoringAREAsui0", {"suicide": False}),
        ("koSPIGHTscoreAREA", {}),
        ("sui0whbN", {"suicide": False, "whiteHandicapBonus": "N"}),
        ("sui0whbN-1", {"suicide": False, "whiteHandicapBonus": "N-1"}),
        ("sui0whb0", {"suicide": False}),
        ("sui0fpok1", {"suicide": False, "friendlyPassOk": True}),
        ("sui0fpok", {"suicide": False, "friendlyPassOk": True}),
        ("sui0fpok0", {"suicide": False}),
        ("sui0button0", {"suicide": False}),
        ("koPOSITIONALscoreAREAtaxNONEsui1button1whbN-1", {"whiteHandicapBonus": "N-1"}),
        ("koPOSITIONALscoreAREAtaxALLsui1", {}),
        (" ko simple score territory sui 0 ", {"scoring": "TERRITORY", "suicide": False}),
    ],
)
def test_a_text_as_katagos_records_have_it(text: str, fields: dict[str, Any]) -> None:
    usual = katago_fields(TROMP_TAYLOR)
    usual["friendlyPassOk"] = "scoring" in fields  # where territory counts dead stones come off
    assert katago_fields(rules_from_katago(text).rules) == usual | fields


def test_komi_and_what_is_missing_of_a_text() -> None:
    assert rules_from_katago("koSIMPLEscoreTERRITORYsui0").rules.komi == 6.5
    assert rules_from_katago("scoreAREAbutton1").rules.komi == 7.0
    assert rules_from_katago("scoreAREAkomi5.5").rules.komi == 5.5
    assert rules_from_katago("scoreAREAkomi-5sui0").rules.komi == -5.0
    assert rules_from_katago("taxALLbutton1").unsupported == ("tax ALL", "hasButton")
    assert rules_from_katago("scoreAREAtaxSEKI").unsupported == ("tax SEKI",)
    assert rules_from_katago("scoreTERRITORYtaxSEKI").unsupported == ()


@pytest.mark.parametrize("text", ["koMAYBE", "score", "sui2", "whbM", "koSIMPLE!", "komi7.3", "x"])
def test_other_texts_name_no_rules(text: str) -> None:
    with pytest.raises(ValueError, match=r"rules|komi"):
        rules_from_katago(text)
    assert rules_named(text) is None


def test_what_a_record_names_is_kept_exactly() -> None:
    named = rules_named("koPOSITIONALscoreAREAtaxNONEsui0whbN")
    assert named is not None
    assert named.rules == replace(
        TROMP_TAYLOR, name="custom", suicide_allowed=False, handicap_compensation="N"
    )
    aga = rules_named("aga-button")
    assert aga is not None
    assert (aga.rules, aga.unsupported) == (replace(AGA, komi=7.0), ("hasButton",))


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
        "", "nine-pin", "{", '{"ko": 3}', "{" * 5000, {"ko": None}, {"ko": []}, {"suicide": 1},
        {"komi": 7.3}, {"komi": True}, {"colour": "blue"},
    ],
)  # fmt: skip
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
