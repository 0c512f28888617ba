"""Results that scripts keep among the published ones."""

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import results

from cfggo.base.errors import CfggoError

PRINT = ("--", sys.executable, "-c")

Publish = Callable[..., Any]


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(results, "FOLDER", tmp_path)
    return tmp_path


@pytest.fixture
def publish(
    load_script: Callable[[str], ModuleType], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Publish:
    """Returns a function that runs scripts/publish.py and returns what it wrote."""
    script = load_script("publish.py")

    def run(*arguments: str) -> Any:
        monkeypatch.setattr(sys, "argv", ["publish", *arguments])
        script.main()
        (file,) = folder.iterdir()
        return json.loads(file.read_text())

    return run


def test_what_a_command_prints_is_kept_with_its_seed(publish: Publish, folder: Path) -> None:
    command = (*PRINT, 'print(\'{"seed": 7, "stones": 3}\'); raise SystemExit(1)')
    result = publish("trial", "stones", "--note", "of a test", *command)
    assert results.problems(result) == []
    assert (result["seed"], result["figures"], result["note"]) == (7, {"stones": 3}, "of a test")
    assert "stones" in result["command"]
    (file,) = folder.iterdir()
    assert file.name == f"trial-{result['date']}.json"


def test_runs_are_kept_side_by_side_and_a_seed_of_all_is_the_results(
    publish: Publish, folder: Path, tmp_path: Path
) -> None:
    runs = tmp_path.with_suffix(".runs")
    tell = (
        "f = open(__import__('sys').argv[1], 'a'); f.write('+'); print('{\"seed\": %d}' % f.tell())"
    )
    for code, seed, figures in (
        ("print('{\"stones\": 3}')", None, [{"stones": 3}] * 2),
        ('print(\'{"seed": 7, "stones": 3}\')', 7, [{"stones": 3}] * 2),
        (tell, None, [{"seed": 1}, {"seed": 2}]),
    ):
        result = publish("trial", "stones", "--runs", "2", *PRINT, code, str(runs))
        assert (result.get("seed"), result["figures"]) == (seed, figures)
        next(folder.iterdir()).unlink()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("trial", "stones", *PRINT, "print('a table')"), "printed no JSON object"),
        (("trial", "stones", *PRINT, "print('{}')"), "figures: are none"),
        (
            ("trial", "stones", *PRINT, "print('{\"stones\": 3}'); raise SystemExit(130)"),
            r"broke off \(exit code 130\)",
        ),
        (("trial", "stones", "--", "no-such-program"), "no-such-program: No such file"),
        (("../trial", "stones", *PRINT, "print('{\"stones\": 3}')"), "is no name of a file"),
    ],
)
def test_nothing_is_written_where_there_are_no_figures(
    publish: Publish, folder: Path, arguments: tuple[str, ...], message: str
) -> None:
    with pytest.raises(CfggoError, match=message):
        publish(*arguments)
    assert list(folder.iterdir()) == []


def test_scripts_write_a_result_if_asked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["scripts/trial", "--publish", "--note", "of a test"])
    parser = argparse.ArgumentParser()
    results.add_publish_options(parser)
    results.publish_if_asked(parser.parse_args([]), "a trial", [1])
    assert list(folder.iterdir()) == []
    results.publish_if_asked(parser.parse_args(), "a trial", [1], seed=3)
    (file,) = folder.iterdir()
    result = json.loads(file.read_text())
    assert results.problems(result) == []
    assert file.name == f"trial-{result['date']}.json"
    assert result["command"] == "scripts/trial --publish --note 'of a test'"
    assert (result["seed"], result["note"], result["figures"]) == (3, "of a test", [1])


def test_a_second_result_of_a_day_leaves_the_first(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["scripts/trial", "--publish"])
    parser = argparse.ArgumentParser()
    results.add_publish_options(parser)
    for figure in (1, 2, 3):
        results.publish_if_asked(parser.parse_args(), "a trial", [figure])
    found = {file.name: json.loads(file.read_text()) for file in folder.iterdir()}
    day = next(iter(found.values()))["date"]
    assert {name: result["figures"] for name, result in found.items()} == {
        f"trial-{day}.json": [1],
        f"trial-2-{day}.json": [2],
        f"trial-3-{day}.json": [3],
    }


def test_what_is_no_number_is_not_written(folder: Path) -> None:
    with pytest.raises(CfggoError, match=r"trial\.json: a figure is infinite or no number"):
        results.write_result(folder / "trial.json", {"figures": [float("nan")]})
    assert list(folder.iterdir()) == []
