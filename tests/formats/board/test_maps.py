"""Boards whose buttons differ: a letter for each rule, and a map that says which button has which.

Answers are compared with plain enumeration over presses, with rules written out here.
"""

import itertools
import re
from pathlib import Path

import numpy as np
import pytest

from lo_exact import minimum
from lo_exact.errors import InputError, UsageError
from lo_exact.formats import parse_puzzle, write_puzzle
from lo_exact.topology import HOLE
from lo_exact.topology.mixed import MAX_MAP_PLACES
from tests.cli_runner import run

PLUS = {(0, 0): 1, (0, 1): 1, (0, -1): 1, (1, 0): 1, (-1, 0): 1}
KING = {(r, c): 1 for r in (-1, 0, 1) for c in (-1, 0, 1)}
DRAWN = {(-1, -1): 1, (0, 0): 2, (0, 2): 1}
ACTS = {"p": PLUS, "k": KING, "a": DRAWN}
RULES = "rules:\n  p = plus\n  k = king\n  a = 1... / .[2].1"


def effect(letter, row, column, shape, torus, colours):
    """What a press adds to every place, written out."""
    added = np.zeros(shape, dtype=int)
    for (down, right), amount in ACTS[letter].items():
        r, c = row + down, column + right
        if torus:
            r, c = r % shape[0], c % shape[1]
        if 0 <= r < shape[0] and 0 <= c < shape[1]:
            added[r, c] += amount
    return added % colours


def enumerated(state, letters, torus, colours):
    """Return the least presses and in how many ways, by trying all; (None, 0): in none."""
    lights = state != HOLE
    places = [(r, c) for (r, c), letter in np.ndenumerate(letters) if letter != "~"]
    each = [effect(letters[p], *p, state.shape, torus, colours) for p in places]
    least, ways = None, 0
    for presses in itertools.product(range(colours), repeat=len(places)):
        total = state + sum((n * e for n, e in zip(presses, each, strict=True)), 0)
        if not (total % colours)[lights].any():
            weight = sum(presses)
            if least is None or weight < least:
                least, ways = weight, 0
            ways += weight == least
    return least, ways


def text_of(state, letters, torus, colours):
    glyphs = {HOLE: "~"}
    rows = ["".join(glyphs.get(v, str(v)) for v in row) for row in state.tolist()]
    drawn = ["  " + "".join(row) for row in letters.tolist()]
    header = [f"colours: {colours}", RULES, "rule:", *drawn]
    return "\n".join([*header, *(["topology: torus"] if torus else []), "", *rows]) + "\n"


def random_case(rng):
    colours = int(rng.choice([3, 3, 4]))
    shape = (2, 3) if colours == 3 else (2, 2)
    letters = rng.choice(["p", "k", "a", "p", "~"], shape)
    letters[0, 0] = "a"
    state = rng.integers(0, colours, shape)
    if rng.random() < 0.5:
        state[tuple(rng.integers(0, shape))] = HOLE
    return state, letters, bool(rng.random() < 0.5), colours


def test_minima_are_those_of_enumeration():
    rng = np.random.default_rng(5)
    solved = 0
    for _ in range(40):
        case = random_case(rng)
        least, ways = enumerated(*case)
        found = minimum(parse_puzzle(text_of(*case)), count=True)
        assert (found.weight, found.minimum_solutions) == (least, ways or None)
        solved += least is not None
    assert 10 <= solved < 40


def test_every_press_adds_what_its_letter_says():
    rng = np.random.default_rng(6)
    for _ in range(30):
        shape = tuple(rng.integers(1, 7, 2))
        letters = rng.choice([*"pka~"], shape)
        letters.flat[0] = "k"
        torus = bool(rng.random() < 0.5)
        state = rng.integers(0, 3, shape)
        puzzle = parse_puzzle(text_of(state, letters, torus, 3))
        columns = [
            effect(letters[p], *p, shape, torus, 3).ravel()
            for p in np.ndindex(*shape)
            if letters[p] != "~"
        ]
        assert np.array_equal(puzzle.activation.to_dense(), np.array(columns).T)


def test_boards_whose_buttons_differ_are_written_as_json():
    rng = np.random.default_rng(7)
    for number in range(10):
        shape = tuple(rng.integers(2, 8, 2))
        letters = rng.choice([*"pka~"], shape)
        letters.flat[:2] = [*"pk"]
        state = rng.integers(0, 3, shape)
        state[rng.random(shape) < 0.2] = HOLE
        state.flat[-1] = 1
        puzzle = parse_puzzle(text_of(state, letters, bool(number % 2), 3))
        assert parse_puzzle(write_puzzle(puzzle, "json")).sha256 == puzzle.sha256
        with pytest.raises(UsageError, match="one rule for all buttons"):
            write_puzzle(puzzle, "board")


def test_the_board_is_drawn_as_it_is(tmp_path):
    text = "rules: p=plus k=king\nrule:\n  pkp\n  ~pp\n\n##~\n.#.\n"
    picture = tmp_path / "a.svg"
    ran = run("min", "-", "--picture", str(picture), text=text)
    assert ran.code == 0
    rows = ran.out.splitlines()[-2:]
    assert [len(row.rstrip()) for row in rows] == [3, 3]
    assert rows[1][0] == " "
    assert picture.read_text().startswith("<svg")
    one_rule = tmp_path / "b.svg"
    run("show", "-", "--picture", str(picture), text=text)
    run("show", "-", "--picture", str(one_rule), text="buttons: +++ / .++\n\n##~\n.#.\n")
    assert picture.read_text() == one_rule.read_text()
    shown = run("show", "-", text=text)
    assert "2 x 3 grid: 5 lights, 5 buttons, 2 colours" in shown.out
    assert "(plus or king, plane)" in shown.out


HEAD = "rules: p=plus k=king\n"
BAD = {
    # name: (text, line, column, a part of the message)
    "map without rules": ("rule: pp\n\n01\n", 1, 1, "has two keys"),
    "rules without map": ("rules: p=plus\n\n01\n", 1, 1, "has two keys"),
    "neighbourhood beside": (f"neighbourhood: x\n{HEAD}rule: pk\n\n01\n", 1, 1, "map says"),
    "buttons beside": (HEAD + "buttons: ++\nrule: pk\n\n01\n", 2, 1, "where buttons are"),
    "no letter": ("rules: 1=plus\nrule: 11\n\n01\n", 1, 8, "a to z"),
    "two letters": ("rules: pp=plus\nrule: pp\n\n01\n", 1, 8, "a to z"),
    "letter twice": ("rules: p=plus p=king\nrule: pp\n\n01\n", 1, 15, "stands twice"),
    "no pair": ("rules: p plus\nrule: pp\n\n01\n", 1, 8, "p = plus"),
    "no rule": ("rules:\n  p =\nrule: pp\n\n01\n", 2, 3, "p = plus"),
    "unknown rule": ("rules: p=plsu\nrule: pp\n\n01\n", 1, 10, "neighbourhood must be"),
    "rule for whole boards": ("rules: p=hex\nrule: pp\n\n01\n", 1, 10, "whole boards"),
    "drawn on the key's line": ("rules: p=#/[#]\nrule: pp\n\n01\n", 1, 12, "line of its own"),
    "stencil without centre": ("rules:\n  p = # / #\nrule: pp\n\n01\n", 2, 7, "its centre in [ ]"),
    "stencil of strange signs": ("rules:\n  p = # / [q]\nrule: pp\n\n01\n", 2, 11, "is drawn with"),
    "stencil too strong": ("rules:\n  p = [2]\nrule: pp\n\n01\n", 2, 7, "adds 0..1"),
    "unknown letter": (HEAD + "rule: pq\n\n01\n", 2, 8, "gives 'q' no rule"),
    "capital of a letter": (HEAD + "rule:\n  pk\n  pK\n\n01\n10\n", 4, 4, "gives 'K' no rule"),
    "map too wide": (HEAD + "rule: ppp\n\n01\n", 2, 7, "1 x 3 places, the state has 1 x 2"),
    "map ragged": (HEAD + "rule: pp/p\n\n01\n11\n", 2, 11, "equally long"),
    "escape as a letter": (HEAD + "rule: p\x1b\n\n01\n", 2, 8, "'\\x1b'"),
    "row+column on a twisted surface": (
        "topology: klein\nrules: r=row+column\nrule: rr\n\n01\n", 3, 1, "no meaning",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_bad_maps_are_refused_at_their_place(name):
    text, line, column, part = BAD[name]
    with pytest.raises(InputError) as caught:
        parse_puzzle(text)
    assert part in caught.value.problem
    assert (caught.value.line, caught.value.column) == (line, column)


def test_an_option_beside_a_map_is_refused():
    ran = run("show", "-", "--neighbourhood", "x", text=HEAD + "rule: pk\n\n01\n")
    assert (ran.code, ran.err.count("\n")) == (3, 1)
    assert "the map says how buttons act" in ran.err


def test_large_boards_with_a_map_are_refused_before_memory_is_taken():
    size = f"{2**10}x{2**10}"
    assert MAX_MAP_PLACES < 2**20
    rows = "  " + "p" * 1024 + "\n"
    with pytest.raises(InputError, match="at most 262144 places"):
        parse_puzzle(f"size: {size}\nstate: 0\n{HEAD}rule:\n{rows * 1024}")


def test_the_example_on_the_page_is_read():
    page = (Path(__file__).parents[3] / "docs" / "formats.md").read_text()
    (example,) = re.findall(r"^```\n(colours: 3\nrules:.*?)^```$", page, re.MULTILINE | re.DOTALL)
    puzzle = parse_puzzle(example)
    added = puzzle.activation.to_dense()[:, 2]  # the a in the corner: left above it is no place
    assert added.tolist() == [0, 0, 2, 0, 0, 0, 0, 0]
    assert minimum(puzzle).weight is not None
