"""Linear algebra modulo any integer c >= 2, prime or composite, for matrices of any shape."""

from lo_exact.algebra.linear import (
    Coset,
    Elimination,
    Kernel,
    Unsolvable,
    eliminate,
    nullspace_orders,
    prime_powers,
    solve_linear,
)
from lo_exact.algebra.sparse import (
    MAX_MODULUS,
    IntArray,
    SparseMatrix,
    from_columns,
    from_dense,
    from_entries,
    residue_dtype,
)

__all__ = [
    "MAX_MODULUS",
    "Coset",
    "Elimination",
    "IntArray",
    "Kernel",
    "SparseMatrix",
    "Unsolvable",
    "eliminate",
    "from_columns",
    "from_dense",
    "from_entries",
    "nullspace_orders",
    "prime_powers",
    "residue_dtype",
    "solve_linear",
]
