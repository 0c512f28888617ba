"""What follows from counts, and the files that hold them."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cfggo.base.array_archive import write_archive
from cfggo.base.errors import CfggoError
from cfggo.go.points import BLACK, WHITE
from cfggo.models.frequency.model import FORMAT, FrequencyModel, save_frequency_model
from cfggo.models.frequency.table import table_text
from cfggo.models.registry import load_model
from tests.conftest import MakeFrequencies

EMPTY_AROUND = ".../.*./..."
TWO_STONES = "OX./.*./..."
HANE = "XX./O*./..."
CUT = "XOX/.*./..."
PUSH = "OX./X*./..."
RARE = "XXO/X*X/.XO"
OWN_EYE = ".O./O*O/.O."

COUNTS = {
    EMPTY_AROUND: (900, 100_000), TWO_STONES: (500, 10_000), HANE: (500, 16_000),
    OWN_EYE: (300, 40_000), CUT: (80, 600), PUSH: (100, 1000), RARE: (1, 2),
}  # fmt: skip


@pytest.fixture
def model(make_frequencies: MakeFrequencies) -> FrequencyModel:
    return make_frequencies(COUNTS)


def test_patterns_of_fewer_than_three_stones_have_no_rank(model: FrequencyModel) -> None:
    ranked = [int(model.played[index]) for index in model.ranked]
    assert ranked == [500, 300, 100, 80, 1]


def test_the_head_with_four_fifths_of_the_uses_is_kept(model: FrequencyModel) -> None:
    """500 and 300 of 981 are 81.5%; 500 alone are 51%."""
    assert [int(model.played[index]) for index in model.kept] == [500, 300]
    assert model.shares[:2] == pytest.approx([500 / 981, 800 / 981])


def test_exactly_four_fifths_are_enough(make_frequencies: MakeFrequencies) -> None:
    model = make_frequencies({HANE: (50, 1000), CUT: (30, 100), PUSH: (20, 100)})
    assert [int(model.played[index]) for index in model.kept] == [50, 30]


def test_preferences_by_count_and_by_rate(make_frequencies: MakeFrequencies) -> None:
    model = make_frequencies(
        {HANE: (500, 16_000), CUT: (80, 600), PUSH: (100, 1000), RARE: (99, 99)}
    )
    # RARE is beyond the 80%, at whatever rate: 500 + 100 of 779 are less, with 99 more enough.
    by_count, by_rate = model.preferences(False), model.preferences(True)
    for preferences in (by_count, by_rate):
        assert preferences.shape == (2, 65536)
        assert set(np.unique(preferences)) == {0, 1, 2, 3}
    played = {
        int(np.unique(by_count[0][by_rate[0] == rank])[0]): rank for rank in (1, 2, 3)
    }  # rank by count -> rank by rate
    assert played == {3: 1, 2: 2, 1: 3}


def test_own_eyes_are_no_answers(model: FrequencyModel) -> None:
    """The pattern is the second most played of those kept."""
    preferences = model.preferences(False)
    assert set(np.unique(preferences)) == {0, 2}


def test_answers_of_white_are_those_of_black_with_colours_exchanged(model: FrequencyModel) -> None:
    from cfggo.features.patterns3x3 import swap_colours

    preferences = model.preferences(True)
    swapped = swap_colours(np.arange(65536, dtype=np.uint32))
    assert (preferences[WHITE - 1] == preferences[BLACK - 1][swapped]).all()


def test_weights_are_logarithms_of_rates(model: FrequencyModel) -> None:
    theta = model.theta()
    mean = sum(played for played, _ in COUNTS.values()) / sum(o for _, o in COUNTS.values())
    index = int(np.flatnonzero(model.played == 100)[0])
    assert theta[index] == pytest.approx(np.log(0.1 / mean))
    assert (theta[model.offered == 0] == 0).all()


def test_a_pattern_never_played_counts_half_a_move(make_frequencies: MakeFrequencies) -> None:
    model = make_frequencies({HANE: (10, 100), CUT: (0, 900), PUSH: (0, 2)})
    theta = model.theta()
    cut, push = (int(np.flatnonzero(model.offered == n)[0]) for n in (900, 2))
    assert theta[cut] == pytest.approx(np.log(0.5 / 900 / (10 / 1002)))
    assert theta[push] == 0


def test_the_table(model: FrequencyModel) -> None:
    lines = table_text(model).splitlines()
    assert lines[0] == (
        'rank,paper id,diagram,played,offered,rate,"rate, lower end","rate, upper end",'
        "cumulative share,kept,few"
    )
    assert lines[1] == "1,2474,XX./O*./...,500,16000,0.031250,,,0.509684,yes,"
    assert lines[5].startswith("5,")
    assert lines[5].endswith(",1,2,0.500000,,,1.000000,,yes")
    assert lines[6] == ",43690,.../.*./...,900,100000,0.009000,,,,,"
    assert len(lines) == 8


def test_a_file_holds_the_exact_counts(model: FrequencyModel, tmp_path: Path) -> None:
    model.about["note"] = "of one game"
    path = tmp_path / "counts.weights"
    save_frequency_model(path, model)
    loaded = load_model(path)
    assert loaded.games.tolist() == [7]
    assert loaded.about == {"note": "of one game"}
    frequencies = loaded.policies["playout"].frequencies
    assert frequencies is not None
    assert (frequencies.sums == model.sums).all()


def content(model: FrequencyModel, path: Path) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    from cfggo.base.array_archive import read_archive

    save_frequency_model(path, model)
    return read_archive(path, (FORMAT, lambda traits, arrays: (traits, arrays)))


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("played", lambda a: a + 10**6, "played more often than offered"),
        ("played", lambda a: -a, "is not between 0 and"),
        ("played", lambda a: a * 0, "no moves at all"),
        ("played", lambda a: a.astype(np.float64), "float64 instead of int64"),
        ("offered", lambda a: a[1:], "offered: shape"),
        ("offered", lambda a: a + 2**41, "is not between 0 and"),
        ("games_offering", lambda a: a + 1, "offered by more games than there can be"),
        ("games_offering", lambda a: a * 0, "offered by no game"),
        ("played_squared", lambda a: a * 0, "squares smaller than the numbers"),
        ("offered_squared", lambda a: a * 0, "squares smaller than the numbers"),
        ("played_times_offered", lambda a: a * 0, "squares and products disagree"),
        ("codes", lambda a: a[::-1].copy(), "not in ascending order"),
        ("codes", lambda a: np.append(a[:-1], 65535).astype(np.uint16), "or can't occur"),
        ("games", lambda a: a.astype(np.int64), "int64 instead of uint32"),
    ],
)
def test_content_that_no_games_make_is_refused(
    model: FrequencyModel, tmp_path: Path, name: str, change: Any, message: str
) -> None:
    path = tmp_path / "counts.weights"
    traits, arrays = content(model, path)
    arrays[name] = change(arrays[name])
    write_archive(path, FORMAT, traits, arrays)
    with pytest.raises(CfggoError, match=message) as error:
        load_model(path)
    assert str(error.value).startswith(f"{path}: not a valid file of frequency patterns: ")
    assert "\n" not in str(error.value)
