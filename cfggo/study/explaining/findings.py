"""What cfggo found out about a move, in a property of its own of records: other programs keep it.

Win rate and lead stand in SBKV and SBKS, which other programs show.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import isfinite
from typing import Any

from sgfmill import sgf_grammar
from sgfmill.sgf import Tree_node

from cfggo.base.said import said_to_json
from cfggo.records.game_tree import properties_of
from cfggo.records.sgf.values import read_text

_NAME = "CFGGO"


@dataclass(frozen=True)
class Findings:
    """What was found out about a move and the position after it.

    Public attributes:
      playouts -- of the search of that position
      lost     -- points that the move lost, None if that is not known
      lesson   -- what there is to learn from it, as JSON can hold it, or None
    """

    playouts: int = 0
    lost: float | None = None
    lesson: Mapping[str, Any] | None = None


def set_findings(node: Tree_node, findings: Findings) -> None:
    """Writes what was found out about a node's move."""
    data = {name: value for name, value in vars(findings).items() if value is not None}
    # ASCII, whatever the record's encoding is.
    text = json.dumps(said_to_json(data), separators=(",", ":"))
    node.set_raw(_NAME, sgf_grammar.escape_text(text.encode()))


def findings_of(node: Tree_node) -> Findings:
    """Returns a node's findings, empty ones if it has none or they make no sense."""
    if not node.has_property(_NAME):
        return Findings()
    return _read(read_text(properties_of(node), _NAME, "utf-8"))


@lru_cache(maxsize=1024)
def _read(text: str) -> Findings:
    try:
        data = json.loads(text)
        playouts, lost = int(data["playouts"]), data.get("lost")
        lost = None if lost is None else float(lost)
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
        return Findings()
    lesson = data.get("lesson")
    if lost is not None and not (isfinite(lost) and lost >= 0):
        lost = None
    return Findings(max(playouts, 0), lost, lesson if isinstance(lesson, dict) else None)
