"""Search of a coset over Z/c, for any number of colours, by cost tables of classes of buttons.

Button j takes the value ``least_j + <u_j, z>``, where u_j is its column in the kernel's rows, so
its cost is a table over the residue <u_j, z>.  Buttons whose columns agree up to a unit of Z/c are
one class (`merge_columns`), and their tables, relabelled, add up.  So the minimum over the coset is
the least value of a `TableSum`, sum_u T_u[<u, z>], over all digit vectors z.

`table_search` makes these sums.  Buttons with price 0 cost nothing.  The kernel is brought to
echelon form with them last: the rows that start at a priced button make every difference that
costs.  The others are *idle*, a kernel of their own: in Howell's form the elements that vanish on
the first buttons are spanned by the later rows.  Each element of the first kind stands for as many
solutions as there are idle elements; reducing by the idle rows finds the least of them.  Costs
classes x c numbers for the tables; `coset_refusal` limits them.

`ResidueSearchPart` finds the least value of one sum.  The idea is that of c = 2 (`binary_visit`)
with a table of costs in place of a number.  With some digits fixed, the cost depends on them only
through one table per *tail*.  A tail is a column's entries for the digits to come, up to a unit of
Z/c, since multiplying by a unit only relabels the table.  A table has an entry for every value its
tail can still take: c / gcd(tail, c) of them.  Fixing a digit adds shifted tables of tails that
become one.  The sum of the tables' least entries bounds what a node can reach.  Nodes above the
best cost known are dropped, never those that equal it, so minima are counted exactly.  Costs up to
c additions an element for each of the last few digits; memory is a few blocks.

`plan_residue_levels` makes the layout of these tables once per search.  For each depth it lists the
tails and the places of their entries in the flat table of a node.  It also lists the entries to add
when a digit takes a value.
"""

from dataclasses import dataclass
from math import gcd, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray, Kernel
from lo_exact.algebra.echelon import Basis, echelon, joined_rows, unit_towards
from lo_exact.engines.coset.search import CosetSearch, Nodes, Tally, Words, traverse_tree

MAX_SOURCES = 2**22
"""Largest number of stored entry numbers for a digit; beyond it they are recomputed."""


@dataclass(frozen=True, eq=False)
class TableSum:
    """Cost function to minimise: cost(z) = sum_i tables[i, <columns[i], z> mod c]."""

    modulus: int
    """Number of colours c."""
    orders: tuple[int, ...]
    """(k,) digit i runs over 0..orders[i]-1."""
    columns: IntArray
    """(classes, k) int64, residues, no row all 0."""
    tables: IntArray
    """(classes, c) int64 >= 0, the least of each row 0, sums below 2^62."""


@dataclass(frozen=True, eq=False)
class ResidueLevel:
    """Layout of the cost tables of all search nodes with the same number of fixed digits."""

    tails: IntArray
    """(tails, digits to come) residues, no row all 0."""
    offsets: IntArray
    """(tails,) index of each tail's first entry."""
    entries: int
    """Number of entries."""
    runs: tuple[tuple[int, int, int], ...]
    """(first entry, one past the last, entries of each tail), of consecutive tails with
    equally many entries; the runs cover all entries.
    """
    dtype: np.dtype[Any]
    """Type that holds every entry."""

    def reach(self, nodes: Nodes) -> NDArray[Any]:
        """Return a lower bound on the cost below each node, of shape (nodes,)."""
        reach = nodes.base.copy() if self.entries else nodes.base
        for low, high, size in self.runs:
            least = nodes.table[low:high].reshape(-1, size, nodes.size).min(axis=1)
            reach += least.sum(axis=0, dtype=reach.dtype)
        return reach


@dataclass(frozen=True, eq=False)
class _Slot:
    """Entries of a node's cost table that are added to its children's costs in one operation."""

    starts: IntArray
    """(entries,) index of the first entry of each parent's tail."""
    heads: IntArray
    """(entries,) amount that the residue grows by when the digit grows by 1."""
    values: IntArray
    """(entries,) the residue with the digit 0."""
    shares: IntArray
    """(entries,) gcd of c and the parent's tail."""

    def sources(self, digit: int, modulus: int) -> IntArray:
        """Return the index of the parent's entry to add to each entry of child node ``digit``."""
        residues = (digit * self.heads + self.values) % modulus
        return self.starts + residues // self.shares


class ResidueStep:
    """Additions of cost table entries that are performed when one digit is fixed.

    Args:
        modulus: c.
        order: number of values of the digit.
        slots: the slots, in order.
        closed: the tails without further digits.
    """

    def __init__(self, modulus: int, order: int, slots: list[_Slot], closed: _Slot):
        self._modulus, self._slots, self._closed = modulus, slots, closed
        self._made: list[list[IntArray]] = []
        if order * sum(slot.starts.size for slot in [*slots, closed]) <= MAX_SOURCES:
            self._made = [self._make(digit) for digit in range(order)]

    def sources(self, digit: int) -> list[IntArray]:
        """Return, for child node ``digit``, the parent indices of each slot, then of base costs."""
        return self._made[digit] if self._made else self._make(digit)

    def _make(self, digit: int) -> list[IntArray]:
        return [slot.sources(digit, self._modulus) for slot in [*self._slots, self._closed]]


def plan_residue_levels(target: TableSum) -> tuple[list[ResidueLevel], list[ResidueStep]]:
    """Return the table layout for each number of fixed digits, and the steps between layouts."""
    c = target.modulus
    spreads = target.tables.max(axis=1) if target.tables.size else np.zeros(0, dtype=np.int64)
    levels, steps = [_level(target.columns, spreads, c)], []
    for order in target.orders:
        level = levels[-1]
        heads, rests = level.tails[:, 0], level.tails[:, 1:]
        open_ended = rests.any(axis=1)
        tails, inverse, units = merge_columns(rests[open_ended], c)
        # Several tails of this level, the parents, can merge into one tail of the next.  Slot s
        # holds the s-th parent of each tail that has more than s, so one vector operation adds a
        # slot, and no entry receives two summands.  Tails with the most parents come first, so
        # slot s fills the first entries.
        parents = np.flatnonzero(open_ended)
        by_tail = np.argsort(inverse, kind="stable")
        counts = np.bincount(inverse, minlength=tails.shape[0])
        ranks = np.arange(inverse.size) - np.repeat(np.cumsum(counts) - counts, counts)
        order_of_tails = np.lexsort((gcds(tails, c), -counts))  # tie-break by size: fewer runs
        rename = np.argsort(order_of_tails)
        tails = tails[order_of_tails]
        merged = np.zeros(tails.shape[0], dtype=np.int64)
        np.add.at(merged, rename[inverse], spreads[open_ended])
        after = _level(tails, merged, c)
        sizes = c // gcds(tails, c)
        shares = gcds(level.tails, c)
        slots = []
        for slot in range(int(counts.max(initial=0))):
            chosen = by_tail[ranks == slot]
            chosen = chosen[np.argsort(rename[inverse[chosen]])]
            child = np.repeat(rename[inverse[chosen]], sizes[rename[inverse[chosen]]])
            parent = np.repeat(parents[chosen], sizes[rename[inverse[chosen]]])
            unit = np.repeat(units[chosen], sizes[rename[inverse[chosen]]])
            value = (np.arange(child.size) - after.offsets[child]) * (c // sizes[child])
            starts, heads_here = level.offsets[parent], heads[parent]
            slots.append(_Slot(starts, heads_here, unit * value % c, shares[parent]))
        closed = np.flatnonzero(~open_ended)
        zeros = np.zeros_like(closed)
        last = _Slot(level.offsets[closed], heads[closed], zeros, shares[closed])
        steps.append(ResidueStep(c, order, slots, last))
        levels.append(after)
        spreads = merged
    return levels, steps


def merge_columns(columns: IntArray, modulus: int) -> tuple[IntArray, IntArray, IntArray]:
    """Group the columns that are equal up to multiplication by a unit.

    Args:
        columns: (columns, digits) residues; no row is all 0.
        modulus: c.

    Returns:
        (distinct tails, number of each column's tail, unit of each column), where
        column = unit * tail.
    """
    if not columns.shape[0]:
        none = np.zeros(0, dtype=np.int64)
        return columns, none, none
    firsts = columns[np.arange(columns.shape[0]), (columns != 0).argmax(axis=1)]
    residues, which = np.unique(firsts, return_inverse=True)
    towards = [unit_towards(int(e), gcd(int(e), modulus), modulus) for e in residues]
    back = np.array([pow(w, -1, modulus) for w in towards], dtype=np.int64)
    scaled = columns * np.array(towards, dtype=np.int64)[which, None] % modulus
    tails, inverse = np.unique(scaled, axis=0, return_inverse=True)
    return tails, inverse.reshape(-1), back[which]


def gcds(columns: IntArray, modulus: int) -> IntArray:
    """Return the greatest common divisor of c and all entries of each row."""
    divisors: IntArray = np.gcd.reduce(columns, axis=1, initial=modulus)
    return divisors


def _level(tails: IntArray, spreads: IntArray, modulus: int) -> ResidueLevel:
    sizes = modulus // gcds(tails, modulus)
    ends = np.cumsum(sizes)
    starts = np.flatnonzero(np.diff(sizes, prepend=0))  # first tail of each run of equal sizes
    lows = (ends - sizes)[starts].tolist()
    runs = zip(lows, [*lows[1:], int(sizes.sum())], sizes[starts].tolist(), strict=True)
    return ResidueLevel(
        tails,
        ends - sizes,
        int(sizes.sum()),
        tuple(runs) if sizes.size else (),
        np.min_scalar_type(int(spreads.max(initial=0))),
    )


_MANY_HITS = 2**14
"""Hits whose keys are computed together, to save memory."""


@dataclass(frozen=True)
class ResidueVisitSizes:
    """Block and job sizes of the search; they affect the speed only, not the result."""

    block: int = 2**20
    """Table entries processed together."""
    job: int = 2**24
    """Number of elements in one job, the unit of progress and of ledgers."""


SIZES = ResidueVisitSizes()


@dataclass(frozen=True, eq=False)
class Frame:
    """Conversion of one search part's digit vectors to the keys of solutions."""

    basis: Basis
    """Kernel in echelon form."""
    which: tuple[int, ...]
    """Basis rows whose digits of the key this part determines; their orders' product is
    below 2^62.
    """
    least: IntArray
    """(buttons,) solution with all digits 0."""
    rows: IntArray
    """(k, buttons) int64: amount that each digit adds."""
    idle: Basis
    """Kernel elements that change no cost, in echelon form: keys denote the least solution among
    those that differ by them.
    """
    ordered: bool
    """Whether the digits equal those of the key."""

    def keys(self, digits: IntArray) -> Words:
        """Return the keys of digit vectors, given as an array of shape (elements, k)."""
        basis, c = self.basis, self.basis.modulus
        at = [basis.pivots[i] for i in self.which]
        x = np.repeat(self.least[None, at], digits.shape[0], axis=0)
        for i, row in enumerate(self.rows[:, at]):
            x = (x + digits[:, i, None] * row) % c
        column = {pivot: i for i, pivot in enumerate(at)}
        for row, pivot, step in zip(
            self.idle.rows[:, at], self.idle.pivots, self.idle.steps, strict=True
        ):
            x = (x - x[:, column[pivot], None] // step * row.astype(np.int64)) % c
        keys = np.zeros(digits.shape[0], dtype=np.uint64)
        for i, row_number in enumerate(self.which):
            digit = (x[:, i] // basis.steps[row_number]).astype(np.uint64)
            keys = keys * np.uint64(basis.orders[row_number]) + digit
        return keys

    def whole(self, key: int) -> int:
        """Convert a key of this part to its contribution to the key of the whole solution."""
        total = 0
        for row_number in reversed(self.which):
            key, digit = divmod(key, self.basis.orders[row_number])
            total += digit * self.basis.places[row_number]
        return total


class ResidueSearchPart:
    """Search, divided into jobs, for the digits z of least cost, as given by a `TableSum`."""

    def __init__(self, target: TableSum, frame: Frame, sizes: ResidueVisitSizes = SIZES):
        self.target: TableSum = target
        self._frame, self._sizes = frame, sizes
        orders = target.orders
        self._fixed = 0
        while prod(orders[self._fixed :]) > max(sizes.job, 1):
            self._fixed += 1
        self.jobs: int = prod(orders[: self._fixed])
        self.elements: int = prod(orders)
        self._wide = np.min_scalar_type(-int(target.tables.max(axis=1, initial=0).sum()) - 1)
        self._levels, self._steps = plan_residue_levels(target)

    @property
    def ceiling(self) -> int:
        """Upper bound on the score; an element's score is minus its cost."""
        return -int(self.target.tables.min(axis=1).sum()) if self.target.tables.size else 0

    def start(self, limit: int) -> Tally:
        """Return a tally with count 0 and the score of the element whose digits are all 0."""
        zero = np.zeros((1, len(self.target.orders)), dtype=np.int64)
        return Tally(-int(self.target.tables[:, 0].sum()), limit, 0, self._frame.keys(zero))

    def keys(self, tally: Tally) -> list[int]:
        """Return the contributions of a tally's elements to keys of whole solutions, ascending."""
        return [self._frame.whole(key) for key in tally.first.tolist()]

    def visit(self, job: int, tally: Tally) -> None:
        """Visit the elements whose first digits encode the number ``job``."""
        first = self._fixed
        orders = (*self.target.orders[first:], 1)
        capacities = [
            max(self._sizes.block // (level.entries + 1) // order, 1)
            for level, order in zip(self._levels[first:], orders, strict=True)
        ]
        kept = [0.0] * len(self._levels)

        def children(nodes: Nodes, depth: int) -> list[Nodes]:
            level = first + depth + 1
            return [prune(part, level) for part in self._children(nodes, first + depth)]

        def prune(nodes: Nodes, level: int) -> Nodes:
            if kept[level] > 0.8:
                # pruning removes too few nodes: test again some blocks later
                kept[level] -= 0.02
                return nodes
            keep = np.flatnonzero(self._levels[level].reach(nodes) <= -tally.best)
            kept[level] = keep.size / nodes.size
            return nodes.part(keep) if keep.size < nodes.size else nodes

        def visit(nodes: Nodes) -> None:
            tally.raise_to(-int(nodes.base.min()))
            hits = nodes.names[nodes.base == -tally.best]
            tally.count += hits.size
            if self._frame.ordered and hits.size > tally.limit:
                hits = np.partition(hits, tally.limit)[: tally.limit]
            for low in range(0, hits.size, _MANY_HITS):
                part = hits[low : low + _MANY_HITS]
                tally.add(self._frame.keys(self._digits(part)), 0)

        traverse_tree(self._root(job), capacities, children, visit)

    def _digits(self, names: Words) -> IntArray:
        digits = np.zeros((names.size, len(self.target.orders)), dtype=np.int64)
        rest = names.astype(np.int64)
        for i in reversed(range(len(self.target.orders))):
            rest, digits[:, i] = np.divmod(rest, self.target.orders[i])
        return digits

    def _root(self, job: int) -> Nodes:
        """Return the search node whose first digits are fixed to those that encode ``job``."""
        target = self.target
        taken = np.arange(target.modulus) % gcds(target.columns, target.modulus)[:, None] == 0
        nodes = Nodes(
            np.zeros(1, dtype=np.uint64),
            np.zeros(1, dtype=self._wide),
            target.tables[taken].astype(self._levels[0].dtype)[:, None],
        )
        for depth in range(self._fixed):
            place = prod(target.orders[depth + 1 : self._fixed])
            digit = job // place % target.orders[depth]
            nodes = self._children(nodes, depth)[digit]
        return nodes

    def _children(self, nodes: Nodes, depth: int) -> list[Nodes]:
        """Return the children of nodes: one block for each value of the next digit."""
        step, level = self._steps[depth], self._levels[depth + 1]
        order = self.target.orders[depth]
        table = nodes.table.astype(level.dtype, copy=False)
        children = []
        for digit in range(order):
            *slots, bases = step.sources(digit)
            out = np.zeros((0, nodes.size), dtype=level.dtype)
            for slot, sources in enumerate(slots):
                if slot:
                    out[: sources.size] += table.take(sources, axis=0)
                else:
                    out = table.take(sources, axis=0)
            fixed = nodes.table.take(bases, axis=0).sum(axis=0, dtype=self._wide)
            names = nodes.names * np.uint64(order) + np.uint64(digit)
            children.append(Nodes(names, nodes.base + fixed, out))
        return children


def table_search(
    basis: Basis,
    least: IntArray,
    prices: IntArray,
    per_button: bool,
    sizes: ResidueVisitSizes = SIZES,
) -> CosetSearch:
    """Return the search for the lightest elements of a coset modulo c.

    Args:
        basis: the kernel in echelon form, with less than 2^62 elements in a group of rows.
        least: (buttons,) its lexicographically least solution.
        prices: (buttons,) int64 >= 0.
        per_button: whether a pressed button costs its price once.
        sizes: block and job sizes.
    """
    scale = max(int(np.gcd.reduce(prices)), 1) if prices.size else 1
    worth = prices // scale
    counted = np.minimum(least, 1) if per_button else least
    fixed = ~basis.rows.any(axis=0)
    offset = sum((worth[fixed] * counted[fixed]).tolist())
    parts: list[ResidueSearchPart] = []
    idle_rows = [np.zeros((0, least.size), dtype=basis.rows.dtype)]
    idle_orders: list[int] = []
    for group in basis.groups:
        whole = _part(basis, list(group))
        active, idle = _split(whole, worth == 0)
        idle_rows.append(idle.rows)
        idle_orders += idle.orders
        # rows outside the basis could share digits of the key, so they stay in one part
        own = active is whole
        rows = active.rows.astype(np.int64)
        moving = np.flatnonzero(rows.any(axis=0) & (worth > 0))
        for some in joined_rows(rows[:, moving]) if own else (tuple(range(rows.shape[0])),):
            digits = list(some)
            here = moving[rows[digits][:, moving].any(axis=0)]
            target, least_cost = _tables(
                basis.modulus,
                tuple(active.orders[i] for i in digits),
                rows[digits][:, here].T,
                least[here],
                worth[here],
                per_button,
            )
            offset += least_cost
            which = tuple(group[i] for i in digits) if own else group
            # if all steps are 1, the rows' digits are the digits of the key
            ordered = own and max(whole.steps) == 1
            frame = Frame(basis, which, least, rows[digits], idle, ordered)
            parts.append(ResidueSearchPart(target, frame, sizes))
    return CosetSearch(
        basis=basis,
        least=least,
        parts=tuple(parts),
        offset=offset,
        divisor=1,
        scale=scale,
        idle=np.concatenate(idle_rows),
        idle_orders=tuple(idle_orders),
    )


def _tables(
    modulus: int,
    orders: tuple[int, ...],
    columns: IntArray,
    least: IntArray,
    worth: IntArray,
    per_button: bool,
) -> tuple[TableSum, int]:
    """Return cost tables of the button classes, each minus its minimum, and the minima's sum."""
    tails, inverse, units = merge_columns(columns, modulus)
    tables = np.zeros((tails.shape[0], modulus), dtype=np.int64)
    presses = (least[:, None] + units[:, None] * np.arange(modulus)) % modulus
    counted = np.minimum(presses, 1) if per_button else presses
    np.add.at(tables, inverse, worth[:, None] * counted)
    floors = tables.min(axis=1)
    tables -= floors[:, None]
    changing = tables.any(axis=1)
    return TableSum(modulus, orders, tails[changing], tables[changing]), int(floors.sum())


def _split(basis: Basis, free: NDArray[np.bool_]) -> tuple[Basis, Basis]:
    """Split a basis into rows with a pivot at a priced button, and rows that change no cost."""
    if not basis.rows[:, free].any():
        return basis, _part(basis, [])
    order = np.concatenate([np.flatnonzero(~free), np.flatnonzero(free)])
    turned = echelon(Kernel(basis.modulus, basis.rows[:, order], basis.orders))
    back = np.empty_like(order)
    back[order] = np.arange(order.size)
    whole = Basis(
        basis.modulus,
        turned.rows[:, back],
        tuple(int(order[pivot]) for pivot in turned.pivots),
        turned.steps,
        turned.orders,
    )
    priced = int((~free).sum())
    first = [i for i, pivot in enumerate(turned.pivots) if pivot < priced]
    return _part(whole, first), _part(
        whole, [i for i in range(len(whole.pivots)) if i not in first]
    )


def _part(basis: Basis, which: list[int]) -> Basis:
    return Basis(
        basis.modulus,
        basis.rows[which],
        tuple(basis.pivots[i] for i in which),
        tuple(basis.steps[i] for i in which),
        tuple(basis.orders[i] for i in which),
    )
