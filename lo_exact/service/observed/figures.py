"""Metrics of a server since its start, for Prometheus.

Every name of a metric begins with ``lo_exact_``; the process's own figures (memory, CPU, open
files) come from prometheus-client.  Label values come from fixed lists, never from a request.
"""

import time

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
)
from prometheus_client.exposition import generate_latest

from lo_exact.service.store import Store

ROUTES = (
    "/v1/jobs",
    "/v1/batches",
    "/v1/check",
    "/v1/read",
    "/v1/engines",
    "/v1/formats",
    "/metrics",
)


class Figures:
    """Thread-safe counters of requests, jobs and dead child processes.

    Args:
        store: the store, queried for each report.
    """

    def __init__(self, store: Store):
        disable_created_metrics()  # type: ignore[no-untyped-call]
        self._store, self._registry = store, CollectorRegistry()
        ProcessCollector(registry=self._registry)
        self._requests = Counter(
            "lo_exact_requests", "Requests answered.", ["method", "route", "status"],
            registry=self._registry,
        )  # fmt: skip
        self._request_seconds = Histogram(
            "lo_exact_request_seconds", "Time to answer.", ["route"],
            buckets=(0.005, 0.025, 0.1, 0.5, 1.0, 5.0, 30.0), registry=self._registry,
        )  # fmt: skip
        self._ended = Counter(
            "lo_exact_jobs_ended", "Jobs ended since the start.", ["state"], registry=self._registry
        )
        self._job_seconds = Histogram(
            "lo_exact_job_seconds", "Time from question to end.", ["question"],
            buckets=(0.01, 0.1, 1.0, 10.0, 60.0, 600.0, 3600.0), registry=self._registry,
        )  # fmt: skip
        self.deaths: Counter = Counter(
            "lo_exact_child_deaths", "Children that died of a job.", registry=self._registry
        )
        self._held, self._waiting, self._age, self._size = (
            Gauge(name, about, labels, registry=self._registry)
            for name, about, labels in (
                ("lo_exact_jobs", "Jobs in the store.", ["state"]),
                ("lo_exact_queue_jobs", "Jobs that wait.", ["lane"]),
                ("lo_exact_queue_age_seconds", "Age of the oldest.", ["lane"]),
                ("lo_exact_store_bytes", "Size of the store's file.", []),
            )
        )

    def request(self, method: str, path: str, status: int, seconds: float) -> None:
        """Count a completed request with its duration."""
        route = route_label(path)
        method = method if method in ("GET", "HEAD", "POST", "DELETE") else "other"
        self._requests.labels(method, route, str(status)).inc()
        self._request_seconds.labels(route).observe(seconds)

    def job(self, question: str, state: str, seconds: float) -> None:
        """Count a job that ended, with the seconds since its submission."""
        self._ended.labels(state).inc()
        self._job_seconds.labels(question).observe(seconds)

    def exposition(self) -> bytes:
        """Return the metrics in the text format of Prometheus."""
        for state, number in self._store.counts().items():
            self._held.labels(state).set(number)
        for lane, (number, oldest) in self._store.queues().items():
            self._waiting.labels(lane).set(number)
            self._age.labels(lane).set(max(time.time() - oldest, 0.0) if number else 0.0)
        self._size.set(self._store.path.stat().st_size)
        return generate_latest(self._registry)


def route_label(path: str) -> str:
    """Return the label, one of about a dozen, under which requests for a path are counted."""
    if path in ROUTES:
        return path
    if path.startswith("/v1/jobs/"):
        below = path.split("/")[4:5]
        return (
            f"/v1/jobs/ID/{below[0]}"
            if below and below[0] in ("events", "certificate", "files", "board.svg")
            else "/v1/jobs/ID"
        )
    return "page" if not path.startswith("/v1/") else "other"
