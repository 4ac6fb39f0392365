"""No test is skipped in silence."""

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.house.skips import NO_WHEELS, is_accepted

ROOT = Path(__file__).resolve().parents[2]

FILES = {
    "test_file.py": 'import pytest\n\npytest.importorskip("no_such_package")\n',
    "test_call.py": 'import pytest\n\ndef test_it():\n    pytest.skip("no time")\n',
    "test_mark.py": (
        'import pytest\n\n@pytest.mark.skipif(True, reason="not now")\ndef test_it():\n    pass\n'
    ),
    "test_fine.py": (
        "import pytest\n\ndef test_it():\n    pass\n\n"
        '@pytest.mark.xfail(reason="known", strict=True)\ndef test_known():\n    assert False\n'
    ),
}


def outside_ci() -> dict[str, str]:
    """The environment without what makes pytest write its reasons twice."""
    return {name: value for name, value in os.environ.items() if name not in ("CI", "BUILD_NUMBER")}


def test_a_skip_without_an_accepted_reason_fails(tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    plugins = ["-p", "tests.house.skips", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *plugins, "--continue-on-collection-errors", "."],
        cwd=tmp_path, env=outside_ci() | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert "1 failed, 1 passed, 1 xfailed, 2 errors" in done.stdout
    assert done.stdout.count("not a reason that tests/house/skips.py accepts") == 3
    assert done.returncode == 1


def test_what_is_accepted():
    page = "tests/service/page/test_page.py::test_it"
    assert is_accepted(page, "Skipped: no Chromium here: apt-get install chromium")
    assert not is_accepted(page, "Skipped: takes a while")
    assert not is_accepted(
        "tests/parity_walks/test_certify.py::test_it", "Skipped: no Chromium here: "
    )
    no_nginx = "Skipped: no nginx or openssl here: apt-get install nginx openssl"
    assert is_accepted("tests/service/page/test_page_proxy.py::test_it", no_nginx)
    assert not is_accepted(page, no_nginx)  # whoever asks for all pages behind nginx must have it
    missing = "Skipped: cryptominisat needs pycryptosat: pip install 'pycryptosat'"
    assert is_accepted("tests/engines/test_table.py::test_it[xor]", missing) == NO_WHEELS
    assert not is_accepted("tests/engines/test_table.py::test_it", "matching needs networkx")


def test_what_make_test_leaves_out_the_ci_runs():
    """Where a Makefile chooses tests by a mark, the script that decides runs the others as well."""
    chosen = re.findall(r"pytest .*-m ([^;\n]+)", (ROOT / "Makefile").read_text())
    assert chosen == ['"not large"', "large", "large"]  # the page's alone, behind nginx
    whole = (ROOT / ".ci/run").read_text()
    assert whole.index("\nmake test\n") < whole.index("export BEHIND_NGINX=1")
    assert "\nexec make test-large JOBS=2" in whole
