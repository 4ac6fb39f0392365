"""Many boards as arrays: every table and every engine says what enumeration says."""

import os
import signal
from dataclasses import replace
from itertools import islice
from threading import Event, Thread

import numpy as np
import pytest

from lo_exact.algebra import from_dense
from lo_exact.errors import PuzzleError
from lo_exact.outcome import Status
from lo_exact.processes import worker
from lo_exact.puzzle import Puzzle
from lo_exact.solver.batch import tabled
from lo_exact.solver.batch.answers import CODES
from lo_exact.solver.batch.batch import Batch, ask_all, minimum_batch
from lo_exact.solver.batch.linear import (
    as_words64,
    in_bytes,
    packed,
    tables,
    unpacked,
    weights,
)  # fmt: skip
from lo_exact.topology.random_puzzles import random_matrix_puzzles
from tests.boards.codes import bicycle
from tests.campaigns.cuts import minima, sparse_systems
from tests.truth.enumeration import Truth


def judge_all(puzzle: Puzzle, states: np.ndarray, **options) -> dict[str, int]:
    answers = minimum_batch(puzzle, states, **options)
    pressed = answers.pressed()
    for state, status, weight, bound, presses in zip(
        states, answers.status, answers.weights, answers.bounds, pressed, strict=True
    ):
        truth = Truth(replace(puzzle, state=np.asarray(state, dtype=np.int64)))
        if not truth.solutions:
            assert CODES[status] is Status.INFEASIBLE
            assert (weight, bound, presses.any()) == (-1, -1, False)
        else:
            assert CODES[status] is Status.OPTIMAL
            assert (weight, bound) == (truth.weight, truth.weight)
            assert tuple(presses[: puzzle.buttons].tolist()) in truth.minima
    assert answers.proved == len(states)
    return answers.methods


@pytest.mark.parametrize("seed", range(2))
def test_random_puzzles_of_all_colours_agree_with_enumeration(seed):
    rng = np.random.default_rng(seed)
    for puzzle in islice(random_matrix_puzzles(rng, max_vectors=400), 25):
        judge_all(puzzle, rng.integers(0, puzzle.colours, (7, puzzle.lights)))


def system_puzzles(seed: int, count: int):
    rng = np.random.default_rng(seed)
    for system in islice(sparse_systems(rng, buttons=10), count):
        yield system, rng.integers(0, 2, (12, system.lights))


LIMITS = {
    "kernel words": {"MAX_RANK": -1, "MAX_KERNEL_WORDS": 2**20},
    "all syndromes": {"MAX_RANK": 20, "MAX_KERNEL_WORDS": 0},
}


@pytest.mark.parametrize("name", LIMITS)
def test_every_table_agrees_with_enumeration(name, monkeypatch):
    used = 0
    for limit, value in LIMITS[name].items():
        monkeypatch.setattr(tabled, limit, value)
    for system, syndromes in system_puzzles(7, 60):
        if name != "kernel words":  # few kernel words are weighed whatever the limits
            monkeypatch.setattr(tabled, "FEW_WORDS", 0)
        answers = Batch(system, len(syndromes)).minima(syndromes)
        used += answers.methods.get(name, 0)
        for board, syndrome in enumerate(syndromes):
            weight, listed = minima(replace(system, syndrome=syndrome))
            assert answers.weights[board] == weight
            assert (answers.status[board] == CODES.index(Status.INFEASIBLE)) == (weight < 0)
            if weight >= 0:
                assert tuple(answers.pressed()[board].tolist()) in listed
    assert used > 150


def test_more_than_a_word_of_buttons_and_of_lights():
    """The code [[144,12,12]]: light errors, each its own only lightest explanation."""
    matrix = bicycle((12, 6), [(3, 0), (0, 1), (0, 2)], [(0, 3), (1, 0), (2, 0)])
    puzzle = Puzzle(
        from_dense(matrix, 2), np.zeros(72, dtype=np.int64), np.zeros(72, dtype=np.int64)
    )
    rng = np.random.default_rng(2)
    errors = np.zeros((300, 144), dtype=np.int64)
    for row in errors[1:-1]:
        row[rng.choice(144, size=int(rng.integers(1, 3)), replace=False)] = 1
    errors[-1, [1, 30, 77, 100, 143]] = 1
    answers = minimum_batch(puzzle, errors @ matrix.T % 2)
    # fewer than half the distance: each is its own only lightest explanation
    assert np.array_equal(answers.pressed(), errors)
    assert np.array_equal(answers.weights, errors.sum(axis=1))


def test_two_processes_say_what_one_says():
    matrix = bicycle((6, 6), [(3, 0), (0, 1), (0, 2)], [(0, 3), (1, 0), (2, 0)])
    zeros = np.zeros(36, dtype=np.int64)
    puzzle = Puzzle(from_dense(matrix, 2), zeros, zeros)
    rng = np.random.default_rng(3)
    states = (rng.random((40, 72)) < 0.08).astype(np.int64) @ matrix.T % 2
    one, two = minimum_batch(puzzle, states), minimum_batch(puzzle, states, jobs=2)
    assert np.array_equal(one.weights, two.weights)
    assert (one.methods, two.methods) == ({"engines": 40}, {"engines": 40})
    assert two.proved == 40


def test_a_time_limit_leaves_bounds_and_proves_nothing():
    matrix = bicycle((6, 6), [(3, 0), (0, 1), (0, 2)], [(0, 3), (1, 0), (2, 0)])
    zeros = np.zeros(36, dtype=np.int64)
    puzzle = Puzzle(from_dense(matrix, 2), zeros, zeros)
    errors = np.isin(np.arange(72), (0, 9, 20, 33, 41, 58, 70))  # too many to be seen at once
    answers = minimum_batch(puzzle, matrix[None] @ errors % 2, time_limit=-1.0)
    assert CODES[answers.status[0]] in (Status.UNKNOWN, Status.FEASIBLE)
    assert answers.proved == 0
    assert answers.bounds[0] <= 7


@pytest.mark.parametrize(
    ("states", "said"),
    [
        (np.zeros((2, 3), dtype=int), "one row of 36 lights"),
        (np.zeros(36, dtype=int), "one row of 36 lights"),
        (np.full((1, 36), 2), r"whole numbers of 0..1"),
        (np.full((1, 36), -1), r"whole numbers of 0..1"),
        (np.zeros((1, 36)), r"whole numbers of 0..1"),
    ],
)
def test_states_that_do_not_fit_are_refused(states, said):
    zeros = np.zeros(36, dtype=np.int64)
    puzzle = Puzzle(from_dense(np.eye(36), 2), zeros, zeros)
    with pytest.raises(PuzzleError, match=said):
        minimum_batch(puzzle, states)


def test_no_boards_no_lights_and_no_buttons():
    for m, n, boards in ((0, 0, 3), (0, 4, 2), (3, 0, 2), (2, 2, 0)):
        zeros = np.zeros(m, dtype=np.int64)
        puzzle = Puzzle(from_dense(np.ones((m, n)), 2), zeros, zeros)
        answers = minimum_batch(puzzle, np.zeros((boards, m), dtype=np.int64))
        assert answers.weights.tolist() == [0] * boards
    zeros = np.zeros(3, dtype=np.int64)
    puzzle = Puzzle(from_dense(np.ones((3, 0)), 2), zeros, zeros)
    assert minimum_batch(puzzle, np.ones((1, 3), dtype=np.int64)).status.tolist() == [3]


def test_maps_by_bytes_are_the_maps():
    rng = np.random.default_rng(1)
    for bits, images in ((1, 1), (8, 64), (13, 65), (70, 130)):
        matrix = rng.integers(0, 2, (bits, images))
        vectors = rng.integers(0, 2, (50, bits))
        found = tables(as_words64(packed(matrix)))(packed(vectors))
        expected = vectors @ matrix % 2
        assert np.array_equal(unpacked(in_bytes(found, images), images), expected)
        assert np.array_equal(weights(found), expected.sum(axis=1))


@pytest.mark.large
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_process_that_is_killed_is_replaced(jobs):
    matrix = bicycle((6, 6), [(3, 0), (0, 1), (0, 2)], [(0, 3), (1, 0), (2, 0)])
    rng = np.random.default_rng(3)
    syndromes = (rng.random((60, 72)) < 0.1).astype(np.int64) @ matrix.T % 2
    puzzle = Puzzle(from_dense(matrix, 2), np.zeros(36, np.int64), np.zeros(36, np.int64))
    killed = Event()

    worker.close_children()

    def kill():
        while not killed.wait(0.01):
            for child in list(worker._children):
                os.kill(child._process.pid, signal.SIGKILL)
                killed.set()
                return

    killer = Thread(target=kill)
    killer.start()
    answered = list(ask_all(puzzle.system, syndromes, jobs=jobs, seconds=60.0, pause=lambda: None))
    worked, _ = killed.is_set(), killed.set()
    killer.join()
    assert worked
    assert len(answered) == 60
    alone = ask_all(puzzle.system, syndromes, jobs=1, seconds=60.0, pause=lambda: None)
    assert [one.weight for one in answered] == [one.weight for one in alone]
