"""Encodings of a system A x = s (mod c) with prices as a formula for external solvers.

An encoding has never heard of a solver.  Each is one file with one function ``encode``;
``encoding_table`` lists them with what they write and which systems they refuse.
"""
