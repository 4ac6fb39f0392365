"""Error models: refusals, enumeration, and models as Stim itself writes them."""

import itertools
import json
import random
import re
import time

import numpy as np
import pytest
import stim

from lo_exact import solver
from lo_exact.codes import dem
from lo_exact.errors import InputError
from tests.cli_runner import run
from tests.formats.reading import minima, puzzle, refusal

RING = "error(0.1) D9 D0 L0\nrepeat 9 {\n  error(0.1) D0 D1\n  shift_detectors 1\n}\n"


def test_a_ring_of_ten_detectors():
    assert minima(RING, target="D0 D5")[:2] == (5, 2)
    assert minima(RING, target="D0 D3")[0] == 3
    assert minima(RING, target="D1") is None


def test_unequal_errors_have_whole_prices_and_agree_with_enumeration():
    text = "error(0.1) D0\nerror(0.02) D0 D1\nerror(0.3) D1 D1\nERROR[tag](0.2) D1 ^ L0\n# end\n"
    model = puzzle(text, target="D0 D1")
    assert model.prices.tolist() == [2197, 3892, 847, 1386]
    columns = [(1, 0), (1, 1), (0, 0), (0, 1)]
    fitting = [
        x
        for x in itertools.product((0, 1), repeat=4)
        if all(sum(c[i] * v for c, v in zip(columns, x, strict=True)) % 2 == 1 for i in (0, 1))
    ]
    least = min(
        sum(p * v for p, v in zip([2197, 3892, 847, 1386], x, strict=True)) for x in fitting
    )
    assert solver.minimum(model).weight == least


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("error(0.1) D0\u3000D1\n", "targets are ASCII"),
        ("error(0.1) D0 L4294967296\n", "an observable must be 0..4294967295"),
        ("error(\u30000.1) D0\n", "arguments are numbers"),
        ("error(0.1) \x0c\n", "no instruction"),
        ("error(0.1) D0\x0bD1\n", "no instruction"),
        ("error(0.1) D0\n\u3000# a comment\n", "no instruction"),
        ("error(1.1) D0\n", "0 to 1"),
        ("error(0.1) X0\n", "a target is D0 or L0"),
        ("repeat 9 {\nerror(0.1) D0\n", "does not end"),
        ("error(0.1) D0\n}\n", "closes nothing"),
        ("error(0.1)D0\n", "no instruction"),
        ("error(0.1) D0 ^\n", "stands between"),
        ("error(0.1) D0 ^ ^ D1\n", "stands between"),
        ("error(0.1) D0\ufe0f\n", "targets are ASCII"),
        ("detector\n", "names one target"),
        ("detector D0 D1\n", "names one target"),
        ("detector(a) D0\n", "arguments are numbers"),
        ("error(0.1) D0\nlogical_observable D0\n", "names one target"),
        ("logical_observable(1) L0\n", "no arguments"),
        ("error(0.1) D0\nrepeat(1) 2 {\nerror(0.1) D0\n}\n", "no arguments"),
        ("error(0.1_0) D0\n", "arguments are numbers"),
        ("repeat 999999 {\nrepeat 999999 {\nerror(0.1) D0\n}\n}\n", "more than 1048576"),
        ("error(0.1) D99999999\n", "a detector must be"),
        ("shift_detectors 9999999\nerror(0.1) D0 D1\n", "a shift must be"),
    ],
)
def test_bad_models_are_refused(text, problem):
    assert problem in refusal(text)


def test_repeats_are_counted_before_they_are_unrolled():
    start = time.process_time()
    refusal("repeat 999999 {\nrepeat 999999 {\nerror(0.1) D0\n}\n}\n")
    empty = "repeat 999999 {\nrepeat 999999 {\n}\n}\nerror(0.1) D0\n"
    assert puzzle(empty).buttons == 1
    refusal("repeat 99 {\n" * 16 + "error(0.1) D0\n" + "}\n" * 16)
    assert time.process_time() - start < 3


def test_models_of_stim_are_read():
    circuit = stim.Circuit.generated(
        "repetition_code:memory", rounds=4, distance=3, before_round_data_depolarization=0.01
    )
    model = circuit.detector_error_model()
    read = puzzle(str(model))
    columns = {tuple(sorted(read.activation.column(j)[0].tolist())) for j in range(read.buttons)}
    errors = {
        tuple(sorted(t.val for t in step.targets_copy() if t.is_relative_detector_id()))
        for step in model.flattened()
        if step.type == "error"
    }
    assert columns == errors


def test_errors_are_named_by_their_place_in_the_file():
    """An error that cannot happen is no button and keeps its number."""
    named = puzzle("error(0) D0\nerror(.1) D0\nerror(0) D1\nerror(.1) D1\n")
    assert named.layout.button_names == ("E1", "E3")


def test_the_least_probabilities_have_prices():
    """1 / p is no number then, and the reader ended with an internal error."""
    found = puzzle("error(0.25) D0\nerror(1e-320) D0 D1\nerror(0.5) D1")
    assert found.prices.tolist() == [1099, 736827, 0]


def damaged(rng, text):
    """Return some lines of a model with up to three characters put in, changed or dropped."""
    lines = text.split("\n")
    first = rng.randrange(max(len(lines) - 8, 1))
    text = "\n".join(lines[first : first + 8])
    if rng.random() < 0.1:
        text = "shift_detectors 1048570\n" + text
    for _ in range(rng.randrange(4)):
        at, dropped = rng.randrange(len(text) + 1), rng.randrange(2)
        new = rng.choice("DL0123456789^ .e-+(){}#\n\t[]errodtcshif_") * rng.randrange(2)
        text = text[:at] + new + text[at + dropped :]
    return text


@pytest.mark.parametrize("count", [800, pytest.param(4000, marks=pytest.mark.large)])
def test_lines_as_stim_writes_them_are_read_as_all_others_are(count, monkeypatch):
    circuits = [
        stim.Circuit.generated(
            task, distance=3, rounds=5,
            after_clifford_depolarization=0.003, before_measure_flip_probability=1e-7,
        )
        for task in ("surface_code:rotated_memory_z", "repetition_code:memory")
    ]  # fmt: skip
    texts = [str(c.detector_error_model(decompose_errors=d)) for c in circuits for d in (0, 1)]
    rng, read = random.Random(3), 0
    for _ in range(count):
        text, found = damaged(rng, rng.choice(texts)), []
        for plain in (dem._PLAIN, re.compile(r"(?!)")):
            with monkeypatch.context() as patch:
                patch.setattr(dem, "_PLAIN", plain)
                try:
                    found.append(dem.read_model(text, whole=True))
                    read += 1
                except InputError as error:
                    found.append(str(error))
        assert found[0] == found[1], text
    assert read > count // 4


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


def test_what_is_lost_of_an_error_model_is_said(tmp_path):
    model = tmp_path / "m.dem"
    model.write_text("error(0.1) D0 L0\nerror(0.02) D0 D1\nerror(0.3) D1\n")
    shown = run("show", str(model))
    assert "rounded" in shown.out
    assert "observables are ignored here" in shown.out
    asked = run("min", str(model), "--target", "D0")
    assert asked.code == 0
    assert "weights ln((1-p)/p) are rounded to 1/1000" in asked.err
    assert "rounded" not in run("min", str(model), "--target", "D0", "-q").err
    equal = tmp_path / "e.dem"
    equal.write_text("error(0.1) D0\nerror(0.1) D0 D1\n")
    assert run("min", str(equal), "--target", "D0").err == ""


def test_what_rounding_loses_is_no_more_than_is_said():
    """Every pair of explanations of random models: likelihoods against the bound in the note."""
    rng = np.random.default_rng(4)
    for _ in range(20):
        chances = rng.uniform(0.001, 0.5, 6)
        columns = [int(v) for v in rng.integers(1, 8, 6)]
        lines = [
            f"error({p}) " + " ".join(f"D{d}" for d in range(3) if column >> d & 1)
            for p, column in zip(chances, columns, strict=True)
        ]
        model = puzzle("\n".join([*lines, "detector D2"]) + "\n")
        costs = np.log((1 - chances) / chances)
        for one, other in itertools.product(itertools.product((0, 1), repeat=6), repeat=2):
            if np.dot(model.prices, one) <= np.dot(model.prices, other):
                ahead = np.dot(costs, one) - np.dot(costs, other)
                assert ahead <= (sum(one) + sum(other)) / 2000 + 1e-12


def test_an_expected_error_is_shown_and_counts_as_one_in_a_distance(tmp_path):
    model = tmp_path / "m.dem"
    model.write_text("error(0.9) D0 L0\nerror(0.2) D0\nerror(1) L0\n")
    assert "1 errors of probability above 0.5" not in run("show", str(model)).out
    assert "2 errors of probability above 0.5 are expected" in run("show", str(model)).out
    answer = run("min", str(model), "--target", "D0", "--json")
    assert json.loads(answer.out)["weight"] == 0  # all is as expected
    assert json.loads(run("min", str(model), "--json").out)["weight"] == 1386
    # what always happens is no error that may be overlooked
    assert "[2,1,2]\ndistance 2, proved\n" in run("distance", str(model)).out
