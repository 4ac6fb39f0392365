"""The package's face: every public name is there, and importing it loads nothing."""

import subprocess
import sys

import pytest

import lo_exact


@pytest.mark.parametrize("name", lo_exact.__all__)
def test_every_public_name_is_there(name):
    assert getattr(lo_exact, name)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'optimum'"):
        _ = lo_exact.optimum


def test_importing_the_package_loads_no_numpy():
    code = "import sys, lo_exact; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
