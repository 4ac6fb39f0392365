"""Results as JSON lines: what was measured, on which machine, with which versions.

One line a measurement, appended to ``benchmarks/results/NAME.jsonl``; nothing is ever rewritten.
All lines of a run share ``when``, its beginning, so that ratios can be taken within one run.
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import lo_exact

FOLDER = Path(__file__).parent / "results"

PACKAGES = (
    "numpy", "python-sat", "pulp", "highspy", "pycryptosat", "networkx", "ortools", "mqt.qecc",
    "z3-solver", "pyscipopt", "exact", "stim", "fastapi", "uvicorn",
    "numba", "sinter", "pymatching", "tesseract-decoder", "stimbposd", "ldpc",
)  # fmt: skip


def stamp() -> dict[str, Any]:
    """Return when and on what a run takes place: no names of hosts, users or folders."""
    return {
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "cpu": _processor(),
        "cores": os.cpu_count(),
        "memory_gib": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30, 1),
        "system": platform.system(),
        "python": platform.python_version(),
        "lo-exact": lo_exact.__version__,
        **{name: found for name in PACKAGES if (found := _version(name))},
    }


def append(benchmark: str, result: dict[str, Any], run: dict[str, Any]) -> None:
    """Add one measurement.

    Args:
        benchmark: its name, and that of the file.
        result: what was measured; CPU time in ``cpu_seconds``, memory in ``peak_mib``.
        run: of `stamp`.
    """
    FOLDER.mkdir(exist_ok=True)
    with (FOLDER / f"{benchmark}.jsonl").open("a", encoding="utf-8") as out:
        out.write(json.dumps({"benchmark": benchmark, **result, **run}) + "\n")


def read(benchmark: str) -> Iterator[dict[str, Any]]:
    """Yield all measurements of a benchmark, oldest first."""
    path = FOLDER / f"{benchmark}.jsonl"
    if path.exists():
        yield from map(json.loads, path.read_text(encoding="utf-8").splitlines())


def _processor() -> str:
    cpu = Path("/proc/cpuinfo")
    lines = cpu.read_text(encoding="utf-8").splitlines() if cpu.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""
