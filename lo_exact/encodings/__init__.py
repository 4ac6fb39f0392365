"""Floor 5: from a linear system to a formula; nothing here knows a solver."""
