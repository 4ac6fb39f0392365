"""A level as a graph: what walking on it costs, and what no walk can do."""
