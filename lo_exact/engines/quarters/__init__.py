"""Search that combines the best sums of four groups, in the square root of enumeration time."""
