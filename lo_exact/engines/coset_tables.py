"""From a coset over Z/c, any c, to sums of cost tables: classes of buttons, idle words, parts.

Button j takes the value ``least_j + <u_j, z>``, u_j being its column in the kernel's rows, so its
cost is a table over the residue <u_j, z>; buttons whose columns agree up to a unit of Z/c are one
class, and their tables, relabelled, add up.

Buttons with price 0 cost nothing.  The kernel is brought to echelon form with them last: the rows
that start at a priced button make every difference that costs, the others are *idle*, a kernel of
their own (in Howell's form the elements that vanish on the first buttons are spanned by the later
rows).  Each element of the first kind stands for as many solutions as there are idle elements; the
least of them is found by reducing by the idle rows.

Costs classes x c numbers for the tables; `refusal` limits them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray, Kernel
from lo_exact.engines.coset_basis import Basis, echelon
from lo_exact.engines.coset_parts import Search
from lo_exact.engines.coset_residues import SIZES, Frame, ResiduePart, Sizes
from lo_exact.engines.coset_tails import TableSum, merge

MAX_TABLE = 2**24


def table_search(
    basis: Basis, least: IntArray, prices: IntArray, per_button: bool, sizes: Sizes = SIZES
) -> Search:
    """Return the search over a coset with at most 2^62 elements.

    Args:
        basis: the kernel in echelon form.
        least: (buttons,) its lexicographically least solution.
        prices: (buttons,) int64 >= 0.
        per_button: whether a pressed button costs its price once.
        sizes: how to cut the work.
    """
    c = basis.modulus
    scale = max(int(np.gcd.reduce(prices)), 1) if prices.size else 1
    worth = prices // scale
    active, idle = _split(basis, worth == 0)
    rows = active.rows.astype(np.int64)
    moving = np.flatnonzero(rows.any(axis=0) & (worth > 0))
    still = np.delete(np.arange(worth.size), moving)
    cost_of = (np.arange(c) != 0).astype(np.int64) if per_button else np.arange(c)
    offset = int((worth[still] * cost_of[least[still]]).sum())
    parts = []
    # parts of other rows than the basis would meet again in the digits of the key
    # with all steps 1 the rows' digits are the digits of the key
    ordered = active is basis and max(basis.steps, default=1) == 1
    groups = _joined(rows[:, moving]) if active is basis else [list(range(rows.shape[0]))]
    for digits in groups:
        here = moving[rows[digits][:, moving].any(axis=0)]
        columns = rows[digits][:, here].T
        tails, inverse, units = merge(columns, c)
        tables = np.zeros((tails.shape[0], c), dtype=np.int64)
        values = units[:, None] * np.arange(c) % c
        np.add.at(tables, inverse, worth[here, None] * cost_of[(least[here, None] + values) % c])
        floors = tables.min(axis=1)
        offset += int(floors.sum())
        tables -= floors[:, None]
        changing = tables.any(axis=1)
        target = TableSum(
            c, tuple(active.orders[i] for i in digits), tails[changing], tables[changing]
        )
        part_frame = Frame(basis, least, rows[digits], idle, ordered)
        parts.append(ResiduePart(target, part_frame, sizes))
    return Search(
        basis=basis,
        least=least,
        parts=tuple(parts),
        offset=offset,
        divisor=1,
        scale=scale,
        idle=idle.rows,
        idle_orders=idle.orders,
    )


def _split(basis: Basis, free: NDArray[np.bool_]) -> tuple[Basis, Basis]:
    """Return (rows that start at a priced button, idle rows), the latter in echelon form."""
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


def _joined(rows: IntArray) -> list[list[int]]:
    """Return the sets of rows that share buttons, directly or over others."""
    groups: list[tuple[list[int], NDArray[np.bool_]]] = []
    for i, row in enumerate(rows != 0):
        members, support = [i], row
        apart = []
        for group in groups:
            if bool((group[1] & support).any()):
                members, support = group[0] + members, group[1] | support
            else:
                apart.append(group)
        groups = [*apart, (members, support)]
    return [sorted(members) for members, _ in groups]
