"""Named ways to find a shortest walk: SAT, MaxSAT, integer programs, breadth first."""
