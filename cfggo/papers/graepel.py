"""Graepel et al. 2001: graph kernels solve problems and play 9x9."""

from __future__ import annotations

import math

from cfggo.base.resources import problems_file
from cfggo.match.playing.programs import gnugo_command
from cfggo.models.tsumego.graph_kernel_learning import require_svm
from cfggo.papers.claim import (
    Claim,
    Form,
    Outputs,
    Paper,
    Result,
    Row,
    Step,
    above,
    below,
    match_row,
    more,
)

_MACHINES = {"svm": "SVM", "perceptron": "kernel perceptron"}
_PUBLISHED = {"all": (64.9, 64.4), "white": (63.8, 62.6), "black": (65.9, 65.9)}


def _name(machine: str, to_play: str) -> str:
    return _MACHINES[machine] + ("" if to_play == "all" else f", {to_play.capitalize()} to play")


def _learn(minutes: float) -> tuple[Step, ...]:
    """Returns steps that learn both kernels from problems and measure them."""
    learn = (
        Step(
            machine,
            f"train problems {{records}} --method {machine} --kernel-labels colours "
            f"--out {{out}}/{machine}.weights",
            minutes,
        )
        for machine in _MACHINES
    )
    weights = "{out}/svm.weights {out}/perceptron.weights"
    return (*learn, Step("problems", f"evaluate problems {weights} {{records}} --json", minutes))


def _table_1(found: Outputs) -> Result:
    rows = {}
    models = dict(zip(_MACHINES, found.printed["problems"]["models"], strict=True))
    for machine, model in models.items():
        parts = {part["part"]: part for part in model["parts"] if part["by"] == "to play"}
        for to_play, part in {"all": model, **parts}.items():
            first = part["first"]
            rows[machine, to_play] = Row(
                _name(machine, to_play), first["share"], *first["interval"], part["problems"]
            )
    chance = models["svm"]["chance"]["first"]
    svm, perceptron = rows["svm", "all"], rows["perceptron", "all"]
    return Result(
        [*rows.values(), Row("any move", chance, math.nan, math.nan, svm.n)],
        [
            above("the SVM solves more than any move does", svm, chance),
            above("the kernel perceptron solves more than any move does", perceptron, chance),
            more(
                "the kernel perceptron is less than 5 points behind the SVM",
                perceptron,
                svm,
                beyond=-0.05,
            ),
        ],
    )


TABLE_1 = Claim(
    paper="004",
    name="table-1",
    title="problems whose first move is ranked first",
    says="both kernel machines choose a move that solves the problem three times as often as "
    "chance does, and the perceptron is as good as the SVM. 3,166 problems.",
    published={
        _name(machine, to_play): values[i]
        for to_play, values in _PUBLISHED.items()
        for i, machine in enumerate(_MACHINES)
    }
    | {"any move": 18.0},
    small=Form(
        _learn(0.5),
        "without problems of your own, the 300 that come with cfggo, of all kinds, one in five of "
        "them for the test; the paper's problems can't be had.",
        shipped=problems_file,
    ),
    full=Form(
        _learn(15),
        "made problems are easier than the paper's, which can't be had: fewer moves, of which more "
        "are right.",
        wants="problems, such as those of scripts/make_problems.py",
    ),
    result=_table_1,
    counted="problems",
    needs=(require_svm,),
)


def _games(learn_from: Step, games: int, minutes: float) -> Form:
    """Returns a form that learns a kernel from games, and lets it play."""
    opponents = {"gnugo": "gnugo:0", "level-17k": "cfggo:level=17k"}
    return Form(
        (
            Step(
                "train",
                "train policy {records} --size 9 --method svm --kernel-moves 2500 "
                "--kernel-labels players --all --out {out}/kernel.weights",
                1,
            ),
            *(
                Step(
                    name,
                    f"match --black cfggo:kernel={{out}}/kernel.weights,level=14k --white {program} "
                    f"--games {games} --size 9 --komi 7.5 --seed 1 --out {{out}}/{name} --json",
                    minutes,
                )
                for name, program in opponents.items()
            ),
        ),
        f"{games} games against each; without records of your own, 2,500 moves of the program's "
        "games against itself (the paper: of amateurs of 1 dan or more).",
        (learn_from,),
    )


def _selfplay(games: int, playouts: int, minutes: float) -> Step:
    return Step(
        "selfplay",
        f"selfplay --games {games} --size 9 --playouts {playouts} --seed 31 --out {{out}}/games "
        "--json",
        minutes,
    )


def _figure_2(found: Outputs) -> Result:
    names = {"gnugo": "against GNU Go level 0", "level-17k": "against the level 17k"}
    rows = [match_row(words, found.printed[name]) for name, words in names.items()]
    return Result(rows, [below("it wins less than half against GNU Go", rows[0], 0.5)])


FIGURE_2 = Claim(
    paper="004",
    name="figure-2",
    title="games on 9x9 won by an SVM that reads nothing",
    says="an SVM that learnt 2,500 moves plays 9x9 coherently; it loses both games that are shown, "
    "against GNU Go.",
    published={"against GNU Go level 0": "0 of 2"},
    small=_games(_selfplay(80, 60, 2), 20, 1),
    full=_games(_selfplay(2500, 100, 90), 100, 5),
    result=_figure_2,
    needs=(require_svm, gnugo_command),
)

PAPER = Paper(
    "004", "Graepel et al. 2001", "Learning on Graphs in the Game of Go", (TABLE_1, FIGURE_2)
)
