"""The curl lines of docs/service.md are run, and what they print is what the page says."""

import shutil
import subprocess

import pytest

from lo_exact.service.problems import TITLES
from tests.service.serving import ROOT

PAGE = (ROOT / "docs/service.md").read_text()


def examples() -> list[tuple[str, str]]:
    """Return (command, printed) of every curl line, and of what stands before it."""
    found = []
    for block in PAGE.split("```console\n")[1:]:
        lines = block.split("```")[0].splitlines()
        for line in lines:
            if line.startswith("$ "):
                found.append((line[2:], ""))
            else:
                found[-1] = (found[-1][0], found[-1][1] + line + "\n")
    return [(cmd, out) for cmd, out in found if cmd.startswith(("curl", "printf"))]


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
def test_every_curl_line_prints_what_the_page_says(server, tmp_path):
    assert len(examples()) >= 8
    (tmp_path / "data").symlink_to(ROOT / "data")  # what a checkout has; all else is written here
    for command, printed in examples():
        line = command.replace("127.0.0.1:8017", f"127.0.0.1:{server.port}")
        done = subprocess.run(
            ["bash", "-c", line], capture_output=True, text=True, cwd=tmp_path, check=True
        )
        at = 0
        for piece in printed.split("..."):
            piece = piece.strip("\n") if piece.endswith("\n") else piece
            found = done.stdout.find(piece, at)
            assert found >= 0, f"{command}\nprints\n{done.stdout}\nwithout\n{piece}"
            at = found + len(piece)


def test_no_example_names_a_folder_of_the_machine():
    assert not [command for command, _ in examples() if "/tmp" in command]


def test_every_problem_stands_on_the_page_with_its_status():
    table = PAGE.split("## Problems")[1].split("## Limits")[0]
    for kind, (status, *_) in TITLES.items():
        line = next(line for line in table.splitlines() if f"`{kind}`" in line)
        assert str(status) in line.split("|")[1]
