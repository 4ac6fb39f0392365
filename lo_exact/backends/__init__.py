"""Adapters of external solvers, each of which minimises a formula and returns a proved outcome.

A backend knows nothing of Lights Out.  Each is one file with one function ``minimise``;
``backend_table`` lists them with the formulas they read, and runs them where they can be killed
(`lo_exact.processes`).
"""
