"""Files that cannot be read, and a checker that fails."""

import pytest

from lo_exact.certificate import check
from lo_exact.certificate.check import check_in_fresh_process
from lo_exact.errors import InputError, SolverError
from tests.certificate.in_process import check_certificate


def test_files_that_cannot_be_read_are_input_errors(tmp_path):
    for judge in (check_certificate, check_in_fresh_process):
        with pytest.raises(InputError, match="No such file or directory"):
            judge(tmp_path / "none.json")
        with pytest.raises(InputError, match="Is a directory"):
            judge(tmp_path)


def test_a_checker_that_fails_is_no_verdict(tmp_path, monkeypatch):
    broken = tmp_path / "checker.py"
    broken.write_text("raise RuntimeError('broken')")
    (tmp_path / "c.json").write_text("{}")
    monkeypatch.setattr(check, "FOLDER", tmp_path)
    with pytest.raises(SolverError, match="the checker failed: RuntimeError: broken"):
        check_in_fresh_process(tmp_path / "c.json")
