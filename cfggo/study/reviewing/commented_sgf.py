"""The commented SGF of a review: the record with what the review says of it.

All that the record has stays: its properties, variations and comments.  Added are

- to each position that was searched: Black's win rate and score, as a comment, and as the
  properties SBKV (Black's win rate in percent) and SBKS (points by which Black is ahead), of which
  Sabaki draws its graph;
- to each mistake: what it lost, the better move with its variation as a branch beside it, why the
  policy likes one and the other, and BM[1] unless the move is marked already;
- to the start: what the review comes to.

Comments are ASCII, and what was there is copied as bytes, so no encoding can go wrong.
"""

from __future__ import annotations

from sgfmill.sgf import Tree_node

from cfggo.base.words import counted, percent_rounded, points_counted, points_in_tenths
from cfggo.go.main_line import PositionValue
from cfggo.go.points import parse_colour, parse_vertex
from cfggo.go.scoring import format_lead
from cfggo.records.game_tree import GameTree, append_comment, is_move, line_from, set_move
from cfggo.study.reviewing.review import FIRST_FEW, GameReview, ReviewedMove
from cfggo.study.reviewing.review_words import (
    loss_words,
    part_sentence,
    rank_words,
    share_words,
    variation_words,
)

_MOVE_ANNOTATIONS = ("BM", "DO", "IT", "TE")


def review_to_sgf(review: GameReview, heading: str) -> bytes:
    """Returns the commented record as SGF data.

    heading -- by what and with which effort it was reviewed
    """
    record = review.record
    tree = GameTree.read(record.data)
    nodes = _nodes_of_positions(review, tree.root)
    for number in sorted(review.positions):
        if (node := nodes[number]) is not None:
            _add_values(node, review.values[number])
    for move in review.moves:
        after = nodes[move.position + 1]
        if after is not None:
            _add_move(nodes[move.position], after, move, review)
    append_comment(tree.root, "\n".join([heading, *summary_lines(review)]))
    return tree.write()


def summary_lines(review: GameReview) -> list[str]:
    """Returns a review's summary, in lines of ASCII."""
    lines = [] if review.is_whole else ["This review is not finished."]
    if part := part_sentence(review):
        lines.append(part)
    lines += review.record.doubts
    if review.record.problem:
        lines.append(f"The record can't be followed to its end: {review.record.problem}.")
    for colour in ("black", "white"):
        tally = review.tally(colour)
        if not tally.moves:
            continue
        text = (
            f"{colour.capitalize()}: {counted(tally.moves, 'move')}, "
            f"{share_words(tally.first, tally.moves)} the engine's first, "
            f"{share_words(tally.first_few, tally.moves)} in its first {FIRST_FEW}"
        )
        if tally.points_lost is not None and tally.accuracy is not None:
            text += (
                f"; mean loss {points_in_tenths(tally.points_lost)}, "
                f"accuracy {tally.accuracy:.0f}%, {tally.mistakes} lost "
                f"{points_counted(review.threshold)} or more"
            )
        lines.append(text + ".")
    return lines


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


def _add_values(node: Tree_node, value: PositionValue) -> None:
    """Adds a position's win rate and lead."""
    winrate, score = value
    node.set_raw("SBKV", f"{100 * winrate:.2f}".encode())
    node.set_raw("SBKS", f"{score:.2f}".encode())
    append_comment(node, f"Black {percent_rounded(winrate, 1)}, {format_lead(score)}")


def _add_move(
    before: Tree_node | None, after: Tree_node, move: ReviewedMove, review: GameReview
) -> None:
    """Adds what a review says of a move, and the better one as a branch if it is a mistake."""
    if move.points_lost is None:
        return
    if not review.is_mistake(move):
        if move.best != move.move:
            append_comment(after, f"{move.move}: {rank_words(move)}; first is {move.best}.")
        return
    append_comment(after, "\n".join(_mistake_lines(move)))
    if not any(map(after.has_property, _MOVE_ANNOTATIONS)):
        after.set("BM", 1)
    if before is not None and not after.has_setup_stones():
        _add_branch(before, move, review.record.line.size)


def _mistake_lines(move: ReviewedMove) -> list[str]:
    lines = [
        f"{move.move} {loss_words(move)}; it is {rank_words(move)}.",
        f"Better: {variation_words(move.pv)}",
    ]
    if move.reply:
        lines.append(f"Expected now: {variation_words(move.reply)}")
    if move.why:
        lines += [f"Why {move.move}:", *(f"- {sentence}" for sentence in move.why)]
    return lines


def _add_branch(before: Tree_node, move: ReviewedMove, size: int) -> None:
    """Adds the better move with its variation."""
    branch = node = before.new_child()
    colour = parse_colour(move.colour)
    for i, vertex in enumerate(move.pv):
        node = node.new_child() if i else branch
        set_move(node, colour, parse_vertex(vertex, size))
        colour = 3 - colour
    player = move.colour.capitalize()
    lines = [
        f"Better than {move.move}: {player} {percent_rounded(move.winrate, 1)}, {move.score:+z.1f}."
    ]
    if move.why_best:
        lines += [f"Why {move.best}:", *(f"- {sentence}" for sentence in move.why_best)]
    append_comment(branch, "\n".join(lines))
