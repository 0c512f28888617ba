"""A tournament's report as one HTML page that needs no network."""

from collections.abc import Iterable
from html import escape
from pathlib import Path

from cfggo import __version__
from cfggo.errors import CfggoError
from cfggo.files import write_whole
from cfggo.go.game import Game
from cfggo.go.sgf import read_main_line
from cfggo.match.board_svg import BOARD_STYLE, board_svg
from cfggo.match.contest import Pairing
from cfggo.match.plots import ratings_svg
from cfggo.match.records import GameRecord
from cfggo.match.standings import PRIOR_NOTE, Standings, faults_to_text
from cfggo.match.statistics import Tally
from cfggo.match.store import SgfFiles
from cfggo.match.tournament import Tournament
from cfggo.records.archives import reason_of

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


def write_html_report(tournament: Tournament, standings: Standings, folder: Path) -> None:
    """Writes the report into the folder of the games, as REPORT_NAME.

    Raises CfggoError if it can't be written.
    """
    path = folder / REPORT_NAME
    page = html_report(tournament, standings, folder)
    try:
        write_whole(path, page.encode(errors="replace"))
    except OSError as error:
        raise CfggoError(f"{path}: {error}") from error


def html_report(tournament: Tournament, standings: Standings, folder: Path) -> str:
    """Returns the page, whose links to the games start from their folder."""
    plot = ratings_svg(standings)
    title = escape(tournament.name)
    sections = [
        f"<h1>{title}</h1>",
        f"<p>{_summary(tournament, standings)}</p>",
        "<h2>Ratings</h2>",
        _ratings_table(standings),
        f"<p>{_legend(standings)}</p>",
        f'<div class="plot">{plot}</div>' if plot else "",
        "<h2>Cross table</h2>",
        "<p>Points of games, and the 95% interval of the win rate, of the row's player against the "
        "column's.</p>",
        _cross_table(standings),
        "<h2>Players</h2>",
        _players_table(tournament, standings),
        "<h2>Last game of each pair</h2>",
        f'<div class="boards">{"".join(_boards(tournament, standings, folder))}</div>',
        "<h2>Games</h2>",
        *_game_lists(tournament, standings, folder),
        f"<p><small>cfggo {__version__}</small></p>",
    ]
    body = "\n".join(section for section in sections if section)
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>\n'
        f'<meta name="viewport" content="width=device-width">\n'
        f"<style>\n{_STYLE}{BOARD_STYLE}\n</style></head>\n<body>\n{body}\n</body></html>\n"
    )


def _summary(tournament: Tournament, standings: Standings) -> str:
    game = tournament.conditions.game
    sizes = " and ".join(f"{size}x{size}" for size in tournament.conditions.sizes)
    n_openings = len(tournament.contest.openings)
    parts = [
        f"{len(standings.records)} of {tournament.n_games} games",
        tournament.format.replace("-", " "),
        sizes,
        f"komi {game.komi:g}",
        f"{game.rules.name} rules",
        f"handicap {game.handicap}" if game.handicap else "",
        f"time {game.time_control} s" if game.time_control else "no clock",
        f"{n_openings} openings" if n_openings else "from the empty board",
        "colours alternate" if tournament.contest.alternate else "colours fixed",
        f"scored by {game.score_by}",
        f"seed {tournament.contest.seed}",
    ]
    faults = faults_to_text(standings.records)
    return f"{escape(', '.join(filter(None, parts)))}.<br>Faults: {escape(faults)}."


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
            interval = f"{rating.low:+.0f} to {rating.high:+.0f}"
        tally = standings.tally(name)
        rows.append(
            [
                f"{rank}. {escape(name)}",
                "" if rating is None else f"<b>{rating.elo:+.0f}</b>",
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


def _players_table(tournament: Tournament, standings: Standings) -> str:
    programs = {entrant.name: entrant.program for entrant in tournament.entrants}
    rows = []
    for name in standings.ranking:
        cost = standings.cost(name)
        versions = dict.fromkeys(
            record.versions[colour]
            for record in standings.records
            if (colour := record.colour_of(name)) in record.versions
        )
        rows.append(
            [
                escape(name),
                f"<code>{escape(programs[name])}</code>",
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


def _boards(tournament: Tournament, standings: Standings, folder: Path) -> Iterable[str]:
    """Yields a figure of the last position of each pairing's last game."""
    for records in _by_pairing(tournament, standings).values():
        played = [record for record in records if not record.is_void]
        if played:
            board = _last_position(SgfFiles(folder).path(played[-1].number), tournament)
            caption = _game_link(played[-1], folder)
            yield f"<figure>{board}<figcaption>{caption}</figcaption></figure>"


def _last_position(path: Path, tournament: Tournament) -> str:
    """Returns the board at the end of a game's record, or why it can't be shown."""
    try:
        line = read_main_line(path.read_bytes())
        game = Game.from_main_line(line, tournament.conditions.game.rules)
    except (OSError, ValueError) as error:
        return f"<p>{escape(f'{path.name}: {reason_of(error)}')}</p>"
    return board_svg(game)


def _game_lists(tournament: Tournament, standings: Standings, folder: Path) -> Iterable[str]:
    """Yields a list of games for each pairing, folded up."""
    for index, records in _by_pairing(tournament, standings).items():
        pairing = tournament.contest.pairings[index]
        rows = [
            [
                _game_link(record, folder),
                str(record.moves),
                f"{record.duration:.1f}",
                escape(record.opening or ""),
                f"<pre>{escape(record.comment)}</pre>" if record.comment else "",
            ]
            for record in records
        ]
        table = _table(["game", "moves", "seconds", "opening", "remarks"], rows)
        yield f"<details><summary>{_pairing_title(pairing)}</summary>{table}</details>"


def _by_pairing(tournament: Tournament, standings: Standings) -> dict[int, list[GameRecord]]:
    """Returns the games by the index of their pairing."""
    games: dict[int, list[GameRecord]] = {i: [] for i in range(len(tournament.contest.pairings))}
    for record in standings.records:
        games[tournament.contest.pairing_of(record.number)].append(record)
    return games


def _pairing_title(pairing: Pairing) -> str:
    size = pairing.game.size
    return escape(f"{pairing.first.name} - {pairing.second.name}, {size}x{size}")


def _game_link(record: GameRecord, folder: Path) -> str:
    href = SgfFiles(folder).path(record.number).name
    text = f"{record.number}: {record.black} (B) - {record.white} (W) {record.result}"
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
