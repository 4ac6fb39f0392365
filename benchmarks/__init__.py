"""What things cost, measured: one command each, results appended to ``benchmarks/results``.

``python -m benchmarks`` runs them all; docs/benchmarks says what each one shows.
"""
