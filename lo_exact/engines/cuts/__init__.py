"""Light minima of sparse parity systems: branch and cut over the parity polytope."""
