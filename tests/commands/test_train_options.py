"""Which options a `cfggo train` learns by: those of its method, its file, and its line."""

import shlex
import signal
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from cfggo import cli
from cfggo.base import jit
from cfggo.base.errors import CfggoError
from cfggo.base.interrupts import compiling
from cfggo.base.toml_tables import declared_settings
from cfggo.commands import evaluated_predictions, train_run
from cfggo.commands.train import _kinds, _options
from cfggo.methods import (
    METHODS,
    BayesOptions,
    BoostOptions,
    FrequencyOptions,
    GamePerceptronOptions,
    LaplaceOptions,
    LocalOptions,
    Options,
    StochasticOptions,
    SvmOptions,
    TerritoryOptions,
)


def options_of(line: str) -> tuple[Options, Sequence[str]]:
    """Returns the options of a command, and the kinds of policies that it learns."""
    args = cli._parser().parse_args(["train", *shlex.split(line)])
    options = _options(args)
    return options, _kinds(args, options)


@pytest.mark.parametrize(
    ("line", "expected", "kinds"),
    [
        ("policy r --out a.weights", LaplaceOptions(), ("tree",)),
        ("policy r --out a.weights --method bayes", BayesOptions(), ("tree",)),
        ("policy r --out a.weights --config ranking", BayesOptions(), ("tree",)),
        ("policy r --out a.weights --config frequency", FrequencyOptions(), ("playout",)),
        (
            "policy r --out a.weights --config baseline --method stochastic --policy tree",
            StochasticOptions(tree_labels="", playout_labels=""),
            ["tree"],
        ),
        (
            "policy r --out a.weights --config cfg-tree --min-wins 3 --playout-labels exact",
            StochasticOptions(min_wins=3),
            ("tree", "playout"),
        ),
        (
            "policy r --out a.weights --method stochastic --tree-features tactics,ladders "
            "--tree-labels ''",
            StochasticOptions(tree_features=("tactics", "ladders"), tree_labels=""),
            ("tree", "playout"),
        ),
        (
            "policy r --out a.weights --method boost --start expert --boost-rate 0.2",
            BoostOptions(start="expert", boost_rate=0.2),
            ("tree",),
        ),
        (
            "policy r --out a.weights --method perceptron --kernel-moves 9",
            GamePerceptronOptions(kernel_moves=9),
            (),
        ),
        ("territory r --out a.weights --form field", TerritoryOptions(form="field"), ()),
        ("problems r --out a.weights", LocalOptions(), ()),
        (
            "problems r --out a.weights --method svm --kernel-labels players",
            SvmOptions(kernel_labels="players"),
            (),
        ),
    ],
)
def test_a_command_has_the_options_of_its_method_its_file_and_its_line(
    line: str, expected: Options, kinds: Sequence[str]
) -> None:
    assert options_of(line) == (expected, kinds)


def test_an_option_beats_the_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('[learning]\nmethod = "laplace"\nmin_wins = 3\nbatch_games = 2\n')
    line = f"policy r --out a.weights --config {file} --min-wins 4"
    assert options_of(line)[0] == LaplaceOptions(min_wins=4, batch_games=2)
    with pytest.raises(
        CfggoError, match=r'mine.toml: \[learning\] method: is "laplace", not bayes'
    ):
        options_of(f"{line} --method bayes")


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("policy r --out a.weights", "gtp --set tree=a.weights"),
        ("policy r --out a.weights --method boost", "gtp --set tree=a.weights"),
        (
            "policy r --out a.weights --config baseline",
            "gtp --set tree=a.weights --set playout=a.weights",
        ),
        (
            "policy r --out a.weights --config baseline --policy playout",
            "gtp --set playout=a.weights",
        ),
        ("policy r --out a.weights --method bayes", "gtp --config ranking --set tree=a.weights"),
        (
            "policy r --out a.weights --method frequency",
            "gtp --config frequency --set playout=a.weights",
        ),
        ("policy r --out a.weights --method svm", "gtp --set kernel=a.weights"),
        ("problems 'my r' s --out a.weights", "evaluate problems a.weights 'my r'"),
        (
            "problems r --out 'my a.weights' --method svm",
            "evaluate problems 'my a.weights' r",
        ),
        ("territory r --out a.weights", "gtp --set territory=a.weights"),
        ("informed r --out a.weights", "gtp --set informed=a.weights"),
        (
            "informed r --out a.weights --method mistakes",
            "review GAME.sgf --set mistakes=a.weights",
        ),
    ],
)
def test_the_end_names_a_command_for_what_was_learnt(line: str, command: str) -> None:
    args = cli._parser().parse_args(["train", *shlex.split(line)])
    options = _options(args)
    told = train_run.next_command(args, options, _kinds(args, options))
    assert told == f"cfggo {command}"


@pytest.mark.parametrize("subject", METHODS)
def test_every_option_of_every_method_is_explained(
    subject: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        cli.main(["train", subject, "--help"])
    shown = " ".join(capsys.readouterr().out.replace("-\n", "-").split())
    for options in METHODS[subject].values():
        assert len(options.summary) > 10
        for setting in declared_settings(options).values():
            words = f"--{setting.name.replace('_', '-')} {setting.placeholder} {setting.help}"
            assert words.replace("- ", "-") in shown.replace("- ", "-")


def compile_something(*args: object) -> None:
    """Compiles a new kernel, then finds that there is nothing to do."""

    @jit.jit
    def kernel(n):
        return n + 1

    assert kernel(1) == 2
    raise CfggoError("nothing to do")


@pytest.mark.parametrize(
    "line", ["train policy games --out a.weights", "evaluate policy expert games"]
)
def test_the_first_run_says_that_it_compiles(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    line: str,
) -> None:
    monkeypatch.setattr(jit, "folder_of", lambda module: tmp_path)
    monkeypatch.setattr(train_run, "_records", compile_something)
    monkeypatch.setattr(evaluated_predictions, "load_policies", compile_something)
    monkeypatch.chdir(tmp_path)
    assert cli.main(line.split()) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert first == "cfggo: this command's first run: compiling; later runs need not"
    assert second == "cfggo: error: nothing to do"


@pytest.mark.parametrize("depth", [0, 1])
def test_ctrl_c_stops_a_run_at_once_while_a_kernel_is_compiled(
    monkeypatch: pytest.MonkeyPatch, depth: int
) -> None:
    """In another thread; what is being learnt from would wait for it."""

    class Run:
        is_stopped = False

        def stop(self) -> None:
            self.is_stopped = True

    run: Any = Run()
    monkeypatch.setattr(compiling, "depth", depth)
    with (
        pytest.raises(KeyboardInterrupt) if depth else nullcontext(),
        train_run._stopped_by_signals(run),
    ):
        signal.raise_signal(signal.SIGINT)
    assert run.is_stopped
