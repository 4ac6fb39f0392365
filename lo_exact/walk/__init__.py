"""Parity walks: the XOR path puzzle solved to proved optimality."""
