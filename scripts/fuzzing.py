"""Damaged files of every kind that cfggo reads, and what is done with those it does not refuse."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np

from cfggo.base import checkpoint
from cfggo.base.array_archive import ArchiveFormat, InvalidContent, read_archive, write_archive
from cfggo.base.errors import CfggoError
from cfggo.base.executor import Show, Threads
from cfggo.base.resources import configs_folder
from cfggo.base.training_run import TrainingRun
from cfggo.config import load_config
from cfggo.features.catalogue import TREE_GROUPS
from cfggo.go.board import new_board, play
from cfggo.go.game import Game
from cfggo.go.main_line import MainLine
from cfggo.go.points import BLACK, N_POINTS, WHITE
from cfggo.go.scoring import owner_map
from cfggo.go.uniform import choose_uniform_move
from cfggo.learning.runs import new_run
from cfggo.match.contests.experiments import experiment_titles, read_experiment
from cfggo.match.contests.tournament import read_tournament
from cfggo.match.contests.tune import read_tuning
from cfggo.methods import (
    BatchOptions,
    BayesOptions,
    FrequencyOptions,
    GradientOptions,
    Options,
    PerceptronOptions,
    StochasticOptions,
    TerritoryOptions,
)
from cfggo.models.bradley_terry import weights
from cfggo.models.bradley_terry.weights import Model, Weights, n_features_of, save_model
from cfggo.models.frequency import model as frequency_model
from cfggo.models.frequency.table import table_text
from cfggo.models.pattern_beliefs import beliefs
from cfggo.models.pattern_beliefs.beliefs import Beliefs, save_beliefs
from cfggo.models.pattern_beliefs.study import Student
from cfggo.models.registry import load_model
from cfggo.models.territory import model as territory_model
from cfggo.models.territory.features import FORMS, N_NODE_TERMS, n_edge_terms
from cfggo.models.territory.model import Territory, load_territory, save_territory
from cfggo.models.tsumego import graph_kernel, local_model
from cfggo.models.tsumego.collections import read_problems, to_json
from cfggo.models.tsumego.local_features import TreeFeatures, n_local_features
from cfggo.models.tsumego.made_problems import made_problems
from cfggo.models.tsumego.rankers import load_ranker_model, local_probabilities
from cfggo.models.tsumego.subgraphs import paper_keys
from cfggo.records import parsed_archive
from cfggo.records.collection import DropReport
from cfggo.records.game_record import GameRecord
from cfggo.records.game_tree import GameTree
from cfggo.records.replay import followed_moves, game_arrays
from cfggo.records.sgf.data import split_collection
from cfggo.records.sgf.errors import SgfError
from cfggo.records.sgf.reading import read_parts
from cfggo.records.sgf.writing import write_sgf
from cfggo.search.consistency import check_tree
from cfggo.search.engine import Engine, Limit
from cfggo.search.request import SearchRequest

_LEARNT_GROUPS = tuple(name for name in TREE_GROUPS if name != "templates")
"""A policy has only one of the groups of templates."""

_BELIEFS = BayesOptions(batch_games=2, min_wins=1, min_context_wins=1, tree_features=_LEARNT_GROUPS)

CHECKOUT = Path(__file__).resolve().parent.parent


class Kind(Protocol):
    """One kind of file.

    Public attributes:
      name -- of the kind
    """

    name: str

    def good(self) -> list[bytes]:
        """Returns files without damage that need all kernels between them."""

    def mutated(self, rng: random.Random) -> bytes:
        """Returns a damaged file."""

    def use(self, path: Path, rng: random.Random) -> None:
        """Reads the file that was returned last, and uses what it holds.

        Raises CfggoError or SgfError if it is refused, Fault if what comes of it can't be.
        """


class Fault(Exception):
    """A file that was read and used, and came to something that can't be."""


# ---- Bytes ----

_TOKENS = [
    *(b"(;", b")", b"[", b"]", b"\\", b";", b"B[]", b"W[tt]", b"AB[aa:ss]", b"AE[aa]", b"PL[W]"),
    *(b"SZ[1]", b"SZ[19:18]", b"SZ[99999999999999999999]", b"HA[-3]", b"HA[1e400]", b"KM[nan]"),
    *(b"KM[-inf]", b"CA[utf-16]", b"CA[rot13]", b"GM[2]", b"AW[zz]", b"(" * 300, b"[" * 300),
    *(b"nan", b"inf", b"-inf", b"1e999", b"-1", b"0", b"9" * 400, b"true", b'"', b"'''", b"{}"),
    *(
        b"[[",
        b"]]",
        b"1979-05-27",
        b"= =",
        b"\n",
        b"\r\n",
        b"\0",
        b"\xff\xfe",
        b"\xef\xbb\xbf",
        b"%s",
    ),
]
"""What is put into files; some of it means something in SGF or TOML, and some of it is too much."""


def mutated_bytes(rng: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Returns the data with one to eight changes."""
    for _ in range(rng.choice((1, 1, 2, 3, 8))):
        at = rng.randrange(len(data) + 1)
        length = min(rng.choice((1, 1, 4, 30, 1000)), len(data) - at)
        match rng.randrange(8):
            case 0:
                new = bytes([rng.randrange(256)])
            case 1:
                new = bytes(byte ^ (1 << rng.randrange(8)) for byte in data[at : at + length])
            case 2:
                new = b""
            case 3:
                new = data[at : at + length] * rng.choice((2, 3, 100))
            case 4:
                other = rng.choice(others)
                start = rng.randrange(len(other) + 1)
                new = other[start : start + rng.choice((4, 30, 1000))]
            case 5:
                new, length = rng.choice(_TOKENS), 0
            case 6:
                new = rng.choice(_TOKENS)
            case _:
                return data[:at]
        data = data[:at] + new + data[at + length :]
    return data


# ---- Archives of arrays ----

_NUMBERS = [0, 1, -1, 7, 2**15, 2**31 - 1, 2**31, 2**32, 2**63 - 1, 2**64 - 1, 10**30]
_FLOATS = [0.5, -0.0, 13.0, 150.0, -150.0, 6e4, 1e30, float("inf"), float("-inf"), float("nan")]
_VALUES: list[Any] = [
    None,
    True,
    "",
    "tree",
    "no such",
    "\ud800",
    [],
    {},
    [[]],
    {"a": 1},
    *_NUMBERS,
    *_FLOATS,
]
_TYPES = [
    "?",
    "i1",
    "u2",
    "i4",
    "u4",
    "i8",
    "u8",
    "f2",
    "f4",
    "f8",
    "c8",
    "S3",
    "U2",
    ">f4",
    "M8[s]",
]


def mutated_value(rng: random.Random, value: Any) -> Any:
    """Returns a value of JSON with another one somewhere in it."""
    if isinstance(value, dict) and value and rng.random() < 0.8:
        key = rng.choice(sorted(value))
        changed = dict(value)
        match rng.randrange(6):
            case 0:
                del changed[key]
            case 1:
                changed[rng.choice(("", "tree", "playout", "x"))] = changed.pop(key)
            case _:
                changed[key] = mutated_value(rng, value[key])
        return changed
    if isinstance(value, list) and value and rng.random() < 0.8:
        at = rng.randrange(len(value))
        return [*value[:at], mutated_value(rng, value[at]), *value[at + rng.randrange(2) :]]
    if isinstance(value, int | float) and rng.random() < 0.5:
        return rng.choice((value + 1, value - 1, -value, value * 2, float(value), str(value)))
    return rng.choice(_VALUES)


def mutated_array(rng: random.Random, array: np.ndarray) -> np.ndarray:
    """Returns an array with other numbers, or of another length, shape or type."""
    array = array.copy()
    with np.errstate(all="ignore"):
        match rng.randrange(8):
            case 0:
                return array[: rng.randrange(len(array) + 1)] if array.ndim else array
            case 1:
                return np.concatenate([array, array]) if array.ndim else array
            case 2:
                return array[..., np.newaxis] if rng.random() < 0.5 else np.array(array.size)
            case 3:
                return array.astype(rng.choice(_TYPES))
            case 4:
                return np.flip(array)
            case 5 if array.size:
                array[...] = _some_number(rng, array.dtype)
            case _ if array.size:
                for _ in range(rng.choice((1, 1, 2, 50))):
                    array.flat[rng.randrange(array.size)] = _some_number(rng, array.dtype)
    return array


def _some_number(rng: random.Random, dtype: np.dtype) -> Any:
    number = rng.choice(_FLOATS if dtype.kind == "f" else _NUMBERS)
    if dtype.kind in "iu":
        return np.array(int(number) % 2**64, dtype=np.uint64).astype(dtype)
    return float(number)


def mutated_archive(
    rng: random.Random, header: Mapping[str, Any], arrays: Mapping[str, np.ndarray]
) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Returns the header and the arrays of an archive with one to three changes."""
    new_header, new_arrays = copy.deepcopy(dict(header)), dict(arrays)
    for _ in range(rng.choice((1, 1, 2, 3))):
        name = rng.choice(sorted(new_arrays)) if new_arrays else ""
        match rng.randrange(8):
            case 0 if name:
                del new_arrays[name]
            case 1:
                new_arrays[rng.choice(("", "x", "tree.x", "a/b"))] = np.arange(3)
            case 2 if name:
                new_arrays[name] = new_arrays[rng.choice(sorted(new_arrays))]
            case 3 | 4 | 5 if name:
                new_arrays[name] = mutated_array(rng, new_arrays[name])
            case _:
                changed = mutated_value(rng, new_header)
                new_header = changed if isinstance(changed, dict) else new_header
    return new_header, new_arrays


# ---- Weight files and checkpoints ----


def _forged(rng: random.Random, path: Path, kind: ArchiveFormat) -> bytes:
    """Returns an archive with other content and a right checksum, or with other bytes."""
    if rng.random() < 0.25:
        return mutated_bytes(rng, path.read_bytes(), [path.read_bytes()])
    content = read_archive(path, (kind, lambda *content: content))
    forged = path.with_name("forged")
    while True:
        with suppress(ValueError):  # some headers can't be written
            write_archive(forged, kind, *mutated_archive(rng, *content), compressed=False)
            return forged.read_bytes()


class WeightFiles:
    """Weights of a few features each, with and without keys and paths, and pattern beliefs."""

    name = "weights"

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        rng = np.random.default_rng(1)
        keys = np.unique(rng.integers(1, 2**64 - 1, 40, dtype=np.uint64))
        self._files = []
        for number, labelling in enumerate(("", "exact", "hash8")):
            policies = {}
            for kind, own_keys in (("tree", keys), ("playout", keys[:0])):
                theta = np.zeros(n_features_of(kind, labelling, len(own_keys)), dtype=np.float32)
                learnt = np.append(np.arange(20), rng.integers(0, len(theta), 60))
                theta[learnt] = rng.normal(0, 1, len(learnt))
                policies[kind] = Weights(kind, labelling, theta, own_keys, TREE_GROUPS)
            path = folder / f"{number}.weights"
            save_model(path, Model(policies, np.arange(5, dtype=np.uint32), {"n": 5}))
            self._files.append((path, weights.FORMAT))
        path = folder / "beliefs.weights"
        save_beliefs(path, _learnt_beliefs(folder))
        self._files.append((path, beliefs.FORMAT))

    def good(self) -> list[bytes]:
        """Returns the files of all labellings, and one of beliefs."""
        return [path.read_bytes() for path, _ in self._files]

    def mutated(self, rng: random.Random) -> bytes:
        """Returns a file with other content and a right checksum, or with other bytes."""
        return _forged(rng, *rng.choice(self._files))

    def use(self, path: Path, rng: random.Random) -> None:
        """Plays a move by an engine with extreme settings and the policies that the file has."""
        policies = load_model(path).policies
        # Beliefs are no playout policy; the playouts of these have no paths that may not fit.
        files = {"playout": "baseline"} | {kind: str(path) for kind in policies}
        config = load_config(rng.choice(("cfg-full", "cfggo"))).with_values(
            **files,
            playout_exponent=rng.choice((0.0, 1.0, 4.0)),
            playout_locality=rng.choice((-10.0, 0.0, 10.0)),
            vital_points=rng.choice((-10.0, 0.0, 10.0)),
            max_nodes=2000,
            seed=1,
        )
        engine = Engine(config)
        game = Game(7)
        engine.choose_move(SearchRequest(game, BLACK, Limit(playouts=20)))
        check_tree(engine.nodes)
        probabilities = engine.policy(game, BLACK)
        if not abs(probabilities.sum() - 1) < 1e-3:
            raise Fault(f"probabilities add up to {probabilities.sum()}")
        found = policies.get("tree")
        if isinstance(found, Beliefs):
            Student(found).study_game(_random_record(1))


def _learnt_beliefs(folder: Path) -> Beliefs:
    """Returns what is learnt of random games with all groups of features."""
    with Threads(1) as executor:
        records = [_random_record(seed) for seed in range(6)]
        run = new_run(records, [_BELIEFS], executor, folder / "beliefs.checkpoint", 1000.0)
        return run.run(_show_nothing, lambda line: None)[0]


class FrequencyFiles:
    """Counts of the patterns of a few games."""

    name = "frequency"

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        records = [_random_record(seed) for seed in range(20)]
        run = new_run(records, [FrequencyOptions()], Threads(1), folder / "none")
        [model] = run.run(_show_nothing, lambda line: None)
        self._path = folder / "counts.weights"
        frequency_model.save_frequency_model(self._path, model)

    def good(self) -> list[bytes]:
        """Returns the file."""
        return [self._path.read_bytes()]

    def mutated(self, rng: random.Random) -> bytes:
        """Returns a file with other content and a right checksum, or with other bytes."""
        return _forged(rng, self._path, frequency_model.FORMAT)

    def use(self, path: Path, rng: random.Random) -> None:
        """Makes the table, and plays a move by an engine whose playouts answer by the counts."""
        weights = load_model(path).policies["playout"]
        table_text(weights.frequencies)
        config = load_config("frequency").with_values(
            playout=str(path),
            playout_exponent=rng.choice((0.0, 1.0, 4.0)),
            pattern_answers=rng.choice((0, 4, 8)),
            answers_by_rate=rng.random() < 0.5,
            max_nodes=2000,
            seed=1,
        )
        engine = Engine(config)
        engine.choose_move(SearchRequest(Game(7), BLACK, Limit(playouts=20)))
        check_tree(engine.nodes)


class RankerFiles:
    """Models that rank the moves of problems: of local moves, and graph kernels."""

    name = "rankers"

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self._problems = list(made_problems(seed=1, n_problems=6))
        self._files = []
        for method, format_ in (
            ("local", local_model.FORMAT),
            ("perceptron", graph_kernel.FORMAT),
        ):
            path = folder / f"{method}.weights"
            if method == "local":
                local_model.save_local_model(path, _small_local_model())
            else:
                options = [PerceptronOptions()]
                run = new_run(self._problems, options, Threads(1), folder / "none")
                run.save(path, run.run(_show_nothing, lambda line: None)[0])
            self._files.append((path, format_))

    def good(self) -> list[bytes]:
        """Returns both."""
        return [path.read_bytes() for path, _ in self._files]

    def mutated(self, rng: random.Random) -> bytes:
        """Returns a file with other content and a right checksum, or with other bytes."""
        return _forged(rng, *rng.choice(self._files))

    def use(self, path: Path, rng: random.Random) -> None:
        """Ranks the moves of a problem."""
        ranker = load_ranker_model(path).ranker()
        _, probabilities = local_probabilities(ranker, rng.choice(self._problems).boards())
        if not abs(probabilities.sum() - 1.0) < 1e-6:
            raise Fault("probabilities that do not add up to one")


def _small_local_model() -> local_model.LocalModel:
    """Returns a model with random weights of few features."""
    rng = np.random.default_rng(1)
    keys = np.unique(rng.integers(1, 2**64 - 1, 20, dtype=np.uint64))
    tree = TreeFeatures(TREE_GROUPS, "", keys)
    subgraphs = paper_keys()[:50]
    theta = rng.normal(0, 1, n_local_features(tree, len(subgraphs))).astype(np.float32)
    return local_model.LocalModel(tree, subgraphs, theta, np.zeros(0, dtype=np.uint32))


class TerritoryFiles:
    """Territory fields with random parameters, of each form."""

    name = "territory"

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        rng = np.random.default_rng(1)
        self._files = []
        for name, form in FORMS.items():
            path = folder / f"{name}.weights"
            edges = rng.normal(0.0, 0.3, n_edge_terms(form))
            nodes = rng.normal(0.0, 0.3, N_NODE_TERMS)
            games = np.arange(5, dtype=np.uint32)
            save_territory(path, Territory(name, edges, nodes, games, {"n": 5}))
            self._files.append(path)

    def good(self) -> list[bytes]:
        """Returns all of them."""
        return [path.read_bytes() for path in self._files]

    def mutated(self, rng: random.Random) -> bytes:
        """Returns a file with other content and a right checksum, or with other bytes."""
        return _forged(rng, rng.choice(self._files), territory_model.FORMAT)

    def use(self, path: Path, rng: random.Random) -> None:
        """Says who owns the points of a position, by the rules of the board and of playouts."""
        field = load_territory(path)
        game = Game.from_main_line(_random_record(rng.randrange(100)).line, may_repeat=True)
        in_playouts = np.random.default_rng(1).uniform(-1.0, 1.0, N_POINTS)
        owners = field.owners(game.boards[0], in_playouts)
        if not (np.abs(owners) <= 1.0).all():
            raise Fault("owners that are not between -1 and 1")


class Problems:
    """Problems, as JSON lines and as SGF."""

    name = "problems"

    def __init__(self, folder: Path) -> None:
        lines = [to_json(problem) for problem in made_problems(seed=1, n_problems=4)]
        marked = b"(;SZ[9]AB[ac:cc][cb][ca]AW[ad:dd][dc][db][da](;B[bb]C[Right])(;B[aa];W[bb]))"
        self._good = ["\n".join(lines).encode(), marked, marked.replace(b"C[Right]", b"TE[1]")]
        self._folder = folder
        folder.mkdir()

    def good(self) -> list[bytes]:
        """Returns all of them."""
        return self._good

    def mutated(self, rng: random.Random) -> bytes:
        """Returns a file with other bytes."""
        return mutated_bytes(rng, rng.choice(self._good), [*self._good, *_ODD_RECORDS])

    def use(self, path: Path, rng: random.Random) -> None:
        """Reads the problems, by what the file looks like, and sets them up."""
        data = path.read_bytes()
        suffix = ".jsonl" if data.startswith(b"{") else ".sgf"
        named = self._folder / f"{path.name}{suffix}"
        named.write_bytes(data)
        dropped = DropReport()
        problems = list(read_problems([named], dropped))
        named.unlink()
        for problem in problems:
            if problem.fault() or to_json(problem) == "":
                raise Fault("a problem that is not sound")
        if any("\n" in example for example in dropped.examples.values()):
            raise Fault("a report of several lines")
        if not problems:
            raise CfggoError(f"{path}: {dropped}")


class _Interrupted(NamedTuple):
    """A training run that was interrupted: what it learns from, how, and its checkpoint."""

    records: Sequence[Any]
    options: Options
    path: Path

    def run(self, path: Path) -> TrainingRun:
        """Returns such a run, with another checkpoint."""
        return new_run(self.records, [self.options], Threads(1), path)


class Checkpoints:
    """Training runs that were interrupted, by each method that goes on from where it was."""

    name = "checkpoint"

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        records = [_random_record(seed) for seed in range(6)]
        self._runs: list[_Interrupted] = []

        def interrupt(records: Sequence[Any], options: Options, words: str) -> None:
            path = folder / f"{options.method}.checkpoint"
            self._runs.append(_Interrupted(records, options, path))
            training = self._runs[-1].run(path)
            with suppress(KeyboardInterrupt):
                training.run(*_stop_at(training, words))

        for kind in (StochasticOptions, GradientOptions, BatchOptions):
            steps = kind(
                playout_labels="hash8",
                passes=3,
                batch_games=2,
                min_wins=1,
                tree_features=_LEARNT_GROUPS,
            )
            interrupt(records, steps, "playout policy, pass 3")
        interrupt(records, _BELIEFS, "beliefs")
        interrupt(records, FrequencyOptions(), "counting")
        endings = [_ending(record) for record in records]
        interrupt(endings, TerritoryOptions(form="field"), "lambda")
        self._interrupted = self._runs[0]

    def good(self) -> list[bytes]:
        """Returns the checkpoint of the first method."""
        self._interrupted = self._runs[0]
        return [self._interrupted.path.read_bytes()]

    def mutated(self, rng: random.Random) -> bytes:
        """Returns a file with other content and a right checksum, or with other bytes."""
        self._interrupted = rng.choice(self._runs)
        return _forged(rng, self._interrupted.path, checkpoint.FORMAT)

    def use(self, path: Path, rng: random.Random) -> None:
        """Goes on learning to the end."""
        training = self._interrupted.run(path)
        training.resume()
        training.run(_show_nothing, lambda line: None)


def _ending(record: GameRecord) -> GameRecord:
    """Returns a record that says who owns the points, as they are when it ends."""
    board = Game.from_main_line(record.line, may_repeat=True).boards[0]
    owners = owner_map(board)
    black, white = (tuple(np.flatnonzero(owners == c).tolist()) for c in (BLACK, WHITE))
    return GameRecord(record.name, replace(record.line, black_area=black, white_area=white))


def _random_record(seed: int) -> GameRecord:
    board = new_board(7, seed)[0]
    moves = []
    for _ in range(30):
        colour, point = int(board["to_play"]), int(choose_uniform_move(board))
        moves.append((colour, point))
        play(board, point)
    return GameRecord(f"game {seed}", MainLine(7, tuple(moves)))


def _show_nothing(title: str, n_games: int) -> AbstractContextManager[Callable[[int], None]]:
    return nullcontext(lambda games: None)


def _stop_at(training: TrainingRun, words: str) -> tuple[Show, Callable[[str], None]]:
    """Returns what shows and says nothing, and stops a run at a title or a line that begins so."""

    def say(line: str) -> None:
        if line.startswith(words):
            training.stop()

    def show(title: str, n_games: int) -> AbstractContextManager[Callable[[int], None]]:
        say(title)
        return _show_nothing(title, n_games)

    return show, say


# ---- Game records and settings ----


_MOST_GAMES = 500
"""Games of a file that are replayed."""


class Records:
    """Games of programs and of people, with set-up, variations, comments and odd properties."""

    name = "sgf"

    def __init__(self, folder: Path) -> None:
        games = sorted((CHECKOUT / "docs/example-tournament/games").glob("*.sgf"))[:20]
        self._samples = [game.read_bytes() for game in games] + _ODD_RECORDS

    def good(self) -> list[bytes]:
        """Returns all records."""
        return self._samples

    def mutated(self, rng: random.Random) -> bytes:
        """Returns a record with other bytes."""
        return mutated_bytes(rng, rng.choice(self._samples), self._samples)

    def use(self, path: Path, rng: random.Random) -> None:
        """Replays the games, counts them, looks at them as learning does, and writes them again."""
        refusal = None
        for data in split_collection(path.read_bytes())[:_MOST_GAMES]:
            try:
                line, edits = read_parts(data)
            except SgfError as error:
                refusal = error
                continue
            written, _ = read_parts(write_sgf(line))
            if _without_text(written) != _without_text(line):
                raise Fault("what was written is another game")
            tree = GameTree.read(data)
            tree.to_end()
            its_line, its_edits = tree.parts()
            if (_without_text(its_line), its_edits) != (_without_text(line), edits):
                raise Fault("the record's tree is another game")
            followed_moves(game_arrays([GameRecord("game", line)]))
            try:
                game = Game.from_main_line(line, edits=edits, may_repeat=True)
            except ValueError as error:
                refusal = SgfError(str(error))
                continue
            game.score()
            again = Game.from_main_line(game.to_main_line(), may_repeat=True)
            if again.boards["hash"] != game.boards["hash"] or again.to_play != game.to_play:
                raise Fault("the game's own record leads to another position")
        if refusal is not None:
            raise refusal


def _without_text(line: MainLine) -> MainLine:
    """Returns a record without names, comments, what can't be read and the like."""
    texts = {f.name: "" for f in fields(line) if isinstance(getattr(line, f.name), str)}
    return replace(line, comments={}, unread=(), mended=(), **texts)  # type: ignore[arg-type]


_ODD_RECORDS = [
    b"(;GM[1]FF[4]CA[UTF-8]SZ[9]HA[2]KM[0.5]PB[\xe5\x90\xb3]AB[cc][gg];W[ee];B[ec];W[])",
    b"(;SZ[13]KM[375]RU[Japanese](;B[jj]C[one\\] way];W[dd])(;B[aa]))",
    b"(;SZ[5]AB[aa:cb]AW[ad]PL[B];B[ee];W[de];AE[aa]AW[ea]PL[W];W[ce];B[tt])",
    b";SZ[19]CA[shift_jis]C[\x83\x5c];B[pd];W[dp]MN[2];B[pp]LB[pp:1]TR[dd]",
    b"(;B[aa];W[bb])(;SZ[2];B[aa];W[bb];B[ba];W[ab])",
    b"(SZ[9]KO[7.5]RE[\xe9\xbb\x91\xe8\x83\x9c];B[ee];W[jj](B[cc]C[a [b] c])(W[aa]---;B[GG]))",
    b"(;SZ[9]AP[GNU Go:3.8]AP[foxwq]KM[0]RU[koSIMPLEscoreAREAsui0];B[dd]C[\x95\x5c];W[ff;B[gg])",
]


class KeptArchives:
    """What is kept of an archive of records."""

    name = "archives"

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self._path = folder / "kept.games"
        records = sorted((CHECKOUT / "docs/example-tournament/games").glob("*.sgf"))[:5]
        keeper = parsed_archive.Keeper(self._path)
        for number, data in enumerate(
            [*(record.read_bytes() for record in records), *_ODD_RECORDS]
        ):
            for game in split_collection(data):
                with suppress(SgfError):
                    keeper.add(GameRecord(f"game {number}", read_parts(game)[0]))
        keeper.add(("a file", "unreadable file", "can't be read"))
        keeper.save()

    def good(self) -> list[bytes]:
        """Returns it."""
        return [self._path.read_bytes()]

    def mutated(self, rng: random.Random) -> bytes:
        """Returns it with another game and a right checksum, or forged as other archives are."""
        if rng.random() < 0.3:
            return _forged(rng, self._path, parsed_archive.FORMAT)
        arrays = read_archive(self._path, (parsed_archive.FORMAT, lambda _, arrays: arrays))
        lines = bytes(arrays["text"]).splitlines()
        at = rng.randrange(len(lines))
        lines[at] = json.dumps(mutated_value(rng, json.loads(lines[at]))).encode()
        arrays["text"] = np.frombuffer(b"\n".join(lines), dtype=np.uint8)
        forged = self._path.with_name("forged")
        write_archive(forged, parsed_archive.FORMAT, {}, arrays, compressed=False)
        return forged.read_bytes()

    def use(self, path: Path, rng: random.Random) -> None:
        """Reads the games, replays them and writes them again."""
        kept = parsed_archive.load(path)
        if kept is None:
            raise CfggoError(f"{path}: not used")
        try:
            games = [game for game in kept if isinstance(game, GameRecord)]
        except InvalidContent as error:
            raise CfggoError(f"{path}: not used: {error}") from error
        followed_moves(game_arrays(games))
        for game in games:
            write_sgf(game.line)


class Settings:
    """Presets, tournaments, tuning runs and lists of measurements."""

    name = "toml"

    def __init__(self, folder: Path) -> None:
        self._readers: list[tuple[Callable[[Path], object], bytes]] = [
            *(
                (_read_config, path.read_bytes())
                for path in sorted(configs_folder().glob("*.toml"))
            ),
            (read_tournament, (CHECKOUT / "docs/example-tournament/tournament.toml").read_bytes()),
            (read_tuning, _TUNING),
            (_read_experiments, (CHECKOUT / "scripts/strength.toml").read_bytes()),
        ]
        self._samples = [data for _, data in self._readers]
        self._read = self._readers[0][0]

    def good(self) -> list[bytes]:
        """Returns a preset."""
        self._read, data = self._readers[0]
        return [data]

    def mutated(self, rng: random.Random) -> bytes:
        """Returns a file with other bytes."""
        self._read, data = rng.choice(self._readers)
        return mutated_bytes(rng, data, self._samples)

    def use(self, path: Path, rng: random.Random) -> None:
        """Checks the settings."""
        self._read(path)


_TUNING = b"""
base = "cfggo:cfg-full"
games = 100
size = 9
playouts = 100
[sprt]
elo0 = 0
elo1 = 20
[grid]
exploration = [0.0, 0.3]
rave_bias = [0.1, 0.3]
[candidates]
wild = "exploration=2.0,playout_locality=1.5"
"""


def _read_config(path: Path) -> None:
    load_config(str(path))


def _read_experiments(path: Path) -> None:
    for name in experiment_titles(path):
        read_experiment(path, name)


KINDS: dict[str, Callable[[Path], Kind]] = {
    "weights": WeightFiles,
    "frequency": FrequencyFiles,
    "rankers": RankerFiles,
    "territory": TerritoryFiles,
    "problems": Problems,
    "checkpoint": Checkpoints,
    "sgf": Records,
    "archives": KeptArchives,
    "toml": Settings,
}
