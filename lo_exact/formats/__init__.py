"""Floor 5: puzzle files, one format a file."""
