"""Light chasing: its rule for the last row, its table, pictures and sentences."""
