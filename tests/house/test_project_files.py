"""Forms, workflow and changelog of the project: they parse, and name what there is."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement

from lo_exact.version import RELEASE

ROOT = Path(__file__).resolve().parents[2]
FORMS = sorted(set((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml")) - {
    ROOT / ".github/ISSUE_TEMPLATE/config.yml"
})  # fmt: skip


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_a_form_asks_for_what_its_host_knows(path):
    form = yaml.safe_load(path.read_text())
    assert form["name"]
    assert form["description"]
    for part in form["body"]:
        assert part["type"] in ("textarea", "input", "dropdown", "checkboxes", "markdown")
        assert part["attributes"]["label"]
    names = [part["id"] for part in form["body"]]
    assert len(names) == len(set(names))
    assert any(part.get("validations", {}).get("required") for part in form["body"])


def test_a_wrong_answer_is_reported_with_its_certificate():
    form = yaml.safe_load((ROOT / ".github/ISSUE_TEMPLATE/wrong-answer.yml").read_text())
    assert {"board", "answer", "certificate", "version"} <= {part["id"] for part in form["body"]}


def test_the_workflow_runs_every_python_that_the_project_names_on_three_systems():
    jobs = yaml.safe_load((ROOT / ".github/workflows/tests.yml").read_text())["jobs"]
    matrix = jobs["systems"]["strategy"]["matrix"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    named = re.findall(r"Python :: (3\.[0-9]+)", " ".join(project["classifiers"]))
    assert matrix["python"] == named
    assert {"ubuntu-latest", "macos-latest", "windows-latest"} == set(matrix["system"])
    lowest = {row["system"] for row in matrix["include"] if row["versions"] == "lowest-direct"}
    assert lowest == set(matrix["system"])
    assert any(step.get("run") == "bash .ci/run" for step in jobs["decides"]["steps"])


def test_the_changelog_keeps_wrong_answers_apart():
    text = (ROOT / "CHANGELOG.md").read_text()
    newest = text.split("## [Unreleased]")[1].split("\n## [")[0]
    assert re.findall("^### (.+)$", newest, re.MULTILINE) == ["Added", "Wrong answers"]
    assert newest.partition("### Wrong answers")[0].count("\n") <= 60
    assert RELEASE in (ROOT / "CITATION.cff").read_text()


@pytest.mark.parametrize(
    "page", ["CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "CHANGELOG.md"]
)
def test_links_of_project_files_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#:]+)\)", (ROOT / page).read_text()):
        assert (ROOT / target).exists(), target


def test_the_lock_names_every_package_that_a_developer_installs_within_its_bounds():
    locked = {}
    for line in (ROOT / "constraints.txt").read_text().splitlines():
        pinned = Requirement(line)
        (version,) = pinned.specifier
        locked.setdefault(pinned.name, set()).add(version.version)
    told = tomllib.loads((ROOT / "pyproject.toml").read_text())
    project = told["project"]
    extras = project["optional-dependencies"]
    lines = [*project["dependencies"], *extras["serve"]]
    lines += [line for line in told["dependency-groups"]["dev"] if isinstance(line, str)]
    for wanted in map(Requirement, lines):
        assert locked[wanted.name.lower()], wanted
        assert any(wanted.specifier.contains(v, prereleases=True) for v in locked[wanted.name])
