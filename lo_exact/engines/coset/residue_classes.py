"""From a coset over Z/c, any c, to sums of cost tables: classes of buttons, idle words, parts.

Button j takes the value ``least_j + <u_j, z>``, u_j being its column in the kernel's rows, so its
cost is a table over the residue <u_j, z>; buttons whose columns agree up to a unit of Z/c are one
class, and their tables, relabelled, add up.

Buttons with price 0 cost nothing.  The kernel is brought to echelon form with them last: the rows
that start at a priced button make every difference that costs.  The others are *idle*, a kernel of
their own: in Howell's form the elements that vanish on the first buttons are spanned by the later
rows.  Each element of the first kind stands for as many solutions as there are idle elements; the
least of them is found by reducing by the idle rows.

Costs classes x c numbers for the tables; `refusal` limits them.
"""

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray, Kernel
from lo_exact.algebra.echelon import Basis, echelon, joined_rows
from lo_exact.engines.coset.residue_levels import TableSum, merge_columns
from lo_exact.engines.coset.residue_visit import SIZES, Frame, ResidueSearchPart, ResidueVisitSizes
from lo_exact.engines.coset.search import CosetSearch


def table_search(
    basis: Basis,
    least: IntArray,
    prices: IntArray,
    per_button: bool,
    sizes: ResidueVisitSizes = SIZES,
) -> CosetSearch:
    """Return the search over a coset.

    Args:
        basis: the kernel in echelon form, with less than 2^62 elements in a group of rows.
        least: (buttons,) its lexicographically least solution.
        prices: (buttons,) int64 >= 0.
        per_button: whether a pressed button costs its price once.
        sizes: how to cut the work.
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
        # parts of other rows than the basis' own would meet again in the digits of the key
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
            # with all steps 1 the rows' digits are the digits of the key
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
    """Return (the sum of cost tables of some buttons, what they cost at the very least)."""
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
