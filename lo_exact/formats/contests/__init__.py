"""Input formats of programming contests: machines, judge files, levels, dials."""
