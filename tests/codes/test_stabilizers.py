"""Stabilizer and subsystem codes against enumeration of all operators, and published distances."""

import json
import math
import random
from functools import reduce
from itertools import combinations, product
from operator import xor

import numpy as np
import pytest

import lo_exact
from lo_exact.certificate.distance_checker import judge_code, verdict_of
from lo_exact.codes.distance import find_distance
from lo_exact.codes.evidence import document_of
from lo_exact.codes.stabilizers import paulis_of, stabilizer_code
from lo_exact.errors import InputError, PuzzleError, UsageError
from tests.cli_runner import run
from tests.marks import with_large

FIVE = ["XZZXI", "IXZZX", "XIXZZ", "ZXIXZ"]
STEANE = "\n".join(
    " ".join(f"{letter}{q}" for q in range(7) if (q + 1) >> bit & 1)
    for letter in "XZ"
    for bit in range(3)
)


def cyclic(size, factors):
    """Return the shifts of an operator but the last."""
    return [
        "".join({(q + shift) % size: letter for q, letter in factors}.get(q, "_")
                for q in range(size))
        for shift in range(size - 1)
    ]  # fmt: skip


def shortened_dodecacode():
    """Return what the dodecacode [[12,0,6]] has on eleven qubits alone: [[11,1,5]].

    Calderbank, Rains, Shor and Sloane, IEEE Transactions on Information Theory 44 (1998): the
    cyclic code of w10100100101; here 1 is X and w is Z.
    """
    word = "ZX_X__X__X_X"
    shifts = [word[-k:] + word[:-k] for k in range(12)]
    first = next(one for one in shifts if one[0] == "X")
    product = {"XX": "_", "ZZ": "_", "__": "_", "X_": "X", "_X": "X", "Z_": "Z", "_Z": "Z"}
    return [
        "".join(product.get(a + b, "Y") for a, b in zip(one, first, strict=True))[1:]
        if one[0] == "X" else one[1:]
        for one in shifts if one[0] != "Z" and one != first
    ]  # fmt: skip


def reed_muller():
    """Return the stabilizers of [[16,6,4]]: all of a coordinate of four, and all."""
    words = [[1] * 16] + [[q >> bit & 1 for q in range(16)] for bit in range(4)]
    return ["".join(letter if one else "I" for one in word) for word in words for letter in "XZ"]


def bacon_shor(side):
    """Return XX on neighbours in a row and ZZ on neighbours in a column."""
    pairs = [("X", side * i + j, side * i + j + 1) for i in range(side) for j in range(side - 1)]
    pairs += [("Z", q, q + side) for q in range(side * (side - 1))]
    return "\n".join(f"{letter}{one} {letter}{other}" for letter, one, other in pairs)


PUBLISHED = {
    "five qubits": (FIVE, 1, 3),
    # Gottesman, "Stabilizer codes and quantum error correction" (1997), table 3.3
    "[[8,3,3]]": (["XXXXXXXX", "ZZZZZZZZ", "IXIXYZYZ", "IXZYIXZY", "IYXZXZIY"], 3, 3),
    "[[11,1,5]]": (shortened_dodecacode(), 1, 5),
    # Kovalev and Pryadko, Physical Review A 88, 012311 (2013): [[a^2 + b^2, 1, a + b]]
    "[[13,1,5]] XZZX": (cyclic(13, [(0, "X"), (1, "Z"), (5, "Z"), (6, "X")]), 1, 5),
    "[[16,6,4]]": (reed_muller(), 6, 4),
    "[[16,4]] with two gauge qubits": (
        [*reed_muller(), "XXXX............", "ZZZZ............", "X...X...X...X...",
         "Z...Z...Z...Z..."], 4, 4,
    ),
}  # fmt: skip


def code_of(operators, *, gauge=False):
    return stabilizer_code(*paulis_of(operators), gauge=gauge)


@pytest.mark.parametrize("name", with_large(PUBLISHED, {"[[16,6,4]]"}))
def test_published_codes_have_their_distances(name):
    operators, dimension, distance = PUBLISHED[name]
    code = code_of(operators, gauge="gauge" in name)
    found = find_distance(code)
    assert (code.dimension, found.proved, found.lower_bound) == (dimension, True, distance)
    document = json.loads(json.dumps(document_of(found)))
    assert verdict_of(lambda: judge_code(document)).accepted


@pytest.mark.parametrize("side", with_large([3, 4, 5], {5}))
def test_bacon_shor_codes_have_the_length_of_their_side(tmp_path, side):
    file = tmp_path / "gauge.txt"
    file.write_text(bacon_shor(side))
    ran = run("distance", "--gauge", str(file), "--qubits", str(side**2), "--count")
    assert ran.out.splitlines()[1:3] == [f"[[{side**2},1,{side}]]", f"distance {side}, proved"]


def commute(one, other):
    pairs = ((one[0] & other[1]).bit_count(), (one[1] & other[0]).bit_count())
    return sum(pairs) % 2 == 0


def enumerated(generators, qubits):
    """Return the least weight of an operator outside the group that its centre does not notice."""
    group = {(0, 0)}
    for x, z in generators:
        group |= {(a ^ x, b ^ z) for a, b in group}
    centre = [one for one in group if all(commute(one, other) for other in generators)]
    unseen = [
        one
        for one in product(range(1 << qubits), repeat=2)
        if one not in group and all(commute(one, other) for other in centre)
    ]
    weights = [(x | z).bit_count() for x, z in unseen]
    least = min(weights, default=0)
    return least, {one for one, weight in zip(unseen, weights, strict=True) if weight == least}


def random_generators(rng, qubits, *, gauge):
    found = []
    for _ in range(rng.randint(0, 2 * qubits if gauge else qubits)):
        weight = rng.choice([0.3, 0.7])
        one = tuple(sum((rng.random() < weight) << q for q in range(qubits)) for _ in "xz")
        if gauge or all(commute(one, other) for other in found):
            found.append(one)
    return found


def judged(count, seed):
    """Compare random codes with enumeration; return how many held a logical qubit."""
    rng, there = random.Random(seed), 0
    for _ in range(count):
        qubits, gauge = rng.randint(1, 5), rng.random() < 0.6
        generators = random_generators(rng, qubits, gauge=gauge)
        least, words = enumerated(generators, qubits)
        if not words:
            with pytest.raises(PuzzleError, match="no logical qubit"):
                stabilizer_code(generators, qubits, gauge=gauge)
            continue
        there += 1
        found = find_distance(stabilizer_code(generators, qubits, gauge=gauge), count=True)
        (side,) = found.sides
        assert (side.lower_bound, side.weight, side.count) == (least, least, len(words))
        x = sum(1 << column // 3 for column in side.word if column % 3 < 2)
        z = sum(1 << column // 3 for column in side.word if column % 3 > 0)
        assert (x, z) in words
        document = json.loads(json.dumps(document_of(found)))
        assert verdict_of(lambda: judge_code(document)).accepted  # noqa: B023 - called at once
        document["claim"]["distance"] += 1
        assert not verdict_of(lambda: judge_code(document)).accepted  # noqa: B023
    return there


def test_random_codes_have_the_distances_and_counts_of_enumeration():
    assert judged(200, 1) > 100


@pytest.mark.large
def test_a_thousand_random_codes_have_the_distances_and_counts_of_enumeration():
    assert judged(1500, 2) > 1000


def test_words_are_printed_as_operators(tmp_path):
    file = tmp_path / "five.txt"
    file.write_text("# the five-qubit code\n" + "\n".join(f"+{one}" for one in FIVE))
    ran = run("distance", "--stabilizers", str(file), "--count", "--json")
    (side,) = json.loads(ran.out)["sides"]
    assert (side["lightest_words"], len(side["pauli"]), side["pauli"].count("I")) == (30, 5, 2)
    assert side["pauli"] in run("distance", "--stabilizers", str(file)).out


def test_strings_matrices_and_stims_operators_are_the_same_code(tmp_path):
    rows = np.array([[c in "XY" for c in one] + [c in "ZY" for c in one] for one in FIVE], int)
    file = tmp_path / "rows.txt"
    np.savetxt(file, rows, fmt="%d")
    assert "[[5,1,3]]" in run("distance", "--stabilizers", str(file)).out
    given = [FIVE, "\n".join(FIVE), rows]
    stim = pytest.importorskip("stim")
    given += [[stim.PauliString(one) for one in FIVE]]
    assert {lo_exact.distance(stabilizers=one).lower_bound for one in given} == {3}
    state = stim.Tableau.from_stabilizers(given[-1], allow_underconstrained=True)
    with pytest.raises(PuzzleError, match="no logical qubit"):
        lo_exact.distance(stabilizers=state)
    assert lo_exact.distance(gauge=paulis_text(bacon_shor(2), 4)).lower_bound == 2


def paulis_text(sparse, qubits):
    return [
        "".join({f[1:]: f[0] for f in line.split()}.get(str(q), "I") for q in range(qubits))
        for line in sparse.splitlines()
    ]


@pytest.mark.parametrize(
    ("text", "more", "said"),
    [
        ("XZZXI\nXXXX\n", (), "x.txt:2:1: a stabilizer is 5 letters"),
        ("X0 Z1\n", (), "x.txt:1:1: say how many qubits"),
        ("X0 Z0\n", ("--qubits", "2"), "x.txt:1:1: a stabilizer is 2 letters"),
        ("X0 Z9\n", ("--qubits", "2"), "x.txt:1:1: a stabilizer is 2 letters"),
        ("XX\nZI\n", (), "operators 1 and 2 do not commute"),
        ("XX\nZZ\n", (), "holds no logical qubit"),
        ("1 0 1\n", (), "two columns for each qubit, got 3"),
    ],
)
def test_what_is_no_code_is_refused_in_one_line(tmp_path, text, more, said):
    file = tmp_path / "x.txt"
    file.write_text(text)
    ran = run("distance", "--stabilizers", str(file), *more)
    assert (ran.code, len(ran.err.splitlines())) == (3, 1)
    assert said in ran.err


def test_a_steane_code_in_sparse_operators_with_stars():
    code = stabilizer_code(*read_with_stars())
    assert (code.dimension, find_distance(code).lower_bound) == (1, 3)


def read_with_stars():
    from lo_exact.codes.stabilizers import read_paulis

    return read_paulis(STEANE.replace(" ", "*"), 7)


def test_one_code_is_given_in_one_way():
    with pytest.raises(UsageError):
        lo_exact.distance(stabilizers=FIVE, gauge=FIVE)
    with pytest.raises(InputError):
        lo_exact.distance(stabilizers=["XZW"])


@pytest.mark.parametrize(
    ("text", "said"),
    [("XQZ\n", "a stabilizer is"), ("hello\n", "a stabilizer is"), ("X0 X0\n", "different qubits")],
)
def test_a_word_that_is_no_operator_is_refused_as_one(text, said):
    ran = run("distance", "--stabilizers", "-", text=text)
    assert (ran.code, ran.err.count("\n")) == (3, 1)
    assert said in ran.err


def anticommute(one, other):
    return sum("I" not in pair and pair[0] != pair[1] for pair in zip(one, other, strict=True)) % 2


def cost_of(error, chances):
    """Return the weight of an error: logarithms of no error on a qubit against this one."""
    if chances is None:
        return sum(letter != "I" for letter in error)
    cost = 0.0
    for letter, (x, y, z) in zip(error, chances, strict=True):
        chance = {"I": 1 - x - y - z, "X": x, "Y": y, "Z": z}[letter]
        cost += math.log((1 - x - y - z) / chance) if chance else math.inf
    return cost


def test_decoders_of_stabilizers_predict_a_likeliest_operator():
    rng, judged = random.Random(6), 0
    while judged < 400:
        qubits = rng.randint(1, 4)
        checks, logicals = (
            ["".join(rng.choice("IXYZ") for _ in range(qubits)) for _ in range(rng.randint(1, 4))]
            for _ in range(2)
        )
        each = [rng.random() * 0.5 for _ in range(qubits)]
        unlike = [[rng.choice([0, rng.random() * 0.3]) for _ in range(3)] for _ in range(qubits)]
        given, chances = rng.choice(
            [(None, None), (each, [[p / 3] * 3 for p in each]), (unlike, unlike)]
        )
        try:
            decoder = lo_exact.Decoder.from_stabilizers(
                checks, probabilities=given, logicals=logicals
            )
        except PuzzleError:
            assert given is unlike
            continue
        explained = {}
        for error in product("IXYZ", repeat=qubits):
            if (cost := cost_of(error, chances)) < math.inf:
                seen = tuple(anticommute(check, error) for check in checks)
                explained.setdefault(seen, []).append((cost, error))
        for seen in product((0, 1), repeat=len(checks)):
            judged += 1
            if seen not in explained:
                with pytest.raises(PuzzleError, match="no errors explain the shot"):
                    decoder.decode(seen)
                continue
            flipped, weight = decoder.decode(seen, return_weight=True)
            least = min(explained[seen])[0]
            assert weight == pytest.approx(least, abs=0.001 * qubits)  # prices are rounded
            near = [error for cost, error in explained[seen] if cost < least + 0.002 * qubits]
            assert flipped.tolist() in [[anticommute(one, e) for one in logicals] for e in near]
            assert len({column // 3 for column in decoder.errors.tolist()}) == decoder.errors.size


def test_without_logicals_the_operator_is_predicted_and_tables_of_stim_are_read():
    stim = pytest.importorskip("stim", reason="stim needs stim")
    shot = [1, 0, 0, 0]
    for given in (FIVE, [stim.PauliString(one) for one in FIVE], "\n".join(FIVE)):
        found = lo_exact.Decoder.from_stabilizers(given, probabilities=0.01).decode(shot)
        assert found.tolist() == [0, 1, 0, 0, 0] + [0] * 5
    state = stim.Tableau.from_stabilizers([stim.PauliString(one) for one in [*FIVE, "ZZZZZ"]])
    assert lo_exact.Decoder.from_stabilizers(state).num_detectors == 5


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"probabilities": 0.9}, "an error of a qubit is likelier than no error"),
        ({"probabilities": [[0.1, 0, 0.1]] * 5}, "rarer than the two others"),
        ({"probabilities": [0.1] * 4}, "probabilities are one number or 5"),
        ({"probabilities": [[0.1] * 2] * 5}, r"one number, 5, or \(5, 3\)"),
        ({"probabilities": "x"}, "probabilities are numbers, got x"),
        ({"logicals": ["XX"]}, "logicals have 2 qubits, the stabilizers 5"),
        ({"logicals": ["XQ"]}, "a stabilizer is"),
    ],
)
def test_clumsy_words_for_decoders_of_stabilizers_are_refused(words, said):
    with pytest.raises((PuzzleError, InputError), match=said):
        lo_exact.Decoder.from_stabilizers(FIVE, **words)


def test_an_array_file_holds_the_stabilizers_as_rows(tmp_path):
    rows = np.array([[c in "XY" for c in one] + [c in "ZY" for c in one] for one in FIVE])
    np.save(tmp_path / "five.npy", rows)
    assert "[[5,1,3]]" in run("distance", "--stabilizers", str(tmp_path / "five.npy")).out
    np.save(tmp_path / "five.npy", rows[:, :9])
    assert "two columns for each qubit" in (
        run("distance", "--stabilizers", str(tmp_path / "five.npy")).err
    )


def honeycomb(side):
    """Return the checks of the honeycomb code by colour, and its plaquettes, on a torus.

    Hastings and Haah, "Dynamically generated logical qubits", Quantum 5, 564 (2021).  A vertex A
    or B in each cell; an edge has the colour of the two plaquettes that it joins.
    """
    checks, plaquettes = [[], [], []], []

    def operator(*factors):
        letters = {
            2 * (i % side * side + j % side) + "AB".index(kind): letter
            for letter, kind, i, j in factors
        }
        return "".join(letters.get(q, "I") for q in range(2 * side**2))

    for i, j in product(range(side), repeat=2):
        for letter, other, colour in (
            ("Z", (i, j), i - 1 - j), ("X", (i - 1, j), i - j), ("Y", (i, j - 1), i - j + 1),
        ):  # fmt: skip
            checks[colour % 3].append(operator((letter, "A", i, j), (letter, "B", *other)))
        plaquettes.append(operator(
            ("X", "A", i, j), ("Y", "B", i, j), ("Z", "A", i + 1, j),
            ("X", "B", i + 1, j - 1), ("Y", "A", i + 1, j - 1), ("Z", "B", i, j - 1),
        ))  # fmt: skip
    return checks, plaquettes


def light_logical(generators, weight):
    """Return whether an operator of a weight commutes with all generators and is not of them."""
    size = len(generators[0])
    bits = [
        sum(1 << q for q in range(size) if one[q] in "XY")
        | sum(1 << (size + q) for q in range(size) if one[q] in "ZY")
        for one in generators
    ]
    basis = []
    for one in bits:
        for other in basis:
            one = min(one, one ^ other)
        basis += [one] if one else []
    single = {}
    for q, letter in product(range(size), "XYZ"):
        anti = [one[q] not in ("I", letter) for one in generators]
        value = (letter != "Z") << q | (letter != "X") << (size + q)
        single[q, letter] = sum(bit << k for k, bit in enumerate(anti)), value
    for places in combinations(range(size), weight):
        for letters in product("XYZ", repeat=weight):
            parts = [single[one] for one in zip(places, letters, strict=True)]
            if reduce(xor, (part[0] for part in parts)):
                continue
            rest = reduce(xor, (part[1] for part in parts))
            for other in basis:
                rest = min(rest, rest ^ other)
            if rest:
                return True
    return False


def test_the_honeycomb_of_18_qubits_has_inside_the_distance_of_enumeration():
    checks, plaquettes = honeycomb(3)
    generators = [*checks[0], *plaquettes]
    assert [light_logical(generators, weight) for weight in (1, 2, 3, 4)] == [
        False, False, False, True,
    ]  # fmt: skip
    assert find_distance(code_of(generators)).lower_bound == 4


@pytest.mark.parametrize("side", with_large([3, 6], {6}))
def test_the_honeycomb_has_two_qubits_inside_and_none_as_a_subsystem_code(side):
    checks, plaquettes = honeycomb(side)
    with pytest.raises(PuzzleError, match="no logical qubit"):
        code_of([one for colour in checks for one in colour], gauge=True)
    for colour in checks:
        found = find_distance(code_of([*colour, *plaquettes]))
        assert (found.code.dimension, found.proved) == (2, True)
        document = json.loads(json.dumps(document_of(found)))
        assert verdict_of(lambda: judge_code(document)).accepted  # noqa: B023 - called at once
