"""Reader and writer of board text, and drawings of presses and states."""
