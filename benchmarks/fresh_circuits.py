"""Decoders one by one on the same shots of circuits that no other benchmark has.

    python -m benchmarks.fresh_circuits              all, six minutes of a core
    python -m benchmarks.fresh_circuits --only xzzx  those whose names begin so
    python -m benchmarks.fresh_circuits --only rotated --shots 40000 --seconds 60

Rotated and unrotated surface codes and the colour code as Stim generates them, every kind of its
noise at one rate; the XZZX code, which is Stim's rotated circuit with every second data qubit in
the other basis and with noise that is ten times as often Z; bivariate and generalized bicycle codes
with the circuit of `benchmarks.gross`.  Every decoder answers a shot before the next shot is taken,
in another order each time; what counts is CPU time of this process and of its children.  A
circuit's shots end at its seconds, for all decoders at once.  Ours stops a shot after
`SHOT_SECONDS`.
"""

from __future__ import annotations

import argparse
import random
import resource
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from benchmarks import gross
from benchmarks.record import append, stamp
from lo_exact import Decoder
from lo_exact.engines.moats.moat_tables import compile_shots

SHOTS = 1000
SECONDS = 15.0
SHOT_SECONDS = 2.0
WARM = 20
BIAS = 10.0
"""Errors Z for each error that is not."""

BICYCLES = {
    "[[72,12,6]]": ((6, 6), [(3, 0), (0, 1), (0, 2)], [(0, 3), (1, 0), (2, 0)], 6),
    "[[48,4,8]] generalized": ((24, 1), [(0, 0), (17, 0), (22, 0)], [(0, 0), (5, 0), (16, 0)], 8),
}
"""Sides of the torus, monomials of A and B, rounds."""


def generated(task: str, distance: int, rate: float) -> Any:
    """Return a circuit of Stim's with every kind of its noise."""
    import stim

    return stim.Circuit.generated(
        task, distance=distance, rounds=distance, after_clifford_depolarization=rate,
        before_round_data_depolarization=rate, before_measure_flip_probability=rate,
        after_reset_flip_probability=rate,
    )  # fmt: skip


def xzzx(distance: int, rate: float) -> Any:
    """Return the memory circuit of the XZZX code, with biased noise after gates."""
    import stim

    plain = stim.Circuit.generated(
        "surface_code:rotated_memory_z", distance=distance, rounds=distance
    ).flattened()
    places = plain.get_final_qubit_coordinates()
    turned = {q for q, (x, y) in places.items() if x % 2 and (x + y) % 4 == 0}
    z, rest = rate * BIAS / (BIAS + 1), rate / (BIAS + 1)
    pairs = [a + b for a in "IXYZ" for b in "IXYZ"][1:]
    two = [z / 3 if set(pair) <= set("IZ") else rest / 12 for pair in pairs]
    circuit = stim.Circuit()
    for gate in plain:
        qubits = [target.value for target in gate.targets_copy()]
        if gate.name in ("R", "M", "MR"):
            for qubit in qubits:  # records keep their order
                basis = "X" if qubit in turned else ""
                flip = "Z_ERROR" if qubit in turned else "X_ERROR"
                if gate.name != "R":
                    circuit.append(flip, [qubit], rate)
                circuit.append(gate.name + basis, [qubit])
                if gate.name != "M":
                    circuit.append(flip, [qubit], rate)
        elif gate.name == "CX":
            for first, second in zip(qubits[::2], qubits[1::2], strict=True):
                name = "XCX" if first in turned else "CZ" if second in turned else "CX"
                circuit.append(name, [first, second])
            circuit.append("PAULI_CHANNEL_2", qubits, two)
        else:
            circuit.append(gate)
            if gate.name == "H":
                circuit.append("PAULI_CHANNEL_1", qubits, (rest / 2, rest / 2, z))
    return circuit


def bicycle(name: str, rate: float) -> Any:
    """Return the memory circuit of a bicycle code, all its logical operators observed."""
    import stim

    shape, left, right, rounds = BICYCLES[name]
    circuit = gross.memory(shape, left, right, rounds, rate)
    size = shape[0] * shape[1]
    circuit.append("M", np.arange(2 * size, 4 * size).tolist())
    for number, word in enumerate(observables(shape, left, right)):
        records = [stim.target_rec(int(at) - 2 * size) for at in np.flatnonzero(word)]
        circuit.append("OBSERVABLE_INCLUDE", records, number)
    return circuit


def observables(
    shape: tuple[int, int], left: list[tuple[int, int]], right: list[tuple[int, int]]
) -> list[Any]:
    """Return a basis of logical Z operators of a bicycle code: words of 0 and 1."""
    place = np.arange(shape[0] * shape[1]).reshape(shape)
    x, z = np.zeros((2, place.size, 2 * place.size), dtype=np.int64)
    for row, (checks, sign) in enumerate(((x, 1), (z, -1))):
        for half, monomials in enumerate((left, right)[:: 1 - 2 * row]):
            for a, b in monomials:
                moved = np.roll(place, (-sign * a, -sign * b), axis=(0, 1)).ravel()
                checks[place.ravel(), half * place.size + moved] ^= 1
    found: list[Any] = []
    while True:
        try:
            found.append(gross.logical(np.array([*z, *found]), x))
        except ValueError:
            return found


def circuits() -> Iterator[tuple[str, float, Callable[[], Any]]]:
    """Yield a name, an error rate and what makes the circuit."""
    for distance in (5, 7, 9):
        made = partial(generated, "surface_code:rotated_memory_z", distance, 0.001)
        yield f"rotated {distance}", 0.001, made
    for distance in (5, 7):
        for rate in (0.002, 0.004):
            made = partial(generated, "surface_code:unrotated_memory_x", distance, rate)
            yield f"unrotated {distance}", rate, made
    for distance in (5, 7):
        for rate in (0.002, 0.004):
            yield f"xzzx {distance}", rate, partial(xzzx, distance, rate)
    for rate in (0.001, 0.002):
        yield "colour 7", rate, partial(generated, "color_code:memory_xyz", 7, rate)
    for name in BICYCLES:
        for rate in (0.001, 0.002):
            yield name, rate, partial(bicycle, name, rate)


Answer = Callable[[Any], Any]


def decoders(circuit: Any) -> dict[str, Answer]:
    """Return functions from a shot to its observables, ours first.

    PyMatching is left out where Stim cannot split the errors into pairs.
    """
    model = circuit.detector_error_model(approximate_disjoint_errors=True)
    ours = Decoder.from_detector_error_model(model, time_limit=SHOT_SECONDS)
    for loading in compile_shots():
        loading.join()

    def lo_exact(shot: Any) -> Any:
        found = ours.decode(shot)
        lo_exact.proved = bool(np.all(ours.proved))  # type: ignore[attr-defined]
        return found

    found: dict[str, Answer] = {"lo-exact": lo_exact}
    try:
        split = circuit.detector_error_model(
            decompose_errors=True, approximate_disjoint_errors=True
        )
    except ValueError:
        pass
    else:
        import pymatching

        plain = pymatching.Matching.from_detector_error_model(split)
        found["pymatching"] = plain.decode
        both = pymatching.Matching.from_detector_error_model(split, enable_correlations=True)
        found["pymatching-correlated"] = lambda shot: both.decode(shot, enable_correlations=True)
    from stimbposd import BPOSD
    from tesseract_decoder import make_tesseract_sinter_decoders_dict

    beam = make_tesseract_sinter_decoders_dict()["tesseract-short-beam"]
    ready = beam.compile_decoder_for_dem(dem=model)

    def tesseract(shot: Any) -> Any:
        packed = np.packbits(shot, bitorder="little")[None, :]
        answer = ready.decode_shots_bit_packed(bit_packed_detection_event_data=packed)
        return np.unpackbits(answer[0], bitorder="little")[: model.num_observables]

    found["tesseract"] = tesseract
    # product of sums, 30 rounds; then combination sweep of order 10
    found["bposd"] = BPOSD(model, max_bp_iters=30, osd_order=10).decode
    return found


def cpu_seconds() -> float:
    """Return the CPU seconds of this process and of the children that have ended."""
    spent = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in spent)


def measured(circuit: Any, shots: Any, truth: Any, seconds: float) -> dict[str, dict[str, Any]]:
    """Return what each decoder did on the same shots."""
    chance = random.Random(1)
    ready = decoders(circuit)
    for shot in shots[:WARM]:  # compiled code is loaded
        for answer in ready.values():
            answer(shot)
    times: dict[str, list[float]] = {name: [] for name in ready}
    wrong = dict.fromkeys(ready, 0)
    proved, begun = 0, cpu_seconds()
    for shot, right in zip(shots, truth, strict=True):
        for name in chance.sample([*ready], len(ready)):
            before = cpu_seconds()
            found = ready[name](shot)
            times[name].append(cpu_seconds() - before)
            wrong[name] += bool(np.any(np.asarray(found) != right))
        proved += ready["lo-exact"].proved  # type: ignore[attr-defined]
        if cpu_seconds() - begun > seconds:
            break
    return {
        name: {
            "shots": len(spent), "errors": wrong[name],
            "median_us": round(1e6 * float(np.median(spent)), 1),
            "p99_us": round(1e6 * float(np.percentile(spent, 99)), 1),
            "mean_us": round(1e6 * float(np.mean(spent)), 1),
            **({"proved": proved} if name == "lo-exact" else {}),
        }
        for name, spent in times.items()
    }  # fmt: skip


def main() -> None:
    """Measure and record."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="the beginning of a name")
    parser.add_argument("--shots", type=int, default=SHOTS)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of CPU for a circuit")
    asked = parser.parse_args()
    run = stamp()
    for name, rate, make in circuits():
        if not name.startswith(asked.only):
            continue
        circuit = make()
        sampler = circuit.compile_detector_sampler(seed=31)
        shots, truth = sampler.sample(asked.shots, separate_observables=True)
        figures = measured(circuit, shots.astype(np.uint8), truth, asked.seconds)
        for decoder, row in figures.items():
            result = {"circuit": name, "rate": rate, "decoder": decoder, **row}
            print(result, flush=True)
            append("fresh_circuits", result, run)


if __name__ == "__main__":
    main()
