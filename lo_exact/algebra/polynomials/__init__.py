"""Solver by polynomials for uniform boards, which have the same rule at every button.

Chase the rows of such a board with its first row unknown; what is left at the last row is one
equation in that first row.  Rows are vectors on which "one place to the side" acts, and every
vector is a polynomial in that step applied to the first unit vector.  So the equation is one
between polynomials modulo the step's own polynomial P of degree n, and Euclid's algorithm answers
it: O(n^2) digit operations where elimination takes O(n^3) and writes n^2 unknown sums.

Files: `ring` (rows as polynomials modulo P), `bit_ring` (over GF(2)), `choose` (over GF(p), and
which of them a board needs), `band` (a board as a recurrence: its chase, its equation, division by
what the next row does), `part` (diagonal form, solutions, kernel, witness).

Sutner, "The sigma-game and cellular automata", Amer. Math. Monthly 97 (1990); Hunziker,
Machiavelo, Park, "Chebyshev polynomials over finite fields and reversibility of sigma-automata on
square grids", Theoret. Comput. Sci. 320 (2004).
"""
