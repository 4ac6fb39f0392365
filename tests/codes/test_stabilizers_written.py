"""One code in the ways that people and programs write stabilizers; others are refused as such."""

import numpy as np
import pytest

from tests.cli_runner import run

FIVE = ["XZZXI", "IXZZX", "XIXZZ", "ZXIXZ"]


def sparse(between, number, *, first=0):
    """Return the operators with a number at each letter."""
    return "\n".join(
        between.join(f"{letter}{number(q)}" for q, letter in enumerate(one, first) if letter != "I")
        for one in FIVE
    )


def bars(bar, between="", ends=("", "")):
    """Return the rows (Hx|Hz)."""
    halves = [[between.join("01"[c in kind] for c in one) for kind in ("XY", "ZY")] for one in FIVE]
    return "\n".join(f"{ends[0]}{x}{bar}{z}{ends[1]}" for x, z in halves)


def lower(number):
    return "".join("₀₁₂₃₄₅₆₇₈₉"[int(digit)] for digit in str(number))


STIM = [one.replace("I", "_") for one in FIVE]
WRITTEN = {
    "angles": f"<{', '.join(FIVE)}>",
    "LaTeX": rf"$\langle {', '.join(FIVE)} \rangle$",
    "a name": f"stabilizers: {' '.join(FIVE)}",
    "a name above": "stabilizers:\n" + "\n".join(FIVE),
    "names": "\n".join(f"S_{k} = {one}" for k, one in enumerate(FIVE, 1)),
    "numbers": "\n".join(f"{k}. {one}" for k, one in enumerate(FIVE, 1)),
    "JSON": f'{{"stabilizers": {FIVE}}}'.replace("'", '"'),
    "Qiskit's list": f"PauliList({FIVE})".replace("IXZZX',", "IXZZX',\n          "),
    "Qiskit's old table": f"StabilizerTable: {[f'+{one}' for one in FIVE]}",
    "Qiskit's sum": f"SparsePauliOp({FIVE},\n      coeffs=[1.+0.j, -1.+0.j, 1.+0.j, 1.+0.j])",
    "Stim's": "\n".join(f'stim.PauliString("+{one}")' for one in STIM),
    "a list of Stim's": "[" + ", ".join(f'stim.PauliString("-{one}")' for one in STIM) + "]",
    "signs": "\n".join(f"-{one}" for one in STIM),
    "a factor": "\n".join(f"+1*{one}" for one in STIM),
    "dots": "\n".join(FIVE).replace("I", "."),
    "small": "\n".join(FIVE).lower(),
    "tensors": "\n".join("⊗".join(one) for one in FIVE),
    "letters apart": "\n".join(" ".join(one) for one in FIVE),
    "lists of letters": str([list(one) for one in FIVE]),
    "commas": ",".join(FIVE),
    "semicolons": ";".join(FIVE),
    "bars": bars("|"),
    "bars between blanks": bars(" | ", " ", ("[", "]")),
    "bars between commas": bars("|", ","),
    "bars in parentheses": bars("|", "", ("(", ")")),
    "gaps": bars(" "),
}
NUMBERED = {
    "from 0": sparse(" ", str),
    "from 0, joined": sparse("", str),
    "with stars": sparse("*", str),
    "from 1": sparse(" ", str, first=1),
    "TeX": sparse(" ", lambda q: f"_{{{q}}}", first=1),
    "underlined": sparse(" ", lambda q: f"_{q}", first=1),
    "subscripts": sparse("", lower, first=1),
}


def least(operators):
    """Return the least weight of an operator of five qubits that commutes and is no product."""
    letters = {"I": 0, "X": 1, "Z": 2, "Y": 3}
    words = [tuple(letters[c] for c in one) for one in operators]
    group = {(0,) * 5}
    for word in words:
        group |= {tuple(a ^ b for a, b in zip(word, one, strict=True)) for one in group}
    logical = [
        one
        for one in np.ndindex((4,) * 5)
        if one not in group
        and not any(
            sum(a != b and a > 0 and b > 0 for a, b in zip(one, word, strict=True)) % 2
            for word in words
        )
    ]
    return min(sum(c > 0 for c in one) for one in logical)


BLOCKS = [{4 * block + q for q in range(4)} for block in range(4)]
PAIRS = [{4 * block + q for block in range(4) for q in pair} for pair in ((0, 1), (0, 2))]
SQUARES = [{q for q in range(16) if q >> bit & 1} for bit in range(4)]
GAUGES = [{0, 1, 2, 3}, {0, 4, 8, 12}]


def operators_on(words):
    """Return X and Z on each set of sixteen qubits."""
    return [
        "".join(kind if q in word else "I" for q in range(16)) for word in words for kind in "XZ"
    ]


def least_of_css(checks, trivial):
    """Return from all 2^16 words of one kind the dimension and the least weight of the others.

    Args:
        checks: sets that share an even number of qubits with each word.
        trivial: sets whose sums are trivial.
    """
    seen, words = ([sum(1 << q for q in one) for one in rows] for rows in (checks, trivial))
    group = {0}
    for word in words:
        group |= {word ^ one for one in group}
    even = [one for one in range(1 << 16) if not any((one & row).bit_count() % 2 for row in seen)]
    dimension = len(even).bit_length() - len(group).bit_length()
    return dimension, min(one.bit_count() for one in even if one not in group)


def test_blocks_of_four_in_blocks_of_four_have_the_distance_of_all_words():
    """Both logical qubits of each [[4,2,2]] block are qubits of [[4,2,2]] again: [[16,4,4]]."""
    words = [*BLOCKS, *PAIRS]
    assert least_of_css(words, words) == (4, 4)
    ran = run("distance", "--stabilizers", "-", text="\n".join(operators_on(words)))
    assert ran.out.splitlines()[1:3] == ["[[16,4,4]]", "distance 4, proved"]


def test_the_tesseract_with_two_gauge_qubits_has_the_dressed_distance_of_all_words():
    """[[16,4,2,4]]: stabilizers are the coordinates of four bits, gauges a row and a column."""
    stabilizers = [set(range(16)), *SQUARES]
    generators = [*stabilizers, *GAUGES]
    assert least_of_css(stabilizers, generators) == (4, 4)
    ran = run("distance", "--gauge", "-", text="\n".join(operators_on(generators)))
    assert ran.out.splitlines()[1:3] == ["[[16,4,4]]", "distance 4, proved"]


def test_enumeration_knows_the_code():
    assert least(FIVE) == 3


@pytest.mark.parametrize("name", WRITTEN)
def test_a_code_in_every_writing_has_one_distance(name):
    ran = run("distance", "--stabilizers", "-", "--count", text=WRITTEN[name] + "\n")
    assert ran.out.splitlines()[1:4] == [
        "[[5,1,3]]",
        "distance 3, proved",
        "  3, 30 lightest words: XYXII",
    ]


@pytest.mark.parametrize("name", NUMBERED)
def test_numbers_of_qubits_count_from_0_or_from_1(name):
    words = ("distance", "--stabilizers", "-", "--count", "--qubits")
    assert "3, 30 lightest words" in run(*words, "5", text=NUMBERED[name]).out
    if NUMBERED[name] == sparse(" ", str, first=1):  # a sixth qubit that nothing looks at
        assert "distance 1, proved" in run(*words, "6", text=NUMBERED[name]).out
    assert run(*words, "4", text=NUMBERED[name]).code == 3


OF_NUMBERS = [name for name in WRITTEN if name.startswith(("bars", "gaps"))]


@pytest.mark.parametrize("name", sorted({*WRITTEN, *NUMBERED} - {*OF_NUMBERS, "JSON", "a factor"}))
def test_operators_are_no_board(name):
    text = (WRITTEN | NUMBERED)[name]
    for words in (["min", "-"], ["distance", "-"]):
        ran = run(*words, text=text)
        assert (ran.code, ran.out) == (3, "")
        assert "Pauli operators" in ran.err
        assert "lo-exact distance --stabilizers FILE" in ran.err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("X1 Z2 Z3 X4", "-:1:1: say how many qubits there are: --qubits N"),
        ("XZZXI, IXZZ", "-:1:8: a stabilizer is 5 letters"),
        ("XX*ZZ", "-:1:1: a stabilizer is"),
        ("+iXZ", "-:1:1: a stabilizer is"),
        ("SparsePauliOp(['XX', 'ZZ'],\n coeffs=[0.5+0.j, 1.+0.j])", "-:2:10: a stabilizer is"),
        ("+-xz-\n| ++\n| XZ\n", "a tableau fixes a state and leaves no logical qubit"),
        ("stim.Tableau.from_conjugated_generators(", "a tableau fixes a state"),
        ("10010|01100\n0100|100110", "-:2:5: stabilizers (Hx|Hz) have as many columns"),
        ("Hx = [[1,1,1,1]]\nHz = [[1,1,1,1]]", "stabilizers are operators like XZZXI"),
    ],
)
def test_other_texts_are_refused_as_stabilizers(text, said):
    ran = run("distance", "--stabilizers", "-", text=text)
    assert (ran.code, len(ran.err.splitlines())) == (3, 1)
    assert said in ran.err


@pytest.mark.parametrize(
    ("option", "text"),
    [
        ("--classical", "1+x+x^3"),
        ("--classical", "C = codes.HammingCode(GF(2), 3)"),
        ("", "g(x) = x^3 + x + 1, n = 7"),
    ],
)
def test_texts_that_are_no_code_are_refused_with_what_a_code_is(option, text):
    ran = run("distance", *filter(None, [option]), "-", text=text)
    assert (ran.code, len(ran.err.splitlines())) == (3, 1)
    assert "a code is a matrix of 0 and 1 (--classical, --generator), two in a file" in ran.err


def test_polynomials_are_written_with_stars_too():
    ran = run("distance", "bb:6,6:x**3+y+y**2:y**3+x+x**2")
    assert ran.out.startswith("[[72,12,6]]\n")
