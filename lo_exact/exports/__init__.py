"""Export of formulas to files for external solvers, and parsing of the solvers' answers."""
