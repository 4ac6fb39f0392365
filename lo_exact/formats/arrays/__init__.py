"""Reader and writer of puzzles in numpy files."""
