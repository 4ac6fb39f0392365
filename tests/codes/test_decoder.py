"""Decoders against plain enumeration, PyMatching, and sinter."""

import math
import os
import pickle
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse

from lo_exact import Decoder
from lo_exact.errors import PuzzleError
from tests.marks import with_large

stim = pytest.importorskip("stim")

ROOT = Path(__file__).resolve().parents[2]


def cheapest(columns, weights, syndrome):
    """The least weight of errors with a syndrome, by trying all; None: there are none."""
    best = None
    for number in range(2 ** len(columns)):
        chosen = [k for k in range(len(columns)) if number >> k & 1]
        seen = set()
        for k in chosen:
            seen ^= columns[k]
        if seen == syndrome:
            weight = sum(weights[k] for k in chosen)
            best = weight if best is None else min(best, weight)
    return best


MODEL = """
error(0.1) D0 D1 L0
error(0) D0 L1
error(0.2) D1 ^ D2 D1 ^ D1
repeat 2 {
    error(0.3) D0 D2
    shift_detectors 1
}
error(0.9) D0 L0
error(0.05) L1
error(0.5) D1
logical_observable L2
"""
COLUMNS = [{0, 1}, {0}, {1, 2}, {0, 2}, {1, 3}, {2}, set(), {3}]
CHANCES = [0.1, 0, 0.2, 0.3, 0.3, 0.9, 0.05, 0.5]
FLIPPED = [{0}, {1}, set(), set(), set(), {0}, {1}, set()]


def test_a_model_keeps_the_order_of_its_errors_and_what_is_likely_happens():
    decoder = Decoder.from_detector_error_model(MODEL)
    assert (decoder.num_detectors, decoder.num_observables, decoder.num_errors) == (4, 3, 8)
    weights = [round(1000 * math.log((1 - p) / p)) if p else 10**9 for p in CHANCES]
    for number in range(16):
        syndrome = [number >> i & 1 for i in range(4)]
        wanted = {i for i in range(4) if syndrome[i]}
        flips, weight = decoder.decode(np.array(syndrome), return_weight=True)
        assert round(1000 * weight) == cheapest(COLUMNS, weights, wanted)
        errors = decoder.errors.tolist()
        assert decoder.proved
        assert not {1, 6} & set(errors)
        assert sum(weights[k] for k in errors) == round(1000 * weight)
        seen, flipped = set(), set()
        for k in errors:
            seen, flipped = seen ^ COLUMNS[k], flipped ^ FLIPPED[k]
        assert (seen, flipped) == (wanted, set(np.flatnonzero(flips).tolist()))


def test_a_model_is_read_from_stim_from_text_and_from_a_file(tmp_path):
    circuit = stim.Circuit.generated("repetition_code:memory", distance=3, rounds=2,
                                     before_round_data_depolarization=0.1)  # fmt: skip
    model = circuit.detector_error_model()
    path = tmp_path / "code.dem"
    model.to_file(path)
    shots = circuit.compile_detector_sampler(seed=2).sample(50)
    made = [Decoder.from_detector_error_model(one) for one in (model, str(model), path, str(path))]
    first, *others = [decoder.decode_batch(shots) for decoder in made]
    assert first.shape == (50, 1)
    assert all(np.array_equal(first, other) for other in others)


@pytest.mark.parametrize(
    "noise", ["before_round_data_depolarization", "before_measure_flip_probability"]
)
def test_pairs_are_decoded_as_by_pymatching(noise):
    pymatching = pytest.importorskip("pymatching")
    circuit = stim.Circuit.generated(
        "repetition_code:memory", distance=5, rounds=5, **{noise: 0.05}
    )
    model = circuit.detector_error_model()
    matching = pymatching.Matching.from_detector_error_model(model)
    decoder = Decoder.from_detector_error_model(model)
    shots = circuit.compile_detector_sampler(seed=3).sample(300, bit_packed=True)
    _, theirs = matching.decode_batch(shots, bit_packed_shots=True, return_weights=True)
    packed, ours = decoder.decode_batch(
        shots, bit_packed_shots=True, bit_packed_predictions=True, return_weights=True
    )
    assert decoder.proved.all()
    assert packed.shape == (300, 1)
    assert packed.dtype == np.uint8
    # prices are rounded to thousandths, and few errors make up a minimum
    assert np.abs(ours - theirs).max() < 0.02


@pytest.mark.parametrize("kind", [np.asarray, scipy.sparse.csr_matrix, scipy.sparse.coo_array])
def test_check_matrices_dense_and_sparse(kind):
    rng = np.random.default_rng(4)
    dense = (rng.random((6, 9)) < 0.35).astype(np.uint8)
    weights = rng.choice([-2.5, 0.25, 1.0, 3.0, np.inf], 9)
    decoder = Decoder.from_check_matrix(kind(dense), weights=weights)
    columns = [set(np.flatnonzero(dense[:, k]).tolist()) for k in range(9)]
    for number in range(64):
        syndrome = number >> np.arange(6) & 1
        best = cheapest(columns, weights.tolist(), set(np.flatnonzero(syndrome).tolist()))
        if best is None or math.isinf(best):
            with pytest.raises(PuzzleError, match="no errors explain"):
                decoder.decode(syndrome)
            continue
        presses, weight = decoder.decode(syndrome, return_weight=True)
        assert weight == best
        assert (dense @ presses.astype(np.int64) % 2 == syndrome).all()
        assert decoder.errors.tolist() == np.flatnonzero(presses).tolist()


def test_observables_of_a_check_matrix_are_what_is_predicted():
    matrix = np.array([[1, 1, 0], [0, 1, 1]])
    decoder = Decoder.from_check_matrix(
        matrix, probabilities=[0.1, 0.2, 0.3], observables=scipy.sparse.csr_matrix([[1, 1, 1]])
    )
    predicted = decoder.decode_batch(np.array([[0, 0], [1, 0], [0, 1], [1, 1]], dtype=np.uint8))
    assert predicted.tolist() == [[0], [1], [1], [1]]


@pytest.mark.parametrize(
    ("shots", "named", "said"),
    [
        (np.zeros((2, 3), dtype=np.uint8), {}, "2 detectors"),
        (np.full((2, 2), 2), {}, "of 0 and 1"),
        (np.zeros((2, 2)), {}, "of 0 and 1"),
        (np.array([[4]], dtype=np.uint8), {"bit_packed_shots": True}, "bits behind"),
        (np.array([[0, 0]], dtype=np.uint8), {"bit_packed_shots": True}, "packed shots"),
    ],
)
def test_shots_that_do_not_fit_are_refused(shots, named, said):
    decoder = Decoder.from_check_matrix([[1, 1, 0], [0, 1, 1]])
    with pytest.raises(PuzzleError, match=said):
        decoder.decode_batch(shots, **named)


def test_long_searches_are_handed_over_and_proved(monkeypatch):
    from lo_exact.codes import decoder as module

    monkeypatch.setattr(module, "SEARCH_NODES", 1)
    rng = np.random.default_rng(6)
    matrix = (rng.random((5, 10)) < 0.4).astype(np.uint8)
    matrix[:, 0] = 1
    shots = (rng.integers(0, 2, (6, 10)) @ matrix.T % 2).astype(np.uint8)
    decoder = Decoder.from_check_matrix(matrix)
    presses, weights = decoder.decode_batch(shots, return_weights=True)
    assert decoder.proved.all()
    assert (presses @ matrix.T.astype(np.int64) % 2 == shots).all()
    columns = [{*np.flatnonzero(column).tolist()} for column in matrix.T]
    true = [cheapest(columns, [1] * 10, {*np.flatnonzero(shot).tolist()}) for shot in shots]
    assert weights.tolist() == true
    assert max(true) > 1


@pytest.mark.large
def test_sinter_collects_with_it():
    sinter = pytest.importorskip("sinter")
    from lo_exact.sinter import LoExactDecoder, sinter_decoders

    assert pickle.loads(pickle.dumps(LoExactDecoder(time_limit=3.0))).time_limit == 3.0
    circuit = stim.Circuit.generated(
        "surface_code:rotated_memory_z", distance=3, rounds=3, after_clifford_depolarization=0.01
    )
    (stats,) = sinter.collect(
        num_workers=1, tasks=[sinter.Task(circuit=circuit, json_metadata={"d": 3})],
        decoders=["lo-exact"], custom_decoders=sinter_decoders(), max_shots=2000,
    )  # fmt: skip
    assert stats.shots == 2000
    assert 0 < stats.errors < 100


@pytest.mark.large
def test_the_tests_that_sinter_has_for_decoders_pass(tmp_path):
    """They take custom decoders of a module without dots, named in the environment."""
    pytest.importorskip("sinter")
    (tmp_path / "ours.py").write_text("from lo_exact.sinter import sinter_decoders\n")
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist",
         "--pyargs", "sinter._decoding._decoding_test", "-k", "lo-exact"],
        cwd=tmp_path, capture_output=True, text=True, check=False, timeout=600,
        env={**os.environ, "SINTER_PYTEST_CUSTOM_DECODERS": "ours:sinter_decoders",
             "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])},
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout[-3000:]
    passed = re.search(r"(\d+) passed", ran.stdout)
    assert passed
    assert int(passed[1]) >= 60


def test_errors_with_tags_and_of_even_chance_are_read_as_by_pymatching():
    """The small error models that PyMatching tests itself with."""
    pymatching = pytest.importorskip("pymatching")
    models = (
        "error(0.1) D0 L0\nerror(0.1) D0 D1 L1\nerror(0.1) D1 L2",
        "error(0.6) D0 L0\nerror(0.5) D1 L0\nerror(0.1) L0",
    )
    for text in models:
        decoder = Decoder.from_detector_error_model(text)
        matching = pymatching.Matching.from_detector_error_model(stim.DetectorErrorModel(text))
        for syndrome in np.array([[0, 0], [0, 1], [1, 0], [1, 1]], dtype=np.uint8):
            ours, weight = decoder.decode(syndrome, return_weight=True)
            theirs, right = matching.decode(syndrome, return_weight=True)
            assert ours.tolist() == theirs.tolist()
            assert weight == pytest.approx(right, abs=0.001)
    tagged = "error[test2](0.25) D0\nerror[test3](0.25) D0\ndetector[test4](1, 2) D0"
    assert Decoder.from_detector_error_model(tagged).num_errors == 2


@pytest.mark.parametrize(
    "given",
    [
        np.array([1, 0, 1, 0])[::2],
        np.frombuffer(b"\1\1", dtype=np.uint8),
        np.array([True, True]),
        np.array([1, 1], dtype=np.int64),
        [1, 1],
    ],
)
def test_one_syndrome_of_any_type_and_layout_is_decoded(given):
    decoder = Decoder.from_check_matrix([[1, 1, 0], [0, 1, 1]])
    assert decoder.decode(given).tolist() == [0, 1, 0]
    assert decoder.errors.tolist() == [1]


@pytest.mark.parametrize("given", [[1], [[1, 0]], [2, 0], [1.0, 0.0], [-1, 0], [256, 0], 1, "10"])
def test_one_syndrome_that_does_not_fit_is_refused(given):
    decoder = Decoder.from_check_matrix([[1, 1, 0], [0, 1, 1]], weights=[1, -1, 1])
    with pytest.raises(PuzzleError):
        decoder.decode(given)
    assert decoder.decode([1, 0]).tolist() == [0, 1, 1]


def test_errors_are_those_of_the_last_single_shot_whatever_a_batch_decodes_after_it():
    decoder = Decoder.from_check_matrix([[1, 1, 0], [0, 1, 1]])
    decoder.decode([1, 1])
    decoder.decode_batch([[1, 0], [0, 1]])
    assert decoder.errors.tolist() == [1]


def test_a_code_without_checks_has_one_empty_syndrome():
    decoder = Decoder.from_check_matrix(np.zeros((0, 2)), probabilities=[0.1, 0.9])
    assert decoder.decode([]).tolist() == [0, 1]
    assert decoder.most_likely_class([]).observables.tolist() == [0, 1]


FEW = """
import sys, threading
import numpy as np
from lo_exact import Decoder
from lo_exact.engines.moats import moat_tables

held, load = threading.Event(), moat_tables._compile_for
moat_tables._compile_for = lambda *after: held.wait(60) and load(*after)

def least(matrix, weights):
    costs = np.full(1 << len(matrix), np.inf)
    costs[0] = weights[weights < 0].sum()
    for column, weight in zip(matrix.T, weights):
        moved = np.arange(costs.size) ^ int(column @ (1 << np.arange(len(matrix))))
        if weight < 0:  # the error has happened: its other case costs more
            costs = costs[moved]
        costs = np.minimum(costs, costs[moved] + abs(weight))
    return costs

def are_least(matrix, weights, *shots, one_by_one=False):
    decoder, costs = Decoder.from_check_matrix(matrix, weights=weights), least(matrix, weights)
    shots, places = np.array(shots), 1 << np.arange(len(matrix))
    if one_by_one:
        flipped = np.array([decoder.decode(shot) for shot in shots])
    else:
        flipped = decoder.decode_batch(shots)
    explained = (flipped @ matrix.T % 2 == shots).all() and np.all(decoder.proved)
    return explained and np.array_equal(flipped @ weights, costs[shots @ places])

rng = np.random.default_rng(5)
ring = np.eye(11, dtype=int) + np.roll(np.eye(11, dtype=int), 1, axis=1)
prices = rng.integers(-3, 9, 11)
expected = ring[:, prices < 0].sum(axis=1)
pairs = [(expected + ring[:, k] + ring[:, k - 3]) % 2 for k in range(9)]
print(are_least(ring, prices, *pairs[:8]), are_least(ring, prices, *pairs, one_by_one=True))
print(held.is_set())
threading.Timer(0.5, held.set).start()
if sys.argv[1] == "more":
    print(are_least(ring, prices, *pairs))
elif sys.argv[1] == "heavy":
    print(are_least(np.eye(13, dtype=int), np.ones(13), np.ones(13, dtype=int), one_by_one=True))
else:
    thin = (rng.random((12, 24)) < 0.5).astype(int)
    print(are_least(thin, np.ones(24), *np.eye(12, dtype=int)[:4]))
print(held.is_set())
"""


@pytest.mark.parametrize("then", with_large(["more", "heavy", "long"], {"more", "heavy"}))
def test_few_light_shots_are_answered_while_loops_are_loaded_and_others_wait(then):
    """The loops are held back until a first batch and single shots have their minima."""
    pytest.importorskip("numba")
    ran = subprocess.run(
        [sys.executable, "-c", FEW, then], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ran.stdout.split() == ["True", "True", "False", "True", "True"], ran.stderr


COLD = """
import os, sys, numpy as np, stim
from lo_exact import Decoder
from lo_exact.compiled.loop import Loop, _parts
circuit = stim.Circuit.generated(
    "surface_code:rotated_memory_z", distance=5, rounds=5, after_clifford_depolarization=0.02
)
decoder = Decoder.from_detector_error_model(circuit.detector_error_model())
shots = circuit.compile_detector_sampler(seed=1).sample(300)
decoder.decode(shots[0])
if os.fork() == 0:
    os._exit(not Decoder.from_check_matrix([[1, 1]]).decode([1]).sum() == 1)
assert os.wait()[1] == 0
decoder.decode_batch(shots)
rng = np.random.default_rng(1)
for weights in (None, 2, np.linspace(0.5, 3, 30)):
    matrix = (rng.random((15, 30)) < 0.3).astype(int)
    code = Decoder.from_check_matrix(matrix, weights=weights)
    sent = rng.integers(0, 2, (20, 30)) @ matrix.T % 2
    code.decode(sent[0].astype(bool))
    code.decode_batch(sent)
rooms = [room for name, room in sys.modules.items() if name.startswith("lo_exact.compiled.")]
found = {value for room in rooms for value in vars(room).values() if isinstance(value, Loop)}
loops = [one.compiled for one in found] + list(_parts.values())
assert len(loops) > 40
several = {f.__name__: f.signatures for f in loops if len(f.signatures) > 1}
assert not several, several
print(decoder.proved.all())
"""


@pytest.mark.large
def test_a_cold_decoder_says_that_it_compiles_and_nothing_compiles_later(tmp_path):
    pytest.importorskip("numba")
    kept = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    said = []
    for _ in range(2):
        ran = subprocess.run(
            [sys.executable, "-c", COLD], cwd=ROOT, env=kept, capture_output=True, text=True,
            check=True,
        )  # fmt: skip
        assert ran.stdout == "True\n"
        said.append(ran.stderr)
    assert said == [
        "compiling the search for shots once, some 10 s; later runs reuse the result\n",
        "",
    ]
