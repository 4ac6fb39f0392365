"""Certificates that would take all memory are refused in a sentence, with little memory at hand."""

import json
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from lo_exact import minimum
from lo_exact.certificate import certify, checker, write
from lo_exact.certificate.certify import with_evidence
from lo_exact.outcome import Status
from lo_exact.topology import grid_puzzle

MEMORY = 3_000_000 * 1024
"""Bytes of address space: ``ulimit -v 3000000``."""


def judged(document, tmp_path: Path, memory: int = MEMORY) -> tuple[int, str]:
    """Run the checker alone with so much memory; return its exit code and what it says."""
    path = tmp_path / "certificate.json"
    path.write_text(json.dumps(document))
    done = subprocess.run(
        [sys.executable, checker.__file__, str(path)], capture_output=True, text=True, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (memory, memory)),
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout


def counting(puzzle, count=1, generators=(), orders=()):
    """A certificate that a board of no state has so many solutions."""
    c, buttons = puzzle["colours"], len(puzzle["buttons"])
    zeros = zero(c, buttons)
    return {
        "format": "lo-exact certificate", "version": 1, "made_by": {}, "puzzle": puzzle,
        "claim": {
            "kind": "solutions", "puzzle_sha256": checker.System(puzzle).sha256, "count": count,
        },
        "kernel": {"particular": zeros, "generators": generators, "orders": orders},
        "evidence": [{"by": "kernel"}],
    }  # fmt: skip


def zero(colours, length):
    return "0" * -(-length // 4) if colours == 2 else [0] * length


def puzzle_of(colours, lights, buttons):
    zeros = zero(colours, lights)
    return {
        "colours": colours, "lights": lights, "buttons": buttons, "state": zeros, "target": zeros,
        "uniform": False, "objective": "presses",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("lights", "buttons", "memory"),
    [
        (2**19, 2**14, 500 * 2**20),  # the rows alone: 2^30 bytes
        pytest.param(2**22, 2**16, MEMORY, marks=pytest.mark.large),
    ],
)
def test_long_rows_are_not_kept_by_the_thousands(lights, buttons, memory, tmp_path):
    puzzle = puzzle_of(2, lights, [[lights - 1 - i] for i in range(buttons)])
    code, said = judged(counting(puzzle), tmp_path, memory)
    assert (code, said.startswith("accepted: ")) == (0, True)


def test_rows_that_fill_up_are_not_kept_without_end(monkeypatch):
    def rows(n):
        return [dict.fromkeys(range(n), 1), *({0: 1, i: 1} for i in range(1, n))]

    monkeypatch.setattr(checker, "MAX_ROW_NUMBERS", 1000)
    assert checker.span_exponent(rows(20), 3, 1) == 20 - (20 % 3 == 2)
    with pytest.raises(checker.Rejected, match="the elimination holds too many numbers"):
        checker.span_exponent(rows(200), 3, 1)


def test_a_kernel_beyond_every_number_that_is_printed_is_refused_in_a_sentence(tmp_path):
    buttons, c = 470, 2**31
    generators = [[int(i == j) for i in range(buttons)] for j in range(buttons)]
    document = counting(puzzle_of(c, 0, [[]] * buttons), 1, generators, [c] * buttons)
    assert judged(document, tmp_path) == (1, "rejected: there are about 2^14570 solutions\n")


def test_nothing_is_proved_by_what_is_no_ordinary_file(tmp_path):
    with pytest.raises(checker.Rejected, match=r"missing: x\.gz must lie beside"):
        next(checker.unpacked(tmp_path / "x.gz", 5))
    (tmp_path / "y.gz").symlink_to("/dev/zero")
    with pytest.raises(checker.Rejected, match="no ordinary file"):
        next(checker.unpacked(tmp_path / "y.gz", 5))


def test_a_certificate_larger_than_the_checker_reads_is_not_written(tmp_path, monkeypatch):
    monkeypatch.setattr(write, "MAX_FILE", 300)
    found = minimum(grid_puzzle([[1, 1], [1, 1]]))
    path = tmp_path / "proof.json"
    made = with_evidence(found, path, checked=False)
    assert made.said == (made.solution.stopped,)
    assert made.said[0].startswith("no certificate was written: it would have ")
    assert (made.solution.status, made.solution.weight) == (Status.OPTIMAL, 4)
    assert not path.exists()
    checked = with_evidence(found, path, checked=True).solution
    assert (checked.status, checked.weight, checked.lower_bound) == (Status.FEASIBLE, 4, 0)


def test_what_the_checker_cannot_judge_is_no_bug(tmp_path, monkeypatch):
    refused = checker.Verdict(
        checker.Kind.TOO_LARGE, "the elimination is beyond this checker's bound"
    )
    monkeypatch.setattr(certify, "check_in_fresh_process", lambda *_: refused)
    made = with_evidence(minimum(grid_puzzle([[1, 1], [1, 1]])), checked=True)
    assert made.said == (f"no certificate shows it: {refused.text}",)
    assert (made.solution.status, made.solution.weight) == (Status.FEASIBLE, 4)
