"""``--toy``: the rule, size, colours and goal of a toy for a board that is typed in."""

import itertools

import pytest

from lo_exact.errors import InputError, UsageError
from lo_exact.formats import parse_puzzle
from lo_exact.formats.board.options import ReadOptions
from lo_exact.topology.toys import TOYS
from tests.cli_runner import run

MERLIN = ("ABDE", "ABC", "BCEF", "ADG", "BDEFH", "CFI", "DEGH", "GHI", "EFHI")
"""What each key changes, keys and lights A to I row by row (Pelletier 1987)."""

RING = {*"ABCDFGHI"}


def fewest_for_merlin(lit):
    """The fewest keys from a set of lights to the ring, by trying all 512."""
    for count in range(10):
        for keys in itertools.combinations(range(9), count):
            now = set(lit)
            for key in keys:
                now ^= set(MERLIN[key])
            if now == RING:
                return count
    return None


@pytest.mark.parametrize(
    "board", ["...\n.#.\n...\n", "#..\n.#.\n..#\n", "###\n###\n###\n", "...\n" * 3]
)
def test_merlin_ends_at_the_ring(board):
    glyphs = [glyph for glyph in board if glyph in ".#"]
    lit = {"ABCDEFGHI"[k] for k, glyph in enumerate(glyphs) if glyph == "#"}
    ran = run("min", "-", "--toy", "merlin", text=board)
    assert ran.code == 0
    assert ran.out.startswith(f"optimal: {fewest_for_merlin(lit)} press")
    assert "the goal is a pattern:\n###\n#.#\n###\n" in ran.err
    assert ran.err.count("goal") == 1


@pytest.mark.parametrize("toy", TOYS, ids=lambda toy: toy.name)
def test_a_toys_own_board_is_the_toy(toy):
    made = toy.puzzle()
    at = made.layout.light_at
    rows = ["".join("~" if i < 0 else str(made.state[i]) for i in row) for row in at.tolist()]
    read = parse_puzzle("\n".join(rows), options=ReadOptions(toy=toy.name))
    assert read.sha256 == made.sha256


@pytest.mark.parametrize(
    ("said", "code", "why"),
    [
        (["--toy", "merlin", "--colours", "3"], 2, "has the colours 2"),
        (["--toy", "merlin", "--size", "4x4"], 2, "has the size 3x3"),
        (["--toy", "mini", "--topology", "plane"], 2, "has the topology torus"),
        (["--toy", "classic"], 3, "3x3"),
        (["--toy", "merlni"], 2, "merlin"),
        (["--toy", "merlin", "--colours", "none"], 2, "colours"),
    ],
)
def test_what_contradicts_the_toy_is_refused(said, code, why):
    ran = run("min", "-", *said, text="010\n010\n111\n")
    assert (ran.code, ran.err.count("\n")) == (code, 1), ran.err
    assert why in ran.err


def test_a_target_is_asked_for_in_place_of_the_toys():
    with pytest.raises(UsageError):
        parse_puzzle("010\n010\n111\n", options=ReadOptions(toy="nobody"))
    read = parse_puzzle("010\n010\n111\n", options=ReadOptions(toy="merlin", target="0"))
    assert not read.target.any()


@pytest.mark.parametrize(
    "text", ["000\n010\n000\n", '{"state": [[0, 0, 0], [0, 1, 0], [0, 0, 0]]}']
)
def test_a_target_is_a_drawing_places_a_colour_or_any(text):
    def target(said):
        return parse_puzzle(text, options=ReadOptions(target=said)).target.tolist()

    assert target("000/010/100") == [0, 0, 0, 0, 1, 0, 1, 0, 0]
    assert target("B2 a3") == target("b2,A3=1") == target("000/010/100")
    assert target("1") == [1] * 9
    assert parse_puzzle(text, options=ReadOptions(target="any")).uniform
    for wrong, why in (("D1", "no light D1"), ("B2=2", "a colour"), ("00/00", "rows|places")):
        with pytest.raises(UsageError, match=why):
            target(wrong)


def test_a_toy_reads_the_letters_of_its_players():
    drawn = "r.G..\n.....\n.....\n.....\nRRRRG\n"
    read = parse_puzzle(drawn, options=ReadOptions(toy="2000"))
    assert read.state.tolist() == [1, 0, 2, *[0] * 17, 1, 1, 1, 1, 2]
    aliens = "\n".join(["RGBPRGB"] * 7)
    read = parse_puzzle(aliens, options=ReadOptions(toy="alien-tiles"))
    assert read.state.tolist() == [0, 1, 2, 3, 0, 1, 2] * 7
    with pytest.raises(InputError):
        parse_puzzle(drawn.replace("G", "B"), options=ReadOptions(toy="2000"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--neighbourhood", "merlin"], "--target 111/101/111"),
        (["--neighbourhood", "merlin", "--target", "0"], ""),
        (["--neighbourhood", "cross"], "not its own"),
        (["--neighbourhood", "plus"], ""),
    ],
)
def test_a_rule_whose_name_says_too_little_is_explained_once(words, said):
    for command in ("min", "prove"):
        ran = run(command, "-", *words, text="000\n010\n010\n")
        assert ran.code in (0, 1), ran.err
        assert said in ran.err
        assert ran.err.count("\n") == bool(said)
