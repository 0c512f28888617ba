"""The ratings as a drawing."""

from collections.abc import Callable

import pytest

from cfggo.match.results.plots import ratings_svg
from cfggo.match.results.standings import Standings
from cfggo.match.results.summaries import GameSummary

pytest.importorskip("matplotlib")


def test_names_are_drawn_as_they_are(make_summary: Callable[..., GameSummary]) -> None:
    """Matplotlib takes `$` for a formula, and hides labels that begin with `_`."""
    formula, hidden = r"$\bad{$", "_hidden"
    summaries = [
        make_summary(number, winner, black=formula, white=hidden)
        for number, winner in ((1, "black"), (2, "white"))
    ]
    drawing = ratings_svg(Standings([formula, hidden], summaries, anchor=formula))
    assert drawing.count(f">{formula}<") == 2  # beside the bar, and in the legend
    assert drawing.count(f">{hidden}<") == 2
    assert f"Elo, {formula} = 0" in drawing


def test_names_in_other_scripts_are_drawn_without_a_warning(
    make_summary: Callable[..., GameSummary], recwarn: pytest.WarningsRecorder
) -> None:
    name = "\N{CJK UNIFIED IDEOGRAPH-56F4}\N{CJK UNIFIED IDEOGRAPH-68CB}"
    standings = Standings(["a", name], [make_summary(1, "black", white=name)])
    assert name in ratings_svg(standings)
    assert not recwarn.list
