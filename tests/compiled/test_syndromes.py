"""Syndromes in words: each loop plain and compiled, against sets and dictionaries of Python."""

import numpy as np
import pytest

from lo_exact.compiled import has_numba, syndromes

PLAIN, COMPILED = "plain", "compiled"


@pytest.fixture(params=[PLAIN, COMPILED])
def run(request):
    """Run a loop in one of two ways."""
    if request.param == COMPILED and not has_numba():
        pytest.skip("numba is not installed")

    def call(name, *arguments):
        loop = getattr(syndromes, name)
        if request.param == COMPILED:
            assert hasattr(loop, "py_func")
            return loop(*arguments)
        with np.errstate(over="ignore"):  # the spread of words wraps around
            return getattr(loop, "py_func", loop)(*arguments)

    return call


def as_number(word) -> int:
    return sum(int(part) << 64 * k for k, part in enumerate(word))


def as_word(number: int, wide: int):
    return np.array([number >> 64 * k & 2**64 - 1 for k in range(wide)], dtype=np.uint64)


@pytest.mark.parametrize("seed", range(12))
def test_pressing_the_buttons_of_the_first_wrong_light(run, seed):
    rng = np.random.default_rng(seed)
    m, n = int(rng.integers(1, 200)), int(rng.integers(1, 30))
    wide = -(-m // 64)
    touched = [sorted({int(v) for v in rng.integers(0, m, 3)}) for _ in range(n)]
    at = [[j for j in range(n) if i in touched[j]] for i in range(m)]
    weights, costs = rng.integers(0, 5, m), rng.integers(1, 9, n)
    wrong = [{int(v) for v in rng.integers(0, m, rng.integers(1, 9))} for _ in range(20)]
    sums, most = rng.integers(0, 30, 20), 25

    expected = []
    for lights, total in zip(wrong, sums.tolist(), strict=True):
        for j in at[min(lights)]:
            after = lights ^ set(touched[j])
            change = sum(int(weights[i]) * (1 if i in after else -1) for i in touched[j])
            if total + int(costs[j]) + change <= most:
                number = sum(1 << i for i in after)
                expected.append((number, total + int(costs[j]) + change))

    def padded(rows):
        longest = max(map(len, rows))
        return np.array([[*row, *[-1] * (longest - len(row))] for row in rows], dtype=np.int64)

    buttons = padded(at) if any(at) else np.zeros((m, 0), dtype=np.int64)
    room = 20 * buttons.shape[1]
    out, totals = np.zeros((room, wide), dtype=np.uint64), np.zeros(room, dtype=np.int64)
    words = np.array([as_word(sum(1 << i for i in lights), wide) for lights in wrong])
    masks = np.array([as_word(sum(1 << i for i in row), wide) for row in touched])
    count = run(
        "press_first", words, sums, most, buttons, masks, costs, padded(touched), weights,
        out, totals,
    )  # fmt: skip
    found = [(as_number(w), int(t)) for w, t in zip(out[:count], totals[:count], strict=True)]
    assert found == expected


@pytest.mark.parametrize("seed", range(6))
def test_a_table_keeps_each_syndrome_once_for_least(run, seed):
    rng = np.random.default_rng(seed)
    wide = 1 + seed % 3
    room = 512
    known, least = np.zeros((room, wide), dtype=np.uint64), np.zeros(room, dtype=np.int64)
    slots, waits = np.full(1024, -1, dtype=np.int32), np.zeros(room, dtype=np.bool_)
    few = [as_word(int.from_bytes(rng.bytes(8 * wide), "little"), wide) for _ in range(60)]
    few.append(as_word(0, wide))
    truth: dict[int, int] = {}
    count = 0
    for _ in range(8):
        words = np.array([few[i] for i in rng.integers(0, len(few), 50)])
        sums = rng.integers(0, 40, 50)
        before = dict(truth)
        for word, total in zip(words, sums.tolist(), strict=True):
            truth[as_number(word)] = min(total, truth.get(as_number(word), total))
        fresh = np.zeros(50, dtype=np.int64)
        count, found = run("take_in", words, sums, known, least, slots, count, waits, fresh)
        got = {as_number(known[k]): int(least[k]) for k in fresh[:found]}
        assert len(got) == found
        assert got == {w: t for w, t in truth.items() if before.get(w) != t}
        assert not waits.any()
    assert {as_number(known[k]): int(least[k]) for k in range(count)} == truth
    again = np.full(256, -1, dtype=np.int32)
    run("rehash", known[:count], again)
    assert sorted(again[again >= 0].tolist()) == list(range(count))
    for k in range(count):
        assert again[run("slot_of", known[k], known, again)] == k
