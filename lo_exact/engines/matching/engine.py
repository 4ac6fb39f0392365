"""Engine for parity systems whose buttons touch at most two lights, solved as a minimum T-join.

`join_graph` writes the system as a graph.  Lights are vertices, and a button on two lights is an
edge.  A button on one light is an edge to an outside vertex; each connected part has one, which
takes up the parity that is left.  Presses are a set of edges with odd degree at exactly the
vertices that must change (the *terminals*): a T-join.  With prices >= 0 the least T-join is a set
of shortest paths that pair the terminals.  So pairing them at least cost (Edmonds 1965; Edmonds and
Johnson 1973) is the proof.  Vertices with one edge left are settled beforehand: their parity
decides that edge.

`paths_between` finds the shortest paths between the terminals by a Dijkstra search for each.  Where
all edges are equally long, rustworkx counts the steps.

`cheapest_pairs` pairs the terminals by Edmonds' algorithm.  rustworkx calculates in integers and
checks its optimum by the dual.  It takes no numbers of more than some 100 bits and cannot be
interrupted.  Larger numbers go to networkx, the same algorithm in Python, and large graphs to a
child process that can be killed.

`minimise` puts these together.  Where the lexicographically least minimum is wanted, button j of n
gets the price ``price 2^n + 2^(n - 1 - j)``, in Python's integers.  The least T-join then is the
first in that order.  Minima are listed and counted by deciding button after button, with a matching
for each value that a button may take.

Costs a Dijkstra search for each terminal, and a matching that is cubic in the terminals (1,000 take
two seconds).
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Any

import numpy as np

from lo_exact.algebra import Unsolvable
from lo_exact.algebra.packed import as_tuple
from lo_exact.engines.engine import Offer
from lo_exact.errors import LimitReached, UsageError
from lo_exact.outcome import Outcome, Presses, Status, Wanted, Watch
from lo_exact.packages import is_installed, require
from lo_exact.processes.worker import call_in_child
from lo_exact.puzzle import PackedSystem, System


@dataclass
class TJoinGraph:
    """Graph with edge lengths and terminals, the vertices that must have odd degree in a T-join."""

    edges: dict[int, dict[int, tuple[int, int]]] = field(default_factory=dict)
    """Map from vertex to neighbour to (length, button) of the cheapest button between them."""
    terminals: set[int] = field(default_factory=set)
    """Vertices whose degree must be odd."""

    def add(self, a: int, b: int, length: int, button: int) -> None:
        """Add an edge, unless a cheaper edge joins the same vertices."""
        offered = (length, button)
        kept = min(offered, self.edges.setdefault(a, {}).get(b, offered))
        self.edges[a][b] = kept
        self.edges.setdefault(b, {})[a] = kept

    def settle_leaves(self) -> set[int]:
        """Remove vertices of degree one repeatedly; return the buttons that must be pressed."""
        forced: set[int] = set()
        leaves = [v for v, edges in self.edges.items() if len(edges) == 1]
        while leaves:
            v = leaves.pop()
            if len(self.edges[v]) != 1:
                continue
            (other, (_, button)) = self.edges[v].popitem()
            del self.edges[other][v]
            if v in self.terminals:
                forced.add(button)
                self.terminals ^= {v, other}
            if len(self.edges[other]) == 1:
                leaves.append(other)
        return forced

    def parts(self) -> Iterator[list[int]]:
        """Yield, for each connected component with terminals, its terminals in ascending order."""
        for part in connected_vertices(self.edges):
            terminals = sorted(part & self.terminals)
            if terminals:
                yield terminals

    def paths(self, start: int, targets: set[int]) -> tuple[dict[int, int], dict[int, int]]:
        """Return shortest path lengths from ``start`` to each target, and the predecessors."""
        lengths: dict[int, int] = {}
        before: dict[int, int] = {}
        best = {start: 0}
        missing = set(targets)
        heap = [(0, start)]
        while heap and missing:
            length, v = heappop(heap)
            if v in lengths:
                continue
            lengths[v] = length
            missing.discard(v)
            for other, (step, _) in self.edges[v].items():
                there = length + step
                if other not in lengths and there < best.get(other, there + 1):
                    best[other], before[other] = there, v
                    heappush(heap, (there, other))
        return {v: lengths[v] for v in targets}, before


def join_graph(system: System, canonical: bool) -> TJoinGraph | None:
    """Convert a system to a graph: buttons are edges between lights, or to an outside vertex.

    Returns None when a part without outside vertex has an odd number of terminals.
    """
    graph = TJoinGraph()
    n = system.unknowns
    single: list[tuple[int, int, int]] = []
    for j in range(n):
        rows, _ = system.matrix.column(j)
        length = int(system.prices[j])
        if canonical:
            length = (length << n) + (1 << (n - 1 - j))
        if rows.size == 2:
            graph.add(int(rows[0]), int(rows[1]), length, j)
        elif rows.size == 1:
            single.append((int(rows[0]), length, j))
    graph.terminals = set(np.flatnonzero(system.syndrome).tolist())
    for i in range(system.lights):
        graph.edges.setdefault(i, {})
    outside = {v: -1 - k for k, part in enumerate(connected_vertices(graph.edges)) for v in part}
    for light, length, j in single:
        graph.add(light, outside[light], length, j)
    for part in list(connected_vertices(graph.edges)):
        if len(part & graph.terminals) % 2:
            if min(part) >= 0:
                return None
            graph.terminals.add(min(part))
    return graph


def connected_vertices(edges: dict[int, dict[int, tuple[int, int]]]) -> Iterator[set[int]]:
    """Yield the vertices of each connected component."""
    seen: set[int] = set()
    for first in edges:
        if first in seen:
            continue
        part, stack = {first}, [first]
        while stack:
            for other in edges[stack.pop()]:
                if other not in part:
                    part.add(other)
                    stack.append(other)
        seen |= part
        yield part


@dataclass(frozen=True)
class MatchingSizes:
    """Size limits of the faster methods; they affect the speed only, not the result."""

    longest: int = 2**60
    """Total length up to which rustworkx does the matching, with room for sums of duals; longer
    ones need Python's integers.
    """
    terminals_here: int = 400
    """Number of terminals matched in this process (0.1 s), not in a child."""
    counted_vertices: int = 2**12
    """Number of vertices whose distances are counted in a table: 128 MiB."""


MATCHING_SIZES = MatchingSizes()

Lengths = Sequence[Sequence[int]]
Pairs = list[tuple[int, int]]


def cheapest_pairs(lengths: Lengths, watch: Watch, sizes: MatchingSizes = MATCHING_SIZES) -> Pairs:
    """Return a perfect matching of the terminals with least total length, as pairs i < j.

    Args:
        lengths: length between i and j > i at [i][j - i - 1], integers >= 0; the number of
            terminals is even.
        watch: the time limit; may raise.
        sizes: limits of the faster methods.
    """
    longest = max((max(row, default=0) for row in lengths), default=0)
    if longest >= sizes.longest or not is_installed("rustworkx"):
        return _by_networkx(lengths, watch)
    if len(lengths) <= sizes.terminals_here:
        watch.check()
        return _by_rustworkx(lengths)
    found: Pairs = call_in_child(
        "lo_exact.engines.matching.engine:pairs_in_child", lengths, watch=watch
    )
    return found


def pairs_in_child(tell: Callable[[str, Any], None], lengths: Lengths) -> Pairs:
    """Return a perfect matching of least total length; entry point of the child process."""
    del tell
    return _by_rustworkx(lengths)


def _by_rustworkx(lengths: Lengths) -> Pairs:
    import rustworkx

    graph: Any = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(lengths)))
    graph.add_edges_from(
        [(i, i + 1 + k, -length) for i, row in enumerate(lengths) for k, length in enumerate(row)]
    )
    pairs = rustworkx.max_weight_matching(
        graph, max_cardinality=True, weight_fn=int, verify_optimum=True
    )
    return [(min(pair), max(pair)) for pair in pairs]


def _by_networkx(lengths: Lengths, watch: Watch) -> Pairs:
    import networkx

    class Watched(networkx.Graph):  # type: ignore[misc]
        """Graph that checks the time limit whenever the neighbours of a vertex are read."""

        def neighbors(self, n: Hashable) -> Any:
            watch.check()
            return super().neighbors(n)

    graph = Watched()
    graph.add_weighted_edges_from(
        (i, i + 1 + k, -length) for i, row in enumerate(lengths) for k, length in enumerate(row)
    )
    pairs = networkx.max_weight_matching(graph, maxcardinality=True)
    return [(min(pair), max(pair)) for pair in pairs]


@dataclass(frozen=True)
class Paths:
    """Shortest paths between all pairs of terminals."""

    lengths: Lengths
    """Length between terminals i and j > i at [i][j - i - 1]; in steps if all edges are
    equally long.
    """
    buttons: Callable[[int, int], set[int]]
    """Function of terminals i < j that returns the buttons on their path."""


def paths_between(
    graph: TJoinGraph, terminals: list[int], watch: Watch, sizes: MatchingSizes = MATCHING_SIZES
) -> Paths:
    """Return shortest paths between all terminals of one connected component.

    Args:
        graph: the graph.
        terminals: the vertices to connect.
        watch: the time limit; may raise.
        sizes: limits of the faster methods.
    """
    vertices = len(graph.edges)
    if vertices <= min(sizes.counted_vertices, len(terminals) ** 2) and is_installed("rustworkx"):
        every = {length for edges in graph.edges.values() for length, _ in edges.values()}
        if len(every) == 1 and every != {0}:
            return _counted(graph, terminals)
    return _searched(graph, terminals, watch)


def _searched(graph: TJoinGraph, terminals: list[int], watch: Watch) -> Paths:
    lengths, before = [], []
    for i, a in enumerate(terminals):
        watch.check()
        there, last = graph.paths(a, set(terminals[i:]))
        lengths.append([there[b] for b in terminals[i + 1 :]])
        before.append(last)

    def buttons(i: int, j: int) -> set[int]:
        at, found = terminals[j], set()
        while at != terminals[i]:
            at, last = before[i][at], at
            found.add(graph.edges[at][last][1])
        return found

    return Paths(lengths, buttons)


def _counted(graph: TJoinGraph, terminals: list[int]) -> Paths:
    import rustworkx

    place = {v: k for k, v in enumerate(graph.edges)}
    counted: Any = rustworkx.PyGraph()
    counted.add_nodes_from(range(len(place)))
    counted.extend_from_edge_list(
        [(place[a], place[b]) for a, edges in graph.edges.items() for b in edges if a < b]
    )
    at = np.array([place[v] for v in terminals])
    steps = rustworkx.distance_matrix(counted, parallel_threshold=len(place) + 1)[at]
    lengths = steps[:, at].astype(np.int64).tolist()

    def buttons(i: int, j: int) -> set[int]:
        here, found = terminals[j], set()
        while here != terminals[i]:
            nearer = min(graph.edges[here], key=lambda v: steps[i, place[v]])
            found.add(graph.edges[here][nearer][1])
            here = nearer
        return found

    return Paths([row[i + 1 :] for i, row in enumerate(lengths)], buttons)


SECONDS = 1e-3
"""CPU time of a question, however small."""

SECONDS_A_BUTTON = 5e-6
"""CPU time of a button."""

SECONDS_A_PAIR = 3e-7
"""CPU time of a pair of terminals; terminals are the wrong lights."""

SECONDS_A_TRIPLE = 3e-9
"""CPU time of three terminals: 256 terminals with 1,800 buttons took 0.06 s, 600 took 1 s, 1,114
took 6 s.  `python -m benchmarks.forecasts` refits it."""

SECONDS_A_VISIT = 1e-6
"""CPU seconds for each vertex of a search from one terminal, if lengths differ."""

_LATE_FACTOR = 4
"""Times its forecast after which it counts as late: listing and counting match again and again."""

LATE_SECONDS = 6.0
"""CPU time before which it never counts as late."""

PAIR_BYTES = 200
"""Bytes for each pair of terminals: 2,000 terminals took 420 MiB."""

SLOWER = 60
"""Ratio of the matching times of networkx and rustworkx."""


def refusal(system: System) -> str:
    """Return the reason why the system is not a matching problem, or ``""``."""
    if system.colours != 2:
        return f"matching needs 2 colours, not {system.colours}"
    least, _ = system.matrix.reach()
    if least > 2 and isinstance(system, PackedSystem) and system.bits:
        # the message names no button, since finding one would expand a large packed board
        return f"every button touches {least} lights at least; matching allows 2"
    touched = np.diff(system.matrix.starts)
    if touched.size and int(touched.max()) > 2:
        button = int(touched.argmax())
        return f"button {button} touches {int(touched[button])} lights; matching allows 2"
    return ""


def offer(system: System, wanted: Wanted) -> Offer:
    """Estimate the cost of the matching for a system that `refusal` accepts."""
    terminals = int(np.count_nonzero(system.syndrome))
    triple = SECONDS_A_TRIPLE * (1 if is_installed("rustworkx") else SLOWER)
    seconds = SECONDS + SECONDS_A_BUTTON * system.unknowns
    seconds += SECONDS_A_PAIR * terminals**2 + triple * terminals**3
    if np.unique(system.prices).size > 1:
        seconds += SECONDS_A_VISIT * terminals * system.lights
    late = max(_LATE_FACTOR * seconds, LATE_SECONDS)
    return Offer("every button touches at most two lights", seconds, late=late)


def minimise(
    system: System, wanted: Wanted, watch: Watch, *, sizes: MatchingSizes = MATCHING_SIZES
) -> Outcome:
    """Find minimum-weight solutions by a minimum-cost perfect matching of the wrong lights.

    Raises:
        UsageError: When the system is not a matching problem.
        MissingPackageError: Without networkx.
        LimitReached: When the lights that must change have too many pairs for the memory.
    """
    if said := refusal(system):
        raise UsageError(said)
    require("matching", "networkx")
    ordered = wanted.canonical or wanted.minima > 1 or wanted.count
    join = _least_join(system, watch, ordered, wanted.memory, sizes)
    if join is None:
        found = system.first
        assert isinstance(found, Unsolvable)
        return Outcome(Status.INFEASIBLE, witness=as_tuple(found.witness))
    presses = tuple(int(j in join) for j in range(system.unknowns))
    x = np.array(presses, dtype=np.int64)
    assert system.solves(x)
    weight = system.weight(x)
    watch.improved(presses, weight)
    if wanted.minima <= 1 and not wanted.count:
        return Outcome(Status.OPTIMAL, weight, (presses,), canonical=ordered)
    minima, count = _all_minima(system, weight, wanted, watch, sizes)
    return Outcome(Status.OPTIMAL, weight, minima, count, canonical=True)


def _all_minima(
    system: System, weight: int, wanted: Wanted, watch: Watch, sizes: MatchingSizes
) -> tuple[tuple[Presses, ...], int | None]:
    """Return the first minima in lexicographic order, and the number of all minima.

    After each button the syndromes that the presses so far leave are kept.  A syndrome is kept only
    if matching shows that the remaining buttons can solve it at the remaining cost.
    """
    prices = system.prices.tolist()
    left: dict[bytes, int] = {system.syndrome.tobytes(): weight}
    ways = {system.syndrome.tobytes(): 1}
    first: list[tuple[Presses, bytes]] = [((), system.syndrome.tobytes())]
    for j in range(system.unknowns):
        rows, _ = system.matrix.column(j)
        rest = np.arange(j + 1, system.unknowns)
        matrix = system.matrix.take_columns(rest)
        after: dict[bytes, int] = {}
        moves: dict[bytes, list[tuple[int, bytes]]] = {}
        for state, budget in left.items():
            moves[state] = []
            for pressed in (0, 1):
                syndrome = np.frombuffer(state, dtype=np.int64).copy()
                syndrome[rows] ^= pressed
                part = System(matrix, syndrome, system.prices[rest])
                join = _least_join(part, watch, False, wanted.memory, sizes)
                cost = budget - pressed * prices[j]
                if join is not None and sum(prices[j + 1 + i] for i in join) == cost:
                    moves[state].append((pressed, syndrome.tobytes()))
                    after[syndrome.tobytes()] = cost
        if wanted.count:
            before, ways = ways, dict.fromkeys(after, 0)
            for state, number in before.items():
                for _, there in moves[state]:
                    ways[there] += number
        first = [
            ((*presses, pressed), there)
            for presses, state in first
            for pressed, there in moves[state]
        ][: max(wanted.minima, 1)]
        left = after
    count = sum(ways.values()) if wanted.count else None
    return tuple(presses for presses, _ in first), count


def _least_join(
    system: System, watch: Watch, canonical: bool, memory: int, sizes: MatchingSizes
) -> set[int] | None:
    """Return the buttons of a minimum T-join, or None if there is no T-join.

    Raises:
        LimitReached: When the terminals have too many pairs for the memory.
    """
    graph = join_graph(system, canonical)
    if graph is None:
        return None
    pressed = graph.settle_leaves()
    for part in graph.parts():
        watch.check()
        taken = PAIR_BYTES * len(part) ** 2 // 2
        if taken > memory:
            least = f"{-(-taken >> 20)} MiB, more than {memory >> 20} MiB"
            raise LimitReached(f"pairing {len(part)} lights up takes {least}")
        paths = paths_between(graph, part, watch, sizes)
        for i, j in cheapest_pairs(paths.lengths, watch, sizes):
            pressed ^= paths.buttons(i, j)
    return pressed
