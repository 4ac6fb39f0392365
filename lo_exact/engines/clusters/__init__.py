"""Search for lightest words by branching on an unsatisfied check, for sparse codes."""
