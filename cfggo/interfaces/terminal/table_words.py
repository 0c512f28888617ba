"""Sentences about a game, in lines."""

from __future__ import annotations

from cfggo.base.terminal import table_to_text
from cfggo.base.words import percent_rounded, points_counted, points_in_tenths
from cfggo.interfaces.terminal.table import Table
from cfggo.study.api.analysis import Analysis
from cfggo.study.explaining.lesson import Lesson
from cfggo.study.explaining.lesson_words import lesson_lines, lost_sentence
from cfggo.study.games.played_game import OTHER, handicap_words
from cfggo.study.page_parts.translation import language_of_user, translator

MARKS = "123456789"
"""Of the moves of a hint, on the board and in its table."""

_COUNTED = {
    "stones": "Living stones",
    "territory": "Territory",
    "prisoners": "Prisoners",
    "dead": "Dead stones",
    "komi": "Komi",
    "handicap": "For the handicap",
}

_SEARCHED = 5  # moves of a hint, by the search
_LIKELY = 3  # and by the policy
_PV_LENGTH = 6
_SLIGHT_LOSS = 1.0  # points; less may be an error of the search


def conditions(table: Table) -> str:
    """Returns board, komi, rules and players in one line, and how a record says that it ended."""
    game = table.game
    parts = (
        f"{game.size}x{game.size}",
        f"komi {game.komi:g}",
        f"{game.rules_game.rules.name} rules",
    )
    sentences = (
        f"{', '.join(filter(None, (*parts, handicap_words(game))))}.",
        f"You play {table.you.capitalize()}, {table.engine_name} {OTHER[table.you].capitalize()}.",
        table.outcome_words,
    )
    return " ".join(filter(None, sentences))


def state(table: Table) -> str:
    """Returns the last move, the captures and whose turn it is in one line."""
    game = table.game
    parts = []
    if game.moves:
        colour, vertex = game.moves[-1]
        moved = "passes" if vertex == "pass" else f"plays {vertex}"
        parts.append(f"Move {len(game)}: {colour.capitalize()} {moved}.")
    black, white = game.captures["black"], game.captures["white"]
    if black or white:
        parts.append(f"Captured: by Black {black}, by White {white}.")
    if not table.is_over:
        who = "you" if game.to_play == table.you else table.engine_name
        parts.append(f"{game.to_play.capitalize()} ({who}) to play.")
    return " ".join(parts)


def ending(table: Table) -> list[str]:
    """Returns how a game has ended, in lines; none while it goes on."""
    if table.resigned is not None:
        winner = OTHER[table.resigned]
        return [
            f"{_player(table, table.resigned)} resigned: {_wins(table, winner)} ({table.result})."
        ]
    score, dead = table.score, table.dead
    if score is None or dead is None:
        return []
    lines = ["Both have passed."]
    stones = table.game.stones
    for colour in OTHER:
        of_colour = [vertex for vertex in dead if stones[vertex] == colour]
        if of_colour:
            lines.append(f"Dead stones of {colour.capitalize()}: {' '.join(of_colour)}.")
    if not dead:
        lines.append("All stones live.")
    lines += count_lines(table)
    if table.can_have_dead:
        lines.append("If a chain is judged wrongly, type dead and one of its stones.")
    if score == 0:
        lines.append("A draw.")
    else:
        winner = "black" if score > 0 else "white"
        lines.append(
            f"{_wins(table, winner)} by {points_counted(abs(score))} ({table.counted_result})."
        )
    if table.given not in ("", table.counted_result):
        lines.append(f"{table.given_sentence[:-1]}, and keeps that.")
    return lines


def count_lines(table: Table) -> list[str]:
    """Returns how the score is made up, in lines of a table that adds up."""
    rows = table.count
    sums = [sum(points) for points in zip(*((row.black, row.white) for row in rows), strict=True)]
    lines = [(_COUNTED[row.what], row.black, row.white) for row in rows] + [("Total", *sums)]
    cells = [[what, f"{black:g}", f"{white:g}"] for what, black, white in lines]
    return table_to_text(["", "Black", "White"], cells, left=(0,)).splitlines()


def standing(analysis: Analysis) -> str:
    """Returns who is ahead and who wins how often, in one line."""
    lead = round(analysis.black_score, 1)
    leader = "White" if lead < 0 else "Black"
    winrate = 1 - analysis.black_winrate if lead < 0 else analysis.black_winrate
    ahead = f"{leader} is {points_in_tenths(abs(lead))} ahead" if lead else "Neither side is ahead"
    return (
        f"{ahead} with komi; {leader}'s win rate is {percent_rounded(winrate)} after "
        f"{analysis.playouts:,} playouts."
    )


def hint(analysis: Analysis, policy: dict[str, float]) -> tuple[dict[str, str], str]:
    """Returns marks for the board and a table: the best moves of a search, and the likeliest, all
    by their visits.

    policy -- probabilities by vertex, the likeliest first, as `Engine.policy` returns them
    """
    searched = [one.move for one in analysis.candidates[:_SEARCHED]]
    likely = [move for move in list(policy)[: _SEARCHED + _LIKELY] if move not in searched][
        :_LIKELY
    ]
    visits = {one.move: one.visits for one in analysis.candidates}
    moves = sorted([*searched, *likely], key=lambda move: -visits.get(move, 0))
    rows = []
    marks = {}
    for mark, move in zip(MARKS, moves, strict=False):
        if move != "pass":
            marks[move] = mark
        found = analysis.of(move)
        share = f"{100 * policy.get(move, 0.0):.1f}%"
        if found is None:
            rows.append([mark, move, "", "", "0", share, ""])
        else:
            rows.append(
                [
                    mark,
                    move,
                    f"{100 * found.winrate:.0f}%",
                    f"{found.score:+z.1f}",
                    f"{found.visits:,}",
                    share,
                    " ".join(found.pv[1:_PV_LENGTH]),
                ]
            )
    heads = ["", "move", "wins", "points", "playouts", "likely", "goes on"]
    return marks, table_to_text(heads, rows, left=(0, 1, 6))


def lesson(
    move: str, lost: float, lesson: Lesson | None, reply: tuple[str, str] | None
) -> list[str]:
    """Returns the lesson of a move, in lines; reply: colour and vertex of the move after it."""
    translate = translator(language_of_user())
    if lesson is None or lost < _SLIGHT_LOSS:
        return [translate(lost_sentence(move, 0.0))]
    return [*lesson_lines(lesson, lost, translate, reply=reply)]


def _player(table: Table, colour: str) -> str:
    return f"{colour.capitalize()} ({'you' if colour == table.you else table.engine_name})"


def _wins(table: Table, colour: str) -> str:
    return f"{_player(table, colour)} {'win' if colour == table.you else 'wins'}"
