"""Progress on standard error, and tables on standard output."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from cfggo import terminal
from cfggo.commands import evaluate


def test_progress_leaves_standard_output_alone(capfd: pytest.CaptureFixture[str]) -> None:
    terminal.console.cache_clear()
    with terminal.progress("replaying", total=3, unit="games") as advance:
        advance(1)
        advance(2)
    out, err = capfd.readouterr()
    assert out == ""
    assert "replaying" in err
    assert "3/3 games" in err


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.4, "0 s"), (59, "59 s"), (90, "2 min"), (3599, "1 h 0 min"),
                          (7380, "2 h 3 min")]
)  # fmt: skip
def test_durations(seconds: float, text: str) -> None:
    assert terminal.duration_to_text(seconds) == text


def test_tables_are_as_wide_as_they_need(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "10")
    long = "[bold]a long name:smile:" * 20
    lines = terminal.table_to_text(["name", "n"], [[long, "1"], ["b", "20"]]).splitlines()
    assert lines == ["name" + " " * (len(long) - 4) + "   n", long + "   1",
                     "b" + " " * (len(long) - 1) + "  20"]  # fmt: skip


def test_piped_results_are_not_cut(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    name = "a-configuration-of-ones-own-with-a-name-of-many-words"
    prediction = SimpleNamespace(
        positions=1000, top=[0.25] * 50, top_intervals=[(0.2, 0.3)], mean_log_likelihood=-2.5
    )
    evaluate._print_table(10, [(name, "tree", cast(Any, prediction))])
    title, heads, row = capsys.readouterr().out.splitlines()
    assert heads.split()[-1] == "log-likelihood"
    assert row.split() == [
        name,
        "tree",
        "25.0%",
        "20.0%",
        "to",
        "30.0%",
        "25.0%",
        "25.0%",
        "-2.500",
    ]
    assert title.split() == ["1,000", "moves", "of", "10", "games"]
