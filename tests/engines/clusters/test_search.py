"""Cluster searches against enumeration, compiled and plain, whole and in units."""

import itertools
import random

import pytest

from lo_exact.algebra.gf2 import Span
from lo_exact.engines.clusters.problem import ClusterProblem
from lo_exact.engines.clusters.search import Clusters, plain_roots, search_clusters
from tests.truth.codes import lightest_words, random_checks

MANY = 1 << 10


def problems(count, seed):
    """Yield (problem, least weight, lightest words)."""
    rng = random.Random(seed)
    made = 0
    while made < count:
        size = rng.randrange(1, 10)
        checks = random_checks(rng, size, rng.randrange(1, 7), rng.choice([0.2, 0.5]))
        if rng.randrange(3):
            lit = [c for c in range(len(checks)) if rng.random() < 0.4 * (made % 2)]
            problem = ClusterProblem(size, checks, lit=lit)
            truth = lightest_words(size, checks, lit=lit)
        else:  # a word counts where a functional is odd on it
            seen = random_checks(rng, size, rng.randrange(1, 4), 0.4)
            labels = [sum((b in row) << k for k, row in enumerate(seen)) for b in range(size)]
            problem = ClusterProblem(size, checks, (), labels, len(seen))
            odd = [lightest_words(size, (*checks, row), lit=[len(checks)]) for row in seen]
            weight = min((w for w, _ in odd if w > 0), default=-1)
            truth = weight, {word for w, words in odd if w == weight for word in words}
        made += 1
        yield problem, *truth


@pytest.mark.parametrize("compiled", [False, True])
def test_searches_meet_every_lightest_word_once_and_nothing_below(compiled):
    for problem, weight, words in problems(150, 1):
        for limit in range(1, problem.size + 1):
            met = search_clusters(
                problem, limit, plain_roots(problem), keep=MANY, ties=True, compiled=compiled
            )
            if weight < 0 or limit < weight:
                assert met.weight is None, problem
            else:
                assert (met.weight, met.count) == (weight, len(words)), problem
                assert sorted(met.words) == sorted(words), problem


def test_units_add_up_to_the_whole_search_nodes_included():
    rng = random.Random(2)
    for problem, weight, _ in problems(150, 3):
        limit, split = rng.randrange(1, problem.size + 1), rng.randrange(3)
        roots = plain_roots(problem)
        whole = search_clusters(problem, limit, roots, ties=True, keep=100, split=split)
        cuts = sorted({0, whole.units, *(rng.randrange(whole.units + 1) for _ in range(3))})
        if len(cuts) < 2:
            continue
        parts = Clusters()
        for low, high in itertools.pairwise(cuts):
            part = search_clusters(
                problem, limit, roots, ties=True, keep=100, split=split, units=(low, high)
            )
            parts = parts.joined(part, 100)
        assert (parts.weight, parts.count) == (whole.weight, whole.count), problem
        if weight < 0 or limit < weight:
            assert parts.nodes == whole.nodes, problem


def test_compiled_and_plain_searches_visit_the_same_nodes():
    for problem, _, _ in problems(60, 5):
        roots = plain_roots(problem)
        plain, compiled = (
            search_clusters(problem, problem.size, roots, ties=True, keep=5, compiled=fast)
            for fast in (False, True)
        )
        assert plain == compiled, problem


def test_the_ring_of_checks_has_one_word_however_its_symmetry_is_used():
    ring = tuple((i, (i + 1) % 7) for i in range(7))
    problem = ClusterProblem(7, ring)
    alone = search_clusters(problem, 7, plain_roots(problem), ties=True)
    turned = search_clusters(problem, 7, plain_roots(problem, [range(7)]), ties=True)
    assert (alone.weight, alone.count) == (turned.weight, turned.count) == (7, 1)
    assert turned.nodes < alone.nodes


@pytest.mark.parametrize("functionals", [61, 62, 63, 130])
def test_labels_of_many_functionals_take_several_numbers(functionals):
    """A word that only the last functional sees counts; one that none sees does not."""
    labels = [0] * (functionals + 1)
    labels[functionals - 1] = 1 << functionals - 1
    problem = ClusterProblem(functionals + 1, (), (), labels, functionals)
    met = search_clusters(problem, 2, plain_roots(problem), ties=True, keep=5)
    assert (met.weight, met.words) == (1, ((functionals - 1,),))


def test_the_span_of_the_checks_is_no_word():
    assert not Span([0b11, 0b110]).reduced(0b101)
