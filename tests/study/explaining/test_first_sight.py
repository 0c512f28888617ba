"""What a player sees of a move at once, in plain words."""

from cfggo.base.said import said
from cfggo.study.explaining.explanation import Explanation, Factor
from cfggo.study.explaining.first_sight import FirstSight, plain_sentences


def explained(rank: int, *factors: Factor) -> Explanation:
    """Returns the explanation of Black D4."""
    return Explanation("black", "D4", rank, 300, 0.1, 0.01, factors)


def test_what_speaks_for_a_move_and_against_it_in_words_of_players() -> None:
    first = said("on the {ordinal} line", ordinal=said("first"))
    factors = (
        Factor("shape", said("patterns of all sizes around it"), 20.0),
        Factor("tactics", said("captures {stones}", stones="two stones"), 8.0),
        Factor("last moves", said("{n} lines from {move}", n=5, move="the last move"), 0.3),
        Factor("line", said("{place} in the first {n} moves", place=first, n=12), 0.5),
        Factor("graph", said("paths of the graph"), 3.0),
    )
    assert [*plain_sentences(explained(40, *factors), 19)] == [
        "Strong players would rarely play D4 here.",
        "For it: captures two stones.",
        "Against it: far from the last move, on the first line.",
    ]
    near = Factor("last moves", said("next to {move}", move="the last move"), 2.0)
    weak = Factor("tactics", said("leaves its chain {liberties}", liberties="two liberties"), 0.4)
    assert [*plain_sentences(explained(1, near, weak), 9)] == [
        "By its shape D4 is the first move to look at.",
        "For it: near the last move.",
    ]


def test_each_place_among_the_moves_has_its_words() -> None:
    sentences = [next(plain_sentences(explained(rank), 19)) for rank in (1, 3, 8, 11)]
    assert len(set(sentences)) == 4
    small = [next(plain_sentences(explained(rank), 9)) for rank in (1, 3, 11)]
    assert len(set(small)) == 3
    assert all("D4" in sentence for sentence in (*sentences, *small))


def test_only_plain_reasons_are_seen() -> None:
    captures = Factor("tactics", said("captures {stones}", stones="two stones"), 8.0)
    weak = Factor("tactics", said("captures {stones}", stones="two stones"), 2.0)
    assert FirstSight.of(explained(3, captures)) == FirstSight(3, "captures two stones")
    assert FirstSight.of(explained(3, weak)) == FirstSight(3)
    assert FirstSight.from_json(FirstSight(3, "captures").to_json()) == FirstSight(3, "captures")
