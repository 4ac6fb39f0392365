"""--picture: every command that draws writes a valid file, twice the same, or says why not."""

from xml.etree import ElementTree

import pytest

from tests.cli_runner import ALL_ON, ROOT, run

GENETIC = str(ROOT / "data/boards/genetic-1-5x5.txt")
SEVEN = str(ROOT / "data/boards/seven-colours-3x3.txt")
CORNER = "#....\n" + ".....\n" * 4

DRAWING = [
    ["show", ALL_ON],
    ["show", str(ROOT / "data/boards/lights-out-cube.txt")],
    ["min", ALL_ON],
    ["min", GENETIC, "--steps"],
    ["solve", SEVEN],
    ["all", ALL_ON],
    ["all", SEVEN, "--within", "1000"],
    ["prove", "-"],
    ["kernel", ALL_ON, "--all"],
    ["kernel", ALL_ON, "--eigenvalue", "1"],
    ["chase", "--size", "6x6"],
    ["chase", SEVEN],
    ["chase", "-"],
    ["press", ALL_ON, "A1"],
    ["matrix", "--size", "4x4", "--colours", "12"],
    ["matrix", "--size", "4x4", "--inverse"],
    ["explain", ALL_ON],
    ["explain", SEVEN, "--improve"],
    ["histogram", "--size", "3x3"],
]


@pytest.mark.parametrize("words", DRAWING, ids=lambda words: " ".join(words).replace(str(ROOT), ""))
def test_a_command_that_draws_draws_into_a_file(words, tmp_path):
    files = [tmp_path / "a.svg", tmp_path / "b.svg", tmp_path / "c.png"]
    for file in files:
        text = CORNER if "-" in words else None
        done = run(*words, "-q", "--picture", str(file), text=text) if words[0] not in (
            "show", "press",
        ) else run(*words, "--picture", str(file))  # fmt: skip
        assert done.code in (0, 1), done.err
        assert done.out
    first, second, image = (file.read_bytes() for file in files)
    assert first == second
    root = ElementTree.fromstring(first)
    assert root.find("{http://www.w3.org/2000/svg}title") is not None
    assert len(list(root)) > 3
    assert image.startswith(b"\x89PNG\r\n")


@pytest.mark.parametrize(
    ("file", "code", "why"),
    [
        ("a.gif", 2, "pictures are .svg, .pdf or .png files"),
        ("/no/such/folder/a.svg", 3, "cannot be written"),
        ("", 2, "empty"),
        (".", 3, "folder"),
    ],
)
def test_a_file_that_cannot_be_a_picture_is_refused_before_the_search(file, code, why, tmp_path):
    done = run("min", ALL_ON, "--picture", file)
    assert (done.code, done.out) == (code, "")
    assert why in done.err
    assert len(done.err.splitlines()) == 1


def test_hostile_names_are_escaped_in_pictures_too(tmp_path):
    edges = tmp_path / "graph.txt"
    edges.write_text("<script>alert(1)</script> b\n")
    picture = tmp_path / "g.svg"
    done = run("show", str(edges), "--picture", str(picture))
    if done.code == 0:
        assert "<script" not in picture.read_text()
        ElementTree.fromstring(picture.read_bytes())
    else:
        assert not picture.exists()


def test_a_goal_that_is_a_pattern_is_drawn_beside_the_answer():
    ran = run("min", str(ROOT / "data/boards/merlins-magic-square.txt"))
    assert ran.err == "the goal is a pattern:\n###\n#.#\n###\n\n"
    assert run("min", ALL_ON).err == ""
