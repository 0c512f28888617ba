#!/usr/bin/env python3
"""Proves the answers of test positions such as tests/hard: the right ones, and that no other is.


The SGF record of a position marks with triangles the stones that it is about. Stones that live
unconditionally (Benson 1976) stay where they are; everywhere else both sides may play, and
depth-first proof-number search decides every move: the stones are captured, or one of them lives,
by itself, by connecting, or in a seki. A move that gives a ko is right only where no move does
better. What it takes for granted about kos and eyes is said in docs/solve.md.

Where a record has one triangle, on a chain of one or two liberties, and the board is too open for
that, its ladder is read: of the moves on the chain's liberties those named work, and no other.

A record without triangles is an endgame: the game is played out in all ways from there, but for
moves into eyes of living stones, and the right moves win it with the record's komi. No position may
come back (positional superko), two passes end the game, and area is counted. This needs few empty
points, and where there are kos no living stones with more eyes than they need.

Exit code 1 if an answer is not proved.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import common
import numpy as np
from endgames import Endgame, Life, TooHardError
from problem_kinds import liberties
from sgfmill import sgf

from cfggo.base.errors import CfggoError
from cfggo.base.terminal import progress
from cfggo.commands.arguments import count
from cfggo.commands.parser import Parser
from cfggo.features.ladders import is_caught, new_ladder_scratch
from cfggo.go.board import is_legal, play
from cfggo.go.game import Game
from cfggo.go.points import N_POINTS, format_vertex, point_from_row_col
from cfggo.match.playing.regression import Step, read_test_file
from cfggo.records.sgf.reading import read_main_line
from cfggo.study.solving.fight import Fight
from cfggo.study.solving.prover import Prover, Result

MOST_ROOM = 30
"""Points where moves can be made, from which on a position is taken for a ladder."""


class Proof(NamedTuple):
    """What was found out about a position.

    right  -- the moves that are proved right, as vertices
    opened -- moves of which nothing was proved
    ko     -- whether the right moves give a ko
    nodes  -- searched; 0 for a ladder
    """

    right: tuple[str, ...]
    opened: tuple[str, ...]
    ko: bool
    nodes: int


def main() -> int:
    """Proves all positions and tells which are not as expected."""
    parser = Parser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="test files (.tst)")
    parser.add_argument(
        "--nodes", type=count, default=1_000_000, help="of each position (default %(default)s)"
    )
    args = parser.parse_args()
    tests = [pair for path in args.files for pair in positions_of(path)]
    if not tests:
        raise CfggoError(f"{args.files[0]}: has no positions")
    wrong = []
    nodes = kos = ladders = 0
    with progress("proving", len(tests), "positions") as advance:
        for record, step in tests:
            proof = prove(record, args.nodes)
            nodes += proof.nodes
            kos += proof.ko
            ladders += not proof.nodes
            assert step.expectation is not None
            expected = {vertex.upper() for vertex in step.expectation.pattern.split("|")}
            if proof.opened or expected != set(proof.right):
                found = " ".join(proof.right) or "none"
                left = f"; not decided: {' '.join(proof.opened)}" if proof.opened else ""
                wrong.append(f"{record.stem}: expected {step.expectation}, proved {found}{left}")
            advance(1)
    print(
        f"{len(tests) - len(wrong)} of {len(tests)} proved, {kos} of them kos and {ladders} "
        f"ladders; {nodes:,} nodes"
    )
    for line in wrong:
        print(line)
    return int(bool(wrong))


def positions_of(path: Path) -> Iterator[tuple[Path, Step]]:
    """Yields the records that a test file loads, each with its question."""
    record = None
    for step in read_test_file(path):
        if step.expectation is None:
            record = path.parent / step.command.partition(" ")[2].strip()
        elif record is not None:
            yield record, step


def prove(record: Path, max_nodes: int) -> Proof:
    """Returns what is proved of a record's position.

    Raises CfggoError if the record can't be read.
    """
    try:
        data = record.read_bytes()
    except OSError as error:
        raise CfggoError(f"{record}: {error.strerror}") from error
    game = Game.from_main_line(read_main_line(data))
    boards = game.boards_for(game.to_play).copy()
    root = sgf.Sgf_game.from_bytes(data).get_root()
    if not root.has_property("TR"):
        return play_out(game, max_nodes)
    targets = sorted(point_from_row_col(*place) for place in root.get("TR"))
    fight = fight_about(boards, game.size, targets)
    if fight.room > MOST_ROOM:
        return read_ladder(boards, targets[0])
    prover = Prover(fight)
    moves = prover.moves(max_nodes, lambda: False)
    best = next((r for r in (Result.WORKS, Result.KO) if any(m.result is r for m in moves)), None)
    return Proof(
        tuple(format_vertex(m.point).upper() for m in moves if m.result is best),
        tuple(format_vertex(m.point) for m in moves if m.result is Result.OPEN),
        best is Result.KO,
        prover.n_nodes,
    )


def play_out(game: Game, max_nodes: int) -> Proof:
    """Returns which moves win an endgame."""
    endgame = Endgame(game, max_nodes)
    try:
        right = [format_vertex(point).upper() for point in endgame.winning_moves()]
    except TooHardError:
        return Proof((), ("all",), False, endgame.n_nodes)
    return Proof(tuple(right), (), False, endgame.n_nodes)


def fight_about(boards: np.ndarray, size: int, targets: list[int]) -> Fight:
    """Returns the fight about some stones of a position."""
    attacker = 3 - int(boards[0]["colour"][targets[0]])
    mask = np.isin(np.arange(N_POINTS), targets)
    return Fight(boards, attacker, mask, Life(size).playable(boards[0]))


def read_ladder(boards: np.ndarray, target: int) -> Proof:
    """Returns which moves on a chain's liberties capture it in a ladder, or get it out of one."""
    board = boards[0]
    attacks = board["colour"][target] != board["to_play"]
    right = []
    for point in liberties(board, target):
        if not is_legal(board, point):
            continue
        scratch = new_ladder_scratch()
        after = scratch.boards[0]
        scratch.boards[0] = board
        play(after, point)
        n_liberties = after["n_liberties"][after["head"][target]]
        is_ladder = n_liberties == (1 if attacks else 2)
        if (is_ladder and is_caught(scratch, target)) == attacks:
            right.append(format_vertex(point).upper())
    return Proof(tuple(right), (), False, 0)


if __name__ == "__main__":
    common.run(main)
