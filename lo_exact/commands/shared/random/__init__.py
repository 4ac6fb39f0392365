"""Random boards of the command line, and every engine asked about them."""
