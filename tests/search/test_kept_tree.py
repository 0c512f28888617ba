"""Which positions follow one another in a game, so that a tree can be kept."""

import sys

import pytest

from cfggo.base.errors import CfggoError
from cfggo.go.game import Game
from cfggo.go.points import BLACK, PASS, WHITE, parse_vertex
from cfggo.go.rules import CHINESE, JAPANESE, TROMP_TAYLOR, Ruleset
from cfggo.search.goal import Goal
from cfggo.search.kept_tree import KeptTree, RootPosition
from cfggo.search.tree import ROOT

C3, D4 = parse_vertex("C3", 5), parse_vertex("D4", 5)


def after(
    *moves: tuple[int, int], komi: float = 0.5, to_play: int = BLACK, rules: Ruleset = CHINESE
) -> RootPosition:
    """Returns the position after some moves on 5x5."""
    game = Game(5, komi=komi, rules=rules)
    for colour, point in moves:
        game.play(colour, point)
    return RootPosition.of_game(game, Goal.of_game(game, to_play))


def test_moves_in_turn_lead_on() -> None:
    assert after().moves_since(after()) == ()
    both = after((BLACK, C3), (WHITE, PASS))
    assert both.moves_since(after()) == (C3, PASS)
    assert both.moves_since(after((BLACK, C3), to_play=WHITE)) == (PASS,)


def test_moves_out_of_turn_do_not() -> None:
    assert after((WHITE, C3)).moves_since(after()) is None
    assert after((BLACK, C3), to_play=BLACK).moves_since(after()) is None
    assert after(to_play=WHITE).moves_since(after()) is None


def test_a_pass_that_moves_the_komi_does_not() -> None:
    start = after(rules=JAPANESE)
    assert after((BLACK, C3), to_play=WHITE, rules=JAPANESE).moves_since(start) == (C3,)
    assert after((BLACK, PASS), to_play=WHITE, rules=JAPANESE).moves_since(start) is None
    assert after((BLACK, PASS), to_play=WHITE).moves_since(after()) == (PASS,)


def test_another_game_does_not_either() -> None:
    assert after(komi=1.5).moves_since(after()) is None
    one, other = after((BLACK, C3), to_play=WHITE), after((BLACK, D4), to_play=WHITE)
    assert one.moves_since(other) is None
    assert after().moves_since(one) is None  # the move was taken back
    assert after(rules=TROMP_TAYLOR).moves_since(after()) is None  # a pass may end it otherwise


def test_a_root_gets_no_move_that_there_is_no_room_for() -> None:
    tree = KeptTree(max_nodes=1000)
    tree.nodes[ROOT]["first_child"], tree.nodes[ROOT]["n_children"] = 1, 3
    for free, has_room in ((4, True), (3, False), (0, False)):
        n_nodes = len(tree.nodes) - free
        tree.counters[0]["n_nodes"] = n_nodes
        tree.nodes[ROOT]["n_children"] = 3
        assert tree.add_root_move(PASS) == has_room
        assert tree.counters[0]["n_nodes"] == (len(tree.nodes) if has_room else n_nodes)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not limit address space")
def test_a_tree_that_memory_has_no_room_for_is_an_error() -> None:
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (16 * 2**30, hard))
    try:
        with pytest.raises(CfggoError, match="no memory for 1,000,000,000 nodes"):
            KeptTree(10**9)
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
