"""What is missing or too old, and the line that installs it."""

import pytest

from lo_exact import packages
from lo_exact.backends.backend_table import find_backend, missing
from lo_exact.errors import MissingPackageError
from lo_exact.packages import is_installed, lack, require


def test_a_version_that_gives_wrong_answers_is_refused(monkeypatch):
    monkeypatch.setattr(packages, "installed_version", lambda name: "1.14.0")
    assert missing(find_backend("highs")) == (
        "highs needs pulp 3.3 or later, 1.14.0 is installed: pip install 'pulp>=3.3'"
    )
    newer = {"pulp": "3.10.1", "highspy": "1.14.0"}
    monkeypatch.setattr(packages, "installed_version", newer.__getitem__)
    assert missing(find_backend("cbc")) == ""
    assert "highspy 1.15 or later, 1.14.0 is installed" in missing(find_backend("highs"))
    assert lack("cuts", "highspy").startswith("cuts needs highspy 1.15 or later, 1.14.0 is")


def test_all_that_is_missing_is_said_at_once(without):
    without("fastapi", "uvicorn")
    assert not is_installed("uvicorn")
    with pytest.raises(MissingPackageError) as caught:
        require("the service", "fastapi", "uvicorn", "numpy")
    assert str(caught.value) == (
        "the service needs fastapi and uvicorn: pip install 'fastapi>=0.115' 'uvicorn>=0.34'"
    )
