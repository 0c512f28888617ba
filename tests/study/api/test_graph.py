"""The common fate graph by names."""

import pytest

from cfggo import CfggoError, Game


@pytest.fixture(scope="module")
def game() -> Game:
    """A B C D E
    5 . . . . .
    4 . . O . .
    3 . X X O .
    2 . . X . .
    1 . . . . .
    """
    game = Game(5)
    for vertex in ("C3", "C4", "C2", "D3", "B3"):
        game.play(vertex)
    return game


def test_a_chain_is_one_node(game: Game) -> None:
    graph = game.graph()
    chain = graph.at("b3")
    assert (chain.name, chain.colour, chain.points) == ("C2", "black", ("C2", "B3", "C3"))
    assert chain is graph.at("C3") is graph.nodes["C2"]
    assert chain.neighbours == ("C1", "B2", "D2", "A3", "D3", "B4", "C4")
    assert graph.liberties("C2") == ["C1", "B2", "D2", "A3", "B4"]
    assert [node.name for node in graph.chains] == ["C2", "D3", "C4"]
    assert len(graph.empty_points) == 20
    assert len(graph) == 23


def test_edges_are_neighbours_and_each_is_there_once(game: Game) -> None:
    graph = game.graph()
    pairs = {frozenset(edge) for edge in graph.edges}
    assert len(pairs) == len(graph.edges)
    assert pairs == {
        frozenset((node.name, near)) for node in graph.nodes.values() for near in node.neighbours
    }
    assert frozenset(("C2", "D3")) in pairs
    assert frozenset(("D3", "C4")) not in pairs


def test_points_that_look_alike_have_equal_labels(game: Game) -> None:
    empty = Game(5).graph()
    labels = empty.labels()
    assert labels["A1"] == labels["E5"]
    assert labels["A1"] != labels["A2"]
    assert empty.labels(0)["A1"] == empty.labels(0)["C3"]
    assert labels["A2"] == labels["A3"]
    assert empty.labels(2)["A2"] != empty.labels(2)["A3"]  # a corner is two steps from A3
    assert len(empty.paths("A1")) == len(
        {
            (labels["A1"], labels[middle], labels[end])
            for middle in empty.at("A1").neighbours
            for end in empty.at(middle).neighbours
        }
    )


def test_a_graph_stays_as_it_was(game: Game) -> None:
    other = game.copy()
    graph = other.graph()
    other.play("D4")
    assert graph.at("D4").colour == "empty"
    assert other.graph().at("D4").colour == "white"


@pytest.mark.parametrize("vertex", ["F1", "pass", "", "??"])
def test_places_that_are_none(game: Game, vertex: str) -> None:
    with pytest.raises(CfggoError, match="no place on the board"):
        game.graph().at(vertex)


def test_only_moves_have_paths(game: Game) -> None:
    with pytest.raises(CfggoError, match="no empty point: 'C3'"):
        game.graph().paths("C3")
