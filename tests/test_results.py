"""Published results: every file is as data/results/README.md says, listed there, and on a page."""

import json
import re
from pathlib import Path

import pytest
import results

from cfggo.models.bradley_terry.weights import Model
from cfggo.models.registry import load_model

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "data" / "results"
FILES = sorted(FOLDER.glob("*.json"))
PREDICTION = FOLDER / "prediction-boosted-2026-11-27.json"
WEIGHTS = "data/weights/README.md"

GOOD = {
    "what": "how many stones are on the board", "date": "2026-11-21", "commit": "78803f3",
    "machine": "an abacus", "command": "cfggo count --json", "figures": {"stones": 3},
}  # fmt: skip


def test_files_are_results() -> None:
    for path in FILES:
        result = json.loads(path.read_text())
        assert results.problems(result) == [], path.name
        assert path.stem.endswith(result["date"]), path.name


def test_files_are_listed_by_what_they_say_themselves() -> None:
    text = results.README.read_text(encoding="utf-8")
    assert text.partition(results.LIST)[2] == results.listing(), "run scripts/results.py"


def test_every_file_is_on_a_page() -> None:
    pages = [*(ROOT / "docs").glob("*.md"), *(ROOT / "lab").glob("*.md")]
    text = "".join(page.read_text(encoding="utf-8") for page in pages)
    assert [path.name for path in FILES if path.name not in text] == []


@pytest.mark.parametrize("name", ["expert", "boosted"])
def test_pages_say_how_well_the_default_s_weights_predict(name: str) -> None:
    """What was measured after the weights were learnt stands in each table of test games."""
    result = json.loads(PREDICTION.read_text())
    (model,) = (model for model in result["figures"]["models"] if model["name"] == name)
    weights = load_model(ROOT / "data" / "weights" / f"{name}.weights")
    assert isinstance(weights, Model)
    assert weights.about["date"] <= result["date"]
    row = re.compile(rf"^\| `{name}[`.].* (\d+\.\d)%,.* (-\d\.\d{{3}}) \|$", re.MULTILINE)
    measured = (f"{model['top'][0]:.1%}".rstrip("%"), f"{model['mean_log_likelihood']:.3f}")
    for page in ("docs/benchmarks.md", WEIGHTS):
        assert row.findall((ROOT / page).read_text(encoding="utf-8")) == [measured], page


def test_index_explains_all_keys() -> None:
    text = results.README.read_text(encoding="utf-8")
    keys = re.search(r"## What a file says\n(.*?)\n## ", text, re.DOTALL)
    assert keys is not None
    assert re.findall(r"^\| `(\w+)` \|", keys[1], re.MULTILINE) == list(results.KEYS)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"machine": None}, "lacks machine"),
        ({"figures": None}, "lacks figures"),
        ({"result": {}}, "has an unknown key 'result'"),
        ({"date": "21 November"}, "date: '21 November' is no day such as 2026-11-21"),
        ({"date": "2026-02-30"}, "date: '2026-02-30' is no day such as 2026-11-21"),
        ({"commit": "the last one"}, "commit: 'the last one' is none"),
        ({"commit": ["78803f3"]}, "commit: is a list of fewer than two"),
        ({"commit": ["78803f3", ""]}, "commit: '' is none"),
        ({"command": " "}, "command: ' ' is none"),
        ({"what": 3}, "what: is no text"),
        ({"figures": {}}, "figures: are none"),
        ({"figures": 3}, "figures: are neither an object nor a list"),
    ],
)
def test_what_is_no_result(changes: dict[str, object], problem: str) -> None:
    result = {key: value for key, value in {**GOOD, **changes}.items() if value is not None}
    assert results.problems(result) == [problem]


def test_what_may_be_several_or_missing() -> None:
    figures = GOOD["figures"]
    bare = {key: value for key, value in GOOD.items() if key != "figures"}
    assert results.problems(GOOD) == []
    assert results.problems({**bare, "seed": [1, 2], "note": "a note", "figures": figures}) == []
    assert results.problems({**bare, "figures": figures, "seed": 1}) == [
        f"has its keys in another order than {', '.join(results.KEYS)}"
    ]
    assert results.problems({**GOOD, "commit": ["unknown", "78803f3 with changes"]}) == []
    assert results.problems([GOOD]) == ["is no object"]


def test_results_of_scripts_are_such(tmp_path: Path) -> None:
    result = results.make_result("a trial", [1.5], seed=3, note="of a test")
    results.write_result(tmp_path / "trial.json", result)
    stored = json.loads((tmp_path / "trial.json").read_text())
    assert results.problems(stored) == []
    assert (stored["seed"], stored["figures"]) == (3, [1.5])
    assert "core" in stored["machine"]


def test_the_list_is_written_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    readme = tmp_path / "README.md"
    readme.write_text(f"# Results\n\n{results.LIST}| an old row |\n")
    (tmp_path / "count-2026-11-21.json").write_text(json.dumps(GOOD))
    monkeypatch.setattr(results, "FOLDER", tmp_path)
    monkeypatch.setattr(results, "README", readme)
    monkeypatch.setattr("sys.argv", ["results.py"])
    assert results.main() == 0
    assert readme.read_text().splitlines() == [
        "# Results",
        "",
        *results.LIST.splitlines(),
        "| file | measures |",
        "|---|---|",
        f"| `count-2026-11-21.json` | {GOOD['what']} |",
    ]
