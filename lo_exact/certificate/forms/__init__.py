"""Functions that write evidence, one module for each form of evidence."""
