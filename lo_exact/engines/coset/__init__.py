"""All solutions visited, by classes of buttons; files `binary_*` and `residue_*` are twins."""
