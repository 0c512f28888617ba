"""cfggo train and cfggo evaluate with problems instead of games."""

import json
import signal
from dataclasses import replace

import pytest
from make_problems import made_problems

from cfggo.base.toml_tables import declared_settings
from cfggo.cli import main
from cfggo.features.catalogue import check_groups
from cfggo.graph.labels import LABELLINGS
from cfggo.learning.trainers import TRAINERS
from cfggo.methods import METHODS, InformedOptions, StochasticOptions, TerritoryOptions
from cfggo.models.territory.features import FORMS
from cfggo.models.tsumego.collections import to_json
from cfggo.search.informed_training import InformedTrainer


@pytest.fixture(scope="module")
def problems():
    return list(made_problems(seed=4, n_problems=40))


@pytest.fixture(scope="module")
def collection(tmp_path_factory, problems):
    path = tmp_path_factory.mktemp("problems") / "made.jsonl"
    path.write_text("".join(to_json(problem) + "\n" for problem in problems) + "broken\n")
    return path


@pytest.fixture(scope="module")
def weights(tmp_path_factory, collection):
    """Files of what all three methods learn."""
    folder = tmp_path_factory.mktemp("weights")
    for method in ("local", "svm", "perceptron"):
        if method == "svm":
            pytest.importorskip("sklearn")
        out = folder / f"{method}.weights"
        assert (
            main(["train", "problems", str(collection), "--method", method, "--out", str(out)]) == 0
        )
        assert not list(folder.glob("*.checkpoint"))
    return folder


def test_models_are_judged_on_the_same_moves_of_unseen_problems(
    weights, collection, problems, capsys
):
    names = [str(weights / f"{method}.weights") for method in ("local", "svm", "perceptron")]
    assert main(["evaluate", "problems", *names, "expert", str(collection), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)

    unseen = [problem for problem in problems if problem.split.value != "training"]
    assert found["sample"] == 10
    assert [model["name"] for model in found["models"]] == [*names, "expert"]
    for model in found["models"]:
        assert model["problems"] == len(unseen) > 2
        assert model["chance"] == found["models"][0]["chance"]
        low, high = model["first"]["interval"]
        assert low <= model["first"]["share"] <= high
        assert model["first"]["share"] <= model["within_5"]["share"]
        sides = [part for part in model["parts"] if part["by"] == "to play"]
        assert sum(side["problems"] for side in sides) == len(unseen)


def test_problems_learnt_from_and_of_other_splits_are_left_out(weights, collection, capsys):
    model = str(weights / "perceptron.weights")
    assert main(["evaluate", "problems", model, str(collection), "--split", "test"]) == 0
    out, err = capsys.readouterr()
    assert "first of 10" in out
    assert "learnt from" in err
    assert "of another split" in err
    assert "1 not JSON" in err


def test_control_characters_of_a_collection_do_not_reach_the_terminal(problems, tmp_path, capsys):
    path = tmp_path / "odd.jsonl"
    odd = [replace(problem, kind="\x1b[31m", level="a\x07") for problem in problems]
    path.write_text("".join(to_json(problem) + "\n" for problem in odd))
    assert main(["evaluate", "problems", "tsumego", str(path)]) == 0
    out, _ = capsys.readouterr()
    assert "kind: ?[31m" in out
    assert "level: a?" in out
    assert not {"\x1b", "\x07"} & {*out}


def test_models_of_equal_file_names_are_told_apart(weights, collection, tmp_path, capsys):
    model = weights / "perceptron.weights"
    same = tmp_path / model.name
    same.write_bytes(model.read_bytes())
    assert main(["evaluate", "problems", str(model), str(same), "expert", str(collection)]) == 0
    rows = {line.split()[0] for line in capsys.readouterr().out.splitlines() if " all " in line}
    assert rows == {str(model), str(same), "expert"}


TRAIN = ["train", "policy", "FILE", "--out", "a.weights"]
PROBLEMS = ["train", "problems", "FILE", "--out", "a.weights"]


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ([*PROBLEMS, "--passes", "3"], "unknown option --passes"),
        ([*PROBLEMS, "--policy", "tree"], "unknown option --policy"),
        ([*PROBLEMS, "--min-rank", "1d"], "unknown option --min-rank"),
        ([*PROBLEMS, "--size", "9"], "unknown option --size"),
        ([*PROBLEMS, "--kernel-labels", "players"], "--kernel-labels is no option of method"),
        ([*PROBLEMS, "--config", "cfggo"], "unknown option --config"),
        ([*TRAIN, "--form", "field"], "unknown option --form"),
        (
            [*TRAIN, "--method", "stochastic", "--table", "a.csv"],
            '--table is no option of method "stochastic", but of frequency',
        ),
        ([*TRAIN, "--method", "frequency", "--passes", "2"], "--passes is no option of method"),
        ([*TRAIN, "--method", "territory"], "--method: unknown 'territory'"),
        ([*TRAIN, "--config", "CONFIG"], "[learning] method: unknown 'local'"),
        (TRAIN, "FILE: problems; they are learnt from by `cfggo train problems`"),
        (
            ["train", "FILE", "--method", "local", "--out", "a.weights"],
            "FILE --method local --out a.weights",
        ),
        (
            ["train", "games/", "--size", "9", "--method", "svm", "--out", "a.weights"],
            "cfggo train policy games/ --size 9 --method svm --out a.weights",
        ),
        (["evaluate", "problems", "tsumego", "FILE", "--plot", "a.svg"], "unknown option --plot"),
        (["evaluate", "problems", "tsumego", "FILE", "--size", "9"], "unknown option --size"),
        (["evaluate", "policy", "cfggo", "x.sgf", "--seed", "7"], "unknown option --seed"),
        (["evaluate", "policy", "nothing", "x.sgf"], "unknown model 'nothing'"),
        (["evaluate", "policy", "tsumego", "x.sgf"], "not on games, by `cfggo evaluate problems`"),
        (["evaluate", "policy", "WEIGHTS", "x.sgf"], "not on games, by `cfggo evaluate problems`"),
        (["evaluate", "policy", "cfggo", "FILE"], "problems; `cfggo evaluate problems` measures"),
        (["evaluate", "policy", "territory", "x.sgf"], "which `cfggo evaluate territory` measures"),
        (["evaluate", "policy", "cfggo", "x.sgf", "--gnugo"], "unknown option --gnugo"),
        (["evaluate", "moves", "ranking", "x.sgf", "--plot", "a.svg"], "unknown option --plot"),
        (
            ["evaluate", "expert", "x.sgf", "--policy", "tree"],
            "did you mean cfggo evaluate policy expert x.sgf --policy tree?",
        ),
        (["regress", "FILE", "--ranker", "tsumego"], "--ranker has no meaning without --engine"),
        (["evaluate", "problems", "missing.weights", "FILE"], "missing.weights"),
        (["evaluate", "problems", "WEIGHTS", "FILE.gz"], "FILE.gz"),
    ],
)
def test_what_can_not_be_ends_in_one_line(weights, collection, tmp_path, capsys, command, message):
    config = tmp_path / "problems.toml"
    config.write_text('[learning]\nmethod = "local"\n')
    names = {"FILE": collection, "WEIGHTS": weights / "perceptron.weights", "CONFIG": config}
    words = command
    for name, path in names.items():
        words = [word.replace(name, str(path)) for word in words]
    assert main(words) == 2
    *_, last = capsys.readouterr().err.strip().splitlines()
    assert message.replace("FILE", collection.name) in last


def test_ctrl_c_as_training_begins_ends_it_in_a_line(collection, tmp_path, capsys, monkeypatch):
    real = signal.signal

    def signalled(number, handler):
        before = real(number, handler)
        if handler is not before and getattr(handler, "__name__", "") == "stop":
            handler(number, None)
        return before

    handlers = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    monkeypatch.setattr(signal, "signal", signalled)
    command = ["train", "problems", str(collection), "--method", "local"]
    assert main([*command, "--out", str(tmp_path / "w.weights")]) == 128 + signal.SIGINT
    assert "stopped before there was anything to save" in capsys.readouterr().err
    assert [signal.getsignal(n) for n in (signal.SIGINT, signal.SIGTERM)] == handlers


def test_every_method_has_its_trainer_and_every_word_of_an_option_its_meaning():
    assert TRAINERS[InformedOptions] is InformedTrainer
    for options in (each for methods in METHODS.values() for each in methods.values()):
        assert options in TRAINERS
        check_groups(getattr(options(), "tree_features", ()))
    assert tuple(FORMS) == declared_settings(TerritoryOptions)["form"].words
    assert declared_settings(StochasticOptions)["tree_labels"].words == (*LABELLINGS, "")
