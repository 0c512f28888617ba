"""What tells the rulesets apart, and their names."""

import pytest

from cfggo.go.rules import (
    AGA,
    CHINESE,
    JAPANESE,
    NEW_ZEALAND,
    RULESETS,
    TROMP_TAYLOR,
    Ruleset,
    ruleset_from_name,
)


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("chinese", CHINESE), ("Chinese", CHINESE), (" JAPANESE ", JAPANESE), ("aga", AGA),
        ("tromp-taylor", TROMP_TAYLOR), ("new-zealand", NEW_ZEALAND), ("new_zealand", NEW_ZEALAND),
        ("NZ", NEW_ZEALAND), ("Japanese Rules", JAPANESE), ("日本规则", JAPANESE), ("CN", CHINESE),
        ("Chinese, pair go", CHINESE), ("Tromp/Taylor", TROMP_TAYLOR),
    ],
)  # fmt: skip
def test_a_ruleset_has_the_names_that_people_and_kgs_use(name: str, rules: Ruleset) -> None:
    assert ruleset_from_name(name) is rules


@pytest.mark.parametrize("name", RULESETS)
def test_a_ruleset_is_found_by_its_own_name(name: str) -> None:
    assert ruleset_from_name(name).name == name


@pytest.mark.parametrize("name", ["", "chess"])
def test_an_unknown_name_raises_and_lists_the_names(name: str) -> None:
    with pytest.raises(ValueError, match="chinese, tromp-taylor, new-zealand, aga, japanese"):
        ruleset_from_name(name)


@pytest.mark.parametrize(
    ("rules", "points"),
    [(CHINESE, 4), (AGA, 3), (TROMP_TAYLOR, 0), (NEW_ZEALAND, 0), (JAPANESE, 0)],
    ids=lambda value: getattr(value, "name", None),
)
def test_white_gets_points_for_four_handicap_stones(rules: Ruleset, points: int) -> None:
    assert rules.points_for_handicap(4) == points
    assert rules.points_for_handicap(0) == 0
