"""Documents: valid XML whatever a record says, headings, legends, sizes."""

from xml.etree import ElementTree

import numpy as np
import pytest

from cfggo.go.game import Game
from cfggo.go.points import N_POINTS, WHITE, board_points
from cfggo.search.report import MoveInfo, SearchReport
from cfggo.study.pictures.graph import graph_picture
from cfggo.study.pictures.ownership import ownership_picture
from cfggo.study.pictures.picture import Picture, Scene
from cfggo.study.pictures.policy import policy_picture
from cfggo.study.pictures.search import search_picture
from cfggo.study.pictures.sheet import WIDTH, sheet
from tests.conftest import RandomBoard

SVG = "{http://www.w3.org/2000/svg}"


def all_pictures(scene: Scene) -> list[Picture]:
    """Returns one picture of each kind, with made-up figures."""
    size = scene.game.size
    points = board_points(size)
    policy, ownership = np.zeros(N_POINTS), np.zeros(N_POINTS)
    policy[points] = np.linspace(0, 1, len(points))
    ownership[points] = np.linspace(-1, 1, len(points))
    free = [point for point in points if scene.game.boards[0]["colour"][point] == 0][:12]
    moves = [
        MoveInfo(point, 90 - i, 0.5, 1.5, 9.0, 0.1, free[i:], [1] * len(free[i:]))
        for i, point in enumerate(free)
    ]
    report = SearchReport(WHITE, 1000, 1.0, 0.5, 1.5, 9.0, 900, moves)
    return [
        graph_picture(scene, labels=True),
        policy_picture(scene, policy),
        ownership_picture(scene, ownership, report),
        search_picture(scene, report),
    ]


@pytest.mark.parametrize("size", [2, 3, 9, 13, 19])
def test_all_sizes_are_valid_and_inside(size: int, random_board: RandomBoard) -> None:
    game = Game(size)
    game.boards = random_board(size, size)
    document = sheet(all_pictures(Scene(game, 0)))
    assert document.isascii()
    root = ElementTree.fromstring(document)
    assert root.tag == f"{SVG}svg"
    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    width, height = map(float, root.get("viewBox", "").split()[2:])
    assert width == 2 * WIDTH
    for text in root.findall(f"{SVG}g/{SVG}text"):  # not those on the boards
        assert 0 <= float(text.get("y", -1)) <= height


def test_what_a_record_says_is_escaped() -> None:
    black = '</title><script>alert("1")</script>&'
    scene = Scene(Game(9), 0, black, "\x00\x1b[31m\ud800\ufffe貂\n")
    document = sheet(all_pictures(scene))
    root = ElementTree.fromstring(document)
    assert "<script" not in document
    title = root.findtext(f"{SVG}title", "")
    assert "</title><script>alert(" in title
    assert title.endswith("[31m貂 (White), at the start, Black to play")


def test_long_names_are_cut() -> None:
    words = Scene(Game(9), 0, "a" * 100, "名" * 100).words
    assert words == f"{'a' * 24}… (Black) – {'名' * 12}… (White), at the start, Black to play"
    assert Scene(Game(9), 0, "", "B").words.startswith("? (Black) – B (White)")


def test_size_is_the_width_of_one_picture() -> None:
    pictures = all_pictures(Scene(Game(9), 0))
    for n, columns in ((1, 1), (2, 2), (3, 3), (4, 2)):
        root = ElementTree.fromstring(sheet(pictures[:n], 320))
        assert float(root.get("width", 0)) == 320 * columns
        box = [float(number) for number in root.get("viewBox", "").split()]
        assert box[2] == WIDTH * columns
        assert float(root.get("height", 0)) == pytest.approx(box[3] / 2, abs=0.01)


def test_every_picture_is_described() -> None:
    root = ElementTree.fromstring(sheet(all_pictures(Scene(Game(9), 0))))
    description = root.findtext(f"{SVG}desc", "")
    for words in (
        "common fate graph has",
        "likeliest moves are",
        "Owners at the end",
        "best moves",
    ):
        assert words in description
