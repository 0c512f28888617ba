"""Solutions in words, for the terminal, for records and for the page."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from cfggo.base.said import Said, said
from cfggo.go.points import BLACK, PASS, WHITE, format_vertex
from cfggo.study.explaining.phrases import SIDES
from cfggo.study.solving.prover import Result, SolvedMove
from cfggo.study.solving.solution import Solution

NAMES = {BLACK: SIDES["black"], WHITE: SIDES["white"]}


def verdict_words(solution: Solution) -> Said:
    """Returns what the side to play can get, and by which moves: "Black lives with B19"."""
    player = solution.problem.to_play
    side, other = NAMES[player], NAMES[3 - player]
    moves: str = ""
    for move in solution.right:
        vertex = format_vertex(move.point)
        moves = said("{first} or {second}", first=moves, second=vertex) if moves else vertex
    if solution.result is Result.OPEN:
        return said("Nothing is known of {side}'s moves", side=side)
    if solution.result is Result.FAILS:
        if solution.is_attack:
            return said("{side} can't be killed", side=other)
        return said("{side} can't live", side=side)
    if solution.result is Result.KO:
        return said("{side} gets a ko with {moves}", side=side, moves=moves)
    if solution.is_attack:
        return said("{side} kills {other} with {moves}", side=side, other=other, moves=moves)
    return said("{side} lives with {moves}", side=side, moves=moves)


def surety_words(solution: Solution) -> Said:
    """Returns how sure that is."""
    if solution.is_proved:
        return said("proved")
    rate = None
    if solution.result is Result.FAILS:
        rates = [move.winrate for move in solution.moves if move.winrate is not None]
        rate = 1 - max(rates) if rates else None
    elif solution.right:
        rate = solution.right[0].winrate
    if rate is None:
        return said("not proved")
    return said("{share} sure, by a search", share=f"{rate:.0%}")


def settled_words(solution: Solution) -> str:
    """Returns what happens if the opponent moves first, "" if that is not known."""
    if solution.settled is Result.OPEN or solution.framed is None:
        return ""
    opponent = 3 - solution.problem.to_play
    defender = 3 - solution.framed.attacker
    if solution.settled is Result.KO:
        return f"If {NAMES[opponent]} moves first, it is a ko."
    lives = (solution.settled is Result.WORKS) == (opponent == defender)
    fate = "lives" if lives else "is dead"
    return f"If {NAMES[opponent]} moves first, {NAMES[defender]} {fate}."


def line_words(points: Sequence[int]) -> str:
    """Returns moves, one after another."""
    return " ".join(map(format_vertex, points))


def refutation_words(solution: Solution, move: SolvedMove) -> str:
    """Returns why a move is not right: what it leads to, and how it goes on."""
    opponent = NAMES[3 - solution.problem.to_play]
    ends = said("only a ko") if move.result is Result.KO else said("not enough")
    if move.result is Result.FAILS and move.proved:
        lives = said("{side} lives", side=opponent)
        ends = lives if solution.is_attack else said("{side} kills", side=opponent)
    elif move.winrate is not None:
        values = {"side": opponent, "share": f"{1 - move.winrate:.0%}"}
        ends = said("{side} kills in {share} of the playouts", **values)
        if solution.is_attack:
            ends = said("{side} lives in {share} of the playouts", **values)
    if not move.line:
        return ends
    line = [*takewhile(lambda point: point != PASS, move.line)] or move.line  # it is clear by then
    return said("{outcome}: {moves}", outcome=ends, moves=line_words(line))


def solution_text(solution: Solution, most_wrong: int) -> str:
    """Returns a solution as lines to read; most_wrong: wrong moves that are named."""
    lines = [f"{verdict_words(solution)} ({surety_words(solution)})."]
    lines += filter(None, [settled_words(solution)])
    for move in solution.right:
        if move.line:
            lines.append(f"  right  {format_vertex(move.point):4} {line_words(move.line)}")
    for move in solution.wrong[:most_wrong]:
        lines.append(f"  wrong  {format_vertex(move.point):4} {refutation_words(solution, move)}")
    return "\n".join(lines)
