"""Puzzles defined by a graph or by an activation matrix.

In a directed graph an arc u -> v means that pressing u changes the light v.  In a closed
neighbourhood a button changes its own light too.  An edge is listed once, and a loop is a button's
own light in an open neighbourhood.  A double edge, and a loop in a closed neighbourhood, are
refused, because programs disagree about their meaning.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.sparse import IntArray, SparseMatrix, from_dense, from_entries, whole
from lo_exact.errors import PuzzleError, printable
from lo_exact.puzzle import Layout, Objective, Puzzle
from lo_exact.topology.grid import check_colours, check_entries


def graph_matrix(
    vertices: int,
    tails: NDArray[Any],
    heads: NDArray[Any],
    *,
    directed: bool,
    closed: bool,
    colours: int,
    amounts: NDArray[Any] | None = None,
) -> SparseMatrix:
    """Return the activation matrix of a graph, in which vertex i has light i and button i.

    What several edges say of one light adds up; `check_simple` refuses such edges.

    Args:
        vertices: Number of vertices.
        tails: (edges,) integers: first vertex of each edge or arc.
        heads: (edges,) integers: second vertex.
        directed: Whether only the tail's button acts, on the head's light.
        closed: Whether every button changes its own light too.
        colours: c.
        amounts: (edges,) amount that each edge adds, 0..c-1; 1 by default.

    Raises:
        PuzzleError: When a number is out of range.
    """
    check_colours(colours)
    check_entries(2 * len(tails) + vertices)
    button = np.asarray(tails, dtype=np.int64)
    light = np.asarray(heads, dtype=np.int64)
    value = np.ones(button.size, np.int64) if amounts is None else np.asarray(amounts, np.int64)
    own = np.arange(vertices if closed else 0, dtype=np.int64)
    back = np.flatnonzero(button != light) if not directed else own[:0]
    return from_entries(
        (vertices, vertices),
        colours,
        np.concatenate([light, button[back], own]),
        np.concatenate([button, light[back], own]),
        np.concatenate([value, value[back], np.ones(own.size, np.int64)]),
    )


LOOP = (
    "a loop adds to a button's own light, which a closed neighbourhood changes already: "
    "leave it out, or take open neighbourhoods, where it is the button's own light"
)


def check_simple(
    edges: Sequence[tuple[int, int]],
    *,
    directed: bool,
    closed: bool,
    error: Callable[[int, str], Exception],
) -> None:
    """Raise an error for duplicate edges, and for loops in a closed neighbourhood.

    Args:
        edges: Pairs of vertices.
        directed: Whether edges are arcs: then (a, b) and (b, a) differ.
        closed: Whether a button changes its own light too.
        error: Function of an edge's number, from 0, and a description that returns an error.

    Raises:
        Exception: The result of ``error``.
    """
    seen: dict[tuple[int, int], int] = {}
    for number, (a, b) in enumerate(edges):
        if a == b and closed:
            raise error(number, LOOP)
        ends = (a, b) if directed or a <= b else (b, a)
        if seen.setdefault(ends, number) != number:
            raise error(number, f"this edge stands twice: it is edge {seen[ends] + 1} too")


def graph_puzzle(
    edges: Iterable[tuple[str, str]],
    state: Mapping[str, int],
    *,
    directed: bool = False,
    closed: bool = True,
    colours: int = 2,
    target: int | Sequence[int] = 0,
    uniform: bool = False,
    objective: Objective = Objective.PRESSES,
    prices: Sequence[int] = (),
) -> Puzzle:
    """Return the puzzle of a graph.

    Args:
        edges: Pairs of vertices.
        state: The colour of every vertex; its order numbers the vertices.
        directed: Whether edges are arcs: pressing the first changes the second.
        closed: Whether a button changes its own light too.
        colours: c.
        target: The goal: a colour, or one for each vertex (`lo_exact.puzzle.ANY`: any).
        uniform: Whether the target may be shifted.
        objective: Cost to minimise.
        prices: A price for each vertex, for ``Objective.PRICES``.

    Returns:
        The puzzle.

    Raises:
        PuzzleError: For an unknown vertex, numbers out of range, a repeated edge, or a
            loop in a closed neighbourhood.

    Example:
        >>> graph_puzzle([("a", "b")], {"a": 1, "b": 0}).activation.to_dense().tolist()
        [[1, 1], [1, 1]]
    """
    number = {name: i for i, name in enumerate(state)}
    pairs = []
    for edge in edges:
        for name in edge:
            if name not in number:
                raise PuzzleError(f"no vertex is called {printable(str(name), 40)!r}")
        pairs.append((number[edge[0]], number[edge[1]]))
    check_simple(
        pairs,
        directed=directed,
        closed=closed,
        error=lambda k, problem: PuzzleError(f"edge {k + 1}: {problem}"),
    )
    ends = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    matrix = graph_matrix(
        len(number), ends[:, 0], ends[:, 1], directed=directed, closed=closed, colours=colours
    )
    return matrix_puzzle(
        matrix,
        list(state.values()),
        target=target,
        uniform=uniform,
        objective=objective,
        prices=prices,
        layout=Layout(names=tuple(number)),
    )


def matrix_puzzle(
    activation: Any,
    state: Any,
    *,
    colours: int | None = None,
    target: Any = 0,
    uniform: bool = False,
    objective: Objective = Objective.PRESSES,
    prices: Any = (),
    layout: Layout | None = None,
) -> Puzzle:
    """Return the puzzle of an activation matrix.

    Args:
        activation: (lights, buttons) mod c, sparse (any matrix of scipy.sparse, too) or a dense
            array of integers.
        state: (lights,) integers 0..c-1.
        colours: c, 2 by default; a `SparseMatrix` contains it.
        target: The goal: a colour, or (lights,) integers.
        uniform: Whether the target may be shifted.
        objective: Cost to minimise.
        prices: A price for all, or (buttons,) integers, for ``Objective.PRICES``.
        layout: Layout for drawing.

    Returns:
        The puzzle.

    Raises:
        PuzzleError: When shapes or ranges do not fit.

    Example:
        >>> import lo_exact
        >>> lo_exact.minimum(lo_exact.matrix_puzzle([[1, 0], [1, 1]], [1, 0])).presses
        (1, 1)
    """
    if hasattr(activation, "tocoo"):
        activation = _of_scipy(activation, 2 if colours is None else colours)
    if not isinstance(activation, SparseMatrix):
        dense = whole("activation", activation)
        if dense.ndim != 2:
            raise PuzzleError(f"an activation matrix has rows and columns, got {dense.ndim}")
        colours = 2 if colours is None else colours
        check_colours(colours)
        activation = from_dense(dense, colours)
    elif colours not in (None, activation.modulus):
        raise PuzzleError(f"the activation matrix is mod {activation.modulus}, not {colours}")
    lights, buttons = activation.shape
    priced = buttons if objective is Objective.PRICES else 0
    return Puzzle(
        activation=activation,
        state=_vector("state", state, lights),
        target=_vector("target", target, lights),
        uniform=uniform,
        objective=objective,
        prices=_vector("prices", prices, priced),
        layout=layout or Layout(),
    )


def _of_scipy(matrix: Any, colours: int) -> SparseMatrix:
    """Convert a scipy.sparse matrix to a matrix mod c, adding up duplicate entries."""
    triples = matrix.tocoo(copy=True)
    triples.sum_duplicates()
    height, width = triples.shape
    values = whole("activation", triples.data)
    return from_entries((height, width), colours, triples.row, triples.col, values)


def _vector(name: str, values: Any, size: int) -> IntArray:
    vector = whole(name, values)
    if vector.shape not in ((), (size,)):
        raise PuzzleError(f"{name} must be {size} numbers, got shape {vector.shape}")
    return np.broadcast_to(vector, (size,)).copy()
