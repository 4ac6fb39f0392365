"""Light chasing: the rule that repairs the last row, its table, pictures and sentences."""
