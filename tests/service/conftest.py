"""One server for the tests that do it no harm."""

import pytest

pytest.importorskip("fastapi", reason="pip install -e '.[serve]' brings the service")

from tests.service.serving import start


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    running = start(tmp_path_factory.mktemp("service") / "jobs.sqlite3", "--workers", "2")
    yield running
    running.end()
