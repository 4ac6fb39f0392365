"""Reader and writer of this project's JSON format for puzzles."""
