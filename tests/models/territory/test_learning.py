"""Learning a territory field: the gradient, what is learnt, and what can't be."""

import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from cfggo import cli
from cfggo.base.errors import CfggoError
from cfggo.base.executor import Threads
from cfggo.base.resources import find_weights
from cfggo.base.training_run import TrainingRun
from cfggo.go.main_line import MainLine
from cfggo.go.points import BLACK, N_POINTS, OFF_BOARD, WHITE, board_points, parse_vertex
from cfggo.learning.trainers import new_run
from cfggo.methods import TerritoryOptions
from cfggo.models.territory.elimination import best_labels
from cfggo.models.territory.endings import endings_of, ownership_of_text, text_of_ownership
from cfggo.models.territory.errors import GameErrors, errors_of, naive_owners, totals
from cfggo.models.territory.features import FORMS, N_NODE_TERMS, n_edge_terms, see
from cfggo.models.territory.likelihood import graphs_of_endings, loss
from cfggo.models.territory.model import Territory, load_territory, of_points, save_territory
from cfggo.models.territory.regions import STONE, group_of_blocks
from cfggo.models.territory.remembered_loss import RememberedLoss
from cfggo.records.collection import DropReport
from cfggo.records.game_record import GameRecord
from cfggo.records.sgf.writing import write_sgf
from tests.conftest import MakeEndings, RandomBoard
from tests.diagrams import board_from_diagram
from tests.models.territory.test_inference import enumerated
from tests.silence import say_nothing, show_nothing


def random_field(name: str, seed: int = 1) -> Territory:
    rng = np.random.default_rng(seed)
    n = n_edge_terms(FORMS[name])
    return Territory(
        name, rng.normal(0, 0.1, n), rng.normal(0, 0.2, N_NODE_TERMS), np.zeros(0, np.uint32)
    )


def swapped(board: np.void) -> np.ndarray:
    """Returns the colours of a board with black and white stones swapped."""
    colour = board["colour"].copy()
    colour[board["colour"] == BLACK], colour[board["colour"] == WHITE] = WHITE, BLACK
    return colour


def test_energies_beyond_what_an_exponential_holds_still_tell_owners_apart(
    random_endings: MakeEndings,
) -> None:
    """What is learnt is what is used: energies are not cut off, so the largest decide."""
    field = random_field("field")
    field = replace(field, edges=5000 * field.edges, nodes=5000 * field.nodes)
    for ending in endings_of(random_endings(5), DropReport()):
        seen = see(ending.board, field.form)
        weights, lean = seen.edges @ field.edges, seen.nodes @ field.nodes
        assert np.abs(weights).max() > 1000
        best = best_labels(len(seen.graph.kind), seen.graph.edges, weights, lean)
        assert best is not None
        owners = of_points(seen.graph, np.where(best[1], 1.0, -1.0))
        np.testing.assert_allclose(field.owners(ending.board), owners, atol=1e-6)


def test_the_papers_models_have_36_and_72_parameters() -> None:
    assert n_edge_terms(FORMS["blocks"]) == 36
    assert n_edge_terms(FORMS["neighbours"]) == 72


@pytest.mark.parametrize("name", ["blocks", "neighbours", "field"])
def test_the_gradient_is_that_of_small_differences(name: str, random_endings: MakeEndings) -> None:
    rng = np.random.default_rng(1)
    form = FORMS[name]
    graphs = graphs_of_endings(endings_of(random_endings(4), DropReport()), form)
    edges = rng.normal(0, 0.05, n_edge_terms(form))
    nodes = rng.normal(0, 0.2, N_NODE_TERMS)
    _, of_edges, of_nodes = loss(graphs, edges, nodes)
    for parameters, gradient in ((edges, of_edges), (nodes, of_nodes)):
        for i in rng.permutation(len(parameters))[:12]:
            step = np.zeros(len(parameters))
            step[i] = 0.01
            if parameters is edges:
                up, down = loss(graphs, edges + step, nodes), loss(graphs, edges - step, nodes)
            else:
                up, down = loss(graphs, edges, nodes + step), loss(graphs, edges, nodes - step)
            assert (up[0] - down[0]) / 0.02 == pytest.approx(gradient[i], rel=0.01, abs=0.01)


@pytest.mark.parametrize("name", ["blocks", "field", "field-playouts"])
def test_swapped_colours_swap_the_owners(name: str, random_board: RandomBoard) -> None:
    field = random_field(name)
    for seed in range(1, 60, 2):
        board = random_board(7, seed)[0]
        ownership = np.random.default_rng(seed).uniform(-1, 1, N_POINTS)
        seen = see(board, field.form, ownership)
        other = board.copy()
        other["colour"] = swapped(board)
        weights, lean = field.energies(seen)
        other_weights, other_lean = field.energies(see(other, field.form, -ownership))
        np.testing.assert_allclose(weights, other_weights, atol=1e-9)
        np.testing.assert_allclose(lean, -other_lean, atol=1e-9)
        if name != "blocks":  # of its best labellings one is chosen
            np.testing.assert_allclose(
                field.owners(board, ownership), -field.owners(other, -ownership), atol=1e-6
            )


@pytest.mark.parametrize("turn", range(1, 8))
def test_a_turned_board_has_turned_owners(turn: int, random_board: RandomBoard) -> None:
    def turned(points: np.ndarray) -> np.ndarray:
        square = points.reshape(21, 21)
        return np.rot90(square.T if turn >= 4 else square, turn % 4).ravel()

    field = random_field("field")
    for seed in range(1, 24, 2):
        board = random_board(19 if seed == 1 else 9, seed)[0]
        other = board.copy()
        colour = turned(board["colour"])
        corner = (
            np.flatnonzero(colour != OFF_BOARD)[0] - board_points(2)[0]
        )  # at another end of the array
        other["colour"] = np.roll(colour, -corner)
        owners = np.roll(turned(field.owners(board)), -corner)
        np.testing.assert_allclose(field.owners(other), owners, atol=1e-5)


@pytest.mark.parametrize("name", FORMS)
def test_owners_are_those_of_all_labellings_of_small_boards(
    name: str, random_board: RandomBoard
) -> None:
    """The mean of them by their chances; or one of the least energy in which groups are whole, and
    more stones alive than in its complement.
    """
    field = random_field(name)
    n_boards = 0
    for seed in range(60):
        board = random_board(4, seed)[0]
        ownership = np.random.default_rng(seed).uniform(-1, 1, N_POINTS)
        seen = see(board, field.form, ownership)
        n, edges = len(seen.graph.kind), seen.graph.edges
        if n > 12 or not (seen.graph.kind == STONE).any():
            continue
        n_boards += 1
        weights, lean = field.energies(seen)
        owners = field.owners(board, ownership)
        if field.form.extended:
            _, _, black, _ = enumerated(n, edges, weights, lean)
            expected = of_points(seen.graph, 2.0 * black - 1.0)
            np.testing.assert_allclose(owners, expected, atol=1e-6)
            continue
        labels = (np.arange(1 << n)[:, np.newaxis] >> np.arange(n)) & 1
        group = group_of_blocks(seen.graph)
        first_of_group = np.array([np.flatnonzero(group == of)[0] for of in group])
        labels = labels[(labels == labels[:, first_of_group]).all(axis=1)]
        energy = (labels[:, edges[:, 0]] != labels[:, edges[:, 1]]) @ weights
        found = np.array([owners[seen.graph.node_of == block][0] > 0 for block in range(n)])
        (which,) = np.flatnonzero((labels == found).all(axis=1))
        assert energy[which] == pytest.approx(energy.min())
        colours = board["colour"]
        alive = (owners > 0) == (colours == BLACK)
        assert 2 * alive[colours == BLACK].sum() + 2 * alive[colours == WHITE].sum() >= (
            (colours == BLACK).sum() + (colours == WHITE).sum()
        )
    assert n_boards > 20


def test_nobody_owns_an_empty_board() -> None:
    board = board_from_diagram(".....\n" * 5)[0]
    for name in ("blocks", "field"):
        assert not random_field(name).owners(board).any()


@pytest.mark.parametrize("name", ["blocks", "field", "field-playouts"])
def test_of_too_wide_a_graph_a_field_knows_nothing(name: str) -> None:
    """Single stones and single empty points all over the board."""
    rows = ["".join(".XO"[(row + column) % 3] for column in range(19)) for row in range(19)]
    board = board_from_diagram("\n".join(rows))[0]
    field = random_field(name)
    playouts = np.random.default_rng(1).uniform(-1, 1, N_POINTS).astype(np.float32)
    assert np.array_equal(field.owners(board, playouts), playouts)
    if name != "field-playouts":
        assert not field.owners(board).any()


def test_a_field_that_sees_playouts_needs_them() -> None:
    board = board_from_diagram("..X..\n" * 5)[0]
    with pytest.raises(ValueError, match="needs the owners in playouts"):
        random_field("field-playouts").owners(board)


def naive_errors(line: MainLine) -> GameErrors:
    (ending,) = endings_of([GameRecord("dead", line)], DropReport())
    return errors_of(ending, naive_owners(ending.board))


def line_with_a_dead_stone(komi: float | None, rules: str = "") -> MainLine:
    board = board_from_diagram("..X.O\nX.X.O\n.OX.O\nXXX.O\n..X.O")[0]
    black = [f"{column}{row}" for column in "ABC" for row in range(1, 6)]
    white = [f"E{row}" for row in range(1, 6)]
    stones = [tuple(np.flatnonzero(board["colour"] == c).tolist()) for c in (BLACK, WHITE)]
    points = [tuple(sorted(parse_vertex(v, 5) for v in area)) for area in (black, white)]
    line = MainLine(5, (), stones[0], stones[1], komi=komi, rules=rules)
    return replace(line, black_area=points[0], white_area=points[1])


def test_errors_of_a_position_with_a_dead_stone() -> None:
    errors = naive_errors(line_with_a_dead_stone(komi=7.0))
    assert (errors.blocks, errors.wrong_blocks) == (4, 1)  # B3 is dead
    assert errors.points == 18  # A3, B4 and those between the walls are neutral
    assert errors.wrong_points == 1
    assert totals([errors])["game"].share == 1.0
    assert errors.wrong_winner  # 13 to 5 with komi 7 is Black's by a point, 12 to 6 White's


def test_the_winner_is_by_the_komi_of_the_rules_where_a_record_has_none() -> None:
    """Black wins 13 points to 5 with a komi of 7.5 and of 6.5, but not 12 to 6."""
    for rules in ("", "Japanese"):
        assert naive_errors(line_with_a_dead_stone(None, rules)).wrong_winner
    assert not naive_errors(line_with_a_dead_stone(0.0)).wrong_winner


def test_intervals_of_errors_are_shares_or_unknown() -> None:
    """Few errors, in one game of many, do not say how games differ."""

    def errors(wrong: int) -> GameErrors:
        return GameErrors(30, wrong, 81, wrong, False, np.zeros((1, 3)), 0.0)

    for wrongs, is_known in (([0] * 9, False), ([0] * 8 + [2], False), ([0] * 7 + [1, 9], True)):
        found = totals([errors(wrong) for wrong in wrongs])
        for name in ("block", "vertex"):
            assert math.isnan(found[name].low) is not is_known
            if is_known:
                assert found[name].low == 0.0 < found[name].share < found[name].high < 1.0


def test_ownership_as_text_comes_back() -> None:
    rng = np.random.default_rng(1)
    board = board_from_diagram(".....\n" * 5)[0]
    on_board = board["colour"] == 0
    ownership = np.where(on_board, rng.integers(-50, 51, N_POINTS) / 50, 0)
    text = text_of_ownership(ownership, 5)
    np.testing.assert_allclose(ownership_of_text(text, 5), ownership, atol=1e-6)
    for wrong in (text[:-2], "zz" + text[2:], "ff" + text[2:]):
        with pytest.raises(ValueError, match=r".+"):
            ownership_of_text(wrong, 5)


@pytest.fixture
def endings_folder(tmp_path: Path, random_endings: MakeEndings) -> Path:
    folder = tmp_path / "endings"
    folder.mkdir()
    for i, record in enumerate(random_endings(60)):
        (folder / f"{i}.sgf").write_bytes(write_sgf(record.line))
    return folder


def test_what_is_learnt_beats_taking_all_stones_for_alive(
    endings_folder: Path, tmp_path: Path, random_endings: MakeEndings
) -> None:
    out = tmp_path / "field.weights"
    words = ["train", "territory", str(endings_folder), "--size", "7"]
    assert cli.main([*words, "--form", "field", "--out", str(out)]) == 0
    model = load_territory(out)
    assert model.about["method"] == "territory"
    assert len(model.games) == model.about["games"] < 60  # some are held out
    endings = endings_of(random_endings(60), DropReport())
    unseen = [e for e in endings if e.record.short_digest not in model.games]
    assert len(unseen) > 3

    def wrong(owners: list[np.ndarray]) -> int:
        return sum(errors_of(e, o).wrong_points for e, o in zip(unseen, owners, strict=True))

    learnt = wrong([model.owners(ending.board) for ending in unseen])
    assert learnt < wrong([naive_owners(ending.board) for ending in unseen])


def territory_run(records: list[GameRecord], path: Path) -> TrainingRun:
    return new_run(records, TerritoryOptions(form="field"), Threads(1), path)


def test_losses_that_nobody_asks_for_again_are_forgotten() -> None:
    """Another version of SciPy takes other steps."""
    rng = np.random.default_rng(1)
    points = rng.normal(size=(4, 3))

    def squares(x: np.ndarray) -> tuple[float, np.ndarray]:
        return float(x @ x), 2 * x

    def unknown(x: np.ndarray) -> tuple[float, np.ndarray]:
        raise AssertionError("was computed anew")

    memory = RememberedLoss(3)
    for point in points:
        memory.of(squares, point)
    again = RememberedLoss(3)
    again.go_on_from(memory.arrays)
    for point in points[:2]:
        value, gradient = again.of(unknown, point)
        assert (value, gradient.tolist()) == (squares(point)[0], squares(point)[1].tolist())
    again.of(squares, points[0])
    assert again.arrays["points"].tolist() == points[[0, 1, 0]].tolist()


def test_evaluate_prints_a_table(
    endings_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "random.weights"
    save_territory(path, random_field("blocks"))
    words = [str(path), str(endings_folder), "--size", "7"]
    assert cli.main(["evaluate", "territory", *words]) == 0
    out = capsys.readouterr().out
    assert "60 games" in out
    assert "all alive" in out
    assert "random" in out
    assert cli.main(["evaluate", "territory", *words, "--json"]) == 0
    table = json.loads(capsys.readouterr().out)["all"]
    wrong = {name: row["wrong_points"] for name, row in table.items()}
    fewer = table["random"]["fewer_wrong_points"]
    assert fewer["than"] == "all alive"
    assert fewer["share"] == pytest.approx(1 - wrong["random"] / wrong["all alive"], abs=1e-4)
    assert fewer["interval"][0] < fewer["share"] < fewer["interval"][1]
    assert "fewer_wrong_points" not in table["all alive"]


def test_games_are_counted_without_those_that_are_left_out(
    tmp_path: Path, random_endings: MakeEndings, capsys: pytest.CaptureFixture[str]
) -> None:
    for number, record in enumerate(random_endings(8)):
        line = record.line
        if number < 5:
            line = replace(line, black_area=(), white_area=())
        (tmp_path / f"{number}.sgf").write_bytes(write_sgf(line))
    words = ["territory", str(tmp_path), "--size", "7", "--games", "3"]
    assert cli.main(["evaluate", "territory", *words]) == 0
    text, error = capsys.readouterr()
    assert "3 games" in text
    assert "5 records left out (5 no owners of points)" in error


def test_models_of_equal_file_names_have_a_row_each(
    endings_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = [tmp_path / folder / "same.weights" for folder in ("a", "b")]
    for path, form in zip(paths, ("blocks", "neighbours"), strict=True):
        path.parent.mkdir()
        save_territory(path, random_field(form))
    words = [*map(str, paths), str(endings_folder), "--size", "7"]
    assert cli.main(["evaluate", "territory", *words, "--json"]) == 0
    table = json.loads(capsys.readouterr().out)["all"]
    assert {str(path) for path in paths} < table.keys()


def test_a_field_that_sees_playouts_is_not_learnt_without(
    endings_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["train", "territory", str(endings_folder), "--size", "7"]
    out = str(tmp_path / "field.weights")
    assert cli.main([*command, "--form", "field-playouts", "--out", out]) == 2
    error = capsys.readouterr().err.splitlines()[-1]
    assert "no records with the owners of points in playouts" in error
    assert "scripts/counted_owners.py makes some" in error


def test_endings_that_are_all_too_wide_are_too_few(
    random_endings: MakeEndings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cfggo.models.territory.likelihood.MOST_WIDTH", 0)
    run = territory_run(random_endings(12), tmp_path / "none")
    with pytest.raises(CfggoError, match=r"too few games for form .*, all have too many blocks"):
        run.run(show_nothing, say_nothing)


def test_endings_without_an_owned_point_that_counts_are_left_out(
    tmp_path: Path, random_endings: MakeEndings, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without stones all points are neutral."""
    (tmp_path / "empty.sgf").write_text("(;SZ[7]KM[0.5];B[];W[]TB[aa]TW[bb])")
    words = ["territory", str(tmp_path), "--size", "7"]
    words += ["--min-moves", "1"]
    assert cli.main(["evaluate", "territory", *words]) == 2
    text, error = capsys.readouterr()
    assert text == ""
    assert "1 record left out (1 no owned points that count)" in error
    (tmp_path / "sound.sgf").write_bytes(write_sgf(random_endings(1)[0].line))
    assert cli.main(["evaluate", "territory", *words]) == 0
    text, error = capsys.readouterr()
    assert "wrong owners, 1 game" in text
    assert "nan" not in text


def test_records_without_owners_are_counted(
    tmp_path: Path, random_endings: MakeEndings, capsys: pytest.CaptureFixture[str]
) -> None:
    line = replace(random_endings(1)[0].line, black_area=(), white_area=())
    (tmp_path / "bare.sgf").write_bytes(write_sgf(line))
    words = ["train", "territory", str(tmp_path), "--size", "7", "--all"]
    assert cli.main([*words, "--out", str(tmp_path / "f.weights")]) == 2
    assert "no records that say who owns the points" in capsys.readouterr().err


def test_a_number_of_games_is_that_of_those_with_owners(
    tmp_path: Path, random_endings: MakeEndings
) -> None:
    for number, record in enumerate(random_endings(40)):
        line = record.line
        if number % 2:
            line = replace(line, black_area=(), white_area=())
        (tmp_path / f"{number}.sgf").write_bytes(write_sgf(line))
    words = ["train", "territory", str(tmp_path), "--size", "7", "--all", "--games"]
    for games, learnt in (("12", 12), ("30", 20)):
        out = tmp_path / f"{games}.weights"
        assert cli.main([*words, games, "--out", str(out)]) == 0
        assert load_territory(out).about["games"] == learnt


def test_files_of_other_kinds_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "field.weights"
    save_territory(path, random_field("field"))
    assert load_territory(path).form_name == "field"
    with pytest.raises(CfggoError, match="not a territory field"):
        load_territory(find_weights("frequency"))
