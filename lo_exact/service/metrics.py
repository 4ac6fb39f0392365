"""What a server has done, for Prometheus; the package is optional."""

from __future__ import annotations

from lo_exact.errors import MissingPackageError
from lo_exact.service.jobs import Jobs


def exposition(jobs: Jobs) -> tuple[bytes, str]:
    """Return the metrics as text, and its media type.

    Raises:
        MissingPackageError: When prometheus-client is not installed.
    """
    try:
        from prometheus_client import CollectorRegistry, Counter, Gauge
        from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
    except ImportError:
        raise MissingPackageError(
            "metrics need prometheus-client: pip install 'lo-exact[serve]'"
        ) from None
    registry = CollectorRegistry()
    held = Gauge("lo_exact_jobs", "Jobs in the store.", ["state"], registry=registry)
    for state, number in jobs.store.counts().items():
        held.labels(state).set(number)
    ended = Counter(
        "lo_exact_jobs_ended", "Jobs ended since the start.", ["state"], registry=registry
    )
    for state, number in sorted(jobs.ended.items()):
        ended.labels(state).inc(number)
    size = Gauge("lo_exact_store_bytes", "Size of the store's file.", registry=registry)
    size.set(jobs.store.path.stat().st_size)
    return generate_latest(registry), CONTENT_TYPE_LATEST
