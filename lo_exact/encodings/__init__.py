"""Encodings of a system A x = s (mod c) with prices as a formula for external solvers.

An encoding knows nothing of solvers.  Each is one file with one function ``encode``;
``encoding_table`` lists them with the constraints they write and the systems they refuse.
"""
