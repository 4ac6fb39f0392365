"""Branch and cut over the parity polytope, for light minima of sparse systems of two colours."""
