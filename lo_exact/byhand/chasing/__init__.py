"""Light chasing: the rule for the last row, its look-up table, figures and explanatory text."""
