"""Progress on standard error, and tables on standard output."""

import time

import numpy as np
import pytest
from rich.console import Console

from cfggo.base import terminal
from cfggo.base.errors import CfggoError
from cfggo.base.interrupts import compiling
from cfggo.commands import prediction_output
from cfggo.models.measuring.calibration import new_bins
from cfggo.models.measuring.prediction import Ranks, summary


def test_progress_leaves_standard_output_alone(capfd: pytest.CaptureFixture[str]) -> None:
    terminal.console.cache_clear()
    with terminal.progress("replaying", total=3, unit="games") as advance:
        advance(1)
        advance(2)
    out, err = capfd.readouterr()
    assert out == ""
    assert "replaying" in err
    assert "3/3 games" in err


def test_progress_of_large_numbers_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(terminal, "console", lambda: Console(stderr=True, width=80))
    with terminal.progress("searching", total=1_000_000, unit="playouts") as advance:
        advance(400_000)
        time.sleep(0.01)
        advance(600_000)
    (line,) = capfd.readouterr().err.splitlines()
    assert line.startswith("searching ")
    assert "1,000,000/1,000,000 playouts, " in line
    assert line.rstrip().endswith("/s 0:00:00")


def test_a_bar_says_when_it_waits_for_kernels(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    on_terminal = Console(stderr=True, force_terminal=True)
    monkeypatch.setattr(terminal, "console", lambda: on_terminal)
    monkeypatch.setattr(compiling, "depth", 1)
    with terminal.progress("patterns", total=1, unit="games"):
        monkeypatch.undo()
    before, _, after = capfd.readouterr().err.partition("patterns")
    assert "compiling, once" in before
    assert "compiling" not in after


def test_what_is_printed_beside_a_bar_on_a_terminal_goes_where_output_was_sent(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    on_terminal = Console(stderr=True, force_terminal=True)
    monkeypatch.setattr(terminal, "console", lambda: on_terminal)
    with terminal.progress("reviewing", total=1, unit="games") as advance:
        print("a result")
        advance(1)
    assert capfd.readouterr().out == "a result\n"


def read_three_games(error: BaseException) -> None:
    """Shows a bar, which an error ends."""
    with terminal.progress("reading", 9, "games") as advance:
        advance(3)
        raise error


@pytest.mark.parametrize("on_terminal", [True, False])
@pytest.mark.parametrize("error", [CfggoError("damaged"), FileNotFoundError("none.sgf")])
def test_no_bar_comes_before_an_error(
    error: Exception,
    on_terminal: bool,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    console = Console(stderr=True, force_terminal=on_terminal, width=80)
    monkeypatch.setattr(terminal, "console", lambda: console)
    with pytest.raises(type(error)):
        read_three_games(error)
    err = capfd.readouterr().err
    # On a terminal what was drawn is wiped out, from the cursor's line upwards.
    assert err.endswith("\x1b[1A\x1b[2K") if on_terminal else err == ""


def test_a_bar_stays_where_ctrl_c_ends_the_work(capfd: pytest.CaptureFixture[str]) -> None:
    terminal.console.cache_clear()
    with pytest.raises(KeyboardInterrupt):
        read_three_games(KeyboardInterrupt())
    assert "3/9 games" in capfd.readouterr().err


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


def test_titles_wider_than_their_tables_are_not_cut(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "10")
    title = "a title of many words\nand a second line"
    terminal.print_table(title, ["n"], [["1"]])
    assert capsys.readouterr().out.splitlines()[:2] == title.splitlines()


def test_piped_results_are_not_cut(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    name = "a-configuration-of-ones-own-with-a-name-of-many-words"
    ranks = Ranks(
        better=np.zeros(1000, dtype=np.int32),
        equal=np.full(1000, 3, dtype=np.int32),
        log_likelihood=np.full(1000, -2.5),
        bins=new_bins(10),
    )
    prediction = summary(np.arange(0, 1001, 100), ranks)
    results = [
        prediction_output.Predicted(
            prediction_output.ModelNames(name, name, name), "tree", prediction
        )
    ]
    prediction_output.print_predictions(10, results, [], {})
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[-1] for line in lines if "model" in line] == ["log-likelihood", "error"]
    first, calibration = (line for line in lines if name in line)
    shares = ["25.0%", "25.0%", "to", "25.0%", "100.0%", "100.0%"]
    assert first.split() == [name, "tree", *shares, "-2.500"]
    assert calibration.split()[-1] == "0.0%"
