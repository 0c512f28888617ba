"""Probabilities are areas; numbers are percents."""

from math import isclose

import numpy as np

from cfggo.go.game import Game
from cfggo.go.points import N_POINTS, PASS, parse_vertex
from cfggo.study.pictures.picture import Scene
from cfggo.study.pictures.policy import policy_picture
from tests.study.pictures.conftest import Elements


def policy_of(size: int, **probabilities: float) -> np.ndarray:
    policy = np.zeros(N_POINTS)
    for vertex, probability in probabilities.items():
        policy[parse_vertex(vertex, size)] = probability
    return policy


def test_areas_are_in_proportion_to_probabilities(elements: Elements) -> None:
    policy = policy_of(9, D4=0.4, E5=0.1, F6=0.004)
    drawing = policy_picture(Scene(Game(9), 0), policy).drawing
    discs = {
        (disc.get("cx"), disc.get("cy")): float(disc.get("r", 0))
        for disc in elements(drawing, "circle", fill="#0072b2")
    }
    assert discs.keys() == {("3", "5"), ("4", "4"), ("5", "3")}
    areas = [discs[at] ** 2 for at in (("3", "5"), ("4", "4"), ("5", "3"))]
    assert isclose(areas[0] / areas[1], 4, rel_tol=0.02)
    assert isclose(areas[0] / areas[2], 100, rel_tol=0.05)


def test_likely_moves_have_their_percents(elements: Elements) -> None:
    policy = policy_of(9, D4=0.427, E5=0.1, F6=0.004)
    drawing = policy_picture(Scene(Game(9), 0), policy).drawing
    numbers = [text.text for text in elements(drawing, "text", **{"text-anchor": "middle"})]
    assert numbers[-2:] == ["43", "10"]


def test_pass_and_the_move_played_are_in_words(elements: Elements) -> None:
    policy = policy_of(9, D4=0.4, E5=0.1)
    policy[PASS] = 0.25
    scene = Scene(Game(9), 0, next_point=parse_vertex("E5", 9))
    picture = policy_picture(scene, policy)
    assert picture.notes == [
        "Numbers are percents. A pass has 25%. E5, which was played, has 10%: number 2 of the "
        "moves on the board."
    ]
    assert "translate(4 4)" in picture.drawing
    assert picture.legend[-1].words == "played in the game"
    assert picture.description.startswith("The likeliest moves are D4 40%, E5 10%, ")


def test_board_on_which_only_a_pass_is_left(elements: Elements) -> None:
    picture = policy_picture(Scene(Game(2), 0, next_point=PASS), policy_of(2, **{"pass": 1.0}))
    assert elements(picture.drawing, "circle") == []
    assert picture.notes == ["Numbers are percents. A pass has 100%."]
