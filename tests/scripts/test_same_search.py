"""scripts/same_search.py: equal for equal searches, different for different ones."""

import json
from collections.abc import Callable
from types import ModuleType

import pytest


def test_a_hash_is_that_of_the_search(
    load_script: Callable[[str], ModuleType],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    script = load_script("same_search.py")

    def hashes(*presets: str) -> dict[str, str]:
        arguments = "--json", "--positions", "6", "--playouts", "60"
        monkeypatch.setattr("sys.argv", ["same-search", *presets, *arguments])
        script.main()
        found = json.loads(capsys.readouterr().out)
        assert (found["positions"], found["playouts"]) == (6, 60)
        return dict(found["hashes"])

    first = hashes("baseline", "baseline,exploration=0.61", "cfg-playout")
    assert len(set(first.values())) == 3
    assert hashes("baseline") == {"baseline": first["baseline"]}
