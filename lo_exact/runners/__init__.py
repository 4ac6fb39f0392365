"""Runners for long computations: local processes, a Dask cluster, or numbered pieces on a batch
system.
"""
