"""Exact inference in a planar field, the way of Kamenetsky et al.: the test of elimination.

The field is the one of `cfggo.models.territory.elimination` with lean 0.  The graph's embedding in
the plane is filled up with edges of weight 0 until every face is a triangle.

- A labelling and its complement are a set of edges whose ends differ, an even number around each
  triangle.  With triangles as vertices, such a set is a union of cycles, and the cheapest is what a
  minimum-weight perfect-matching decoder returns for no defects.
- The sum over all such sets is a Pfaffian (Kasteleyn 1961; Globerson and Jaakkola 2007), of a
  matrix with a row for each side of each edge, and the inverse gives the probabilities of edges.

Graphs have four nodes or more: smaller ones have no triangulation without double edges.
"""

from collections.abc import Sequence
from typing import NamedTuple

import networkx
import numpy as np
import pymatching
from networkx.algorithms.planar_drawing import triangulate_embedding


class _Triangulation(NamedTuple):
    """A planar graph whose faces are triangles.

    faces  -- triples of nodes, each face in the same sense of rotation
    edges  -- dict from pairs (u, v), u < v, to numbers: first the given edges, then those added
    """

    faces: list[tuple[int, int, int]]
    edges: dict[tuple[int, int], int]


def planar_marginals(n: int, edges: np.ndarray, weights: np.ndarray) -> tuple[float, np.ndarray]:
    """Returns ln Z and P(y_i != y_j) of the edges, float64[m].

    n -- number of nodes; edges -- int32[m, 2], none twice; weights -- float64[m]
    """
    triangulation = _triangulated(n, edges)
    energy = np.zeros(len(triangulation.edges))
    energy[: len(weights)] = weights
    side: dict[tuple[int, int], int] = {}
    for u, v in triangulation.edges:
        side[u, v], side[v, u] = len(side), len(side) + 1
    matrix = np.zeros((len(side), len(side)))
    for a, b, c in triangulation.faces:
        sides = side[a, b], side[b, c], side[c, a]
        for i in range(3):
            matrix[sides[i], sides[(i + 1) % 3]] += 1.0
            matrix[sides[(i + 1) % 3], sides[i]] -= 1.0
    directed = _odd_orientation(n, list(triangulation.edges))
    for (u, v), edge in directed.items():
        matrix[side[u, v], side[v, u]] = -np.exp(energy[edge])
        matrix[side[v, u], side[u, v]] = np.exp(energy[edge])
    _, log_det = np.linalg.slogdet(matrix)
    inverse = np.linalg.inv(matrix)
    differ = np.empty(len(energy))
    for (u, v), edge in directed.items():
        a, b = side[u, v], side[v, u]
        differ[edge] = 1.0 - matrix[a, b] * inverse[b, a]
    log_z = float(np.log(2.0) - energy.sum() + 0.5 * log_det)
    return log_z, differ[: len(weights)]


def planar_best(n: int, edges: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Returns a labelling of least energy, bool[n]; its complement is as good.

    The decoder rounds weights, so it may be one of almost the least energy.  Arguments as in
    `planar_marginals`.
    """
    triangulation = _triangulated(n, edges)
    energy = np.zeros(len(triangulation.edges))
    energy[: len(weights)] = weights
    decoder = pymatching.Matching()
    faces_of: dict[int, list[int]] = {}
    for number, (a, b, c) in enumerate(triangulation.faces):
        for u, v in ((a, b), (b, c), (c, a)):
            edge = triangulation.edges[min(u, v), max(u, v)]
            faces_of.setdefault(edge, []).append(number)
    for edge, (one, other) in faces_of.items():
        decoder.add_edge(one, other, weight=energy[edge], fault_ids=edge)
    differs = decoder.decode(np.zeros(len(triangulation.faces), dtype=np.uint8))
    labels = np.zeros(n, dtype=np.bool_)
    near: list[list[tuple[int, int]]] = [[] for _ in range(n)]
    for (u, v), edge in triangulation.edges.items():
        near[u].append((v, edge))
        near[v].append((u, edge))
    reached = {0}
    to_do = [0]
    while to_do:
        node = to_do.pop()
        for other, edge in near[node]:
            if other not in reached:
                reached.add(other)
                labels[other] = labels[node] ^ bool(differs[edge])
                to_do.append(other)
    return labels


def _triangulated(n: int, edges: np.ndarray) -> _Triangulation:
    """Returns a triangulation of a planar graph."""
    graph = networkx.Graph()
    graph.add_nodes_from(range(n))
    graph.add_edges_from(edges.tolist())
    is_planar, embedding = networkx.check_planarity(graph)
    assert is_planar
    full, _ = triangulate_embedding(embedding, fully_triangulate=True)
    numbers = {(min(u, v), max(u, v)): i for i, (u, v) in enumerate(edges.tolist())}
    for u, v in full.edges():
        numbers.setdefault((min(u, v), max(u, v)), len(numbers))
    marked: set[tuple[int, int]] = set()
    faces = []
    for u, v in full.edges():
        if (u, v) not in marked:
            a, b, c = full.traverse_face(u, v, marked)
            faces.append((a, b, c))
    return _Triangulation(faces, numbers)


def _odd_orientation(n: int, edges: Sequence[tuple[int, int]]) -> dict[tuple[int, int], int]:
    """Returns the edges by their directed ends, so that an odd number leaves every node.

    edges -- of a connected graph with as many edges as nodes, up to an even number
    """
    near: list[list[tuple[int, int]]] = [[] for _ in range(n)]
    for number, (u, v) in enumerate(edges):
        near[u].append((v, number))
        near[v].append((u, number))
    above: dict[int, tuple[int, int]] = {0: (-1, -1)}
    order = [0]
    for node in order:
        for other, number in near[node]:
            if other not in above:
                above[other] = node, number
                order.append(other)
    in_tree = {number for _, number in above.values()}
    directed = {ends: i for i, ends in enumerate(edges) if i not in in_tree}
    leaving = [0] * n
    for u, _ in directed:
        leaving[u] += 1
    for node in reversed(order[1:]):
        parent, number = above[node]
        tail, head = (parent, node) if leaving[node] % 2 else (node, parent)
        directed[tail, head] = number
        leaving[tail] += 1
    return directed
