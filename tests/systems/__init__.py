"""The command line on other systems: names of POSIX removed, terminals of few signs."""
