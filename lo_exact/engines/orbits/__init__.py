"""Solutions up to symmetry: prefixes in a quotient of the kernel, one of each orbit."""
