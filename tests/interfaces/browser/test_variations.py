"""The tree of a game on the page against a plain model, and what of a record stays."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cfggo.base.errors import CfggoError
from cfggo.interfaces.browser import edits
from cfggo.interfaces.browser.played import Played
from cfggo.interfaces.browser.variations import Variations
from cfggo.records.game_tree import GameTree, properties_of
from cfggo.study.api.game import Game
from cfggo.study.games.records import game_and_origin
from tests.records.sgf.test_oddities import ODDITIES

RECORD = (
    b"(;GM[1]FF[4]SZ[9]KM[6.5]PB[Ann]XX[ours];B[ee]C[The middle.]TR[ee]AR[ee:cc]"
    b";W[cc]LB[cc:A][gg:2]N[Fork](;B[gg];W[gc])(;B[gc]BM[1];W[gg];C[alone];B[cg])"
    b"(;AB[aa][bb]AW[cd]PL[W];W[dd]))"
)


def opened(sgf: bytes, keep: Any = None) -> Variations:
    game, origin = game_and_origin(sgf)
    return Variations(Played(game, None, "", origin), keep or (lambda record: None))


def begun(keep: Any = None) -> Variations:
    return Variations(Played(Game(size=9), None, ""), keep or (lambda record: None))


def saved(tree: Variations) -> bytes:
    return tree.to_sgf(lambda position: None, 1000)


def by_move(tree: Variations, *path: str) -> dict[str, Any]:
    """Returns what is told of the node that some vertices lead to."""
    nodes = tree.view()["nodes"]
    node: dict[str, Any] = nodes[0]
    for vertex in path:
        node = next(
            one for one in nodes if one.get("parent") == node["node"] and one["vertex"] == vertex
        )
    return node


def shape_of(tree: Variations) -> Any:
    """Returns all of a tree as nested lists: what a node has, and what follows it."""

    def below(node: Any) -> Any:
        own = sorted((key, tuple(values)) for key, values in properties_of(node).items())
        return own, [below(child) for child in node]

    return below(GameTree.read(saved(tree)).root)


def test_all_that_a_record_has_is_told() -> None:
    tree = opened(RECORD)
    first = by_move(tree, "E5")
    assert first["comment"] == "The middle."
    assert [(mark["shape"], mark["vertex"], mark["to"]) for mark in first["marks"]] == [
        ("triangle", "E5", ""),
        ("arrow", "E5", "C7"),
    ]
    fork = by_move(tree, "E5", "C7")
    assert (fork["name"], [mark["text"] for mark in fork["marks"]]) == ("Fork", ["A", "2"])
    assert by_move(tree, "E5", "C7", "G7")["quality"] == "bad"
    assert by_move(tree, "E5", "C7", "G7", "G3")["comment"] == "alone"  # no move of its own
    assert "colour" not in by_move(tree, "E5", "C7", "setup")
    assert by_move(tree, "E5", "C7", "setup", "D6")["colour"] == "white"


def test_positions_in_the_tree_have_the_ids_of_the_line() -> None:
    tree = opened(RECORD)
    told = {tree.index.number(node): of for node, of in tree.index.ids().items()}
    for path in (("E5", "C7", "G7", "G3"), ("E5", "C7", "setup", "D6"), ("E5",)):
        tree.go(by_move(tree, *path)["node"])
        ids = dict(zip(map(tree.index.number, tree.here.nodes), tree.here.ids, strict=True))
        assert ids == {number: told.get(number, ids[number]) for number in ids}


def test_where_stones_are_set_up_another_line_begins() -> None:
    tree = opened(RECORD)
    set_up = by_move(tree, "E5", "C7", "setup")["node"]
    tree.go(set_up)
    assert [move["vertex"] for move in tree.here.moves] == ["D6"]
    assert (tree.shows, tree.index.number(tree.here.nodes[0])) == (0, set_up)
    assert tree.here.game.at(0).stones["A9"] == "black"
    before = tree.neighbours()["before"]
    assert before is not None
    assert before == by_move(tree, "E5", "C7")["node"]
    tree.go(before)
    assert (tree.branch, tree.shows) == (None, 2)


def test_a_line_ends_before_what_is_impossible() -> None:
    tree = opened(b"(;SZ[9];B[ee](;W[cc])(;W[gg];B[gg];W[aa]))")
    tree.go(by_move(tree, "E5", "G3")["node"])
    assert [move["vertex"] for move in tree.here.moves] == ["E5", "G3"]
    with pytest.raises(CfggoError, match=r"can't be followed: .*occupied"):
        tree.go(by_move(tree, "E5", "G3", "G3")["node"])
    assert [move["vertex"] for move in tree.here.moves] == ["E5", "G3"]


def test_comments_and_marks_are_set_and_taken_off() -> None:
    tree = opened(RECORD)
    node = by_move(tree, "E5", "C7", "G7", "G3")["node"]
    edits.comment(tree, node, "Better: ] \\ 好手")
    edits.mark(tree, node, "A1", "square", "")
    edits.mark(tree, node, "A1", "", "B")  # in its place
    edits.mark(tree, node, "B1", "cross", "")
    again = opened(saved(tree))
    told = by_move(again, "E5", "C7", "G7", "G3")
    assert told["comment"] == "Better: ] \\ 好手"
    assert {(mark["vertex"], mark["shape"], mark["text"]) for mark in told["marks"]} == {
        ("A1", "", "B"),
        ("B1", "cross", ""),
    }
    edits.comment(again, told["node"], " ")
    edits.mark(again, told["node"], "A1", "", "B")
    edits.mark(again, told["node"], "B1", "cross", "")
    assert {"comment", "marks"}.isdisjoint(by_move(again, "E5", "C7", "G7", "G3"))
    for wrong in ({"vertex": "Z9"}, {"vertex": "pass"}, {"text": " "}):
        with pytest.raises(CfggoError):
            edits.mark(again, told["node"], **({"vertex": "A1", "shape": "", "text": "A"} | wrong))


def test_what_is_deleted_comes_back_where_it_was() -> None:
    tree = opened(RECORD)
    before = saved(tree)
    edits.delete(tree, by_move(tree, "E5", "C7", "G7")["node"])
    assert b"BM[1]" not in saved(tree)
    edits.delete(tree, by_move(tree, "E5", "C7")["node"])
    assert [move["vertex"] for move in tree.here.moves] == ["E5"]
    edits.restore(tree)
    edits.restore(tree)
    assert saved(tree) == before
    assert len(tree.game.moves) == 4
    with pytest.raises(CfggoError, match="nothing"):
        edits.restore(tree)
    with pytest.raises(CfggoError, match="beginning"):
        edits.delete(tree, 0)


def test_stones_are_set_up_and_a_set_up_that_cannot_be_changes_nothing() -> None:
    tree = begun()
    edits.set_up(tree, 0, ["E5", "A1"], ["C3"], "white")
    assert tree.game.game.at(0).to_play == "white"
    tree.play("G7", 0)
    root = saved(tree)
    assert b"AB[ai][ee]AP" in root
    end = tree.index.number(tree.here.nodes[1])
    edits.set_up(tree, end, ["E5"], ["C3"], "black")  # without A1 and G7
    assert tree.here.game.stones == {"E5": "black", "C3": "white"}
    assert b";AE[ai][gc]PL[B]" in saved(tree)
    edits.set_up(tree, 0, [], ["C3"], "black")  # beside the move that follows
    assert tree.here.game.stones == {"C3": "white"}
    before = saved(tree)
    for node in (end, 0):
        with pytest.raises(CfggoError, match="Z9"):
            edits.set_up(tree, node, ["Z9"], [], "black")
    surrounded = {"black": ["A1"], "white": ["A2", "B1"], "to_play": "black"}
    for node in (end, 0):
        with pytest.raises(CfggoError, match="can't be followed"):
            edits.set_up(tree, node, **surrounded)  # type: ignore[arg-type]
    assert saved(tree) == before


def test_a_game_that_has_ended_stays_the_main_line() -> None:
    tree = begun()
    for at, vertex in enumerate(("E5", "C3", "G7")):
        tree.play(vertex, at)
    tree.undo()
    tree.play("G3", 2)  # the game, in place of the move taken back
    tree.game.resigned = "white"
    tree.take_seat("white", "20k", 1)
    tree.answer("C7")
    assert (tree.branch, [move["vertex"] for move in tree.game.moves]) == (None, ["E5", "C7"])
    assert saved(tree).endswith(b"RE[B+R]RU[chinese]SZ[9];B[ee](;W[cg];B[gg])(;W[cc]))\n")


def test_a_record_is_kept_once_if_something_of_it_was_not_saved() -> None:
    kept: list[bytes] = []
    tree = opened(RECORD, kept.append)
    keep = lambda: tree.save(lambda position: None, 1000)  # noqa: E731
    tree.go(by_move(tree, "E5", "C7", "G7")["node"])
    keep()
    assert not kept
    edits.comment(tree, 0, "A remark.")
    keep()
    keep()
    assert [b"C[A remark.]" in record for record in kept] == [True]


def test_odd_records_are_shown_and_what_is_saved_of_them_is_read_alike() -> None:
    for record, _ in ODDITIES:
        tree = opened(record.encode() if isinstance(record, str) else record)
        for node in tree.view()["nodes"]:
            tree.go(node["node"])
            assert tree.index.number(tree.here.nodes[tree.shows]) == node["node"], record
        again = opened(saved(tree))
        assert shape_of(again) == shape_of(tree), record
        assert again.game.moves == tree.game.moves, record


def test_the_projects_reviews_open_with_their_values(tmp_path: Path) -> None:
    tree = opened(b"(;SZ[9];B[ee]SBKV[61.50]SBKS[3.25]C[Black 61.5%](;W[cc]SBKV[x])(;W[gg]))")
    (nothing, first, second) = tree.given()
    assert (nothing, second) == (None, None)
    assert first is not None
    assert (first["winrate"], first["score"]) == (0.615, 3.25)


class Model:
    """A tree of moves as nested dictionaries, in order; a path of vertices is a place in it."""

    def __init__(self) -> None:
        self.root: dict[str, Any] = {}

    def at(self, path: tuple[str, ...]) -> dict[str, Any]:
        node = self.root
        for vertex in path:
            node = node[vertex]
        return node

    def promote(self, path: tuple[str, ...]) -> None:
        for n, vertex in enumerate(path):
            children = self.at(path[:n])
            rest = {key: value for key, value in children.items() if key != vertex}
            first = {vertex: children[vertex]}
            children.clear()
            children |= first | rest

    def paths(self, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
        return [path, *(p for vertex in self.at(path) for p in self.paths((*path, vertex)))]


POINTS = ("A1", "C3", "E5", "G7")


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(("play", "play", "play", "play", "delete", "promote", "reopen")),
            st.integers(0, 50),
            st.sampled_from(POINTS),
        ),
        max_size=25,
    )
)
def test_any_changes_leave_the_tree_that_a_plain_model_has(
    steps: list[tuple[str, int, str]],
) -> None:
    """Of a record, so that no line becomes the main one unasked."""
    model, tree, page = Model(), opened(b"(;SZ[9])"), PageTree()
    for what, where, vertex in steps:
        paths = model.paths()
        path = paths[where % len(paths)]
        node = by_move(tree, *path)["node"]
        if what == "play" and vertex not in path:
            tree.go(node)
            tree.play(vertex, tree.shows)
            model.at(path).setdefault(vertex, {})
        elif what == "delete" and path:
            edits.delete(tree, node)
            del model.at(path[:-1])[path[-1]]
        elif what == "promote":
            edits.promote(tree, node)
            model.promote(path)
        elif what == "reopen":
            tree, page = opened(saved(tree)), PageTree()
        if where % 3:  # pages may miss versions
            page.follow(tree)
            assert page.paths() == model.paths()
        played = tuple(move["vertex"] for move in tree.here.moves)
        assert played in model.paths()


class PageTree:
    """What a page has of a tree, of which it is told changes alone."""

    def __init__(self) -> None:
        self._nodes: dict[int, dict[str, Any]] = {}
        self._version = -1

    def follow(self, tree: Variations) -> None:
        changes = tree.view(self._version)["nodes"]
        assert self._version < tree.version or changes == []
        self._nodes |= {node["node"]: node for node in changes}
        self._version = tree.version

    def paths(self, node: int = 0, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
        """Returns the paths of all positions, in their order."""
        children = [self._nodes[number] for number in self._nodes[node]["children"]]
        below = (self.paths(one["node"], (*path, one["vertex"])) for one in children)
        return [path, *(each for paths in below for each in paths)]


def test_a_move_in_a_long_game_is_all_that_is_told() -> None:
    tree = opened(b"(;SZ[9];B[ee];W[cc];B[gg](;W[gc];B[aa])(;W[cg]))")
    version = tree.version
    tree.go(by_move(tree, "E5", "C7", "G3", "G7", "A9")["node"])
    tree.play("B9", 5)
    assert [node["vertex"] for node in tree.view(version)["nodes"]] == ["A9", "B9"]
