"""Reports of a search: what it has found so far, as Sabaki, Lizzie and others want it.

These commands answer `=` at once, then a line of `info move ...` for all moves at each interval.
Analysis goes on until the controller says anything; a search for a move ends with `play VERTEX`.
"""

from typing import TYPE_CHECKING

from cfggo.interfaces.gtp.analysis_lines import Info, kata_info, line_writer, lz_info
from cfggo.interfaces.gtp.analysis_options import AnalysisOptions, parse_options
from cfggo.interfaces.gtp.commands.play import format_decision, play_decision
from cfggo.interfaces.gtp.lines import FirstNews
from cfggo.interfaces.gtp.loading import Need
from cfggo.interfaces.gtp.registry import command
from cfggo.interfaces.gtp.session import Session

if TYPE_CHECKING:
    from cfggo.search.searcher import Decision


@command("analyze", "lz-analyze", needs=Need.ENGINE)
def lz_analyze(session: Session, *options: str) -> None:
    """Analyses the position until anything arrives: [COLOUR] [INTERVAL] [OPTION VALUE] ...

    Win rates, priors and bounds are hundredths of a percent.
    """
    _analyze(session, options, lz_info)


@command("kata-analyze", needs=Need.ENGINE)
def kata_analyze(session: Session, *options: str) -> None:
    """Analyses the position like lz-analyze, with win rates from 0 to 1 and further fields."""
    _analyze(session, options, kata_info)


@command("genmove_analyze", "lz-genmove_analyze", needs=Need.ENGINE)
def lz_genmove_analyze(session: Session, *options: str) -> str:
    """Plays the engine's move like genmove, with the lines of lz-analyze."""
    return _genmove_analyze(session, options, lz_info)


@command("kata-genmove_analyze", needs=Need.ENGINE)
def kata_genmove_analyze(session: Session, *options: str) -> str:
    """Plays the engine's move like genmove, with the lines of kata-analyze."""
    return _genmove_analyze(session, options, kata_info)


@command("kata-search_analyze", needs=Need.ENGINE)
def kata_search_analyze(session: Session, *options: str) -> str:
    """Finds a move like kata-search, without playing it, with the lines of kata-analyze."""
    return _search_analyze(session, options)


@command("kata-search_analyze_cancellable", needs=Need.ENGINE)
def kata_search_analyze_cancellable(session: Session, *options: str) -> str:
    """Finds a move like kata-search_analyze, or ends with "play cancelled" if anything arrives
    before.
    """
    return _search_analyze(session, options, is_cancellable=True)


@command("stop")
def stop(session: Session) -> None:
    """Ends an analysis or pondering, as any other command does."""


@command("clear_cache")
def clear_cache(session: Session) -> None:
    """Discards the results of earlier searches, so that the next one starts without a tree."""
    session.forget()


def _analyze(session: Session, words: tuple[str, ...], info: Info) -> None:
    options = parse_options(session, words)
    session.output.open()
    session.analyze(
        options.colour,
        line_writer(session, options, info),
        options.interval / 100,
        options.avoid,
        options.avoid_later,
    )


def _genmove_analyze(session: Session, words: tuple[str, ...], info: Info) -> str:
    options = parse_options(session, words)
    decision = _choose_move(session, options, info)
    return f"play {play_decision(session, options.colour, decision)}"


def _search_analyze(
    session: Session, words: tuple[str, ...], *, is_cancellable: bool = False
) -> str:
    options = parse_options(session, words)
    news = session.lines.first_news() if is_cancellable else None
    decision = _choose_move(session, options, kata_info, news)
    return f"play {'cancelled' if news and news.came else format_decision(decision)}"


def _choose_move(
    session: Session, options: AnalysisOptions, info: Info, news: FirstNews | None = None
) -> "Decision":
    """Returns the engine's move, after lines that tell of the search; news, if given, ends it."""
    write = line_writer(session, options, info)
    session.output.open()
    decision = session.choose_move(
        options.colour,
        stop=news,
        on_report=write,
        report_interval=options.interval / 100,
        avoid=options.avoid,
        avoid_later=options.avoid_later,
    )
    if not (news and news.came):
        write(decision.report)  # a short search may have reported nothing yet
    return decision
