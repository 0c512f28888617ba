"""Solutions in words, for the terminal, for records and for the page."""

from __future__ import annotations

from collections.abc import Sequence

from cfggo.go.points import BLACK, COLOUR_NAMES, WHITE, format_vertex
from cfggo.study.solving.prover import Result
from cfggo.study.solving.solving import Solution, SolvedMove

NAMES = {colour: COLOUR_NAMES[colour].capitalize() for colour in (BLACK, WHITE)}


def verdict_words(solution: Solution) -> str:
    """Returns what the side to play can get, and by which moves: "Black lives with B19"."""
    player = solution.problem.to_play
    moves = " or ".join(format_vertex(move.point) for move in solution.right)
    if solution.result is Result.OPEN:
        return f"Nothing is known of {NAMES[player]}'s moves"
    if solution.result is Result.FAILS:
        outcome = "can't be killed" if solution.is_attack else "can't live"
        side = 3 - player if solution.is_attack else player
        return f"{NAMES[side]} {outcome}"
    if solution.result is Result.KO:
        return f"{NAMES[player]} gets a ko with {moves}"
    deed = f"kills {NAMES[3 - player]}" if solution.is_attack else "lives"
    return f"{NAMES[player]} {deed} with {moves}"


def surety_words(solution: Solution) -> str:
    """Returns how sure that is."""
    if solution.is_proved:
        return "proved"
    rate = None
    if solution.result is Result.FAILS:
        rates = [move.winrate for move in solution.moves if move.winrate is not None]
        rate = 1 - max(rates) if rates else None
    elif solution.right:
        rate = solution.right[0].winrate
    return f"{rate:.0%} sure, by a search" if rate is not None else "not proved"


def settled_words(solution: Solution) -> str | None:
    """Returns what happens if the opponent moves first, or None if that is not known."""
    if solution.settled is Result.OPEN or solution.framed is None:
        return None
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
    ends = "only a ko" if move.result is Result.KO else "not enough"
    if move.result is Result.FAILS and move.proved:
        ends = f"{opponent} lives" if solution.is_attack else f"{opponent} kills"
    elif move.winrate is not None:
        ends = f"works in {move.winrate:.0%} of the playouts"
    return f"{ends}: {line_words(move.line)}" if move.line else ends


def solution_text(solution: Solution, most_wrong: int) -> str:
    """Returns a solution as lines to read; most_wrong: wrong moves that are named."""
    lines = [f"{verdict_words(solution)} ({surety_words(solution)})."]
    settled = settled_words(solution)
    if settled is not None:
        lines.append(settled)
    for move in solution.right:
        if move.line:
            lines.append(f"  right  {format_vertex(move.point):4} {line_words(move.line)}")
    for move in solution.wrong[:most_wrong]:
        lines.append(f"  wrong  {format_vertex(move.point):4} {refutation_words(solution, move)}")
    return "\n".join(lines)
