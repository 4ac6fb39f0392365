"""Floor 5: adapters of foreign solvers; nothing here knows a puzzle."""
