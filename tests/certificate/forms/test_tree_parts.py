"""The parts of the check of a tree by hand: what nodes prove, and each refusal word for word."""

import json
from dataclasses import replace

import numpy as np
import pytest

from lo_exact.certificate.checker import Rejected, System, Tree
from lo_exact.certificate.draft import LowerBoundClaim, MinimumClaim, puzzle_document
from lo_exact.certificate.write import write_certificate
from lo_exact.puzzle import Objective
from lo_exact.topology import matrix_puzzle
from tests.certificate.in_process import check_certificate

# x0 + x1 + x2 is odd and x1 + x2 even: solved by 100 and 111
SCALE = 4
CUTS = [[[0, 1], []], [[1], [2]]]
"""x0 >= 1 by both lights together; x1 - x2 >= 0 by the second."""

NODES = [
    [[], "branch", 0],
    [[], "empty", [0, 1]],
    [[], "branch", 1],
    [[], "branch", 2],
    [[], "point", None],
    [[], "empty", [1, 1]],
    [[], "bound", []],
]
LISTED = [[1, 0, 0]]


def system_of(colours=2):
    puzzle = matrix_puzzle([[1, 1, 1], [0, 1, 1]], [1, 0], colours=colours)
    return System(json.loads(json.dumps(puzzle_document(puzzle))))


def tree_of(**changes):
    piece = {"by": "tree", "scale": SCALE, "cuts": CUTS, "nodes": NODES}
    return Tree(system_of(), piece | changes)


def refused(reason, limit=1, listed=LISTED, **changes):
    with pytest.raises(Rejected) as refusal:
        tree_of(**changes).judge(limit, listed)
    assert str(refusal.value) == reason


def changed(place, node):
    return [*NODES[:place], node, *NODES[place + 1 :]]


def test_nothing_but_what_is_listed_weighs_1_or_less():
    tree_of().judge(1, LISTED)
    tree_of().judge(0, LISTED)
    refused("a node holds something that is not listed", listed=[])
    refused("a node holds something that is not listed", listed=[[1, 1, 1]])
    refused("a node may hold a solution of little weight", limit=2)


def test_the_bound_is_that_of_the_multipliers():
    """4 (x0 >= 1) leaves 4 + 0 x0 + 4 x1 + 4 x2, at least 4: weight 1."""
    tree_of(nodes=[[[], "bound", [0, 4]]]).judge(0, [])
    refused("a node may hold a solution of little weight", nodes=[[[], "bound", [0, 4]]])
    refused("a node may hold a solution of little weight", 0, nodes=[[[], "bound", []]])
    # 5 times leave 5 - x0 + ..: no more than 4; each once 4 + (3 x0 - 1 + x0 ..)
    tree_of(nodes=[[[], "bound", [0, 5]]]).judge(0, [])
    tree_of(nodes=[[[], "bound", [0, 1]]]).judge(0, [])
    refused("a node may hold a solution of little weight", 0, nodes=[[[], "bound", [1, 4]]])


def test_settling_leaves_what_is_not_too_dear():
    """By 4 (x0 >= 1), x1 and x2 cost 4 more each where nothing more may be spent."""
    settled = [[[[0, 4]], "branch", 0], [[], "empty", [0, 1]], [[], "point", None]]
    tree_of(nodes=settled).judge(1, LISTED)
    refused("a node holds something that is not listed", limit=2, nodes=settled)
    refused("a settled unknown is branched on", nodes=[[[[0, 4]], "branch", 1], *NODES[1:]])
    # by 8 (x0 >= 1), leaving x0 alone costs 4: it is settled at 1
    tree_of(nodes=[[[[0, 4], [0, 8]], "point", None]]).judge(1, LISTED)


def test_a_tree_is_for_two_colours():
    with pytest.raises(Rejected) as refusal:
        Tree(system_of(3), {"by": "tree", "scale": 1, "cuts": [], "nodes": []})
    assert str(refusal.value) == "a tree is for two colours"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"more": 1}, "tree has unknown keys: 'more'"),
        ({"scale": 0}, "scale must be 1.."),
        ({"scale": "1"}, "scale must be an integer"),
        ({"cuts": 1}, "cuts must be a list"),
        ({"nodes": 1}, "nodes must be a list"),
        ({"cuts": [[[0]]]}, "a cut must be a list of two"),
        ({"cuts": [[0, []]]}, "the lights of a cut must be a list"),
        ({"cuts": [[[0], 0]]}, "S must be a list"),
        ({"cuts": [[[2], []]]}, "a cut names a light that is none"),
        ({"cuts": [[["0"], []]]}, "a cut names a light that is none"),
        ({"cuts": [[[0], [3]]]}, "S must be 0..2, got 3"),
        ({"cuts": [[[1], [0]]]}, "S is no part of its cut"),
        ({"cuts": [[[0], [0]]]}, "S has the parity of its cut"),
        ({"cuts": [[[1], []]]}, "S has the parity of its cut"),
    ],
)
def test_what_is_no_tree_is_refused_word_for_word(changes, reason):
    with pytest.raises(Rejected) as refusal:
        tree_of(**changes)
    said = str(refusal.value)
    assert said.startswith(reason) if reason.endswith("..") else said == reason


@pytest.mark.parametrize(
    ("place", "node", "reason"),
    [
        (0, [[], "branch"], "a node is a list of three"),
        (0, {}, "a node is a list of three"),
        (0, [0, "branch", 0], "settling must be a list"),
        (0, [[0], "branch", 0], "multipliers must be a list"),
        (0, [[], "leaf", 0], "a node ends by branch, bound, empty or point"),
        (0, [[], "branch", 3], "branch must be 0..2, got 3"),
        (2, [[], "branch", 0], "a settled unknown is branched on"),
        (1, [[], "empty", [0]], "each cut has a multiplier"),
        (1, [[], "empty", [2, 1]], "cut must be 0..1, got 2"),
        (1, [[], "empty", [0, "1"]], "multiplier must be an integer"),
        (1, [[], "empty", []], "a node may hold a solution"),
        (1, [[], "empty", [1, 1]], "a node may hold a solution"),
        (5, [[], "empty", [0, 1]], "a node may hold a solution"),
        (4, [[], "empty", [0, 1]], "a node may hold a solution"),
    ],
)
def test_a_wrong_node_is_refused_word_for_word(place, node, reason):
    refused(reason, nodes=changed(place, node))


def test_a_multiplier_is_not_negative():
    with pytest.raises(Rejected, match=r"^multiplier must be 0\.\."):
        tree_of(nodes=changed(1, [[], "empty", [0, -1]])).judge(1, LISTED)


def test_there_are_as_many_nodes_as_boxes():
    refused("the tree ends early", nodes=NODES[:-1])
    refused("there are nodes behind the last", nodes=[*NODES, NODES[-1]])


def test_what_costs_one_unit_more_than_may_be_spent_is_settled():
    nodes = [[[[0, 1]], "branch", 0], [[], "empty", [0, 1]], [[], "point", None]]
    tree_of(scale=1, nodes=nodes).judge(1, LISTED)


def priced(tmp_path, bound, multipliers, count=False):
    """A certificate about two buttons, each of its own wrong light, at 2 each: weight 4."""
    plain = matrix_puzzle(np.eye(2, dtype=np.int64), [1, 1])
    puzzle = replace(plain, objective=Objective.PRICES, prices=np.array([2, 2]))
    claim = MinimumClaim(4, ((1, 1),), 1) if count else LowerBoundClaim(bound)
    path = tmp_path / "c.json"
    write_certificate(puzzle, claim, path, forms=["walk"])
    document = json.loads(path.read_text())
    node = [[], "bound", multipliers]
    cuts = [[[0], []], [[1], []]]
    document["evidence"] = [{"by": "tree", "scale": 4, "cuts": cuts, "nodes": [node]}]
    del document["kernel"]
    return document, path


def said(document, path):
    path.write_text(json.dumps(document))
    return check_certificate(path)


def test_a_weight_is_a_multiple_of_what_divides_all_prices(tmp_path):
    """4 times a bound above 2 is enough for 4; one of 2 is not."""
    assert said(*priced(tmp_path, 4, [0, 8, 1, 1])).accepted
    for few in ([0, 8], [0, 2, 1, 1], [0, 4, 1, 4]):
        verdict = said(*priced(tmp_path, 4, few))
        assert verdict.text == "a node may hold a solution of little weight"


def test_a_count_needs_all_minima(tmp_path):
    document, path = priced(tmp_path, 4, [], count=True)
    document["claim"]["count"] = 2
    verdict = said(document, path)
    assert verdict.text == "a tree proves a count only if all are listed"


def test_work_is_counted_before_it_is_done():
    system, spent = system_of(), []
    system.spend = spent.append
    tree = Tree(system, {"by": "tree", "scale": SCALE, "cuts": CUTS, "nodes": NODES})
    assert spent == [4, 3, 3]  # the lights of each cut, with their buttons
    spent.clear()
    tree.judge(1, LISTED)
    assert spent == [6, 2, 6, 6, 6, 3, 6, 6]
