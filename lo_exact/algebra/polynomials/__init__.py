"""Solver by polynomials over GF(2) for uniform boards, which have the same rule at every button.

Chase the rows of such a board with its first row unknown: the condition at the last row is one
equation in that first row.  Rows are vectors on which "one place to the side" acts, and every
vector is a polynomial in that step applied to the first unit vector.  So the equation is one
between polynomials modulo the step's own polynomial P of degree n, and Euclid's algorithm solves
it.  That is O(n^2) digit operations where elimination takes O(n^3) and writes n^2 unknown sums.

Files: `bit_ring` (rows as polynomials modulo P), `band` (a board as a recurrence: its chase, its
equation, and division by the effect of the next row), `part` (diagonal form, solutions, kernel,
witness).

Sutner, "The sigma-game and cellular automata", Amer. Math. Monthly 97 (1990); Hunziker, Machiavelo,
Park, "Chebyshev polynomials over finite fields and reversibility of sigma-automata on square
grids", Theoret. Comput. Sci. 320 (2004).
"""
