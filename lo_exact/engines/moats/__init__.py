"""Engine for lightest errors: a dual bound from sets of lights (moats), then a tree search."""
