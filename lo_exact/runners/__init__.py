"""Runners of long work: in own processes, on a Dask cluster, or piece by piece on batch systems."""
