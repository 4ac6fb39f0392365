"""Reader and writer of graphs and sparse matrices as lists of edges."""
