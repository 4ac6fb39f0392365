"""Every option of `min` with puzzles at the edge: a proof, a limit, or one line of refusal."""

import itertools

import pytest

from tests.cli_runner import run
from tests.marks import with_large

COUNTER = "[.##.] (3) (1,3) (2) (2,3) (0,2) (0,1) {3,5,4,7}\n"


def corner(size: int) -> str:
    """Return a board with one light on, in a corner."""
    return f"#{'.' * (size - 1)}\n" + f"{'.' * size}\n" * (size - 1)


PUZZLES = {
    "unsolvable": "##.\n...\n",
    "one light": "#\n",
    "one light, off": ".\n",
    "no buttons": '{"activation": {"lights": 2, "buttons": 0, "entries": []}, "state": [1, 0]}',
    "no lights": '{"activation": {"lights": 0, "buttons": 1, "entries": []}, "state": []}',
    "six colours": "colours: 6\n\n12\n03\n",
    "holes": "#~\n~#\n",
    "counters": COUNTER,
    "five by five, unsolvable": corner(5),
    "many solutions, unsolvable": "topology: torus\n\n" + corner(30),
    "four colours, unsolvable": "colours: 4\n\n" + corner(14).replace("#", "1").replace(".", "0"),
}
OPTIONS = {
    "nothing": [],
    "little memory": ["--memory", "128MiB"],
    "count": ["--count"],
    "canonical": ["--canonical"],
    "json": ["--json"],
    "buttons": ["--objective", "buttons"],
    "steps": ["--steps"],
    "certificate": ["--certificate", "FOLDER/c.json"],
    "ledger": ["--ledger", "FOLDER/ledger"],
    "picture": ["--picture", "FOLDER/p.svg"],
}
ENGINES = ("auto", "coset", "quarters", "syndrome", "matching", "cuts", "moats", "clusters")
UNSOLVABLE = {name for name in PUZZLES if "unsolvable" in name or name == "no buttons"}


@pytest.mark.parametrize("puzzle", with_large(PUZZLES, {
    "one light, off", "five by five, unsolvable", "unsolvable", "holes", "no lights",
    "many solutions, unsolvable",
    "four colours, unsolvable",
}))  # fmt: skip
def test_every_option_with_every_puzzle_at_the_edge(puzzle, tmp_path):
    for number, (option, engine) in enumerate(itertools.product(OPTIONS, ENGINES)):
        folder = tmp_path / str(number)
        folder.mkdir()
        words = [word.replace("FOLDER", str(folder)) for word in OPTIONS[option]]
        ran = run("min", "-", "--engine", engine, "--time-limit", "5", *words, text=PUZZLES[puzzle])
        seen = (option, engine, ran.code, ran.err)
        assert ran.code in (0, 2, 3, 4), seen
        if ran.code in (2, 3):
            assert ran.err.strip().count("\n") <= 2, seen  # with usage lines
            assert not ran.out, seen
        elif puzzle in UNSOLVABLE:
            assert "unsolvable" in ran.out or "infeasible" in ran.out, seen
