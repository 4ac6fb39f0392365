"""Bicycle codes from polynomials, against the published parameters."""

import pytest

from lo_exact.codes.code import is_symmetry
from lo_exact.codes.code_files import bicycle_code
from lo_exact.codes.distance import find_distance
from lo_exact.errors import PuzzleError

# Bravyi et al., Nature 627 (2024), table 3
PUBLISHED = {
    "bb:6,6:x^3+y+y^2:y^3+x+x^2": (72, 12, 6),
    "bb:15,3:x^9+y+y^2:1+x^2+x^7": (90, 8, 10),
    "bb:9,6:x^3+y+y^2:y^3+x+x^2": (108, 8, 10),
    "bb:12,6:x^3+y+y^2:y^3+x+x^2": (144, 12, 12),
}


@pytest.mark.parametrize("text", PUBLISHED)
def test_published_parameters(text):
    code = bicycle_code(text)
    found = find_distance(code)
    assert found.proved
    assert (code.size, code.dimension, found.lower_bound) == PUBLISHED[text]


@pytest.mark.parametrize("text", PUBLISHED)
def test_the_symmetries_are_ones(text):
    code = bicycle_code(text)
    x, z = code.sides
    assert all(is_symmetry(side, side, p) for side in code.sides for p in code.symmetries)
    assert is_symmetry(x, z, code.swap)
    assert not is_symmetry(x, x, (1, 0, *range(2, code.size)))


def test_terms_are_written_in_several_ways():
    code = bicycle_code("bb:3,3: 1 + x : x*y^2 + xy ")
    other = bicycle_code("bb:3,3:x^0+x^4:x1y2+y1*x".replace("y1*x", "x*y"))
    assert code.sides[0].checks == other.sides[0].checks


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("bb:12,6:x^3+y+y^2", "bb:L,M:A:B"),
        ("bb:12:x:y", "L,M"),
        ("bb:0,6:x:y", "L,M"),
        ("bb:12,6:x^3+z:y", "polynomial A"),
        ("bb:12,6:x+:y", "polynomial A"),
        ("bb:12,6:x:2y", "polynomial B"),
        ("bb:500,500:x:y", "at most"),
        ("bb:3,3:x+x:y+y", None),
        ("bb:3,3:1:1", "no logical qubit"),
    ],
)
def test_what_does_not_parse_is_refused_by_its_part(text, said):
    if said is None:  # everything cancels: nine qubits twice, and no check
        assert bicycle_code(text).dimension == 18
        return
    with pytest.raises(PuzzleError, match=said):
        bicycle_code(text)
