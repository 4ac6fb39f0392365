"""Counters of a server since its start, for Prometheus.

Every name of a metric begins with ``lo_exact_``; the process's own figures (memory, CPU, open
files) come from prometheus-client.  Label values come from fixed lists, never from a request.
"""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from threading import Lock
from typing import TYPE_CHECKING, Any

from lo_exact.packages import require

if TYPE_CHECKING:
    from lo_exact.service.store import Store

REQUEST_BOUNDS = (0.005, 0.025, 0.1, 0.5, 1.0, 5.0, 30.0)
JOB_BOUNDS = (0.01, 0.1, 1.0, 10.0, 60.0, 600.0, 3600.0)
"""Upper bounds of the histograms' bins, in seconds."""

ROUTES = (
    "/v1/jobs",
    "/v1/batches",
    "/v1/check",
    "/v1/read",
    "/v1/engines",
    "/v1/formats",
    "/metrics",
)
OF_A_JOB = ("events", "certificate", "files", "board.svg")


class TimeBins:
    """Counts of the values in each bin, and their sum.

    Args:
        bounds: upper bounds, ascending.
    """

    def __init__(self, bounds: tuple[float, ...]):
        self.bounds: tuple[float, ...] = bounds
        self.counts: list[int] = [0] * (len(bounds) + 1)
        self.sum: float = 0.0

    def add(self, value: float) -> None:
        """Count one value."""
        self.counts[bisect_left(self.bounds, value)] += 1
        self.sum += value

    @property
    def buckets(self) -> list[tuple[str, float]]:
        """Each bound with the number of values up to it, as Prometheus wants them."""
        names = [*(str(bound) for bound in self.bounds), "+Inf"]
        return list(zip(names, map(float, accumulate(self.counts)), strict=True))


class Figures:
    """Counts; from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.requests: Counter[tuple[str, str, str]] = Counter()
        self.request_seconds: dict[str, TimeBins] = {}
        self.jobs: Counter[str] = Counter()
        self.job_seconds: dict[str, TimeBins] = {}
        self.deaths: int = 0

    def request(self, method: str, path: str, status: int, seconds: float) -> None:
        """Count a request that was answered."""
        route = route_label(path)
        method = method if method in ("GET", "HEAD", "POST", "DELETE") else "other"
        with self._lock:
            self.requests[method, route, str(status)] += 1
            self.request_seconds.setdefault(route, TimeBins(REQUEST_BOUNDS)).add(seconds)

    def job(self, question: str, state: str, seconds: float) -> None:
        """Count a job that ended, so long after it was asked."""
        with self._lock:
            self.jobs[state] += 1
            self.job_seconds.setdefault(question, TimeBins(JOB_BOUNDS)).add(seconds)

    def death(self) -> None:
        """Count a child that died."""
        with self._lock:
            self.deaths += 1


def route_label(path: str) -> str:
    """Return a name for what a path leads to; there are a dozen."""
    if path in ROUTES:
        return path
    if path.startswith("/v1/jobs/"):
        below = path.split("/")[4:5]
        return f"/v1/jobs/ID/{below[0]}" if below and below[0] in OF_A_JOB else "/v1/jobs/ID"
    return "page" if not path.startswith("/v1/") else "other"


def exposition(figures: Figures, store: Store) -> tuple[bytes, str]:
    """Return what a server has done, for Prometheus, as text, and its media type.

    Raises:
        MissingPackageError: When prometheus-client is not installed.
    """
    require("a page of metrics", "prometheus_client")
    from prometheus_client import CollectorRegistry, ProcessCollector
    from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

    class Collector:
        """Gives all families at the moment of the question."""

        def collect(self) -> Iterator[Any]:
            return _families(figures, store)

    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    registry.register(Collector())
    return generate_latest(registry), CONTENT_TYPE_LATEST


def _families(figures: Figures, store: Store) -> Iterator[Any]:
    from prometheus_client.metrics_core import (
        CounterMetricFamily,
        GaugeMetricFamily,
        HistogramMetricFamily,
    )

    held = GaugeMetricFamily("lo_exact_jobs", "Jobs in the store.", labels=["state"])
    for state, number in store.counts().items():
        held.add_metric([state], number)
    yield held
    waiting = GaugeMetricFamily("lo_exact_queue_jobs", "Jobs that wait.", labels=["lane"])
    age = GaugeMetricFamily("lo_exact_queue_age_seconds", "Age of the oldest.", labels=["lane"])
    for lane, (number, oldest) in store.queues().items():
        waiting.add_metric([lane], number)
        age.add_metric([lane], max(time.time() - oldest, 0.0) if number else 0.0)
    yield waiting
    yield age
    ended = CounterMetricFamily(
        "lo_exact_jobs_ended", "Jobs ended since the start.", labels=["state"]
    )
    for state, number in sorted(figures.jobs.items()):
        ended.add_metric([state], number)
    yield ended
    deaths = CounterMetricFamily("lo_exact_child_deaths", "Children that died of a job.")
    deaths.add_metric([], figures.deaths)
    yield deaths
    requests = CounterMetricFamily(
        "lo_exact_requests", "Requests answered.", labels=["method", "route", "status"]
    )
    for labels, number in sorted(figures.requests.items()):
        requests.add_metric(list(labels), number)
    yield requests
    for name, about, label, held_by in (
        ("lo_exact_request_seconds", "Time to answer.", "route", figures.request_seconds),
        ("lo_exact_job_seconds", "Time from question to end.", "question", figures.job_seconds),
    ):
        family = HistogramMetricFamily(name, about, labels=[label])
        for value, histogram in sorted(held_by.items()):
            family.add_metric([value], buckets=histogram.buckets, sum_value=histogram.sum)
        yield family
    size = GaugeMetricFamily("lo_exact_store_bytes", "Size of the store's file.")
    size.add_metric([], store.path.stat().st_size)
    yield size
