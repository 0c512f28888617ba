"""The subgraphs of `cfggo.models.tsumego.subgraphs` in plain Python, easy to check by eye."""

from typing import Any

from cfggo.graph.plain import CommonFateGraph
from cfggo.models.tsumego.subgraphs import subgraph_key


def plain_subgraph_keys(graph: CommonFateGraph, labels: Any, point: int, length: int) -> list[int]:
    """Returns the keys of all subgraphs through a point, in plain Python, in any order.

    labels -- label by node
    """
    arms: list[tuple[int, ...]] = [(point,)]
    for path in arms:
        if len(path) < length:
            arms += [(*path, near) for near in graph.neighbours[path[-1]] if near not in path]
    keys = []
    for one in arms:
        for other in arms:
            fits = one[1:] >= other[1:] and len(one) + len(other) - 1 <= length
            if fits and not set(one[1:]) & set(other[1:]):
                one_labels, other_labels = (
                    tuple(labels[node] for node in arm[1:]) for arm in (one, other)
                )
                keys.append(subgraph_key(one_labels, other_labels))
    return keys
