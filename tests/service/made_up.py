"""Requests made up from docs/openapi.json by schemathesis: no 5xx, no status that is not written.

    python -m tests.service.made_up [--examples N] [--seed N]

It cannot make up lines of JSON, so batches have tests of their own.  Needs
``pip install --group soak``.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.service.serving import start

CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = start(Path(folder) / "jobs.sqlite3")
        try:
            where = f"http://127.0.0.1:{server.port}"
            command = [
                str(Path(sys.executable).with_name("schemathesis")), "run",
                f"{where}/openapi.json", "--checks", CHECKS, "--exclude-path", "/v1/batches",
                "--max-examples", str(asked.examples), "--seed", str(asked.seed),
                "--no-color", "--request-timeout", "60",
            ]  # fmt: skip
            return subprocess.run(command, check=False, cwd=folder).returncode
        finally:
            server.end()


if __name__ == "__main__":
    sys.exit(main())
