"""The command line, with one command in each file; layer 8 of the package.

A command reads its options, makes one call into the library, and prints.  What needs numpy is
imported inside the command, so that help and shell completion stay quick; for the same reason
the modules here do not defer their annotations, which typer reads as they stand.
"""
