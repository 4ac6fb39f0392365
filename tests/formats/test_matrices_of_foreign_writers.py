"""Matrices and lists of edges by other people's own writers, read back equal."""

import io
import random

import networkx
import numpy as np
import pytest
import scipy.io
import scipy.sparse

from tests.formats.reading import puzzle


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("field", ["pattern", "integer", "real"])
def test_random_sparse_matrices_of_scipy(seed, field):
    rng = np.random.default_rng(seed)
    shape = tuple(int(v) for v in rng.integers(1, 60, 2))
    matrix = scipy.sparse.random(*shape, density=rng.random() * 0.3, rng=rng, format="coo")
    low, high = (1, 2) if field == "pattern" else (-4, 5)
    matrix.data = rng.integers(low, high, matrix.data.size).astype(float)
    out = io.BytesIO()
    scipy.io.mmwrite(out, matrix, field=field)
    colours = [2, 3, 5, 7][seed % 4]
    read = puzzle(out.getvalue().decode(), colours=colours)
    wanted = matrix.toarray().astype(int) % colours
    assert np.array_equal(read.activation.to_dense(), wanted)


@pytest.mark.parametrize("seed", range(10))
def test_lists_of_edges_as_networkx_writes_them(seed):
    rng = random.Random(seed)
    graph = networkx.gnp_random_graph(rng.randrange(2, 30), 0.3, seed=seed)
    graph = networkx.relabel_nodes(graph, {k: f"v{k}" for k in graph})
    graph.remove_nodes_from(list(networkx.isolates(graph)))
    if not graph.edges:
        return
    out = io.BytesIO()
    networkx.write_edgelist(graph, out, data=False)
    read = puzzle(out.getvalue().decode())
    names = read.layout.names
    assert set(names) == set(graph)
    matrix = read.activation
    pairs = zip(matrix.columns_of_entries().tolist(), matrix.rows.tolist(), strict=True)
    found = {frozenset((names[a], names[b])) for a, b in pairs if a != b}
    assert found == {frozenset(edge) for edge in graph.edges}
