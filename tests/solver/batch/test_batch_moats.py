"""Boards that tables leave are answered by moats where boards times buttons are many."""

import numpy as np
import pytest

from lo_exact.algebra import from_dense
from lo_exact.compiled import has_numba
from lo_exact.puzzle import System
from lo_exact.solver.batch import batch
from lo_exact.solver.batch.batch import Batch


@pytest.mark.skipif(not has_numba(), reason="numba is not installed")
@pytest.mark.parametrize("nodes", [2**11, 2])
def test_moats_and_engines_prove_the_same_weights(monkeypatch, nodes):
    monkeypatch.setattr(batch, "MOATS_PAY", 20 * 60)
    monkeypatch.setattr(batch, "MOAT_NODES", nodes)
    rng = np.random.default_rng(7)
    matrix = np.zeros((30, 60), dtype=np.int64)
    for j in range(60):
        matrix[rng.choice(30, 3, replace=False), j] = 1
    prices = rng.integers(1, 5, 60)
    syndromes = (rng.random((20, 60)) < 0.05).astype(np.int64) @ matrix.T % 2
    syndromes[19] = syndromes[0]
    system = System(from_dense(matrix, 2), np.zeros(30, dtype=np.int64), prices)
    many, few = (Batch(system, boards).minima(syndromes.astype(np.uint8)) for boards in (20, 19))
    assert many.proved == few.proved == 20
    assert many.weights.tolist() == few.weights.tolist()
    assert (many.pressed() @ matrix.T % 2 == syndromes).all()
    assert (many.pressed() @ prices == many.weights).all()
    assert many.methods.get("moats", 0) + many.methods.get("engines", 0) == 20
    assert "moats" not in few.methods
    assert (many.methods.get("moats") == 20) == (nodes > 2)
