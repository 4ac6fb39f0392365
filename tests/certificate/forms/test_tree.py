"""Evidence by trees: written by the engine, judged by the checker, and never when it is wrong."""

import copy
import json
import random
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from lo_exact.algebra import from_dense
from lo_exact.certificate.checker import check
from lo_exact.certificate.draft import LowerBoundClaim, MinimumClaim
from lo_exact.certificate.write import write_certificate
from lo_exact.errors import LimitReached, UsageError
from lo_exact.outcome import Watch
from lo_exact.puzzle import Objective, Puzzle
from lo_exact.solver import minimum
from tests.boards.codes import gross_code
from tests.campaigns.cuts import minima, sparse_systems


def puzzle_of(matrix: np.ndarray, syndrome: np.ndarray, prices: np.ndarray | None = None) -> Puzzle:
    m, _ = matrix.shape
    puzzle = Puzzle(
        from_dense(matrix, 2), np.asarray(syndrome, dtype=np.int64), np.zeros(m, dtype=np.int64)
    )
    if prices is None:
        return puzzle
    return replace(puzzle, objective=Objective.PRICES, prices=prices)


def gross_puzzle(errors: list[int]) -> Puzzle:
    matrix = gross_code()
    pressed = np.zeros(144, dtype=np.int64)
    pressed[errors] = 1
    return puzzle_of(matrix, matrix @ pressed % 2)


def written(puzzle: Puzzle, claim, path: Path, **options) -> dict:
    forms = options.pop("forms", ["tree"])
    write_certificate(puzzle, claim, path, forms=forms, **options)
    return json.loads(path.read_text())


@cache
def heavy() -> tuple[Puzzle, tuple[int, ...]]:
    """A syndrome of the gross code whose root relaxation does not suffice; weight 13."""
    rng = np.random.default_rng(7)
    puzzle = gross_puzzle(np.flatnonzero(rng.random(144) < 0.12).tolist())
    return puzzle, minimum(puzzle).presses


@pytest.mark.large
def test_random_systems_are_proved_with_and_without_counts(tmp_path):
    rng = np.random.default_rng(3)
    path, judged = tmp_path / "c.json", 0
    for number, system in enumerate(islice(sparse_systems(rng, buttons=9), 150)):
        weight, listed = minima(system)
        if weight < 0:
            continue
        puzzle = puzzle_of(system.matrix.to_dense(), system.syndrome, system.prices)
        counted = MinimumClaim(weight, tuple(listed), len(listed))
        for claim in (MinimumClaim(weight, (listed[0],)), counted, LowerBoundClaim(weight, ())):
            written(puzzle, claim, path)
            verdict = check(path)
            assert verdict.accepted, (number, verdict.text)
            judged += 1
    assert judged > 300


def test_claims_that_are_too_strong_get_no_tree(tmp_path):
    rng = np.random.default_rng(4)
    path = tmp_path / "c.json"
    for system in islice(sparse_systems(rng, buttons=9), 80):
        weight, listed = minima(system)
        if weight < 0:
            continue
        puzzle = puzzle_of(system.matrix.to_dense(), system.syndrome, system.prices)
        with pytest.raises(UsageError, match="another solution"):
            written(puzzle, LowerBoundClaim(weight + 1, ()), path)
        if len(listed) > 1:
            with pytest.raises(UsageError, match="another solution"):
                written(puzzle, MinimumClaim(weight, (listed[0],), 1), path)
            with pytest.raises(UsageError, match="only when all are listed"):
                written(puzzle, MinimumClaim(weight, (listed[0],), len(listed)), path)


@pytest.mark.large
def test_a_tree_with_branches_is_accepted_and_says_its_size(tmp_path):
    puzzle, presses = heavy()
    document = written(puzzle, MinimumClaim(13, (presses,)), tmp_path / "c.json")
    nodes = document["evidence"][0]["nodes"]
    assert len(nodes) >= 3
    assert check(tmp_path / "c.json").text.startswith(
        f"the least weight is 13; 1 listed\nproved by a tree of {len(nodes)} nodes and"
    )


def test_sparse_codes_get_a_tree_unasked(tmp_path):
    path = tmp_path / "c.json"
    puzzle = gross_puzzle([3, 40, 77])
    presses = tuple(int(j in (3, 40, 77)) for j in range(144))
    document = written(puzzle, MinimumClaim(3, (presses,), 1), path, forms=())
    assert [piece["by"] for piece in document["evidence"]] == ["tree"]
    assert "kernel" not in document
    assert check(path).accepted


def test_more_colours_have_no_tree(tmp_path):
    puzzle = Puzzle(
        from_dense(np.ones((1, 1)), 3), np.ones(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
    )
    with pytest.raises(UsageError, match="2 colours, not 3"):
        written(puzzle, MinimumClaim(2, ((2,),)), tmp_path / "c.json")


def test_the_clock_ends_the_search_for_a_tree(tmp_path):
    puzzle, presses = heavy()
    with pytest.raises(LimitReached):
        written(puzzle, MinimumClaim(13, (presses,)), tmp_path / "c.json", watch=Watch(-1))


# --- mutations ------------------------------------------------------------------------------------


def judged(document: dict, path: Path) -> bool:
    path.write_text(json.dumps(document))
    return check(path).accepted


@pytest.mark.large
def test_the_same_tree_proves_no_more_than_it_does(tmp_path):
    """A claim of one more than the minimum, with the presses left out, is rejected."""
    puzzle, _ = heavy()
    path = tmp_path / "c.json"
    document = written(puzzle, LowerBoundClaim(13, ()), path)
    assert judged(document, path)
    document["claim"]["bound"] = 14
    assert not judged(document, path)


def mutated(document: dict, rng: random.Random) -> dict:
    """Change one number, node or word of the tree."""
    changed = copy.deepcopy(document)
    tree = changed["evidence"][0]
    cuts, nodes = tree["cuts"], tree["nodes"]
    kind = rng.randrange(9)
    node = rng.choice(nodes)
    many = node[2] if isinstance(node[2], list) and node[2] else None
    if kind == 0 and many:
        many[rng.randrange(len(many))] += rng.choice([-1, 1, 1000, -(10**6)])
    elif kind == 1 and node[0]:
        settling = rng.choice(node[0])
        settling[rng.randrange(len(settling))] += rng.choice([-1, 1, 10**6])
    elif kind == 2:
        cut = rng.choice(cuts)[rng.randrange(2)]
        if cut:
            cut.pop(rng.randrange(len(cut)))
    elif kind == 3:
        cut = rng.choice(cuts)
        cut[rng.randrange(2)].append(rng.randrange(72))
    elif kind == 4:
        nodes.pop(rng.randrange(len(nodes)))
    elif kind == 5:
        node[1] = rng.choice(["bound", "empty", "point", "branch"])
    elif kind == 6:
        tree["scale"] *= rng.choice([0, 2, 1000])
    elif kind == 7:
        i, j = rng.randrange(len(nodes)), rng.randrange(len(nodes))
        nodes[i], nodes[j] = nodes[j], nodes[i]
    elif not isinstance(node[2], list):
        node[2] = rng.randrange(145)
    return changed


@pytest.mark.parametrize("mutants", [8, pytest.param(150, marks=pytest.mark.large)])
def test_a_mutated_tree_never_proves_more(tmp_path, mutants):
    """The claim is made false first: whatever is changed in the tree, it is rejected."""
    puzzle, _ = heavy()
    rng = random.Random(1)
    path = tmp_path / "c.json"
    document = written(puzzle, LowerBoundClaim(13, ()), path)
    document["claim"]["bound"] = 14
    for _ in range(mutants):
        changed = mutated(mutated(document, rng), rng)
        assert not judged(changed, path)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda t: t["cuts"].append([[1], [2]]), "rejected: S is no part of its cut"),
        (lambda t: t["cuts"].append([[99], []]), "rejected: a cut names a light that is none"),
        (lambda t: t["cuts"].append([[2], []]), "rejected: S has the parity of its cut"),
        (lambda t: t["cuts"].append([[0]]), "rejected: a cut must be a list of two"),
        (lambda t: t.update(scale=0), f"rejected: scale must be 1..{2**128}, got 0"),
        (lambda t: t["nodes"].append([[], "empty", []]), "rejected: there are nodes behind"),
        (lambda t: t["nodes"].clear(), "rejected: the tree ends early"),
        (lambda t: t["nodes"][0].append(1), "rejected: a node is a list of three"),
        (lambda t: t["nodes"][0].__setitem__(1, "end"), "rejected: a node ends by branch"),
        (lambda t: t["nodes"][0].__setitem__(1, "point"), "rejected: a node holds something"),
        (lambda t: t["nodes"][0].__setitem__(2, [0]), "rejected: each cut has a multiplier"),
        (lambda t: t["nodes"][0].__setitem__(2, [0, -1]), "rejected: multiplier must be 0.."),
        (lambda t: t["nodes"][0].__setitem__(2, [9, 1]), "rejected: cut must be 0..0, got 9"),
        (lambda t: t["nodes"][0].__setitem__(2, []), "rejected: a node may hold a solution of"),
        (lambda t: t["nodes"][0].__setitem__(1, "empty"), "rejected: a node may hold a solution"),
        (
            lambda t: t.update(nodes=[[[], "branch", 0], [[], "branch", 0]]),
            "rejected: a settled unknown is branched on",
        ),
    ],
)
def test_what_is_wrong_is_said(change, reason, tmp_path):
    """Three buttons that change light 0, which is on; lights 1 and 2 say that all are equal."""
    matrix = np.array([[1, 1, 1], [1, 1, 0], [0, 1, 1]])
    puzzle = puzzle_of(matrix, np.array([1, 0, 0]))
    path = tmp_path / "c.json"
    document = written(puzzle, LowerBoundClaim(1, ()), path)
    document["evidence"][0]["cuts"] = [[[0], []]]
    document["evidence"][0]["nodes"] = [[[], "bound", [0, 2**20]]]
    assert judged(document, path)
    change(document["evidence"][0])
    path.write_text(json.dumps(document))
    verdict = check(path)
    assert not verdict.accepted
    assert f"rejected: {verdict.text}".startswith(reason)
