"""The parts of the check of splits by hand: rounding, rows of several weights, words."""

import json

import pytest

from lo_exact.certificate.counters_checker import MAX_WHOLE, Rejected, Splits, System
from lo_exact.certificate.draft import puzzle_document
from tests.whole_numbers.test_whole_numbers import counters

# x0 + 2 x1 + 2 x2 = 5 and x0 + x3 = 3: x1 + x2 is 1 (cost 4, in 2 ways) or 2 (cost 5, in 3 ways)
MACHINE = [[1, 2, 2, 0], [1, 0, 0, 1]], [5, 3]
NODES = [
    ["split", 0, 1],
    ["split", 0, 0],
    ["empty", [1, -1], [0, 0, 2]],
    ["row", [3, 0, 1, 0], [0, 1, -1, 0]],
    ["split", 0, 2],
    ["row", [1, 0, 2, 2], [0, 1, -1, 0]],
    ["empty", [-1, 0], [0, 0, 2]],
]


def system_of(rows, needs):
    return System(json.loads(json.dumps(puzzle_document(counters(rows, needs)))))


def splits_of(limit, machine=MACHINE, **changes):
    piece = {"by": "splits", "functionals": [[0, 1, 1, 0]], "nodes": NODES}
    return Splits(system_of(*machine), piece | changes, limit)


@pytest.mark.parametrize(("limit", "wanted"), [(5, (5, 4)), (4, (2, 4)), (3, (0, None))])
def test_of_rows_of_several_weights_the_least_is_told(limit, wanted):
    assert splits_of(limit).judge() == wanted


@pytest.mark.parametrize(
    ("limit", "rounded"), [(3, 1), (4, 4), (5, 4), (6, 4), (7, 7), (8, 7), (0, -2)]
)
def test_a_limit_is_rounded_down_to_a_weight_that_can_be(limit, rounded):
    """x0 + 4 x1 = 7, so that x0 + x1 is 1 mod 3: 1 + 3 k."""
    congruence = {"lights": [1], "divisor": 1, "modulus": 3}
    machine = ([[1, 4]], [7])
    splits = splits_of(limit, machine, functionals=[], nodes=[], congruence=congruence)
    assert splits.limit == rounded
    assert type(splits.limit) is int


def test_with_a_divisor_the_sum_is_divided():
    """3 (x0 + 4 x1) = 3 * 7, by 3: the same weights."""
    congruence = {"lights": [1], "divisor": 3, "modulus": 3}
    splits = splits_of(6, ([[3, 12]], [21]), functionals=[], nodes=[], congruence=congruence)
    assert splits.limit == 4


@pytest.mark.parametrize(
    ("congruence", "reason"),
    [
        ({"lights": [1], "divisor": 1}, "congruence lacks modulus"),
        ({"lights": [1], "divisor": 2, "modulus": 1}, "a price is not congruent"),
        ({"lights": [1, 1], "divisor": 1, "modulus": 3}, "lights must have 1 numbers"),
    ],
)
def test_a_wrong_congruence_is_refused_word_for_word(congruence, reason):
    with pytest.raises(Rejected) as refusal:
        splits_of(6, ([[1, 4]], [7]), functionals=[], nodes=[], congruence=congruence)
    assert str(refusal.value) == reason


def test_a_sum_that_the_divisor_does_not_divide_is_refused():
    """2 (x0 + x1) = 7 has no solution; mod 2 * 1 the prices fit."""
    congruence = {"lights": [1], "divisor": 2, "modulus": 1}
    with pytest.raises(Rejected) as refusal:
        splits_of(6, ([[2, 2]], [7]), functionals=[], nodes=[], congruence=congruence)
    assert str(refusal.value) == "a congruence's sum is no multiple of its divisor"


def test_without_a_limit_there_is_nothing_to_round():
    congruence = {"lights": [1, 0], "divisor": 1, "modulus": 1}
    with pytest.raises(Rejected) as refusal:
        splits_of(None, congruence=congruence)
    assert str(refusal.value) == "a congruence rounds a limit"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"more": 1}, "splits has unknown keys: 'more'"),
        ({"nodes": 3}, "nodes must be a list"),
        ({"functionals": 3}, "functionals must be a list"),
        ({"functionals": [[1, 2]]}, "a functional must have 4 numbers"),
    ],
)
def test_what_is_no_evidence_is_refused_word_for_word(changes, reason):
    with pytest.raises(Rejected) as refusal:
        splits_of(5, **changes)
    assert str(refusal.value) == reason


@pytest.mark.parametrize(
    ("place", "node", "reason"),
    [
        (0, ["split", 1, 1], "a functional's number must be 0..0, got 1"),
        (0, ["split", 0, "1"], "a functional's value must hold integers"),
        (0, ["split", 0], "a node is a list of three"),
        (2, ["full", [1, -1], [0, 0, 2]], "a node ends by split, empty or row"),
        (2, ["empty", [1], [0, 0, 2]], "lights must have 2 numbers"),
        (2, ["empty", [1, -1], [0, 2]], "multipliers must have 3 numbers"),
        (2, ["empty", [1, -1], [0, 0, 1]], "a sum of conditions is above 0 at a button"),
        (2, ["empty", [0, 0], [0, 0, 2]], "a part may hold a solution"),
        (3, ["row", [3, 0, 1], [0, 1, -1, 0]], "start must have 4 numbers"),
        (3, ["row", [3, 0, 1, 0], [0, 1, -1]], "step must have 4 numbers"),
        (3, ["row", [3, 0, 2, 0], [0, 1, -1, 0]], "the start of a row is no solution"),
        (3, ["row", [3, 0, 1, 0], [0, 1, 0, 0]], "the step of a row changes a light"),
        (3, ["row", [3, 0, 1, 0], [0, 2, -2, 0]], "the numbers of a step have a divisor"),
        (3, ["row", [1, 0, 2, 2], [0, 1, -1, 0]], "the start of a row is in another part"),
        (3, ["row", [3, 0, 1, 0], [0, 0, 0, 0]], "a row leaves out some solutions"),
    ],
)
def test_a_wrong_node_is_refused_word_for_word(place, node, reason):
    nodes = [*NODES[:place], node, *NODES[place + 1 :]]
    with pytest.raises(Rejected) as refusal:
        splits_of(5, nodes=nodes).judge()
    assert str(refusal.value) == reason


@pytest.mark.parametrize(
    ("nodes", "reason"),
    [(NODES[:-1], "the nodes end early"), ([*NODES, NODES[-1]], "there are nodes behind the last")],
)
def test_there_are_as_many_nodes_as_parts(nodes, reason):
    with pytest.raises(Rejected) as refusal:
        splits_of(5, nodes=nodes).judge()
    assert str(refusal.value) == reason


def test_a_value_that_is_too_large_is_refused():
    with pytest.raises(Rejected, match=r"^a functional's value holds a number that is too large$"):
        splits_of(5, nodes=[["split", 0, MAX_WHOLE + 1], *NODES[1:]]).judge()


def test_rounding_is_exact_for_large_numbers():
    congruence = {"lights": [3 * 2**300 + 1], "divisor": 1, "modulus": 3}
    splits = splits_of(6, ([[1, 4]], [7]), functionals=[], nodes=[], congruence=congruence)
    assert splits.limit == 4


def test_the_largest_value_of_a_functional_may_be_split_at():
    nodes = [["split", 0, MAX_WHOLE], *NODES, ["empty", [-1, 0], [0, 2]]]
    deeper = [
        [kind, what, [0, *rest]] if kind == "empty" and len(rest) == 3 else [kind, what, rest]
        for kind, what, rest in nodes
    ]
    assert splits_of(5, nodes=deeper).judge() == (5, 4)
