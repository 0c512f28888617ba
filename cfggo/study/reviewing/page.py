"""The page of a review: one HTML file that needs no network, with board, graph and mistakes.

Its scripts are those of the page to play on; what they show is in the file as JSON.  The summary is
plain HTML, so that it is there without scripts too.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from importlib import resources
from string import Template
from typing import Any

from cfggo.base.said import Said, in_a_row, listed, said, said_n, said_to_json
from cfggo.go.points import COLOUR_NAMES, EMPTY, board_points, format_vertex
from cfggo.study.explaining.first_sight import is_natural, is_rare
from cfggo.study.explaining.phrases import SIDES, as_said, factor_of_text, rules_words
from cfggo.study.page_parts import page_part, translations_of, with_cards
from cfggo.study.reviewing.review import ACCURACY_HALVES, GameReview
from cfggo.study.reviewing.review_words import notes, summary_heads, summary_rows

_SCRIPTS = (
    "language.js", "settings_drawer.js", "board.js", "chart.js", "words.js", "page.js",
    "shown_game.js", "losses.js", "overlays.js", "teacher.js", "exercises.js",
)  # fmt: skip

LEAST_SHARE = 0.02
"""Share of a search's playouts that a move must have to be shown: those of less are noise."""


def review_to_html(review: GameReview, heading: str, language: str = "en") -> str:
    """Returns the page.

    heading  -- by what and with which effort the game was reviewed
    language -- of the page, where the user has chosen none
    """
    title = said("{black} - {white}", **_names(review))
    template = with_cards(_own_file("review.html"))
    scripts = "".join(map(page_part, _SCRIPTS)) + _own_file("review.js")
    parts = {
        "language": "" if language == "en" else language,
        "title": _element("title", said("{players}, review", players=title)),
        "heading": _element("h1", title, "unseen"),
        "about": _element("p", _about(review, heading), "quiet"),
        "notes": "\n".join(_element("p", note, "card note") for note in notes(review)),
        "styles": page_part("board.css") + page_part("style.css") + _own_file("review.css"),
        "settings": page_part("settings.js"),
        "summary": _summary_table(review),
        "method": _method(),
        "data": _json(_data(review)),
    }
    translations = translations_of("\n".join((template, scripts, *parts.values())))
    return Template(template).substitute(parts, scripts=translations + scripts)


def _own_file(name: str) -> str:
    return (resources.files(__package__) / "static" / name).read_text(encoding="utf-8")


def _json(value: Any) -> str:
    """Returns JSON that can't end the script element it stands in."""
    text = json.dumps(said_to_json(value), separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _element(tag: str, text: str, kind: str = "") -> str:
    """Returns an element with a text, which the page translates if it is a sentence."""
    attributes = f' class="{kind}"' if kind else ""
    if isinstance(text, Said):
        attributes += f' data-said="{escape(json.dumps(said_to_json(text)))}"'
    return f"<{tag}{attributes}>{escape(text)}</{tag}>"


def _names(review: GameReview) -> dict[str, str]:
    """Returns what the players are called, by colour."""
    line = review.record.line
    players = {
        "black": (line.black_name, line.black_rank),
        "white": (line.white_name, line.white_rank),
    }
    return {
        colour: in_a_row((as_said(name) or SIDES[colour], f"({rank})" if rank else ""))
        for colour, (name, rank) in players.items()
    }


def _about(review: GameReview, heading: str) -> str:
    line = review.record.line
    facts = [
        line.event,
        line.date,
        f"{line.size}x{line.size}",
        said("handicap {n}", n=line.placed_handicap) if line.placed_handicap else "",
        said("komi {komi}", komi=f"{review.record.komi:g}"),
        rules_words(review.record.rules.name),
        said_n("{n} move", "{n} moves", n=len(review.record.moves)),
        said("result {result}", result=line.result) if line.result else "",
    ]
    return in_a_row((said("{sentence}.", sentence=listed(facts)), heading))


def _stone(colour: str) -> str:
    return _element("span", SIDES[colour])


def _summary_table(review: GameReview) -> str:
    rows = []
    for colour, phase, cells in summary_rows(review):
        who = f"&emsp;{_element('span', phase)}" if phase else _stone(colour)
        shown = "".join(f"<td data-figure>{escape(cell)}</td>" for cell in cells)
        rows.append(f'<tr><th scope="row">{who}</th>{shown}</tr>')
    heads = [said("player"), *summary_heads(review)]
    head = "".join(f'<th scope="col">{_element("span", text)}</th>' for text in heads)
    return (
        f'<div class="scroll"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _method() -> str:
    method = said(
        "Lead, win rate and what a move lost are estimated from the searches of the whole game "
        "together: a loss counts as far as the positions before and after it confirm it. "
        "Accuracy: a move counts 100%, half if it lost {n} points, a quarter if twice as many, "
        "and so on. The values are an engine's estimates, not the truth: small losses say little.",
        n=f"{ACCURACY_HALVES:g}",
    )
    return _element("p", method, "quiet")


def _data(review: GameReview) -> dict[str, Any]:
    """Returns what `review.js` shows."""
    record = review.record
    size = record.line.size
    points = board_points(size)
    moves: list[dict[str, Any]] = []
    to_play: list[str] = []
    before = dict.fromkeys(points, EMPTY)
    setup: dict[str, list[str]] = {"black": [], "white": []}
    for number, game in record.positions(range(len(record.steps) + 1)):
        colours = game.boards[0]["colour"].tolist()
        change = {
            format_vertex(point): COLOUR_NAMES[colours[point]] if colours[point] else None
            for point in points
            if colours[point] != before[point]
        }
        before = {point: colours[point] for point in points}
        to_play.append(COLOUR_NAMES[game.to_play])
        if number == 0:
            for vertex, colour in change.items():
                setup[str(colour)].append(vertex)
            continue
        step = record.steps[number - 1]
        moves.append(
            {
                "number": step.number,
                "colour": COLOUR_NAMES[step.colour] if step.is_move else None,
                "vertex": format_vertex(step.point) if step.is_move else None,
                "change": change,
            }
        )
    numbers = range(len(moves) + 1)
    lost = {move.position + 1: move.points_lost for move in review.moves}
    return {
        "size": size,
        "setup": setup,
        "names": _names(review),
        "threshold": review.threshold,
        "moves": moves,
        "to_play": to_play,
        "evaluations": [_evaluation(review, number, lost.get(number)) for number in numbers],
        "analyses": [_analysis(review, number) for number in numbers],
        "lessons": {number + 1: lesson.to_json() for number, lesson in review.lessons.items()},
        "explanations": {
            move.position + 1: {
                "played": _explanation(move.why, move.move, move.policy_rank, size),
                "better": _explanation(move.why_best, move.best, None, size),
            }
            for move in review.moves
            if move.position in review.lessons and move.why and move.why_best
        },
    }


def _evaluation(review: GameReview, number: int, lost: float | None) -> dict[str, Any] | None:
    """Returns who is ahead in a position, and what the move before it lost."""
    if number not in review.positions:
        return None
    winrate, score = review.values[number]
    return {
        "winrate": round(winrate, 4),
        "score": round(score, 2),
        "playouts": review.positions[number].visits,
        "lost": lost,
    }


def _analysis(review: GameReview, number: int) -> dict[str, Any] | None:
    """Returns what the longest search of a position found."""
    searched = review.again.get(number) or review.positions.get(number)
    if searched is None:
        return None
    return {
        "visits": searched.visits,
        "owners": searched.ownership,
        "candidates": [
            {name: getattr(move, name) for name in ("move", "visits", "winrate", "score", "pv")}
            for move in searched.moves
            if move.visits >= LEAST_SHARE * searched.visits or move is searched.best
        ],
    }


def _explanation(why: Sequence[str], move: str, rank: int | None, size: int) -> dict[str, Any]:
    """Returns an explanation as the page shows it; why: as `Explanation.sentences` has it."""
    title, *others = [getattr(sentence, "values", {}) for sentence in why]
    plain = is_natural(move, rank, size) or is_rare(move, rank, size) if rank else None
    return {
        "title": title["move"],
        "plain": [plain] if plain else [],
        "sentences": [
            title["sentence"],
            *(text for text, found in zip(why[1:], others, strict=True) if "factor" not in found),
        ],
        "factors": [
            {"words": found["words"], "factor": factor_of_text(found["factor"])}
            for found in others
            if "factor" in found
        ],
        "more": "",
    }
