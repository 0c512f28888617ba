#!/usr/bin/env python3
"""Makes the problems that come with cfggo: data/problems/problems.sgf.

Life and death is made of enclosed corners, solved without error (scripts/enclosed_corners.py), of
which the prover finds the same move and no other. The rest are positions of games: games of levels
on 9x9 and 13x13, which are played here, and the judged games of data/judged-games. There one move
gains much more than any other, as another engine judges all of them (--by), and a search of cfggo
finds it. What the move does (scripts/problem_kinds.py) is the hint.

Every step is kept in DIR as it comes, so an interrupted run goes on: games.jsonl, corners.jsonl,
positions.jsonl, verdicts.jsonl, graded.jsonl. The same seed gives the same games, corners and
choice; verdicts depend on the judge. Those that ship were made step by step while this was written,
so a new run makes others.
"""

from __future__ import annotations

import argparse
import json
import lzma
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import common
import numpy as np
from enclosed_corners import COLUMNS, SolvedCorner, beside, cells_of
from judged_moves import Position, judged
from make_problems import Corner, drawn_positions, on_board, random_corner, with_solutions
from notes import Lines
from problem_kinds import Fates, kind_of, stones_in_question
from sgfmill import sgf

from cfggo.base.errors import CfggoError
from cfggo.base.files import write_whole
from cfggo.base.resources import problems_file
from cfggo.base.terminal import progress
from cfggo.commands.arguments import count
from cfggo.commands.parser import Parser
from cfggo.config import load_config
from cfggo.go.game import Game
from cfggo.go.points import (
    BLACK,
    COLOUR_LETTERS,
    EMPTY,
    N_POINTS,
    PASS,
    WHITE,
    format_vertex,
    parse_vertex,
    point_from_row_col,
    row_col_from_point,
)
from cfggo.models.tsumego.problem import FirstMove, Problem
from cfggo.records.game_tree import GameTree
from cfggo.search.levels import LEAST_SHARE, LEVELS, Level
from cfggo.search.limits import Limit
from cfggo.search.request import SearchRequest
from cfggo.search.searcher import Searcher
from cfggo.study.solving.framed_search import framed_game
from cfggo.study.solving.game_problems import local_part
from cfggo.study.solving.solution import solve

GAMES = {9: 161, 13: 160}
"""Games of levels by the size of the board."""

PLAYERS = ("20k", "18k", "17k", "16k", "15k", "14k", "13k", "12k", "11k", "10k")
"""Their levels; the first moves are drawn by level OPENER."""

OPENER = "17k"
FIRST_TURN = {9: 5, 13: 12, 19: 20}
EVERY = {9: 1, 13: 3}
"""How many moves lie between two positions of a game."""

JUDGED = Path("data/judged-games")
OF_JUDGED_GAMES = 700
"""Positions of judged games that are judged move by move."""

APART = 50
"""Moves between two of them in a game."""

LARGE = 6.0
"""Points that the best move of a judged position gains over others, or the move before lost."""

CORNERS = 430
PROOF_NODES = 200_000
LONGEST_PROOF = 16
"""Plies of the longest life-and-death problem."""

MOST_PLAYOUTS = 2700
"""Of the searches that grade problems."""

LAST = 5000
"""Playouts of the last search, and of one of all other moves."""

FOUND = 0.6
"""Probability of the right move from which on a level finds it that draws its moves."""

CLEAR = 0.08
"""Win rate by which a search must prefer the right move to any other that it looked at."""

LOOKED_AT = 40  # visits

MOST_LEAD = 8.0
"""Points by which the right move of a game's position wins, with its komi, at most."""

LINE = 5
"""Moves that follow a first move in the record."""

WRONG = 4
"""Wrong moves that the record tells of."""

N_OF_BANDS = (100, 120, 80)
GRADES = (
    ("30k", "28k", "26k", "24k", "22k", "20k", "19k", "18k", "17k", "16k", "15k"),
    ("14k", "13k", "12k", "11k", "10k", "9k", "8k", "7k", "6k"),
    ("5k", "4k", "3k", "2k", "1k", "1d"),
)
"""How many problems are easy, middling and hard, and how their grades are called."""

MOST_OF_GAMES = 180
"""Positions of games among them, at most; the others are life and death."""

TWINS = 4
"""Points in which two positions differ at least, or only one of them is taken."""

_EASIER = {"capture": 3.0, "rescue": 2.0, "ko": 1.0, "double atari": 1.0}
_HARDER = {"race": -2.0, "kill": -2.0, "live": -2.0, "endgame": -1.0}
"""Grades by which people find a kind easier or harder than the program, as we think."""


def main() -> None:
    """Makes the problems."""
    parser = Parser(description=__doc__)
    parser.add_argument("folder", type=Path, metavar="DIR", help="of what is made on the way")
    parser.add_argument(
        "--by", required=True, metavar="COMMAND", help="of the judge, such as KataGo's analysis"
    )
    parser.add_argument("--seed", type=count, default=53, help="default %(default)s")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)

    notes = {name: Lines(args.folder / f"{name}.jsonl", "id") for name in STEPS}
    for name, step in STEPS.items():
        with progress(name, None, "done") as advance:
            for line in step(notes, args):
                notes[name].add(line)
                advance(1)
    problems = chosen(notes, Random(args.seed))
    write_whole(problems_file(), b"\n".join(map(to_sgf, problems)) + b"\n")
    print(Counter(problem.kind for problem in problems))


Steps = dict[str, Lines]


# Games


def games(notes: Steps, args: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Plays games of levels against themselves."""
    for size, n_games in GAMES.items():
        for number in range(n_games):
            if (name := f"{size}-{number}") not in notes["games"].by_name:
                rng = Random(f"{args.seed} {name}")
                yield {"id": name, "size": size, "moves": _play(size, rng)}


@cache
def searcher_of(level: str) -> Searcher:
    """Returns an engine of a level, or for "" of full strength."""
    return Searcher(load_config("cfggo").with_values(level=level, threads=1, seed=1))


def _play(size: int, rng: Random) -> list[str]:
    level, opening = rng.choice(PLAYERS), rng.randrange(2, 9)
    game = Game(size, 7.5)
    for each in {level, OPENER}:
        searcher_of(each).forget()
        searcher_of(each).set_seed(rng.randrange(2**31))
    while not game.is_over and len(game.moves) < 2 * size**2:
        player = searcher_of(OPENER if len(game.moves) < opening else level)
        assert player.level is not None
        limit = Limit(playouts=player.level.playouts)
        decision = player.choose_move(SearchRequest(game, game.to_play, limit))
        if decision.resign:
            break
        game.play(game.to_play, decision.point)
    return [format_vertex(point) for _, point in game.moves]


# Positions


def positions(notes: Steps, args: argparse.Namespace) -> Iterator[Position]:
    """Finds positions in which a move may gain much."""
    if notes["positions"].by_name:
        return
    yield from _of_judged_games(Random(args.seed))
    for record in notes["games"].by_name.values():
        size = record["size"]
        for turn in range(FIRST_TURN[size], len(record["moves"]), EVERY[size]):
            if record["moves"][turn] != "pass":
                yield from _position(record["id"], size, record["moves"], turn)


def _position(
    name: str, size: int, moves: list[str], turn: int, lead: float | None = None
) -> Iterator[Position]:
    """Yields the position after so many moves, if it has no ko that can't be taken."""
    game = Game(size, 7.5)
    for vertex in moves[:turn]:
        game.play(game.to_play, parse_vertex(vertex, size), may_repeat=True)
    board = game.boards_for(game.to_play)[0]
    if board["ko"]:
        return
    yield {
        "id": f"{name}-{turn}",
        "size": size,
        "black": [format_vertex(p) for p in np.flatnonzero(board["colour"] == BLACK).tolist()],
        "white": [format_vertex(p) for p in np.flatnonzero(board["colour"] == WHITE).tolist()],
        "to_play": COLOUR_LETTERS[game.to_play].upper(),
        "komi": 7.5,
        "lead": lead,
        "played": moves[turn],
    }


def _of_judged_games(rng: Random) -> Iterator[Position]:
    found = []
    for path in sorted(JUDGED.glob("games-*.jsonl.xz")):
        with lzma.open(path, "rt") as lines:
            for number, line in enumerate(lines):
                record = json.loads(line)
                moves = record["moves"].split()
                name = f"judged-{path.name.removeprefix('games-').partition('.')[0]}-{number}"
                found += [(name, moves, *place) for place in _gains(record["labels"], moves)]
    rng.shuffle(found)
    taken: dict[str, list[int]] = defaultdict(list)
    n = 0
    for name, moves, turn, lead in found:
        if n < OF_JUDGED_GAMES and all(abs(turn - other) >= APART for other in taken[name]):
            taken[name].append(turn)
            for position in _position(name, 19, moves, turn, lead):
                n += 1
                yield position


def _gains(labels: list[Any], moves: list[str]) -> Iterator[tuple[int, float]]:
    """Yields turn and lead of the judged positions in which a move gains much."""
    leads = {label[0]: label[1] for label in labels}
    for turn, lead, _, judged_moves, *_ in labels:
        visited = [m.split("/") for m in judged_moves.split() if m.split("/")[1] != "0"]
        if turn < FIRST_TURN[19] or turn >= len(moves) or not visited:
            continue
        sign = 1 if turn % 2 == 0 else -1
        best, *others = visited
        if best[0] == "pass" or int(best[1]) < 0.6 * sum(int(m[1]) for m in visited):
            continue
        before = leads.get(turn - 1, leads.get(turn - 2, lead))
        after = leads.get(turn + 1, leads.get(turn + 2, lead))
        is_gift = sign * (lead - before) >= LARGE
        is_missed = moves[turn] != best[0] and sign * (lead - after) >= LARGE
        if all(sign * (float(best[2]) - float(m[2])) >= LARGE for m in others) and (
            is_gift or is_missed
        ):
            yield turn, float(best[2])


def verdicts(notes: Steps, args: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Has the positions judged."""
    judged_before = notes["verdicts"].by_name
    left = [p for name, p in notes["positions"].by_name.items() if name not in judged_before]
    if left:
        for verdict in judged(args.by, left):
            yield {"id": verdict} if isinstance(verdict, str) else verdict


# Corners


def corners(notes: Steps, args: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Makes corners in which exactly one move lives, or kills."""
    made = list(notes["corners"].by_name)
    attempt, n_found = int(made[-1].rpartition("-")[2]) if made else 0, len(made)
    while n_found < CORNERS:
        attempt += 1
        rng = np.random.default_rng((args.seed, attempt))
        small = attempt % 3 == 0
        corner = random_corner(
            rng, range(8, 15) if small else range(12, 23), range(4, 9) if small else range(8, 11)
        )
        found = corner and _unsettled(corner, rng, range(3, 7) if small else range(5, 10))
        if found:
            n_found += 1
            yield {"id": f"{args.seed}-{attempt}", **found}


def _unsettled(corner: Corner, rng: np.random.Generator, n_empty: range) -> dict[str, Any] | None:
    """Returns a position of a corner with one right move, if one is found soon."""
    solved = SolvedCorner(*corner)
    player = BLACK if rng.random() < 0.5 else WHITE
    for number in drawn_positions(corner, solved, n_empty, 150, rng):
        black, white = solved.stones(number)
        if not _looks_natural(corner, black, white):
            continue
        found = solved.verdicts(number, player)
        right = found.winner == player
        if right.sum() != 1 or (found.winner == EMPTY).any() or len(found.cells) < 3:
            continue
        problem = with_solutions(on_board(corner.inside, black, white, player, ""), found, rng)
        if problem.fault() is None:
            return {
                "kind": problem.kind,
                "plies": int(found.plies[right][0]),
                "black": [row_col_from_point(point) for point in problem.black],
                "white": [row_col_from_point(point) for point in problem.white],
                "to_play": player,
                "solution": row_col_from_point(problem.best),
            }
    return None


def _looks_natural(corner: Corner, black: int, white: int) -> bool:
    """Tells whether a corner has few lost stones, and none but its target's empty points."""
    cells = set(cells_of(corner.inside))
    own, other = set(cells_of(black)), set(cells_of(white))

    lonely = [c for c in other if all(p in cells and p not in other for p in beside(c))]
    empty = cells - own - other
    near = {(r + i, c + j) for r, c in own for i in (-1, 0, 1) for j in (-1, 0, 1)}
    return (
        len(own - set(cells_of(corner.target))) <= 1
        and len(lonely) <= 2
        and len(empty - near) <= 1
        and not any(all(p in other or p not in cells for p in beside(c)) for c in empty)
    )


# Grades


def graded(notes: Steps, args: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Finds out which levels find the right moves."""
    graded = notes["graded"].by_name
    for name, line in notes["corners"].by_name.items():
        if name not in graded:
            yield {"id": name} | _grades_of_corner(corner_problem(line))
    for name, line in notes["verdicts"].by_name.items():
        if name not in graded:
            yield {"id": name} | (_grades_of_game(line) if "best" in line else {})


def corner_problem(line: dict[str, Any]) -> Problem:
    """Returns a corner as a problem: on a board of some size, turned, and in either colour."""
    rng = Random(line["id"])
    reach = max(max(place) for place in (*line["black"], *line["white"]))
    size = rng.choice([9, 13, 13] if reach < COLUMNS else [13])  # a corner of 19x19 is small to see
    view, is_swapped = rng.randrange(8), rng.random() < 0.5

    def at(place: list[int]) -> int:
        row, col = reversed(place) if view & 1 else place
        row = size - 1 - row if view & 2 else row
        return point_from_row_col(row, size - 1 - col if view & 4 else col)

    black, white = (tuple(sorted(map(at, line[colour]))) for colour in ("black", "white"))
    to_play = line["to_play"]
    if is_swapped:
        black, white, to_play = white, black, 3 - to_play
    side = "Black" if to_play == BLACK else "White"
    return Problem(
        line["id"],
        size,
        black,
        white,
        to_play,
        (at(line["solution"]),),
        "life and death",
        task=f"{side} to {line['kind']}",
    )


def _grades_of_corner(problem: Problem) -> dict[str, Any]:
    solution = solve(problem, lambda: searcher_of(""), nodes=PROOF_NODES, playouts=0)
    if (
        solution.framed is None
        or [move.point for move in solution.right] != [*problem.solutions]
        or not all(move.proved for move in solution.moves)
    ):
        return {}
    game = framed_game(solution.framed, problem.to_play)
    far = [p for p in game.legal_points(problem.to_play) if p not in solution.framed.area]
    return {"kyu": _kyu(game, problem.solutions[0], far)}


def _grades_of_game(verdict: dict[str, Any]) -> dict[str, Any]:
    problem = game_problem(verdict)
    if problem is None:
        return {}
    game = Game(problem.size, problem.komi or 0.0)
    game.setup(problem.black, problem.white, problem.to_play)
    return {"kyu": _kyu(game, problem.solutions[0], ()), "kind": problem.kind}


def _kyu(game: Game, right: int, far: Iterable[int]) -> float | None:
    """Returns the weakest level that finds a move, as stronger ones do, as a number of kyu; None
    if the last search does not find it clearly.
    """
    avoid = (*far, PASS)
    shares = searcher_of(OPENER).policy(game, game.to_play).astype(float)
    shares[[*avoid]] = 0.0
    shares /= shares.max()
    found = {level.name: _draws(level, shares, right) for level in LEVELS.values()}
    searcher = searcher_of("")
    searcher.forget()
    searcher.set_seed(1)
    done = 0
    for level in LEVELS.values():
        if level.temperature is None and level.playouts <= MOST_PLAYOUTS:
            limit = Limit(playouts=level.playouts - done)
            report = searcher.analyze(SearchRequest(game, game.to_play, limit, avoid=avoid))
            found[level.name] = report.moves[0].point == right
            done = level.playouts
    limit = Limit(playouts=LAST - done)
    report = searcher.analyze(SearchRequest(game, game.to_play, limit, avoid=avoid))
    best, *others = report.moves
    searcher.forget()
    without = SearchRequest(game, game.to_play, Limit(playouts=LAST), avoid=(*avoid, right))
    others += searcher.analyze(without).moves  # so that others are read out, too
    rate = max((move.winrate for move in others if move.visits >= LOOKED_AT), default=0.0)
    if best.point != right or best.winrate - rate < CLEAR:
        return None
    weakest = next(n for n in found if all(found[m] for m in list(found)[list(found).index(n) :]))
    return float(weakest[:-1])


def _draws(level: Level, shares: np.ndarray, right: int) -> bool:
    """Tells whether a level finds a move that it draws by its likelihood, or by a long search."""
    if level.temperature is None:
        return True
    if level.temperature == 0.0:
        return bool(shares[right] == 1.0)
    powers = np.where(shares < LEAST_SHARE, 0.0, shares) ** (1 / level.temperature)
    return bool(powers[right] >= FOUND * powers.sum())


def game_problem(verdict: dict[str, Any]) -> Problem | None:
    """Returns a judged position as a problem, None if there is no word for what its move does."""
    size, deep, best = verdict["size"], verdict["deep"], verdict["best"]
    to_play = BLACK if verdict["to_play"] == "B" else WHITE
    sign = 1 if to_play == BLACK else -1
    black, white = (
        tuple(sorted(parse_vertex(vertex, size) for vertex in verdict[colour]))
        for colour in ("black", "white")
    )
    lead = sign * deep[best]["lead"] - min(verdict["gap"] / 2, MOST_LEAD)
    komi = round(verdict["komi"] + sign * lead - 0.5) + 0.5
    shift = sign * (komi - verdict["komi"])
    problem = Problem(verdict["id"], size, black, white, to_play, (parse_vertex(best, size),))
    likely = sorted(verdict["priors"], key=lambda v: -verdict["priors"][v])
    tempting = [v for v in likely if v not in ("pass", best)][:WRONG]
    moves = tuple(
        _first_move(problem, vertex, deep[vertex]["line"], sign * deep[vertex]["lead"] - shift)
        for vertex in (best, *tempting)
    )
    boards = problem.boards()
    owners = [_owners(deep[move]["owner"], size, sign) for move in (best, "pass")]
    fates = Fates(boards[0], *owners)
    kind = kind_of(boards, problem.solutions[0], fates)
    if kind is None:
        return None
    about = stones_in_question(boards, problem.solutions[0], fates)
    return replace(problem, komi=komi, moves=moves, kind=kind, about=about)


def _first_move(problem: Problem, vertex: str, line: list[str], lead: float) -> FirstMove:
    if "pass" in line:
        line = line[: line.index("pass")]
    point = parse_vertex(vertex, problem.size)
    points = [parse_vertex(each, problem.size) for each in line[:LINE]]
    return FirstMove(point, local_part(points, (point, *problem.solutions)), round(lead, 1))


def _owners(text: str, size: int, sign: int) -> np.ndarray:
    """Returns who owns points: +1 for the side to play; text: row by row from the top."""
    owners = np.zeros(N_POINTS)
    for i, letter in enumerate(text):
        point = point_from_row_col(size - 1 - i // size, i % size)
        owners[point] = sign * (ord(letter) - ord("k")) / 10
    return owners


STEPS = {
    "games": games,
    "corners": corners,
    "positions": positions,
    "verdicts": verdicts,
    "graded": graded,
}
"""What is made, one after another."""


# The choice


@dataclass(frozen=True)
class Candidate:
    """A problem that may be chosen.

    Public attributes:
      problem -- Problem
      kyu     -- how hard it is
      game    -- the game that it is from; corners have one each
      turn    -- its turn there, 0 for corners
    """

    problem: Problem
    kyu: float
    game: str
    turn: int


def candidates(notes: Steps) -> Iterator[Candidate]:
    """Yields all problems that are graded."""
    kyu_of = {name: line.get("kyu") for name, line in notes["graded"].by_name.items()}
    for name, line in notes["corners"].by_name.items():
        if (kyu := kyu_of.get(name)) is not None and line["plies"] <= LONGEST_PROOF:
            by_length = max(28.0 - 2.0 * line["plies"], 0.0)
            kyu = 26.0 if line["plies"] == 1 else (kyu + by_length) / 2
            yield Candidate(corner_problem(line), kyu, name, 0)
    for name, line in notes["verdicts"].by_name.items():
        if (kyu := kyu_of.get(name)) is not None:
            problem = game_problem(line)
            assert problem is not None
            game, _, turn = name.rpartition("-")
            kyu += (_EASIER | _HARDER).get(problem.kind, 0.0)
            yield Candidate(problem, kyu, game, int(turn))


def chosen(notes: Steps, rng: Random) -> list[Problem]:
    """Returns the problems, the easiest first, with their grades.

    Raises CfggoError if there are too few.
    """
    pool = list({one.problem.digest: one for one in candidates(notes)}.values())
    rng.shuffle(pool)
    games = _picked([one for one in pool if one.turn], MOST_OF_GAMES)
    corners = sorted((one for one in pool if not one.turn), key=lambda one: one.kyu)
    corners = [one for i, one in enumerate(corners) if not _has_twin(one, corners[:i])]
    n = sum(N_OF_BANDS) - len(games)
    if len(corners) < n:
        raise CfggoError(f"{len(corners)} corners and {len(games)} games are too few")
    picked = games + [corners[i * len(corners) // n] for i in range(n)]
    picked.sort(key=lambda one: -one.kyu)
    names = [
        grades[i * len(grades) // n]
        for n, grades in zip(N_OF_BANDS, GRADES, strict=True)
        for i in range(n)
    ]
    return [replace(one.problem, level=name) for one, name in zip(picked, names, strict=True)]


def _has_twin(one: Candidate, others: list[Candidate]) -> bool:
    """Tells whether a position differs in no more than some stones from one of others."""
    grids = [_grid(other.problem) for other in others if other.problem.size == one.problem.size]
    grid = _grid(one.problem)
    views = [np.rot90(side, turns) for side in (grid, grid.T) for turns in range(4)]
    return bool(grids) and any(
        (np.array(grids) != view).sum(axis=(1, 2)).min() < TWINS for view in views
    )


@cache
def _grid(problem: Problem) -> np.ndarray:
    """Returns the stones of a problem, +1 for those of the side to play."""
    grid = np.zeros((problem.size, problem.size), dtype=np.int8)
    for points, colour in ((problem.black, BLACK), (problem.white, WHITE)):
        for point in points:
            grid[row_col_from_point(point)] = 1 if colour == problem.to_play else -1
    return grid


def _picked(pool: list[Candidate], most: int) -> list[Candidate]:
    """Returns problems of a pool, of kinds and sizes as even as there are."""
    picked: list[Candidate] = []
    counts: Counter[tuple[str, int]] = Counter()
    while pool and len(picked) < most:
        one = min(pool, key=lambda one: counts[one.problem.kind, one.problem.size])
        pool.remove(one)
        of_game = [other for other in picked if other.game == one.game]
        if not any(_is_like(one, other) for other in of_game) and not _has_twin(one, picked):
            picked.append(one)
            counts[one.problem.kind, one.problem.size] += 1
    return picked


def _is_like(one: Candidate, other: Candidate) -> bool:
    """Tells whether two positions of a game are nearly the same, or have the same answer."""
    return abs(one.turn - other.turn) < 12 or one.problem.solutions == other.problem.solutions


def to_sgf(problem: Problem) -> bytes:
    """Returns a problem as an SGF record."""
    game = sgf.Sgf_game(problem.size)
    root = game.get_root()
    for stones, name in ((problem.black, "AB"), (problem.white, "AW")):
        root.set(name, [row_col_from_point(point) for point in stones])
    root.set("PL", COLOUR_LETTERS[problem.to_play])
    root.set("GE", problem.kind)
    root.set("DI", problem.level)
    if problem.task:
        root.set("C", problem.task)
    if problem.komi is not None:
        root.set("KM", problem.komi)
    told = {move.point for move in problem.moves}
    right = [FirstMove(p, (), 0.0) for p in problem.solutions if p not in told]
    for move in (*right, *problem.moves):
        tree = GameTree(root)
        node = tree.play(problem.to_play, move.point)
        node.set("TE" if move.point in problem.solutions else "BM", 1)
        if move.point in problem.solutions and problem.about:
            node.set("TR", [row_col_from_point(point) for point in problem.about])
        if problem.komi is not None:
            node.set_raw("V", f"{move.lead if problem.to_play == BLACK else -move.lead:g}".encode())
        for number, point in enumerate(move.line):
            tree.play(problem.to_play if number % 2 else 3 - problem.to_play, point)
    data: bytes = game.serialise()
    return data.strip()


if __name__ == "__main__":
    common.run(main)
