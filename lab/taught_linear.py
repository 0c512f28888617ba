"""A tree policy taught in the engine's own positions, as lab/taught-in-own-positions.md has it.

    python lab/taught_linear.py taught.weights RECORDS... --games 700

learns on from `expert` by the method `laplace`: in own positions moves drawn by the judge's visits,
in so many games of people, which `expert` has not learnt from, the moves made.
"""

import argparse
import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from taught_trees import judged_games

from cfggo.base.executor import Threads, available_cores
from cfggo.base.resources import find_weights
from cfggo.go.main_line import MainLine
from cfggo.go.points import PASS, parse_vertex
from cfggo.learning.trainers import new_run
from cfggo.methods import LaplaceOptions
from cfggo.models.bradley_terry.weights import save_model
from cfggo.models.registry import load_model
from cfggo.records.game_record import GameRecord, Split
from cfggo.records.parsing import parsed_games


def judged_record(game: dict[str, Any], rng: np.random.Generator) -> GameRecord:
    """Returns a game with a move drawn by the judge's visits for each judged position."""
    points = [parse_vertex(vertex, 19) for vertex in game["moves"].split()]
    wanted = []
    for turn, _, _, moves, *_ in game["labels"]:
        found = [move.split("/") for move in moves.split()]
        visits = np.array([float(n) for _, n, *_ in found])
        if turn < len(points) and visits.any():
            vertex = found[rng.choice(len(found), p=visits / visits.sum())][0]
            if (point := parse_vertex(vertex, 19)) != PASS:
                wanted.append((turn, point))
    line = MainLine(moves=tuple((1 + i % 2, point) for i, point in enumerate(points)))
    return GameRecord("own", line, wanted=tuple(wanted))


def peoples_records(paths: list[str], known: set[int]) -> Iterator[GameRecord]:
    """Yields the games of 60 moves or more that the start does not know and that are no tests."""
    for record in parsed_games(paths):
        if (
            isinstance(record, GameRecord)
            and record.short_digest not in known
            and record.split is not Split.TEST
            and record.line.size == 19
            and len(record.line.moves) >= 60
        ):
            yield record


@contextmanager
def show(title: str, n: int, unit: str) -> Iterator[Callable[[int], None]]:
    """Prints a line for each stage."""
    print(f"{title}: {n} {unit}", flush=True)
    yield lambda games: None


def main() -> None:
    """Learns."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("out", type=Path)
    parser.add_argument("records", nargs="+")
    parser.add_argument("--start", default="expert")
    parser.add_argument("--start-variance", type=float, default=0.01)
    parser.add_argument("--games", type=int, default=700, help="of people, at most")
    args = parser.parse_args()
    rng = np.random.default_rng(5)
    own = [judged_record(game, rng) for game in judged_games() if not game["instrument"]]
    known = set(load_model(find_weights(args.start)).games.tolist())
    people = itertools.islice(peoples_records(args.records, known), args.games)
    options = LaplaceOptions(start=args.start, start_variance=args.start_variance)
    with Threads(available_cores()) as executor:
        run = new_run([*own, *people], options, executor, args.out.with_suffix(".checkpoint"))
        model = run.run(show, print)
    save_model(args.out, model)


if __name__ == "__main__":
    main()
