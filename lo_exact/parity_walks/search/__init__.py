"""Named ways to find a shortest walk: SAT, MaxSAT, breadth first."""
