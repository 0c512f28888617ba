"""What a move may be described by, learnt from the same games by the same method.

Each of the five papers has its own description of a move and its own learner. Here all are groups
of features of one Bradley-Terry model, so that only the description differs. Graepel's subgraphs
are missing: their kernel compares whole positions and has no weights that a search could ask for.
"""

from __future__ import annotations

from cfggo.papers.claim import (
    Claim,
    Curve,
    Form,
    Outputs,
    Panel,
    Result,
    Row,
    ends,
    match_row,
    more,
    pairs,
)

_WALKS = "walks of two steps"
_SUM = "templates and walks"
_ALL = "all of these"

_KNOWS = {
    "walks": (_WALKS, "", "exact"),
    "hashed": ("walks, labels of 8 bits", "", "hash8"),
    "shapes": ("largest shape", "shapes", ""),
    "surroundings": ("surroundings in the graph", "surroundings", ""),
    "templates": ("nested templates", "nested-templates", ""),
    "shapes-walks": ("largest shape and walks", "shapes", "exact"),
    "templates-walks": (_SUM, "nested-templates", "exact"),
    "all": (_ALL, "nested-templates,surroundings,shapes", "exact"),
}
"""By name of a step: what a policy knows, its groups of features, and the labels of its paths."""


def _learning(minutes: float, more_options: str) -> str:
    """Returns the training of a policy for each of `_KNOWS`."""
    return "\n".join(
        f"{name} {minutes}: train policy {{records}} --size {{size}} --method stochastic "
        f"--passes 1 --policy tree --tree-features '{groups}' --tree-labels '{labels}' "
        f"{more_options} --out {{out}}/{name}.weights"
        for name, (_, groups, labels) in _KNOWS.items()
    )


def _prediction(minutes: float, more_options: str) -> str:
    """Returns the evaluation of all policies on the same games."""
    weights = " ".join(f"{{out}}/{name}.weights" for name in _KNOWS)
    return (
        f"prediction {minutes}: evaluate policy {weights} {{records}} --size {{size}} "
        f"{more_options} --json"
    )


def _games(minutes: float, games: int, playouts: int) -> str:
    """Returns a match of each policy but the first against the first, on 9x9."""
    settings = f"playouts={playouts}"
    return "\n".join(
        f"games-{name} {minutes}: match --size 9 --komi 7.5 --games {games} --seed 1 --json "
        f"--black cfggo:cfg-tree,tree={{out}}/{name}.weights,{settings} "
        f"--white cfggo:cfg-tree,tree={{out}}/walks.weights,{settings} --out {{out}}/games-{name}"
        for name in list(_KNOWS)[1:]
    )


def _representations(found: Outputs) -> Result:
    models = dict(zip(_KNOWS, found.printed["prediction"]["models"], strict=True))
    first = {
        _KNOWS[name][0]: Row(
            _KNOWS[name][0],
            model["top"][0],
            *ends(model["first_rank_interval"]),
            model["positions"],
        )
        for name, model in models.items()
    }
    won = {
        _KNOWS[name][0]: match_row(
            f"games of {_KNOWS[name][0]} against walks", found.printed[f"games-{name}"]
        )
        for name in list(_KNOWS)[1:]
    }
    ranks = [
        Curve(
            _KNOWS[name][0],
            range(1, len(model["top"]) + 1),
            model["top"],
            pairs(model["top_intervals"]),
        )
        for name, model in models.items()
    ]
    return Result(
        [*first.values(), *won.values()],
        [
            more(
                "templates and walks rank more moves first than walks", first[_SUM], first[_WALKS]
            ),
            more(
                "templates and walks rank more moves first than templates",
                first[_SUM],
                first["nested templates"],
            ),
            more("templates and walks win more than walks", won[_SUM], 0.5),
            more("all together rank more moves first than those two", first[_ALL], first[_SUM]),
            more("all together win more than walks", won[_ALL], 0.5),
        ],
        [Panel("rank n", "moves within the first n", ranks)],
    )


REPRESENTATIONS = Claim(
    name="representations",
    title="descriptions of moves, by one learner: experts' moves ranked first, and games on 9x9",
    says="no paper compares them. Graf and Platzner add walks in the graph to shapes, Stern et al. "
    "take templates, Hido and Kashima's labels may collide.",
    published={
        "largest shape and walks": "42.1, with tactics, from 20,000 games",
        "nested templates": "26, from 22,000 games",
    },
    small=Form(
        "learnt from 100 games at most; without records of your own from 80 games of the level 16k "
        "against itself on 9x9. 20 games a row, 50 playouts a move.",
        "games 4: match --black cfggo:level=16k --white cfggo:level=16k --games 100 --size 9 "
        "--seed 1 --out {out}/games --json\n"
        + _learning(0.2, "--games 100")
        + "\n"
        + _prediction(1, "--games 100")
        + "\n"
        + _games(0.3, games=20, playouts=50),
    ),
    full=Form(
        "learnt from 800 games. 200 games a row on 9x9, 200 playouts a move.",
        _learning(1, "--games 800")
        + "\n"
        + _prediction(4, "--split test")
        + "\n"
        + _games(12, games=200, playouts=200),
        wants="games of professionals on 19x19",
    ),
    result=_representations,
    counted="moves, games",
)
