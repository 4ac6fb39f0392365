"""Forms of evidence, one file each: what it proves, and its judge."""
