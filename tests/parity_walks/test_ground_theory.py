"""The theory of docs/walks.md held against plain enumeration on small levels."""

from random import Random

from lo_exact.parity_walks.cuts import cut_around, lost_pieces, near_cuts, pieces_of
from lo_exact.parity_walks.ground import descend, ground_of
from lo_exact.parity_walks.search.best import joined_counts, tree_counts
from lo_exact.parity_walks.search.encoding import at_least, encode_ground, end_at, half, odd
from lo_exact.parity_walks.search.sat import relaxed
from lo_exact.parity_walks.trails import multiplicities_of, simulate, trail
from tests.parity_walks.enumerated import fewest
from tests.parity_walks.shortest import shortest_counts
from tests.parity_walks.small_levels import solvable_levels


def test_parity_fixes_the_length_mod_4_and_the_end_colour():
    for level in solvable_levels(1, 60):
        ground = ground_of(level)
        steps = fewest(level)
        assert steps >= ground.parity.bound
        assert (steps - ground.parity.bound) % 4 == 0
        for counts, end in shortest_counts(level):
            assert ground.colour[end] == ground.parity.end_colour
            assert max(counts) <= 4


def test_every_shortest_solution_satisfies_every_clause():
    for level in solvable_levels(2, 60):
        ground = ground_of(level)
        encoding = encode_ground(ground)
        excess = (fewest(level) - ground.parity.bound) // 4
        for counts, end in shortest_counts(level):
            true = assignment(ground, counts, end)
            known = set(range(1, 6 * len(ground.edges) + 2 * ground.cells + 1))
            forced = propagated(encoding.clauses, true, known)
            assert sum(literal in forced for literal in encoding.excess) == excess
            for cut in near_cuts(ground):
                assert any(counts[e] for e in cut.edges)


def assignment(ground, counts, end):
    """The true ones of the variables whose meaning the docs give."""
    true = {end_at(ground, end)}
    order = descend(ground).order
    first = 6 * len(ground.edges) + ground.cells + 1
    true |= {first + i for i in range(order.index(end), ground.cells)}
    for e, m in enumerate(counts):
        true |= {at_least(e, j) for j in range(1, m + 1)}
        true |= {odd(e)} if m % 2 else set()
        true |= {half(e)} if m in (2, 3) else set()
    return true


def propagated(clauses, true, known):
    """What is forced to be true; a clause with no literal left is a failure."""
    true = set(true)
    changed = True
    while changed:
        changed = False
        for clause in clauses:
            if any((lit > 0) == (abs(lit) in true) for lit in clause if abs(lit) in known):
                continue
            if any(lit in true for lit in clause):
                continue
            left = [lit for lit in clause if abs(lit) not in known]
            assert left, clause
            positive = [lit for lit in left if lit > 0]
            if len(positive) == 1 and all(-lit in true for lit in left if lit < 0):
                true.add(positive[0])
                changed = True
    return true


def test_the_bridge_law_holds_in_every_shortest_solution():
    for level in solvable_levels(3, 80):
        ground = ground_of(level)
        descent = descend(ground)
        for counts, end in shortest_counts(level):
            for bridge in descent.bridges:
                behind = descent.order[bridge.first : bridge.last]
                assert counts[bridge.edge] == (bridge.within if end in behind else bridge.without)


def test_bridges_are_the_edges_whose_loss_disconnects():
    for level in solvable_levels(4, 40, most=14):
        ground = ground_of(level)
        descent = descend(ground)
        found = {bridge.edge: bridge for bridge in descent.bridges}
        for e in range(len(ground.edges)):
            reached = {ground.start}
            ahead = [ground.start]
            for here in ahead:
                for edge, there in ground.incident[here]:
                    if edge != e and there not in reached:
                        reached.add(there)
                        ahead.append(there)
            assert (len(reached) < ground.cells) == (e in found)
            if e in found:
                behind = set(descent.order[found[e].first : found[e].last])
                assert behind == set(range(ground.cells)) - reached
                assert found[e].far in behind
                assert found[e].near in reached


def test_the_walk_within_one_tree_works_and_is_shortest_on_trees():
    for level in solvable_levels(5, 40, most=12):
        ground = ground_of(level)
        descent = descend(ground)
        walk = trail(ground, *tree_counts(ground, descent))
        assert simulate(level, walk).solves
        if len(descent.bridges) == len(ground.edges):
            assert len(walk) == fewest(level)


def test_counts_in_pieces_become_a_walk_and_each_lost_piece_a_cut():
    for level in solvable_levels(6, 40, most=40):
        from pysat.solvers import Solver

        ground = ground_of(level)
        encoding = encode_ground(ground)
        with Solver("glucose4", bootstrap_with=encoding.clauses) as oracle:
            for k, (counts, end) in enumerate(relaxed(oracle, encoding, [])):
                walked = joined_counts(ground, counts)
                walk = trail(ground, walked, end)
                assert simulate(level, walk).solves
                assert multiplicities_of(ground, walk) == (walked, end)
                lost = lost_pieces(ground, counts)
                for piece in lost:
                    cut = cut_around(ground, piece)
                    assert set(piece) <= set(cut.cells)
                    assert ground.start not in cut.cells
                    assert not any(counts[e] for e in cut.edges)
                    inside = set(cut.cells)
                    assert set(cut.edges) == {
                        e for e, (u, v) in enumerate(ground.edges) if (u in inside) != (v in inside)
                    }
                if not lost or k > 20:
                    break


def test_pieces_are_the_connected_parts_of_the_walked_edges():
    chance = Random(7)
    for level in solvable_levels(8, 30, most=20):
        ground = ground_of(level)
        counts = [chance.choice([0, 0, 1, 2]) for _ in ground.edges]
        label = list(range(ground.cells))
        for _ in range(ground.cells):
            for e, (u, v) in enumerate(ground.edges):
                if counts[e]:
                    label[u] = label[v] = min(label[u], label[v])
        alike = {}
        for v, name in enumerate(label):
            alike.setdefault(name, set()).add(v)
        found = [set(piece) for piece in pieces_of(ground, counts)]
        assert ground.start in found[0]
        assert all(piece in found for piece in alike.values() if len(piece) > 1)
        assert all(piece in alike.values() for piece in found)
