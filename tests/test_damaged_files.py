"""Damaged files of every kind are refused in one line, or what they hold can be used.

The tests draw a hundred files of each kind; `pytest --hypothesis-profile=fuzz` draws thousands, and
with NUMBA_BOUNDSCHECK=1 no kernel may read outside an array meanwhile. A file at fault is shown as
small as it can be made.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cfggo.base.array_archive import ArchiveFormat, write_archive
from cfggo.base.errors import CfggoError
from cfggo.base.resources import configs_folder
from cfggo.config import load_config
from cfggo.features.catalogue import TREE_GROUPS
from cfggo.go.game import Game
from cfggo.go.main_line import MainLine
from cfggo.go.points import BLACK, N_POINTS
from cfggo.match.contests.tournament import read_tournament
from cfggo.match.contests.tune import read_tuning
from cfggo.models.bradley_terry import weights
from cfggo.models.bradley_terry.boosted_trees import (
    FORK_DTYPE,
    BoostedTrees,
    new_boost_scratch,
    store_boosts,
)
from cfggo.models.bradley_terry.weights import Model, save_model
from cfggo.models.frequency import model as frequency_model
from cfggo.models.pattern_beliefs import beliefs
from cfggo.models.registry import load_model
from cfggo.models.territory import model as territory_model
from cfggo.models.territory.features import FORMS, N_NODE_TERMS, n_edge_terms
from cfggo.models.territory.model import Territory, load_territory, save_territory
from cfggo.models.tsumego import graph_kernel, local_model
from cfggo.models.tsumego.collections import read_problems, to_json
from cfggo.models.tsumego.local_features import TreeFeatures, n_local_features
from cfggo.models.tsumego.problem import Problem
from cfggo.models.tsumego.rankers import load_ranker_model, local_probabilities
from cfggo.models.tsumego.subgraphs import paper_keys
from cfggo.records.collection import DropReport
from cfggo.records.game_record import GameRecord
from cfggo.records.game_tree import GameTree
from cfggo.records.replay import followed_moves, game_arrays
from cfggo.records.sgf.data import split_collection
from cfggo.records.sgf.errors import SgfError
from cfggo.records.sgf.reading import read_parts
from cfggo.records.sgf.writing import write_sgf
from cfggo.search import informed_trees
from cfggo.search.informed_trees import N_INFORMED, load_informed_trees, save_informed_trees
from cfggo.search.limits import Limit
from cfggo.search.request import SearchRequest
from cfggo.search.searcher import Searcher
from tests.conftest import MakeFrequencies, RandomRecords, RandomWeights
from tests.damage import damaged, forged
from tests.models.pattern_beliefs.test_beliefs import content as content_of_beliefs

CHECKOUT = Path(__file__).resolve().parents[1]
GAMES = sorted((CHECKOUT / "docs/example-tournament/games").glob("*.sgf"))[:10]

ODD_RECORDS = [
    b"(;GM[1]FF[4]CA[UTF-8]SZ[9]HA[2]KM[0.5]PB[\xe5\x90\xb3]AB[cc][gg];W[ee];B[ec];W[])",
    b"(;SZ[13]KM[375]RU[Japanese](;B[jj]C[one\\] way];W[dd])(;B[aa]))",
    b"(;SZ[5]AB[aa:cb]AW[ad]PL[B];B[ee];W[de];AE[aa]AW[ea]PL[W];W[ce];B[tt])",
    b";SZ[19]CA[shift_jis]C[\x83\x5c];B[pd];W[dp]MN[2];B[pp]LB[pp:1]TR[dd]",
    b"(;B[aa];W[bb])(;SZ[2];B[aa];W[bb];B[ba];W[ab])",
    b"(SZ[9]KO[7.5]RE[\xe9\xbb\x91\xe8\x83\x9c];B[ee];W[jj](B[cc]C[a [b] c])(W[aa]---;B[GG]))",
    b"(;SZ[9]AP[GNU Go:3.8]AP[foxwq]KM[0]RU[koSIMPLEscoreAREAsui0];B[dd]C[\x95\x5c];W[ff;B[gg])",
]
PROBLEM = b"(;SZ[9]AB[ac:cc][cb][ca]AW[ad:dd][dc][db][da](;B[bb]C[Right])(;B[aa];W[bb]))"
TUNING = b"""base = "cfggo:cfg-tree"
seconds = 0.5
[sprt]
elo1 = 40
[grid]
rave_bias = [0.05, 0.2]
[candidates]
full = "cfggo:cfg-full"
"""


class Kind(NamedTuple):
    """One kind of file.

    files -- strategy for its bytes
    use   -- reads a file and uses what it holds, by a number that decides how; raises CfggoError or
             SgfError if it is refused
    """

    files: st.SearchStrategy[bytes]
    use: Callable[[Path, int], object]


def check(kind: Kind, folder: Path) -> None:
    """Checks that files are refused in a line or used, and that both happen."""
    verdicts: Counter[str] = Counter()
    path = folder / "damaged.file"

    @given(data=kind.files, number=st.integers(0, 11))
    def read(data: bytes, number: int) -> None:
        path.write_bytes(data)
        message = ""
        try:
            kind.use(path, number)
        except (CfggoError, SgfError) as error:
            message = str(error)
        assert len(message.splitlines()) <= 1
        verdicts["refused" if message else "used"] += 1

    read()
    assert min(verdicts["used"], verdicts["refused"]) > 2, verdicts


def play(path: Path, number: int) -> None:
    """Plays a move by an engine with extreme settings and the policies that the file has."""
    policies = load_model(path).policies
    # Beliefs are no playout policy; the playouts of these have no paths that may not fit.
    files = {"playout": "baseline"} | {kind: str(path) for kind in policies}
    config = load_config("cfg-full" if number % 2 else "cfggo").with_values(
        **files,
        playout_exponent=(0.0, 1.0, 4.0)[number % 3],
        playout_locality=(-10.0, 0.0, 10.0)[number % 3],
        vital_points=(-10.0, 10.0)[number % 2],
        max_nodes=2000,
        seed=1,
    )
    engine, game = Searcher(config), Game(7)
    engine.choose_move(SearchRequest(game, BLACK, Limit(playouts=20)))
    assert engine.policy(game, BLACK).sum() == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize("labelling", ["", "exact", "hash8"])
def test_weights(labelling: str, random_weights: RandomWeights, tmp_path: Path) -> None:
    keys = np.unique(np.random.default_rng(1).integers(1, 2**64 - 1, 40, dtype=np.uint64))
    tree = random_weights("tree", labelling, keys=keys, groups=TREE_GROUPS)
    playout = random_weights("playout", labelling)
    for policy in (tree, playout):
        policy.theta[60:] = 0.0  # a small file
    path = tmp_path / "some.weights"
    save_model(path, Model({"tree": tree, "playout": playout}, np.arange(5, dtype=np.uint32)))
    check(Kind(forged(path, weights.FORMAT), play), tmp_path)


def test_informed_trees(tmp_path: Path) -> None:
    path = tmp_path / "some.weights"
    forks = np.zeros(3, FORK_DTYPE)
    forks["number"], forks["bound"], forks["left"] = [1, 40, 60], [0.0, 2.0, -1.0], [2, 6, 4]
    leaves = np.array([0.5, -1.0, 0.25, 1.0, -0.5], np.float32)
    save_informed_trees(path, BoostedTrees(forks, leaves, np.array([0, 1, 3], np.int32)), {})

    def ask(path: Path, number: int) -> None:
        scratch = new_boost_scratch(N_INFORMED)
        rng = np.random.default_rng(number)
        scratch.columns[:] = rng.normal(0.0, 20.0, scratch.columns.shape)
        store_boosts(load_informed_trees(path), 50, scratch)
        assert np.isfinite(scratch.boosts[:50]).all()

    check(Kind(forged(path, informed_trees.FORMAT), ask), tmp_path)


def test_pattern_beliefs(tmp_path: Path) -> None:
    path = tmp_path / "some.weights"
    write_archive(path, beliefs.FORMAT, *content_of_beliefs())
    check(Kind(forged(path, beliefs.FORMAT), play), tmp_path)


def test_frequencies(make_frequencies: MakeFrequencies, tmp_path: Path) -> None:
    path = tmp_path / "some.weights"
    model = make_frequencies({"XO./.*./...": (3, 9), "###/.*./..O": (1, 2)})
    frequency_model.save_frequency_model(path, model)

    def answer(path: Path, number: int) -> None:
        load_model(path)
        config = load_config("frequency").with_values(
            playout=str(path),
            playout_exponent=(0.0, 1.0, 4.0)[number % 3],
            pattern_answers=(0, 4, 8)[number % 3],
            answers_by_rate=number % 2 == 0,
            max_nodes=2000,
            seed=1,
        )
        Searcher(config).choose_move(SearchRequest(Game(7), BLACK, Limit(playouts=20)))

    check(Kind(forged(path, frequency_model.FORMAT), answer), tmp_path)


@pytest.mark.parametrize("method", ["local", "kernel"])
def test_models_of_problems(method: str, tmp_path: Path) -> None:
    path = tmp_path / "some.weights"
    rng = np.random.default_rng(1)
    none = np.zeros(0, dtype=np.uint32)
    kind: ArchiveFormat
    if method == "local":
        kind = local_model.FORMAT
        keys = np.unique(rng.integers(1, 2**64 - 1, 20, dtype=np.uint64))
        tree, subgraphs = TreeFeatures(TREE_GROUPS, "", keys), paper_keys()[:50]
        theta = rng.normal(0, 1, n_local_features(tree, len(subgraphs))).astype(np.float32)
        local_model.save_local_model(path, local_model.LocalModel(tree, subgraphs, theta, none))
    else:
        kind = graph_kernel.FORMAT
        vectors = rng.random((3, graph_kernel.n_features("liberties"))).astype(np.float32)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        model = graph_kernel.GraphKernelModel("liberties", vectors, np.ones(3, np.float32), none)
        graph_kernel.save_graph_kernel(path, model)
    (tmp_path / "problem.sgf").write_bytes(PROBLEM)
    (problem,) = read_problems([tmp_path / "problem.sgf"], DropReport())

    def rank(path: Path, number: int) -> None:
        _, probabilities = local_probabilities(load_ranker_model(path).ranker(), problem.boards())
        assert probabilities.sum() == pytest.approx(1)

    check(Kind(forged(path, kind), rank), tmp_path)


@pytest.mark.parametrize("form", FORMS)
def test_territory_fields(form: str, random_records: RandomRecords, tmp_path: Path) -> None:
    path, rng = tmp_path / "some.weights", np.random.default_rng(1)
    edges = rng.normal(0.0, 0.3, n_edge_terms(FORMS[form]))
    nodes = rng.normal(0.0, 0.3, N_NODE_TERMS)
    save_territory(path, Territory(form, edges, nodes, np.arange(5, dtype=np.uint32), {"n": 5}))
    records = random_records(12, 7, 30)

    def own(path: Path, number: int) -> None:
        game = Game.from_main_line(records[number].line, may_repeat=True)
        owners = load_territory(path).owners(game.boards[0], rng.uniform(-1.0, 1.0, N_POINTS))
        assert (np.abs(owners) <= 1.0).all()

    check(Kind(forged(path, territory_model.FORMAT), own), tmp_path)


def test_problems(tmp_path: Path) -> None:
    (tmp_path / "problem.sgf").write_bytes(PROBLEM)
    (problem,) = read_problems([tmp_path / "problem.sgf"], DropReport())
    samples = [
        f"{to_json(problem)}\n".encode() * 2,
        PROBLEM,
        PROBLEM.replace(b"C[Right]", b"TE[1]"),
    ]

    def set_up(path: Path, number: int) -> None:
        data = path.read_bytes()
        named = path.with_suffix(".jsonl" if data.startswith(b"{") else ".sgf")
        named.write_bytes(data)
        dropped = DropReport()
        problems: list[Problem] = list(read_problems([named], dropped))
        assert not any("\n" in example for example in dropped.examples.values())
        for found in problems:
            assert not found.fault()
            to_json(found)
        if not problems:
            raise CfggoError(str(dropped))

    check(Kind(damaged([*samples, *ODD_RECORDS]), set_up), tmp_path)


def without_text(line: MainLine) -> MainLine:
    """Returns a record without names, comments, what can't be read and the like."""
    texts = {f.name: "" for f in fields(line) if isinstance(getattr(line, f.name), str)}
    return replace(line, comments={}, unread=(), mended=(), **texts)  # type: ignore[arg-type]


def test_records(tmp_path: Path) -> None:
    """What is read of a record is replayed, learnt from and written, and is the same game then."""

    def replay(path: Path, number: int) -> None:
        refusal = None
        for data in split_collection(path.read_bytes())[:100]:
            try:
                line, edits = read_parts(data)
                game = Game.from_main_line(line, edits=edits, may_repeat=True)
            except (SgfError, ValueError) as error:
                refusal = SgfError(str(error))
                continue
            tree = GameTree.read(data)
            tree.to_end()
            its_line, its_edits = tree.parts()
            assert (without_text(its_line), its_edits) == (without_text(line), edits)
            written, _ = read_parts(write_sgf(line))
            assert without_text(written) == without_text(line)
            followed_moves(game_arrays([GameRecord("game", line)]))
            game.score()
            again = Game.from_main_line(game.to_main_line(), may_repeat=True)
            assert again.boards["hash"] == game.boards["hash"]
            assert again.to_play == game.to_play
        if refusal is not None:
            raise refusal

    samples = [*(game.read_bytes() for game in GAMES), *ODD_RECORDS]
    check(Kind(damaged(samples), replay), tmp_path)


@pytest.mark.parametrize(
    ("read", "samples"),
    [
        (
            lambda path: load_config(str(path)),
            [path.read_bytes() for path in sorted(configs_folder().glob("*.toml"))],
        ),
        (read_tournament, [(CHECKOUT / "docs/example-tournament/tournament.toml").read_bytes()]),
        (read_tuning, [TUNING]),
    ],
    ids=["configurations", "tournaments", "tuning"],
)
def test_settings(read: Callable[[Path], object], samples: list[bytes], tmp_path: Path) -> None:
    check(Kind(damaged(samples), lambda path, number: read(path)), tmp_path)
