"""A tournament's report as one HTML page that needs no network."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from cfggo.base.files import save_file
from cfggo.go.game import Game
from cfggo.go.rules import Ruleset
from cfggo.match.results.plots import ratings_svg
from cfggo.match.results.standings import (
    PRIOR_NOTE,
    Standings,
    elo_interval_to_text,
    faults_to_text,
)
from cfggo.match.results.statistics import Tally, elo_to_text
from cfggo.match.results.store import SgfFiles
from cfggo.match.results.summaries import GameSummary
from cfggo.records.archives import reason_of
from cfggo.records.sgf.reading import read_main_line
from cfggo.study.pictures.board_svg import board_svg
from cfggo.version import __version__

REPORT_NAME = "report.html"

_STYLE = """\
:root { color-scheme: light dark; }
body { font: 15px/1.45 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; }
table { border-collapse: collapse; margin: .8rem 0; }
th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid #8884; }
th:first-child, td:first-child { text-align: left; }
small { opacity: .7; white-space: nowrap; }
.plot { background: #fff; display: inline-block; }
.plot svg { max-width: 100%; height: auto; }
.boards { display: flex; flex-wrap: wrap; gap: 1.5rem; }
figure { margin: 0; max-width: 20rem; }
.board { width: 100%; height: auto; }
pre { overflow: auto; }
"""


@dataclass(frozen=True)
class TournamentPage:
    """The content of a tournament's page.

    Public attributes:
      name       -- of the tournament
      conditions -- what all games have in common, in words
      programs   -- what plays under each player's name
      rules      -- Ruleset under which games are replayed
      pairings   -- pairs (what a pairing is called, its games by number)
      standings  -- Standings, of all games
    """

    name: str
    conditions: str
    programs: Mapping[str, str]
    rules: Ruleset
    pairings: Sequence[tuple[str, Sequence[GameSummary]]]
    standings: Standings


def write_html_report(page: TournamentPage, folder: Path) -> None:
    """Writes the page into the folder of the games, as REPORT_NAME.

    Raises CfggoError if it can't be written.
    """
    path = folder / REPORT_NAME
    html = html_report(page, folder)
    save_file(path, html.encode(errors="replace"))


def html_report(page: TournamentPage, folder: Path) -> str:
    """Returns the page as HTML, whose links to the games start from their folder."""
    standings = page.standings
    plot = ratings_svg(standings)
    title = escape(page.name)
    faults = faults_to_text(standings.summaries)
    sections = [
        f"<h1>{title}</h1>",
        f"<p>{escape(page.conditions)}.<br>Faults: {escape(faults)}.</p>",
        "<h2>Ratings</h2>",
        _ratings_table(standings),
        f"<p>{_legend(standings)}</p>",
        f'<div class="plot">{plot}</div>' if plot else "",
        "<h2>Cross table</h2>",
        "<p>Points of games, and the 95% interval of the win rate, of the row's player against the "
        "column's.</p>",
        _cross_table(standings),
        "<h2>Players</h2>",
        _players_table(page),
        "<h2>Last game of each pair</h2>",
        f'<div class="boards">{"".join(_boards(page, folder))}</div>',
        "<h2>Games</h2>",
        *_game_lists(page, folder),
        f"<p><small>cfggo {__version__}</small></p>",
    ]
    body = "\n".join(section for section in sections if section)
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>\n'
        f'<meta name="viewport" content="width=device-width">\n'
        f"<style>\n{_STYLE}</style></head>\n<body>\n{body}\n</body></html>\n"
    )


def _legend(standings: Standings) -> str:
    zero = f"{standings.anchor} has 0" if standings.anchor else "their mean is 0"
    text = (
        f"Elo from a Bradley-Terry fit to all games by maximum likelihood; {zero}. All intervals "
        "are of 95%; those of win rates are Wilson's. Draws count half."
    )
    return escape(f"{text} Here {PRIOR_NOTE}." if standings.ratings.has_prior else text)


def _ratings_table(standings: Standings) -> str:
    rows = []
    for rank, name in enumerate(standings.ranking, 1):
        rating = standings.rating(name)
        interval = ""
        if rating is not None and name != standings.anchor:
            interval = elo_interval_to_text(rating)
        tally = standings.tally(name)
        rows.append(
            [
                f"{rank}. {escape(name)}",
                "" if rating is None else f"<b>{elo_to_text(rating.elo)}</b>",
                interval,
                str(tally.games),
                f"{tally.points:g}",
                _rate(tally),
                _rate(standings.tally(name, colour="black")),
                _rate(standings.tally(name, colour="white")),
                str(standings.forfeits(name)),
            ]
        )
    heads = ["player", "Elo", "interval", "games", "points", "win rate", "as Black", "as White",
             "forfeits"]  # fmt: skip
    return _table(heads, rows)


def _cross_table(standings: Standings) -> str:
    ranking = standings.ranking

    def cell(player: str, opponent: str) -> str:
        tally = standings.tally(player, opponent)
        if not tally.games:
            return ""
        return f"{tally.points:g}/{tally.games}<br>{_interval(tally)}"

    rows = [[escape(name), *(cell(name, other) for other in ranking)] for name in ranking]
    return _table(["", *map(escape, ranking)], rows)


def _players_table(page: TournamentPage) -> str:
    standings = page.standings
    rows = []
    for name in standings.ranking:
        cost = standings.cost(name)
        versions = dict.fromkeys(
            summary.versions[colour]
            for summary in standings.summaries
            if (colour := summary.colour_of(name)) in summary.versions
        )
        rows.append(
            [
                escape(name),
                f"<code>{escape(page.programs[name])}</code>",
                escape(", ".join(versions)),
                _figure(cost.moves_per_game, "{:.0f}"),
                _figure(cost.seconds_per_game, "{:.1f}"),
                _figure(cost.seconds_per_move, "{:.3f}"),
                _figure(cost.playouts_per_s, "{:,.0f}"),
            ]
        )
    heads = ["player", "program", "version", "moves a game", "seconds a game", "seconds a move",
             "playouts/s"]  # fmt: skip
    return _table(heads, rows)


def _boards(page: TournamentPage, folder: Path) -> Iterable[str]:
    """Yields a figure of the last position of each pairing's last game."""
    for _, summaries in page.pairings:
        played = [summary for summary in summaries if not summary.is_void]
        if played:
            board = _last_position(SgfFiles(folder).path(played[-1].number), page.rules)
            caption = _game_link(played[-1], folder)
            yield f"<figure>{board}<figcaption>{caption}</figcaption></figure>"


def _last_position(path: Path, rules: Ruleset) -> str:
    """Returns the board at the end of a game's SGF file, or why it can't be shown."""
    try:
        line = read_main_line(path.read_bytes())
        game = Game.from_main_line(line, rules)
    except (OSError, ValueError) as error:
        return f"<p>{escape(f'{path.name}: {reason_of(error)}')}</p>"
    return board_svg(game)


def _game_lists(page: TournamentPage, folder: Path) -> Iterable[str]:
    """Yields a list of games for each pairing, folded up."""
    for pairing, summaries in page.pairings:
        rows = [
            [
                _game_link(summary, folder),
                str(summary.moves),
                f"{summary.duration:.1f}",
                escape(summary.opening or ""),
                f"<pre>{escape(summary.comment)}</pre>" if summary.comment else "",
            ]
            for summary in summaries
        ]
        table = _table(["game", "moves", "seconds", "opening", "remarks"], rows)
        yield f"<details><summary>{escape(pairing)}</summary>{table}</details>"


def _game_link(summary: GameSummary, folder: Path) -> str:
    href = SgfFiles(folder).path(summary.number).name
    text = f"{summary.number}: {summary.black} (B) - {summary.white} (W) {summary.result}"
    return f'<a href="{escape(href)}">{escape(text)}</a>'


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Returns a table of cells that are HTML."""
    head = "".join(f"<th>{text}</th>" for text in heads)
    body = "\n".join("<tr>" + "".join(f"<td>{text}</td>" for text in row) + "</tr>" for row in rows)
    return f"<table>\n<tr>{head}</tr>\n{body}\n</table>"


def _rate(tally: Tally) -> str:
    if tally.win_rate is None:
        return ""
    return f"{tally.win_rate:.1%} {_interval(tally)}"


def _interval(tally: Tally) -> str:
    low, high = tally.interval
    return f"<small>{low:.0%} to {high:.0%}</small>"


def _figure(value: float | None, form: str) -> str:
    return "" if value is None else form.format(value)
