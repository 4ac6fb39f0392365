"""Engine for lightest errors: a dual bound from moats, then iterative deepening."""
