"""What the deploy files say holds: the image knows its version, and gets all that a build needs."""

import json
import re
import shutil
import subprocess
import sys

from tests.house.architecture import ROOT

DOCKERFILE = (ROOT / "deploy/Dockerfile").read_text()


def written(folder, **given: str) -> dict:
    """Return what the package says of itself where the image's line ran in a copy of it."""
    (line,) = re.findall(r"^RUN (.*built\.json)$", DOCKERFILE, re.M)
    package = folder / "lo_exact"
    package.mkdir(parents=True)
    for name in ("__init__.py", "version.py"):
        shutil.copy(ROOT / "lo_exact" / name, package)
    line = line.replace("/src/", f"{folder}/")
    subprocess.run(["sh", "-ec", line], env={"VERSION": "", "COMMIT": ""} | given, check=True)
    code = (
        "import json; from lo_exact.version import version, commit;"
        "print(json.dumps({'version': version(), 'commit': commit()}))"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], cwd=folder, env={"PYTHONPATH": str(folder)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return json.loads(done.stdout)


def test_an_image_has_the_version_and_the_commit_that_it_was_built_from(tmp_path):
    told = {"version": "1.2.3.dev4+g123456789", "commit": "12" * 20}
    given = {name.upper(): value for name, value in told.items()}
    assert written(tmp_path / "with", **given) == told
    assert written(tmp_path / "without")["commit"] == ""


def test_the_arguments_of_the_image_are_those_that_its_first_lines_show():
    asked = set(re.findall(r"^ARG (\w+)=", DOCKERFILE, re.M))
    given = {"BASE", "VERSION", "COMMIT"}
    assert asked == set(re.findall(r"--build-arg (\w+)=", DOCKERFILE)) == given


def test_nothing_that_a_build_reads_is_kept_from_the_image():
    ignored = (ROOT / "deploy/Dockerfile.dockerignore").read_text().split()
    needed = "lo_exact data hatch_build.py join_checkers.py pyproject.toml README.md LICENSE"
    for name in [*needed.split(), "constraints.txt"]:
        assert (ROOT / name).exists()
        assert name not in ignored
