"""Where long work runs: in own processes, on a Dask cluster, or piece by piece on batch systems."""
