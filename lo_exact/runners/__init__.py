"""Runners for long computations: local processes, a Dask cluster, or pieces on batch systems."""
