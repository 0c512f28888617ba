"""Policies learnt side by side are those that training each alone gives."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cfggo.base.executor import Threads
from cfggo.features.catalogue import COULOM_GROUPS
from cfggo.go.points import WHITE
from cfggo.learning.ablation import COMPARED, Variant, learn_side_by_side
from cfggo.learning.evaluation import evaluate
from cfggo.learning.runs import new_run
from cfggo.methods import GradientOptions
from cfggo.models.measuring.prediction import Prediction
from cfggo.records.game_record import GameRecord
from cfggo.records.replay import game_arrays
from tests.silence import say_nothing, show_nothing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.conftest import RandomRecords

VARIANTS = [
    Variant("all", COMPARED, True),
    Variant("all but answers", tuple(name for name in COMPARED if name != "answers"), True),
    Variant("shapes only", ("shapes",), False),
    Variant("no shapes", ("tactics", "border", "distances", "wide-shapes"), False),
    Variant("Coulom's, paths, ladders", (*COULOM_GROUPS, "ladders"), True),
    Variant("nested templates only", ("nested-templates",), False),
]


def trained_alone(
    variant: Variant, training: Sequence[GameRecord], validation: Sequence[GameRecord], folder: Path
) -> Prediction:
    options = GradientOptions(
        tree_labels="exact" if variant.has_paths else "",
        tree_features=variant.groups,
        batch_games=4,
        min_wins=3,
    )
    with Threads(1) as executor:
        run = new_run(training, [options], executor, folder / "run.checkpoint", kinds=["tree"])
        [model] = run.run(show_nothing, say_nothing)
        return evaluate(game_arrays(validation), model.policies["tree"], executor)


def test_learning_side_by_side_is_learning_alone(
    random_records: RandomRecords, tmp_path: Path
) -> None:
    records = random_records(40, 7, 40)
    training = sorted(records[:30], key=lambda record: record.digest)
    games, others = game_arrays(training), game_arrays(records[30:])
    done: list[int] = []
    found = learn_side_by_side(
        VARIANTS, games, others, min_wins=3, batch_games=4, advance=done.append
    )
    assert sum(done) == 40
    for variant, prediction in zip(VARIANTS, found, strict=True):
        expected = trained_alone(variant, training, records[30:], tmp_path)
        assert prediction.positions == expected.positions
        assert prediction.mean_log_likelihood == pytest.approx(
            expected.mean_log_likelihood, abs=1e-4
        ), variant.name
    assert len({round(prediction.mean_log_likelihood, 6) for prediction in found}) == len(found)


def test_side_by_side_only_the_moves_of_a_player_are_learnt(
    random_records: RandomRecords, tmp_path: Path
) -> None:
    records = [record.of_players((WHITE,)) for record in random_records(24, 7, 30)]
    training = sorted(records[:18], key=lambda record: record.digest)
    [found] = learn_side_by_side(
        VARIANTS[2:3], game_arrays(training), game_arrays(records[18:]), min_wins=3, batch_games=4
    )
    expected = trained_alone(VARIANTS[2], training, records[18:], tmp_path)
    assert found.positions == expected.positions == 6 * 15
    assert found.mean_log_likelihood == pytest.approx(expected.mean_log_likelihood, abs=1e-4)
