"""One scanner for any text in no format of its own: the boards in it, all its readings."""
