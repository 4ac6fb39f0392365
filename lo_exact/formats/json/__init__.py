"""The project's own JSON: any puzzle, read and written."""
