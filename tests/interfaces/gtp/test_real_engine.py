"""The whole engine behind GTP, with a policy that knows nothing."""

import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from cfggo.models.bradley_terry.weights import (
    POLICY_KINDS,
    Model,
    Weights,
    n_features_of,
    save_model,
)

VERTEX = r"(?:[A-HJ-T](?:1[0-9]|[1-9])|pass)"

MOST_MOVES = 80
"""Moves, passes included, in which a game on a board of 5x5 must end."""


class Engine:
    """A process of `cfggo gtp` that answers one command at a time."""

    def __init__(self, config: Path, *options: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "cfggo", "gtp", "--config", str(config), *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def send(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def read(self) -> str:
        """Returns the next answer, without the blank line that ends it."""
        assert self.process.stdout is not None
        lines = []
        while line := self.process.stdout.readline().rstrip():
            lines.append(line)
        return "\n".join(lines)

    def ask(self, command: str) -> str:
        self.send(command)
        return self.read()

    def begin(self, analysis: str) -> None:
        """Sends a command that reports while it searches; waits for its first report."""
        assert self.process.stdout is not None
        self.send(analysis)
        while not (line := self.process.stdout.readline()).startswith("info "):
            assert line, "it ended"

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Settings with weights that prefer no move to another."""
    folder = tmp_path_factory.mktemp("flat")
    flat = {
        kind: Weights(kind, "exact", np.zeros(n_features_of(kind, "exact"), dtype=np.float32))
        for kind in POLICY_KINDS
    }
    weights = folder / "flat.weights"
    save_model(weights, Model(flat))
    file = folder / "flat.toml"
    file.write_text(
        f'[policy]\ntree = "{weights}"\nplayout = "{weights}"\n'
        "[search]\nplayouts = 50\n[play]\nseed = 1\n"
    )
    return file


@pytest.fixture(scope="module")
def only_engine(config: Path) -> Iterator[Engine]:
    engine = Engine(config)
    yield engine
    engine.close()


@pytest.fixture
def engine(only_engine: Engine) -> Engine:
    """Returns an engine with the seed and komi that it began with."""
    only_engine.ask("set_random_seed 1")
    only_engine.ask("komi 7.5")
    return only_engine


@pytest.fixture(scope="module")
def slow_engine(config: Path) -> Iterator[Engine]:
    engine = Engine(config, "--seconds", "60")
    engine.send("lz-analyze b 10")  # waits until everything is loaded
    engine.ask("name")
    engine.read()
    yield engine
    engine.close()


def test_it_plays_a_game_to_its_end(engine: Engine) -> None:
    engine.ask("boardsize 5")
    moves: list[str] = []
    while moves[-1:] != ["= resign"] and moves[-2:] != ["= pass", "= pass"]:
        assert len(moves) < MOST_MOVES
        moves.append(engine.ask(f"genmove {'bw'[len(moves) % 2]}"))
    assert all(re.fullmatch(rf"= (?:{VERTEX}|resign)", move) for move in moves)
    assert re.fullmatch(r"= (?:[BW]\+[0-9.]+|0)", engine.ask("final_score"))


ONE_DEAD_STONE = """
    . O . O . O .
    . O . O . O .
    O O O O O O O
    O O O O O O O
    X X X X X X X
    . X . O . X .
    X X X . X X X
"""


def test_dead_stones_are_found_by_playouts(engine: Engine) -> None:
    engine.ask("boardsize 7")
    engine.ask("komi 0.5")
    rows = [line.split() for line in ONE_DEAD_STONE.split("\n") if line.strip()]
    stones = [
        f"{'b' if mark == 'X' else 'w'} {'ABCDEFG'[col]}{7 - row}"
        for row, line in enumerate(rows)
        for col, mark in enumerate(line)
        if mark != "."
    ]
    assert engine.ask(f"gogui-setup {' '.join(stones)}") == "="
    assert engine.ask("final_status_list dead") == "= D2"
    assert engine.ask("final_score") == "= W+7.5"  # 28 points and komi against 21


def test_analysis_reports_until_something_arrives(engine: Engine) -> None:
    engine.ask("boardsize 9")
    engine.send("lz-analyze b 5")
    assert engine.process.stdout is not None
    assert engine.process.stdout.readline() == "=\n"
    info = (
        rf"info move {VERTEX} visits \d+ winrate \d+ scoreMean (?:-?\d+\.\d+)"
        rf" scoreLead (?:-?\d+\.\d+) prior \d+ lcb \d+ order \d+ pv {VERTEX}(?: {VERTEX})*"
    )
    for _ in range(3):
        line = engine.process.stdout.readline().rstrip("\n")
        assert re.fullmatch(rf"{info}(?: {info})*", line)
    engine.send("name")
    engine.read()
    assert engine.read() == "= cfggo"


def test_analysis_lists_the_moves_that_were_not_visited_too(engine: Engine) -> None:
    engine.ask("boardsize 9")
    engine.ask("play b E5")
    engine.send("kata-genmove_analyze w minmoves 81 rootInfo true")
    line = engine.read().splitlines()[-2]
    moves, root = line.split(" rootInfo ")
    visits = [int(number) for number in re.findall(r" visits (\d+)", moves)]
    assert len(visits) == 81  # the 80 empty points and pass
    assert 0 < visits.count(0) < 81
    assert re.fullmatch(
        rf"visits {sum(visits)} winrate [01]\.\d+ scoreMean (-?\d+\.\d+) scoreStdev \d+\.\d+ "
        r"scoreLead \1",
        root,
    )


def test_owners_after_each_move_are_those_of_its_playouts(engine: Engine) -> None:
    engine.ask("boardsize 5")
    engine.send("kata-genmove_analyze b pvVisits true movesOwnership true ownership true")
    line = engine.read().splitlines()[-2]
    moves, ownership = line.rsplit(" ownership ", 1)
    total, played = [0.0] * 25, 0
    for move in moves.split("info ")[1:]:
        visits = int(re.findall(r" visits (\d+)", move)[0])
        assert re.findall(r"pvVisits (\d+)", move) == [str(visits)]
        owners = [float(word) for word in move.split(" movesOwnership ")[1].split()]
        assert len(owners) == 25
        total = [sum_ + visits * owner for sum_, owner in zip(total, owners, strict=True)]
        played += visits
    means = [sum_ / played for sum_ in total]
    assert means == pytest.approx([float(word) for word in ownership.split()], abs=0.01)


def test_a_position_is_estimated_by_a_search(engine: Engine) -> None:
    engine.ask("boardsize 5")
    engine.ask("set_position b C3 b C2 b C4")
    score = engine.ask("estimate_score")
    assert re.fullmatch(r"= B\+[0-9.]+ \(upper bound: -?[0-9.]+, lower: -[0-9.]+\)", score)
    assert engine.ask("kata-raw-nn 0").count("\n") == 4 + 4 + 1 + 5 + 2 + 5 - 1 + 1
    assert engine.ask("heatmap").count("\n") == 7
    assert re.search(r"^LABEL A1 \d+ ", engine.ask("cfggo-policy b"), re.MULTILINE)


def test_moves_are_avoided_for_both_colours(engine: Engine) -> None:
    engine.ask("boardsize 5")
    vertices = ",".join(f"{col}{row}" for col in "ABCDE" for row in (1, 2))
    for option, inside in (("avoid", False), ("allow", True)):
        engine.send(f"lz-genmove_analyze b {option} b {vertices} 9 {option} w {vertices} 9")
        info = engine.read().splitlines()[-2]
        for part in info.split("info move ")[1:]:
            for vertex in part.split(" pv ")[1].split()[:9]:
                assert vertex == "pass" or (vertex in vertices.split(",")) == inside, part
        engine.ask("undo")


def test_a_seed_that_is_set_brings_the_same_search_again(engine: Engine) -> None:
    engine.ask("boardsize 5")
    found = []
    for _ in range(2):
        engine.ask("set_random_seed 77")
        found.append(engine.ask("kata-search_analyze b"))
    assert found[0].splitlines()[-2:] == found[1].splitlines()[-2:]


def test_gogui_interrupts_a_search(slow_engine: Engine) -> None:
    slow_engine.begin("lz-genmove_analyze b 10")
    slow_engine.send("# interrupt")
    assert re.fullmatch(f"play {VERTEX}", slow_engine.read().splitlines()[-1])


@pytest.mark.parametrize(
    ("command", "end"),
    [
        ("kata-search_cancellable b", "= cancelled"),
        ("kata-search_analyze_cancellable b 10", "play cancelled"),
    ],
)
def test_anything_that_arrives_cancels_a_search_that_may_be(
    slow_engine: Engine, command: str, end: str
) -> None:
    slow_engine.send(command)
    time.sleep(0.2)
    slow_engine.send("name")
    assert slow_engine.read().splitlines()[-1] == end
    assert slow_engine.read() == "= cfggo"


def test_a_signal_interrupts_a_search_and_only_that(slow_engine: Engine) -> None:
    slow_engine.begin("lz-genmove_analyze b 10")
    slow_engine.process.send_signal(signal.SIGINT)
    assert re.fullmatch(f"play {VERTEX}", slow_engine.read().splitlines()[-1])
    assert slow_engine.ask("name") == "= cfggo"
