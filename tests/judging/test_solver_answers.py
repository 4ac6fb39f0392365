"""What external solvers print, read as presses: published spellings, and what cannot be."""

import pytest

from lo_exact.errors import InputError
from lo_exact.exports.export_table import EXPORTS
from lo_exact.judging.solver_answers import SolverAnswer, read_answer
from tests.exports.test_exports import ROWS, SMALL


def test_answers_without_values_are_none():
    for name in [export.name for export in EXPORTS]:
        assert read_answer(name, SMALL, "c hi\ns UNKNOWN\n") == SolverAnswer("UNKNOWN", (), False)


def test_v_lines_are_read_over_several_lines():
    found = read_answer("cnf", SMALL, "c x\ns SATISFIABLE\nv 1 -2\nv 3 0\n")
    assert found == SolverAnswer("SATISFIABLE", (1, 0, 1), True)
    assert read_answer("cnf", SMALL, "v 1 2 3 4 -5 0").presses == (1, 1, 1)


def test_one_word_of_bits_is_read():
    assert read_answer("wcnf", SMALL, "v 011").presses == (0, 1, 1)
    assert read_answer("wcnf", SMALL, "v 000").presses == (0, 0, 0)


def test_digits_of_pseudo_boolean_programs_are_added_up():
    """Digits 1, 2 and 2 of the second variable are x2 to x4; 1 and 2, from -2, x5 and x6."""
    said = "v x1 -x2 x3 x4 x5 -x6\n"
    assert read_answer("opb", ROWS, said).presses == (4, -1)


def test_named_values_are_read():
    assert read_answer("lp", ROWS, "x2 4.00000001\nx3 -1\n").presses == (4, -1)
    cbc = "      0 x2                      5                       3\n"
    assert read_answer("mps", ROWS, cbc).presses == (5, 0)


@pytest.mark.parametrize(
    ("name", "said", "reason"),
    [
        ("cnf", "v 1 two 0", "a v line has 'two' for a literal"),
        ("opb", "v x1 x-2 --x3", "a v line has '--x3' for a literal"),
        ("cnf", "v " + "1" * 30, "for a literal"),
        ("lp", "x1 0.5", "x1 is 0.5, no integer"),
        ("lp", "ok\nx1 1e999", "a:2: x1 is 1e999, no integer"),
        ("lp", "x1 1.2.3", "'1.2.3' is no number"),
    ],
)
def test_answers_that_cannot_be_are_refused(name, said, reason):
    with pytest.raises(InputError) as caught:
        read_answer(name, SMALL, said, "a")
    assert reason in str(caught.value)
