"""The verifier of A075464 against plain enumeration, and what it must refuse."""

import importlib.util
import json
import random
import subprocess
import sys
from collections import Counter
from itertools import product

import pytest

from benchmarks.records.sequences import OEIS, made

FOLDER = OEIS / "a075464"
PUBLISHED = json.loads((OEIS.parent / "published.json").read_text(encoding="utf-8"))
TERMS = PUBLISHED["A075464_all_on_minimum_n1_54"]["values"]


def loaded(name):
    path = OEIS / name / "verify.py"
    spec = importlib.util.spec_from_file_location(f"verify_{name}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


verifier = loaded("a075464")


def enumerated(n):
    """Weights of all press patterns of an n x n board that turn every light off, press by press."""
    found = Counter()
    for x in product((0, 1), repeat=n * n):
        if all(
            (
                x[i * n + j]
                + (x[i * n + j - 1] if j else 0)
                + (x[i * n + j + 1] if j < n - 1 else 0)
                + (x[i * n + j - n] if i else 0)
                + (x[i * n + j + n] if i < n - 1 else 0)
            )
            % 2
            for i in range(n)
            for j in range(n)
        ):
            found[sum(x)] += 1
    return found


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_solutions_are_those_of_plain_enumeration(n):
    x, patterns = verifier.solutions(n)
    assert verifier.visit_all(x, patterns, n * n) == enumerated(n)


def test_terms_are_the_published_ones():
    terms = verifier.read_terms()
    assert [terms[n] for n in range(1, 55)] == TERMS
    assert sorted(terms) == [n for n in range(1, 131) if n != 123]


@pytest.mark.parametrize("n", [*range(1, 30), 39, 47])
def test_published_terms_are_verified(n):
    verifier.verify(n, TERMS[n - 1])
    for wrong in (TERMS[n - 1] - 1, TERMS[n - 1] + 1):
        with pytest.raises(verifier.Refuted):
            verifier.verify(n, wrong)


def random_certificate(n, patterns, rng):
    """Four random groups of which two tell all patterns apart, with limits as tight as can be."""
    while True:
        groups = [0] * 4
        for u in range(n * n):
            groups[rng.randrange(4)] |= 1 << u
        halves = (groups[0] | groups[1], groups[2] | groups[3])
        if all(verifier.rank([p & h for p in patterns]) == len(patterns) for h in halves):
            return groups


@pytest.mark.parametrize(("n", "seed"), [(9, 1), (9, 2), (11, 3), (14, 4), (16, 5), (24, 6)])
def test_halves_of_any_groups_count_what_visiting_all_counts(n, seed):
    rng = random.Random(seed)
    x, patterns = verifier.solutions(n)
    groups = random_certificate(n, patterns, rng)
    all_solutions = [x]
    for pattern in patterns:
        all_solutions += [pattern ^ other for other in all_solutions]
    weights = sorted(y.bit_count() for y in all_solutions)
    bound = weights[len(weights) // 2]
    first = rng.randrange(bound // 2, bound)
    kept = {
        "groups": [f"{group:x}" for group in groups],
        "limits": [first, bound - first - 1],
        "least": [min((y & group).bit_count() for y in all_solutions) for group in groups],
    }
    expected = Counter(weight for weight in weights if weight <= bound)
    assert verifier.by_halves(n, x, patterns, kept, bound) == expected


def changed(document, **keys):
    return {**document, **keys}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda d: changed(d, groups=d["groups"][:3]), "there must be four groups"),
        (lambda d: changed(d, groups=[d["groups"][1], *d["groups"][1:]]), "in two groups"),
        (lambda d: changed(d, groups=["0", *d["groups"][1:]]), "in no group"),
        (lambda d: changed(d, limits=[d["limits"][0] - 1, d["limits"][1]]), "leave out"),
        (lambda d: changed(d, least=[d["least"][0] + 2, *d["least"][1:]]), "fewer presses than"),
    ],
)
def test_a_certificate_that_was_changed_is_refused(change, reason):
    kept = change(json.loads(verifier.certificate_of(47).read_text()))
    x, patterns = verifier.solutions(47)
    with pytest.raises(verifier.Refuted, match=reason):
        verifier.by_halves(47, x, patterns, kept, 971)


def test_every_term_that_needs_a_certificate_has_one():
    nullities = {n: len(verifier.solutions(n)[1]) for n in range(1, 131) if n != 123}
    needed = {n for n, k in nullities.items() if k > verifier.VISITED}
    there = {int(path.stem) for path in (FOLDER / "certificates").glob("*.json")}
    assert there == needed
    printed = PUBLISHED["A159257_nullity_n1_100"]["values"]
    assert [nullities[n] for n in range(1, 101)] == printed


@pytest.mark.parametrize("name", [path.name for path in sorted(OEIS.iterdir())])
def test_the_files_of_a_sequence_are_those_made_from_the_data(name):
    """Where this fails: python -m benchmarks.records.sequences writes them anew."""
    for file, text in made(name).items():
        assert (OEIS / name / file).read_text(encoding="ascii") == text, file


@pytest.mark.large
def test_the_program_prints_and_exits():
    def ran(*words):
        command = [sys.executable, "-I", str(FOLDER / "verify.py"), *words]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    done = ran("--term", "19")
    assert done.returncode == 0
    assert "a(19) = 141 verified, reached by 28: all 2^16 solutions" in done.stdout
    assert ran("--term", "123").returncode == 2
    done = ran("--term", "128", "--memory", "100")
    assert (done.returncode, done.stdout.count("verified")) == (4, 0)
    assert done.stderr == "a(128): not verified: it takes more memory than is allowed\n"
    assert len(ran("--list").stdout.splitlines()) == 129
