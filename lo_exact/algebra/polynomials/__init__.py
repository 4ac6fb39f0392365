"""Solver by polynomials for uniform boards, which have the same rule at every button.

Chase the rows of such a board with its first row unknown; what is left at the last row is one
equation in that first row.  Rows are vectors on which "one place to the side" acts, and every
vector is a polynomial in that step applied to the first unit vector.  So the equation is one
between polynomials modulo the step's own polynomial P of degree n, and Euclid's algorithm answers
it: O(n^2) digit operations where elimination takes O(n^3) and writes n^2 unknown sums.

Rooms: `bits` and `residues` (polynomials over GF(2) and GF(p), twins), `ring` (rows as polynomials
modulo P; `bit_ring`, `residue_ring`), `band` (a board as a recurrence: its chase, its equation),
`divide` (by what the next row does), `diagonal` (small matrices over the ring), `part` (solutions,
kernel, witness), `lifting` (prime powers), `turned` and `choose` (which way round a board is
worked, and whether it can be).

Sutner, "The sigma-game and cellular automata", Amer. Math. Monthly 97 (1990); Hunziker,
Machiavelo, Park, "Chebyshev polynomials over finite fields and reversibility of sigma-automata on
square grids", Theoret. Comput. Sci. 320 (2004).
"""
