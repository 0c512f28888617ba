"""Graepel et al. 2001: graph kernels solve problems and play 9x9."""

from __future__ import annotations

import numpy as np

from cfggo.base.resources import problems_file
from cfggo.go.points import format_vertex
from cfggo.match.playing.programs import gnugo_command
from cfggo.models.tsumego.collections import read_problems
from cfggo.models.tsumego.graph_kernel import Vectors
from cfggo.models.tsumego.graph_kernel_learning import require_svm
from cfggo.models.tsumego.problem import Problem
from cfggo.models.tsumego.subgraphs import labels_of_key, paper_keys
from cfggo.papers.boards import game_diagram
from cfggo.papers.claim import (
    Claim,
    Diagram,
    Form,
    Mark,
    Outputs,
    Paper,
    Result,
    Row,
    ends,
    match_row,
    more,
)
from cfggo.records.collection import DropReport

_MACHINES = {"svm": "SVM", "perceptron": "kernel perceptron"}
_PUBLISHED = {
    "": (64.9, 64.4),
    ", Black to play": (65.9, 65.9),
    ", White to play": (63.8, 62.6),
}
_CHANCE = "any move"

_SUBGRAPHS = 9
"""Of the figure."""


def _kernels(minutes: float) -> str:
    """Returns steps that learn both kernels from problems and measure them."""
    learn = "\n".join(
        f"{machine} {minutes}: train problems {{records}} --method {machine} "
        f"--kernel-labels colours --out {{out}}/{machine}.weights"
        for machine in _MACHINES
    )
    return (
        f"{learn}\nproblems {minutes}: evaluate problems {{out}}/svm.weights "
        "{out}/perceptron.weights {records} --json"
    )


def _table_1(found: Outputs) -> Result:
    rows, all_problems = [], []
    models = found.printed["problems"]["models"]
    for machine, model in zip(_MACHINES.values(), models, strict=True):
        parts = {
            f", {part['part'].capitalize()} to play": part
            for part in model["parts"]
            if part["by"] == "to play"
        }
        for words, part in {"": model, **parts}.items():
            share, interval = part["first"]["share"], ends(part["first"]["interval"])
            rows.append(Row(f"{machine}{words}", share, *interval, part["problems"]))
        all_problems.append(rows[-1 - len(parts)])
    svm, perceptron = all_problems
    chance = models[0]["chance"]["first"]
    return Result(
        [*rows, Row(_CHANCE, chance, n=svm.n)],
        [
            more("the SVM solves more than chance does", svm, chance),
            more("the perceptron solves more than chance does", perceptron, chance),
            more("the perceptron is less than 5 points behind the SVM", perceptron, svm, -0.05),
        ],
        [_subgraphs(next(read_problems([found.records], DropReport())))],
    )


def _subgraphs(problem: Problem) -> Diagram:
    """Returns the smallest subgraphs of a problem's solution, as Figure 1c of the paper."""
    point = np.array(problem.solutions[:1])
    vector = Vectors("colours").of(problem.boards(), point)[0]
    rows = []
    for key, value in zip(paper_keys().tolist(), vector.tolist(), strict=True):
        if value:
            arm, other = labels_of_key(key)
            rows.append((len(arm) + len(other), -value, (*arm[::-1], None, *other)))
    rows = sorted(rows, key=lambda row: row[:2])[:_SUBGRAPHS]
    alone = rows[0][1]  # of the point itself, which is there once
    lines, marks = [], []
    for y, (last, value, labels) in enumerate(rows):
        lines.append((0, -y, last, -y))
        marks.append(Mark(-2, -y, "text", "white", f"{value / alone:.0f}"))
        for x, label in enumerate(labels):
            colour = "gray" if label is None else ("wheat", "black", "white")[label]
            marks.append(Mark(x, -y, "stone", colour))
    title = (
        f"smallest subgraphs of {format_vertex(int(point[0]))} (gray), a solution, and how many "
    )
    return Diagram(f"{title}there are of each; beige points are empty", lines, marks)


TABLE_1 = Claim(
    name="table-1",
    title="problems solved by the move that a kernel ranks first",
    says="both machines choose a move that solves the problem three times as often as chance does, "
    "and the perceptron is as good as the SVM. 3,166 problems.",
    published={
        f"{machine}{words}": values[i]
        for words, values in _PUBLISHED.items()
        for i, machine in enumerate(_MACHINES.values())
    }
    | {_CHANCE: 18.0},
    small=Form(
        "without problems of your own, the 300 that come with cfggo, of all kinds, one in five of "
        "them for the test. The paper's can't be had.",
        _kernels(0.2),
        shipped=problems_file,
    ),
    full=Form(
        "the paper's problems can't be had. Made ones have fewer moves, of which more are right.",
        _kernels(15),
        wants="problems, such as those of scripts/make_problems.py",
    ),
    result=_table_1,
    counted="problems",
    needs=(require_svm,),
)

_OPPONENTS = {
    "gnugo": ("gnugo:0", "against GNU Go level 0"),
    "level-17k": ("cfggo:level=17k", "against the level 17k"),
}


def _games(learnt: int, playouts: int, play: float, games: int, minutes: float) -> Form:
    """Returns a form that learns a kernel from games, and lets it play."""
    matches = "\n".join(
        f"{name} {minutes}: match --black cfggo:kernel={{out}}/kernel.weights,level=14k "
        f"--white {program} --games {games} --size 9 --seed 1 --out {{out}}/{name} --json"
        for name, (program, _) in _OPPONENTS.items()
    )
    return Form(
        f"{games} games against each; without records of your own, moves of the program's games "
        "against itself (the paper: of amateurs of 1 dan or more).",
        f"selfplay {play}: selfplay --games {learnt} --size 9 --playouts {playouts} --seed 31 "
        "--out {out}/games --json\n"
        "train 1: train policy {records} --size 9 --method svm --kernel-moves 2500 "
        f"--kernel-labels players --all --out {{out}}/kernel.weights\n{matches}",
    )


def _figure_2(found: Outputs) -> Result:
    rows = [match_row(words, found.printed[name]) for name, (_, words) in _OPPONENTS.items()]
    games = [
        game_diagram(f"game {n}: the SVM, Black, against GNU Go", found.out / f"gnugo/000{n}.sgf")
        for n in (1, 3)  # colours alternate
    ]
    return Result(rows, [more("it wins less than half against GNU Go", 0.5, rows[0])], games)


FIGURE_2 = Claim(
    name="figure-2",
    title="games on 9x9 won by an SVM that reads nothing",
    says="an SVM that learnt 2,500 moves plays 9x9 coherently; it loses both games that are shown, "
    "against GNU Go.",
    published={_OPPONENTS["gnugo"][1]: "0 of 2"},
    small=_games(learnt=80, playouts=60, play=2, games=20, minutes=1),
    full=_games(learnt=2500, playouts=100, play=90, games=100, minutes=5),
    result=_figure_2,
    needs=(require_svm, gnugo_command),
)

PAPER = Paper("Graepel et al. 2001", "Learning on Graphs in the Game of Go", (TABLE_1, FIGURE_2))
