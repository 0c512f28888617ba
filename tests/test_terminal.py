"""Progress on standard error."""

import pytest

from cfggo import terminal


def test_progress_leaves_standard_output_alone(capfd: pytest.CaptureFixture[str]) -> None:
    terminal.console.cache_clear()
    with terminal.progress("replaying", total=3, unit="games") as advance:
        advance(1)
        advance(2)
    out, err = capfd.readouterr()
    assert out == ""
    assert "replaying" in err
    assert "3/3 games" in err
