"""Search for a shortest walk by SAT."""
