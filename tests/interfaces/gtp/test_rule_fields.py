"""Rules as KataGo's programs set and read them."""

import json

import pytest

from cfggo.go.game import Game
from cfggo.go.katago_rules import katago_fields
from cfggo.go.rules import AGA, CHINESE, JAPANESE, NEW_ZEALAND, RULESETS, TROMP_TAYLOR, Ruleset
from cfggo.interfaces.gtp.rule_fields import rules_of_text, with_field
from cfggo.records.game_files import game_of_record
from cfggo.records.sgf.writing import write_sgf


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("chinese", CHINESE),
        ("Chinese_OGS", CHINESE),
        ("korean", JAPANESE),
        ("bga", AGA),
        ("AGA button", AGA),
        ("ing", NEW_ZEALAND),
        ("tromptaylor", TROMP_TAYLOR),
        ("{}", TROMP_TAYLOR),
        ('{"friendlyPassOk": true}', NEW_ZEALAND),
        ('{"scoring":"TERRITORY","suicide":false,"tax":"SEKI"}', JAPANESE),
        ("koSIMPLEscoreTERRITORYtaxSEKIsui0", JAPANESE),
        ("koSIMPLEscoreAREAtaxNONEsui0whbNfpok1", CHINESE),
        ("koSITUATIONALscoreAREAtaxNONEsui0whbN-1fpok1", AGA),
        ("日本规则", JAPANESE),
    ],
)
def test_what_katago_calls_rules_are_ours_where_they_count_the_same(
    text: str, rules: Ruleset
) -> None:
    assert rules_of_text(text) is rules


@pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.name)
def test_what_is_told_of_rules_means_the_same_rules(rules: Ruleset) -> None:
    assert rules_of_text(json.dumps(katago_fields(rules))) is rules


def test_rules_without_a_name_are_custom() -> None:
    rules = with_field(JAPANESE, "whiteHandicapBonus", "N")
    assert (rules.name, rules.points_for_handicap(3)) == ("custom", 3)
    assert with_field(rules, "whiteHandicapBonus", "0") is JAPANESE


def test_one_field_changes_and_the_others_stay() -> None:
    assert with_field(CHINESE, "ko", "simple") is CHINESE
    assert with_field(CHINESE, "whiteHandicapBonus", "n-1") is AGA
    assert with_field(NEW_ZEALAND, "friendlyPassOk", "false") is TROMP_TAYLOR
    assert with_field(CHINESE, "suicide", "TRUE").suicide_allowed
    assert with_field(CHINESE, "score", "territory").scoring == "territory"


@pytest.mark.parametrize(
    ("field", "word"), [("ko", "x"), ("suicide", "1"), ("komi", "7"), ("hasButton", "yes")]
)
def test_other_fields_and_values_are_refused(field: str, word: str) -> None:
    with pytest.raises(ValueError, match=field):
        with_field(CHINESE, field, word)


@pytest.mark.parametrize(
    ("field", "word"), [("tax", "all"), ("tax", "SEKI"), ("hasButton", "true")]
)
def test_a_field_that_would_count_differently_is_refused(field: str, word: str) -> None:
    with pytest.raises(ValueError, match=f"{field} {word}: not supported"):
        with_field(CHINESE, field, word)
    assert with_field(JAPANESE, "tax", "seki") is JAPANESE


@pytest.mark.parametrize(
    "text",
    [
        "", "nine-pin", "koSIMPLEscore", "{", "[]", '{"ko": null}', '{"a":' * 13000,
        '{"a":' + "9" * 60000,
    ],
)  # fmt: skip
def test_other_texts_are_refused_in_one_short_line(text: str) -> None:
    with pytest.raises(ValueError, match=r"rules|ko:") as error:
        rules_of_text(text)
    assert len(str(error.value)) < 200
    assert "\n" not in str(error.value)


def test_records_keep_custom_rules() -> None:
    game = Game(9, rules=with_field(JAPANESE, "suicide", "true"))
    data = write_sgf(game.to_main_line())
    assert game_of_record(data).rules == game.rules
    assert game_of_record(write_sgf(Game(9, rules=JAPANESE).to_main_line())).rules is JAPANESE
