"""Checkers for the forms of evidence, one module for each form."""
