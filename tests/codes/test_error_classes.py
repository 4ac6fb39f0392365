"""The most likely class of errors, against all errors added up as fractions."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from lo_exact import Decoder
from lo_exact.codes import error_classes
from lo_exact.errors import LimitReached, PuzzleError, UsageError


def added_up(matrix, observables, chances):
    """By syndrome: by what is flipped, the probability of all its errors."""
    found: dict[tuple[int, ...], dict[tuple[int, ...], Fraction]] = {}
    exact = [Fraction(float(p)) for p in chances]
    for x in product((0, 1), repeat=len(exact)):
        chance = Fraction(1)
        for pressed, p in zip(x, exact, strict=True):
            chance *= p if pressed else 1 - p
        seen = tuple((matrix @ np.array(x) % 2).tolist())
        flipped = tuple((observables @ np.array(x) % 2).tolist())
        classes = found.setdefault(seen, {})
        classes[flipped] = classes.get(flipped, Fraction(0)) + chance
    return found


def judged(rng, chances_of):
    """Compare all syndromes of a random code; return the numbers of ties."""
    checks, errors, things = (int(rng.integers(1, k)) for k in (6, 9, 4))
    matrix = (rng.random((checks, errors)) < 0.4).astype(np.int64)
    observables = (rng.random((things, errors)) < 0.4).astype(np.int64)
    chances = rng.choice(chances_of, errors)
    truth = added_up(matrix, observables, chances)
    decoder = Decoder.from_check_matrix(matrix, probabilities=chances, observables=observables)
    ties = []
    for syndrome in product((0, 1), repeat=checks):
        classes = truth.get(syndrome, {})
        if not any(classes.values()):
            with pytest.raises(PuzzleError, match="no errors explain"):
                decoder.most_likely_class(syndrome)
            continue
        most = max(classes.values())
        alike = sorted(flipped for flipped, chance in classes.items() if chance == most)
        found = decoder.most_likely_class(np.array(syndrome))
        assert (tuple(found.observables.tolist()), found.ties) == (alike[0], len(alike))
        right = most / sum(classes.values())
        assert abs(Fraction(found.probability) - right) <= Fraction(found.probability_error)
        assert found.probability_error < 1e-10
        ties.append(len(alike))
    return ties


@pytest.mark.parametrize("codes", [25, pytest.param(300, marks=pytest.mark.large)])
def test_random_codes_agree_with_all_errors_added_up(codes):
    rng = np.random.default_rng(1)
    for _ in range(codes):
        judged(rng, [0.01, 0.1, 0.3, 0.49, 0.7, float(rng.random())])


def test_certain_impossible_and_even_errors_make_ties_and_gaps():
    rng = np.random.default_rng(2)
    ties = [n for _ in range(40) for n in judged(rng, [0.0, 0.25, 0.5, 0.5, 1.0])]
    assert {1, 2, 4} <= set(ties)
    assert sum(n > 1 for n in ties) > 20


def test_in_blocks_of_states_the_same_is_found(monkeypatch):
    monkeypatch.setattr(error_classes, "BLOCK", 4)
    rng = np.random.default_rng(3)
    for _ in range(10):
        judged(rng, [0.1, 0.2, 0.3])


def test_numbers_too_small_for_floats_are_compared_as_whole_numbers():
    """Twenty checks that each need an error of probability 1e-200, in two ways."""
    matrix = np.repeat(np.eye(20, dtype=int), 2, axis=1)
    chances = np.tile([1e-200, 2e-200], 20)
    observables = np.tile([0, 1], 20)[None]
    decoder = Decoder.from_check_matrix(matrix, probabilities=chances, observables=observables)
    found = decoder.most_likely_class([1] * 20)
    # the sum over even and odd numbers of the likelier ones: (3^20 +- 1) / 2
    assert found.observables.tolist() == [0]
    assert found.probability == pytest.approx((3**20 + 1) / (2 * 3**20), abs=1e-15)
    assert found.ties == 1


def test_weights_and_wide_codes_are_refused_in_one_line():
    with pytest.raises(UsageError, match="need probabilities"):
        Decoder.from_check_matrix([[1, 1]], weights=[1, 2]).most_likely_class([1])
    rng = np.random.default_rng(4)
    wide = Decoder.from_check_matrix(rng.integers(0, 2, (40, 80)), probabilities=0.1)
    with pytest.raises(UsageError, match=r"^classes of errors need 2\^\d+ states here") as error:
        wide.most_likely_class(np.zeros(40, dtype=int))
    assert "\n" not in str(error.value)


def test_near_classes_of_many_states_are_not_decided(monkeypatch):
    monkeypatch.setattr(error_classes, "MAX_EXACT_WORK", 0)
    decoder = Decoder.from_check_matrix([[1, 1]], probabilities=0.1, observables=[[0, 1]])
    with pytest.raises(LimitReached, match="nearer to each other"):
        decoder.most_likely_class([1])


@pytest.mark.parametrize("shot", [[0], [[0, 1]], [0, 2], [0.0, 1.0]])
def test_syndromes_that_do_not_fit_are_refused(shot):
    decoder = Decoder.from_check_matrix([[1, 1, 0], [0, 1, 1]], probabilities=0.1)
    with pytest.raises(PuzzleError):
        decoder.most_likely_class(shot)


def test_sinter_predicts_classes():
    stim = pytest.importorskip("stim")
    sinter = pytest.importorskip("sinter")
    from lo_exact.sinter import sinter_decoders

    circuit = stim.Circuit.generated(
        "repetition_code:memory", distance=3, rounds=3, before_round_data_depolarization=0.1
    )
    (stats,) = sinter.collect(
        num_workers=1, tasks=[sinter.Task(circuit=circuit)], decoders=["lo-exact-class"],
        custom_decoders=sinter_decoders(), max_shots=2000,
    )  # fmt: skip
    assert stats.shots == 2000
    assert 20 < stats.errors < 300
