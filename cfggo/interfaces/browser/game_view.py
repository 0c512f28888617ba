"""The game that is open, as pages are told of it."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from cfggo.base.said import in_a_row
from cfggo.go.rules import nearest_ruleset
from cfggo.interfaces.browser.played import setup_of
from cfggo.interfaces.browser.search_agenda import REVIEW
from cfggo.interfaces.browser.searches import LOOK
from cfggo.study.explaining.findings import findings_of

if TYPE_CHECKING:
    from cfggo.interfaces.browser.table import Table


_TOLD = ("colour", "vertex", "captures")  # of a move


def game_view(table: Table) -> dict[str, Any]:
    """Returns what a page shows of the game: its conditions, the line, clocks, who plays."""
    lines, here, game, agenda = table.lines, table.here, table.here.game, table.agenda
    return {
        "game": table.number,
        "opened": lines.game.origin is not None,
        "size": game.size,
        "komi": game.komi,
        "rules": nearest_ruleset(game.rules_game.rules).name,
        "handicap": game.handicap,
        "conditions": here.conditions(),
        "doubts": in_a_row(here.origin.doubts) if here.origin else "",
        "setup": setup_of(game),
        "moves": [{key: move[key] for key in _TOLD} for move in here.moves],
        "prisoners": list(here.prisoners),
        "ids": list(here.ids),
        "evaluations": table.evaluate(),
        "searched": agenda.searched,
        "taught": any(findings_of(node).lesson for node in here.nodes),
        "to_play": game.to_play,
        "over": here.is_over,
        "resigned": here.resigned,
        "ending": here.ending(),
        "result": here.counted(),
        "clock": table.clocks.view(),
        "control": asdict(table.clocks.control),
        "can_resign": lines.can_resign,
        "can_undo": here.n_to_undo(here.engine) is not None,
        "branch": lines.branch,
        "line": lines.line,
        "shows": lines.shows,
        "nodes": [lines.index.number(node) for node in here.nodes],
        **lines.neighbours(),
        "tree": table.tree_name,
        "engine": here.engine,
        "level": lines.game.level,
        "names": {colour: str(player) for colour, player in lines.game.players.items()},
        "follow": agenda.follows,
        "look": LOOK,
        "review": {"on": agenda.is_reviewing(here.ids), "playouts": REVIEW},
    }
