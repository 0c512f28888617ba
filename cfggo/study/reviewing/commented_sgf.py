"""The commented SGF of a review: the record with what the review says of it.

All that the record has stays: its properties, variations and comments.  Added are

- to each position that was searched: Black's win rate and score, as a comment, and as the
  properties SBKV (Black's win rate in percent) and SBKS (points by which Black is ahead), of which
  Sabaki draws its graph;
- to each move: what it lost; to each mistake also what there is to learn from it, the better move
  with its variation as a branch beside it, and BM[1] unless the move is marked already;
- the same as data, by which the page of games shows all of it (`cfggo.study.explaining.findings`);
- to the start: what the review comes to.

English comments are ASCII, and what was there is copied as bytes, so no encoding can go wrong; a
record with comments in other languages becomes UTF-8.
"""

from __future__ import annotations

from collections.abc import Callable

from sgfmill.sgf import Tree_node

from cfggo.base.said import in_a_row, said
from cfggo.base.words import percent_rounded
from cfggo.go.main_line import PositionValue
from cfggo.go.points import parse_colour, parse_vertex
from cfggo.go.scoring import format_lead
from cfggo.records.game_tree import GameTree, append_comment, is_move, line_from
from cfggo.records.sgf.writing import set_move, set_value
from cfggo.study.explaining.findings import Findings, set_findings
from cfggo.study.explaining.lesson_words import lesson_lines, lost_sentence
from cfggo.study.page_parts.translation import translator
from cfggo.study.reviewing.review import GameReview, ReviewedMove
from cfggo.study.reviewing.review_words import notes, tally_sentences

_MOVE_ANNOTATIONS = ("BM", "DO", "IT", "TE")

_TOLD = 1.0
"""Points from which on a loss that is no mistake is told."""


def review_to_sgf(review: GameReview, heading: str, language: str = "en") -> bytes:
    """Returns the commented record as SGF data.

    heading  -- by what and with which effort it was reviewed
    language -- of the comments
    """
    return _Commented(review, language).write(heading)


class _Commented:
    """A record to which comments are added."""

    def __init__(self, review: GameReview, language: str) -> None:
        self._review = review
        self._is_ascii = language == "en"
        self._tree = GameTree.read(review.record.data, to_edit=not self._is_ascii)
        self._translate: Callable[[str], str] = translator(language)
        self._replies = {move.number - 1: (move.colour, move.move) for move in review.moves}

    def write(self, heading: str) -> bytes:
        """Adds all comments, and returns the record."""
        review = self._review
        nodes = _nodes_of_positions(review, self._tree.root)
        for number in sorted(review.positions):
            if (node := nodes[number]) is not None:
                self._add_values(node, review.values[number])
                set_findings(node, Findings(review.positions[number].visits))
        for move in review.moves:
            after = nodes[move.position + 1]
            if after is not None and move.points_lost is not None:
                self._add_move(nodes[move.position], after, move, move.points_lost)
        self._say(self._tree.root, heading, *notes(review), *tally_sentences(review))
        return self._tree.write()

    def _say(self, node: Tree_node, *lines: str) -> None:
        text = "\n".join(map(self._translate, lines))
        if self._is_ascii:
            append_comment(node, text)
        else:
            before = node.get("C").rstrip() if node.has_property("C") else ""
            node.set("C", f"{before}\n\n{text}" if before else text)

    def _add_values(self, node: Tree_node, value: PositionValue) -> None:
        """Adds a position's win rate and lead."""
        set_value(node, value)
        values = {"winrate": percent_rounded(value.winrate, 1), "lead": format_lead(value.score)}
        self._say(node, said("Black {winrate}, {lead}", **values))

    def _add_move(
        self, before: Tree_node | None, after: Tree_node, move: ReviewedMove, lost: float
    ) -> None:
        """Adds what a review says of a move, and the better one as a branch if it is a mistake."""
        review = self._review
        visits = review.positions[move.position + 1].visits
        lesson = review.lessons.get(move.position)
        data = None if lesson is None else lesson.to_json()
        set_findings(after, Findings(visits, lost, data))
        if not review.is_mistake(move) or lesson is None:
            if lost >= _TOLD and move.best != move.move:
                better = said("{move} is better.", move=move.best)
                self._say(after, in_a_row((lost_sentence(move.move, lost), better)))
            return
        reply = self._replies.get(move.number)
        lines = lesson_lines(lesson, lost, self._translate, review.threshold, reply)
        self._say(after, *lines)
        if not any(map(after.has_property, _MOVE_ANNOTATIONS)):
            after.set("BM", 1)
        if before is not None and not after.has_setup_stones():
            self._add_branch(before, move)

    def _add_branch(self, before: Tree_node, move: ReviewedMove) -> None:
        """Adds the better move with its variation."""
        branch = node = before.new_child()
        colour = parse_colour(move.colour)
        for i, vertex in enumerate(move.pv):
            node = node.new_child() if i else branch
            set_move(node, colour, parse_vertex(vertex, self._review.record.line.size))
            colour = 3 - colour
        self._say(branch, said("Better than {move}.", move=move.move))


def _nodes_of_positions(review: GameReview, root: Tree_node) -> list[Tree_node | None]:
    """Returns the node in which each position is reached; None if it is reached within one."""
    line = list(line_from(root))
    moves = [i for i, node in enumerate(line) if is_move(node)]
    # Stones are set up by the node before a move, or by several, or by that of the move itself.
    nodes: list[Tree_node | None] = [line[moves[0] - 1] if moves[0] else None]
    n_played = 0
    for step in review.record.steps:
        if step.is_move:
            nodes.append(line[moves[n_played]])
            n_played += 1
        else:
            before_next = line[(moves[n_played] if n_played < len(moves) else len(line)) - 1]
            nodes.append(None if before_next is nodes[-1] else before_next)
    return nodes
