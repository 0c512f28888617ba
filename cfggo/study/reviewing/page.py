"""The page of a review: one HTML file that needs no network, with board, graph and mistakes.

The board and the graph are those of the page to play on; what is shown on them is in the file as
JSON.  The tables are plain HTML, so that they are there without scripts too.
"""

from __future__ import annotations

import json
from html import escape
from importlib import resources
from string import Template
from typing import Any

from cfggo.base.said import Said, in_a_row, listed, said, said_n, said_to_json
from cfggo.base.words import percent_rounded
from cfggo.go.points import COLOUR_NAMES, EMPTY, PASS, board_points, format_vertex
from cfggo.study.explaining.phrases import SIDES, points_words, rules_words
from cfggo.study.page_parts import page_part, translations_of
from cfggo.study.reviewing.review import ACCURACY_HALVES, GameReview, ReviewedMove
from cfggo.study.reviewing.review_words import (
    part_sentence,
    rank_sentence,
    summary_heads,
    summary_rows,
    unfinished_words,
)
from cfggo.version import __version__

_SCRIPTS = ("language.js", "settings_drawer.js", "board.js", "chart.js", "words.js")

LEAST_SHARE = 0.02
"""Share of a search's playouts that a move must have to be shown: those of less are noise."""


def review_to_html(review: GameReview, heading: str) -> str:
    """Returns the page.

    heading -- by what and with which effort the game was reviewed
    """
    line = review.record.line
    title = f"{_player(line.black_name, line.black_rank, 'Black')} - " + _player(
        line.white_name, line.white_rank, "White"
    )
    page_title = said("{players}, review", players=title)
    template = _own_file("review.html")
    scripts = "".join(map(page_part, _SCRIPTS)) + _own_file("review.js")
    parts = {
        "title": _element("title", page_title),
        "heading": escape(title),
        "about": _element("p", _about(review, heading)),
        "notes": "\n".join(_element("p", note, "note") for note in _notes(review)),
        "styles": page_part("board.css") + page_part("style.css") + _own_file("review.css"),
        "settings": page_part("settings.js"),
        "mistakes": _mistakes_table(review),
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


def _player(name: str, rank: str, otherwise: str) -> str:
    return " ".join(filter(None, (name or otherwise, f"({rank})" if rank else "")))


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


def _notes(review: GameReview) -> list[str]:
    notes = list(review.record.doubts)
    if review.record.problem:
        problem = review.record.problem
        notes.append(said("The record can't be followed to its end: {problem}.", problem=problem))
    if part := part_sentence(review):
        notes.append(part)
    if text := unfinished_words(review):
        notes.append(said("This review is not finished: {why}.", why=text))
    return notes


def _stone(colour: str, kind: str = "") -> str:
    name = _element("span", SIDES[colour], kind)
    return f'<span class="stone {colour}" aria-hidden="true"></span> {name}'


def _vertex(move: str) -> str:
    return _element("span", said("pass")) if move == "pass" else escape(move)


def _mistakes_table(review: GameReview) -> str:
    if not review.mistakes:
        points = points_words(review.threshold)
        return _element("p", said("No move lost {points} or more.", points=points))
    heads = (
        said("move"), said("points lost"), said("win rate lost"), said("lead"), said("better"),
    )  # fmt: skip
    lost = _element("span", said("lost"))
    rows = [
        f'<tr data-at="{move.position + 1}"><td><button type="button" aria-pressed="false">'
        f"{move.number} {_stone(move.colour, 'unseen')} {_vertex(move.move)}</button></td>"
        f"<td>{move.points_lost:.1f}</td><td>{percent_rounded(move.winrate_lost)}</td>"
        f"<td>{lost if move.loses_lead else ''}</td><td>{_vertex(move.best)}</td></tr>"
        for move in review.mistakes
    ]
    return (
        '<div class="scroll mistakes" tabindex="0" role="region" aria-labelledby="mistakes"><table>'
        f"<thead><tr>{''.join(_element('th', head) for head in heads)}</tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _summary_table(review: GameReview) -> str:
    rows = []
    for colour, phase, cells in summary_rows(review):
        who = f"&emsp;{_element('span', phase)}" if phase else _stone(colour)
        shown = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
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
    return f"{_element('p', method)}<p>cfggo {escape(__version__)}</p>"


def _data(review: GameReview) -> dict[str, Any]:
    """Returns what `review.js` shows."""
    return {
        "size": review.record.line.size,
        "positions": _positions(review),
        "moves": {move.position + 1: _move(move, review) for move in review.moves},
        "mistakes": [move.position + 1 for move in review.mistakes],
    }


def _move(move: ReviewedMove, review: GameReview) -> dict[str, Any]:
    rank = rank_sentence(move)
    if move.policy_rank is not None:
        rank = said(
            "{rank}, the policy's number {n} ({probability})",
            rank=rank,
            n=move.policy_rank,
            probability=percent_rounded(move.probability, 1),
        )
    return {
        "number": move.number,
        "colour": move.colour,
        "move": move.move,
        "rankWords": said("{sentence}.", sentence=rank),
        "best": move.best,
        "pv": move.pv,
        "reply": move.reply,
        "winrate": move.winrate,
        "score": move.score,
        "lost": move.points_lost,
        "winrateLost": move.winrate_lost,
        "losesLead": move.loses_lead,
        "sure": move.is_sure,
        "mistake": review.is_mistake(move),
        "why": move.why,
        "whyBest": move.why_best,
    }


def _positions(review: GameReview) -> list[dict[str, Any]]:
    """Returns all positions: how their stones differ from those before, and what is known."""
    record = review.record
    points = board_points(record.line.size)
    before = dict.fromkeys(points, EMPTY)
    found = []
    for number, game in record.positions(range(len(record.steps) + 1)):
        colours = game.boards[0]["colour"].tolist()
        change = {
            format_vertex(point): COLOUR_NAMES[colours[point]] if colours[point] else None
            for point in points
            if colours[point] != before[point]
        }
        before = {point: colours[point] for point in points}
        step = record.steps[number - 1] if number else None
        is_on_board = step is not None and step.is_move and step.point != PASS
        shown: dict[str, Any] = {
            "number": step.number if step is not None else 0,
            "change": change,
            "last": format_vertex(step.point) if is_on_board and step is not None else None,
            "toPlay": COLOUR_NAMES[game.to_play],
        }
        if (searched := review.positions.get(number)) is not None:
            shown |= {
                "winrate": round(review.values[number].winrate, 4),
                "score": round(review.values[number].score, 2),
                "moves": [
                    [move.move, move.visits, move.winrate, move.score, move.pv]
                    for move in searched.moves
                    if move.visits >= LEAST_SHARE * searched.visits or move is searched.best
                ],
                "owners": searched.ownership,
            }
        found.append(shown)
    return found
