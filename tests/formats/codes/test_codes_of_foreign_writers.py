"""Matrices, error models and lists of edges by other people's own writers, read back equal."""

import io
import random

import networkx
import numpy as np
import pytest
import scipy.io
import scipy.sparse
import stim

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


@pytest.mark.parametrize(
    ("task", "rounds"), [("repetition_code:memory", 6), ("surface_code:rotated_memory_x", 3)]
)
def test_models_of_circuits_as_stim_writes_them(task, rounds):
    circuit = stim.Circuit.generated(
        task, rounds=rounds, distance=3, after_clifford_depolarization=0.01,
        before_measure_flip_probability=0.02,
    )  # fmt: skip
    _compare(circuit.detector_error_model(flatten_loops=bool(rounds % 2)))


@pytest.mark.parametrize("seed", range(10))
def test_random_models_as_stim_writes_them(seed):
    rng = random.Random(seed)
    model = stim.DetectorErrorModel()
    for _ in range(rng.randrange(1, 30)):
        targets = [stim.target_relative_detector_id(rng.randrange(12)) for _ in range(3)]
        if rng.random() < 0.3:
            targets.append(stim.target_logical_observable_id(rng.randrange(3)))
        if rng.random() < 0.3:
            targets[1:1] = [stim.target_separator()]
        model.append("error", rng.choice([0.001, 0.01, 0.2, 0.5]), targets)
        if rng.random() < 0.2:
            model.append("shift_detectors", (0, 0, 1), [rng.randrange(3)])
    _compare(model * 3 if seed % 2 else model)


def _compare(model):
    """Every error's detectors, in order, and whether its price is that of its probability."""
    read = puzzle(str(model))
    errors = [step for step in model.flattened() if step.type == "error"]
    assert read.buttons == len(errors)
    for j, step in enumerate(errors):
        flipped: set[int] = set()
        for target in step.targets_copy():
            if target.is_relative_detector_id():
                flipped ^= {target.val}
        assert set(read.activation.column(j)[0].tolist()) == flipped
    if read.prices.size:
        chances = np.array([step.args_copy()[0] for step in errors])
        costs = np.log((1 - chances) / chances)
        assert np.abs(read.prices - 1000 * costs).max() <= 0.5 + 1e-9


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
