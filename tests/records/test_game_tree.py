"""Trees of games: a cursor goes about in them, and what nobody changes stays as it was read."""

import pytest

from cfggo.go.main_line import MainLine
from cfggo.go.points import BLACK, PASS, WHITE, format_vertex, parse_vertex
from cfggo.records.game_tree import GameTree, append_comment, line_from, move_of
from cfggo.records.sgf.errors import SgfError
from cfggo.records.sgf.reading import read_main_line

RECORD = (
    "(;GM[1]FF[4]SZ[9]KM[6.5]PB[Żółw];B[ee]C[first \\] move]TR[ee]"
    "(;W[cc]LB[cc:A][gg:B](;B[gg])(;B[gc]N[other]))(;W[gc]C[a variation];B[cc]))"
).encode()


def at(vertex: str) -> int:
    return parse_vertex(vertex, 9)


def line_to(tree: GameTree) -> str:
    moves = filter(None, map(move_of, tree.path))
    return " ".join(format_vertex(point) for _, point in moves)


def test_a_record_is_written_as_it_was_read() -> None:
    tree = GameTree.read(RECORD)
    once = tree.write()
    assert GameTree.read(once).write() == once
    for written in (b"C[first \\] move]", b"TR[ee]", b"LB[cc:A][gg:B]", b"N[other]"):
        assert written in once
    assert "PB[Żółw]".encode() in once
    assert b"(;C[a variation]W[gc];B[cc])" in once


def test_the_cursor_goes_on_and_back() -> None:
    tree = GameTree.read(RECORD)
    assert (tree.n_moves, line_to(tree)) == (0, "")
    tree.to_end()
    assert (tree.n_moves, line_to(tree)) == (3, "E5 C7 G3")
    tree.back(2)
    assert (tree.n_moves, line_to(tree)) == (1, "E5")
    assert [len(node) for node in line_from(tree.node)] == [2, 2, 0]
    with pytest.raises(ValueError, match="no move to take back"):
        tree.back(2)
    assert tree.n_moves == 1


def test_a_move_that_is_there_is_found_and_another_is_added_last() -> None:
    tree = GameTree.read(RECORD)
    tree.play(BLACK, at("E5"))
    tree.play(WHITE, at("G7"))
    assert tree.node.get("C") == "a variation"
    tree.back()
    before = tree.copy()
    tree.play(WHITE, PASS)
    assert [move_of(child) for child in before.node] == [
        (WHITE, at("C7")),
        (WHITE, at("G7")),
        (WHITE, PASS),
    ]
    assert tree.goes_on_from(before.node)
    assert not before.goes_on_from(tree.node)
    assert b"(;W[tt])" in tree.write()


def test_a_variation_becomes_the_main_line_and_the_other_stays() -> None:
    tree = GameTree.read(RECORD)
    tree.to_end()
    tree.back()
    tree.node = tree.node[1]
    assert tree.node.get("N") == "other"
    tree.promote()
    main = read_main_line(tree.write())
    assert [format_vertex(point) for _, point in main.moves] == ["E5", "C7", "G7"]
    assert len(tree.node.parent) == 2


def test_a_branch_is_deleted_with_all_that_follows() -> None:
    tree = GameTree.read(RECORD)
    tree.play(BLACK, at("E5"))
    tree.play(WHITE, at("C7"))
    tree.delete()
    assert line_to(tree) == "E5"
    assert b"LB[" not in tree.write()
    assert b"C[a variation]" in tree.write()
    tree.node = tree.root
    with pytest.raises(ValueError, match="root"):
        tree.delete()


def test_the_game_at_the_cursor_has_the_moves_before_it() -> None:
    tree = GameTree.read(RECORD)
    tree.play(BLACK, at("E5"))
    tree.play(WHITE, at("G7"))
    game = tree.game()
    assert (game.moves, game.komi) == ([(BLACK, at("E5")), (WHITE, at("G7"))], 6.5)
    tree.play(WHITE, at("G7"))
    with pytest.raises(ValueError, match="occupied"):
        tree.game()


def test_stones_are_set_up_in_a_node_of_their_own() -> None:
    tree = GameTree.read(RECORD)
    tree.play(BLACK, at("E5"))
    tree.set_up([at("A1")], [at("B1")], [at("E5")])
    tree.set_up([at("A1")], [at("C1")], [at("E5")])  # in place of the first
    colours = tree.game().boards[0]["colour"]
    assert [colours[at(v)] for v in ("A1", "B1", "C1", "E5")] == [BLACK, 0, WHITE, 0]
    assert b";AB[ai]AE[ee]AW[ci]" in tree.write()


def test_comments_marks_and_labels_are_read_and_set() -> None:
    tree = GameTree.read(RECORD)
    tree.play(BLACK, at("E5"))
    assert tree.node.get("C") == "first ] move"
    assert tree.node.get("TR") == {(4, 4)}
    tree.node.set("C", "好手 ]")
    tree.node.set("SQ", [(0, 0)])
    tree.node.unset("TR")
    tree.play(WHITE, at("C7"))
    assert tree.node.get("LB") == [((6, 2), "A"), ((2, 6), "B")]
    again = GameTree.read(tree.write())
    again.play(BLACK, at("E5"))
    assert (again.node.get("C"), again.node.get("SQ")) == ("好手 ]", {(0, 0)})
    assert not again.node.has_property("TR")


def test_a_comment_is_added_below_one_in_any_encoding() -> None:
    data = b"(;SZ[9]CA[martian]C[\xff\xfe];B[ee])"
    tree = GameTree.read(data)
    append_comment(tree.root, "a ] b")
    assert b"C[\xff\xfe\n\na \\] b]" in tree.write()
    assert b"CA[martian]" in tree.write()


@pytest.mark.parametrize("encoding", ["gb18030", "shift_jis", "big5", "utf-16", "iso8859-1"])
def test_a_record_in_any_encoding_can_be_edited(encoding: str) -> None:
    name = "Müller" if encoding == "iso8859-1" else "本因坊"
    written = f"(;SZ[9]CA[{encoding}]PB[{name}];B[ee]C[{name}];W[cc])".encode(encoding)
    tree = GameTree.read(written, to_edit=True)
    tree.to_end()
    tree.node.set("C", "聂卫平 Żółw")
    again = GameTree.read(tree.write())
    assert again.encoding == "utf-8"
    assert again.root.get("PB") == again.root[0].get("C") == name
    assert again.root[0][0].get("C") == "聂卫平 Żółw"


def test_beside_a_first_move_in_the_root_there_can_be_another() -> None:
    data = b"(;SZ[9]KM[6.5]PL[B]B[ee]C[hello]TR[ee](;W[cc])(;W[gg]))"
    tree = GameTree.read(data, to_edit=True)
    tree.play(BLACK, at("C3"))
    (first, other) = tree.root
    assert (first.get("C"), move_of(first), move_of(other)) == (
        "hello",
        (BLACK, at("E5")),
        (BLACK, at("C3")),
    )
    assert len(first) == 2
    assert read_main_line(tree.write()) == read_main_line(data)


def test_a_game_of_moves_becomes_a_tree() -> None:
    line = MainLine(size=9, moves=((BLACK, at("E5")), (WHITE, PASS)), komi=5.5, rules="Japanese")
    tree = GameTree.of(line)
    assert tree.n_moves == 2
    assert (tree.game().moves, tree.game().komi) == (list(line.moves), 5.5)
    assert tree.game().rules.name == "japanese"


def test_of_a_record_with_a_broken_variation_the_main_line_is_left() -> None:
    tree = GameTree.read(b"(;SZ[9];B[ee](;W[cc];B[gg])(;W[gc")
    tree.to_end()
    assert tree.n_moves == 3


@pytest.mark.parametrize("data", [b"", b"no record", b"(;SZ[99];B[ee])"])
def test_what_is_no_record_is_refused(data: bytes) -> None:
    with pytest.raises(SgfError):
        GameTree.read(data)
