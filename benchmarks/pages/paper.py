"""Tables and numbers of paper/paper.md, from the data: ``python -m benchmarks.pages.paper``."""

from __future__ import annotations

from benchmarks import report
from benchmarks.pages import tables
from benchmarks.records.collect import ROOT

PAPER = ROOT / "paper" / "paper.md"


def made(text: str) -> str:
    """Return the paper with all its tables and numbers written anew."""
    return report.written(tables.written(text))


def main() -> None:
    PAPER.write_text(made(PAPER.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
