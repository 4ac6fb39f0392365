"""Distances of random CSS codes, classical codes and error models, against enumeration.

    python -m tests.campaigns.codes --count 5000 --seed 1
    python -m tests.campaigns.codes --count 200 --seed 1 --larger
    python -m tests.campaigns.codes --count 2000 --seed 1 --paulis
    python -m tests.campaigns.codes --count 5000 --seed 1 --graphs

Distances, lightest words and their numbers must be those of all words, listed here; the evidence
must be accepted, and what is still accepted after a change must be true of the code that stands in
it.  With ``--larger`` codes of 30 to 60 columns are compared with `cuts` and HiGHS instead, one
board for each logical operator.  With ``--paulis`` stabilizer and subsystem codes of up to eight
qubits are written in every form that is read and compared with all 4^n operators; with ``--graphs``
every column is on two checks at most.
"""

import argparse
import json
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import lo_exact
from lo_exact.algebra import from_dense
from lo_exact.certificate.distance_checker import judge_code, verdict_of
from lo_exact.codes import side_search
from lo_exact.codes.code import Code, Side, classical_code, css_code, model_code
from lo_exact.codes.distance import find_distance
from lo_exact.codes.evidence import document_of
from lo_exact.errors import LimitReached, PuzzleError
from lo_exact.outcome import Status
from lo_exact.puzzle import Puzzle
from lo_exact.solver import minimum
from tests.campaigns import frame
from tests.campaigns.spoilt_values import changed, places
from tests.cli_runner import run

WORTH_OTHERS = side_search.WORTH_OTHERS

EACH = 4
"""Changes of one code's evidence."""

MOST_WORDS = 2**16


def unseen(rows: list[int], size: int) -> list[int]:
    """Return a basis of the words that have an even number of each row, as numbers."""
    basis = []
    todo = [1 << column for column in range(size)]
    for row in rows:
        odd = [word for word in todo if (row & word).bit_count() % 2]
        todo = [word for word in todo if not (row & word).bit_count() % 2]
        todo += [word ^ odd[0] for word in odd[1:]]
    basis += todo
    return basis


def sums(rows: list[int]) -> np.ndarray:
    """Return all sums of rows, each once."""
    found = np.zeros(1, dtype=np.int64)
    for row in rows:
        if row not in found:
            found = np.concatenate([found, found ^ row])
    return found


def number(row: tuple[int, ...]) -> int:
    return sum(1 << column for column in row)


def truth(size: int, checks, trivial=(), flips=None) -> tuple[int, set[int]]:
    """Return the least weight of a word that matters (-1: none) and all such words."""
    words = sums(unseen([number(row) for row in checks], size))
    if flips is None:
        words = words[~np.isin(words, sums([number(row) for row in trivial]))]
    else:
        odd = [np.array([bin(word & number(row)).count("1") % 2 for word in words.tolist()], bool)
               for row in flips]  # fmt: skip
        words = words[np.any(odd, axis=0)] if odd else words[:0]
    weights = np.array([word.bit_count() for word in words.tolist()])
    if not len(words):
        return -1, set()
    return int(weights.min()), set(words[weights == weights.min()].tolist())


def random_rows(rng: random.Random, size: int, count: int, share: float):
    return tuple(
        tuple(column for column in range(size) if rng.random() < share) for _ in range(count)
    )


def random_code(rng: random.Random, least: int, most: int) -> Code:
    """Return a random code; sparse and dense, with equal and empty columns."""
    while True:
        size = rng.randint(least, most)
        share = rng.choice([2 / size, 3 / size, 0.2, 0.5])
        rows = random_rows(rng, size, rng.randrange(size), min(share, 0.9))
        kind = rng.choice(["css", "css", "classical", "model"])
        try:
            if kind == "classical":
                return classical_code(rows, size)
            if kind == "model":
                flips = random_rows(rng, size, rng.randint(1, 3), 0.3)
                return model_code(
                    [frozenset(i for i, row in enumerate(rows) if j in row) for j in range(size)],
                    [frozenset(i for i, row in enumerate(flips) if j in row) for j in range(size)],
                )
            basis = unseen([number(row) for row in rows], size)
            chosen = [rng.sample(basis, min(len(basis), rng.choice([1, 1, 2, 5])))
                      for _ in range(rng.randrange(size))] if basis else []  # fmt: skip
            other = []
            for words in chosen:
                total = 0
                for word in words:
                    total ^= word
                other.append(tuple(j for j in range(size) if total >> j & 1))
            return css_code(rows, tuple(other), size)
        except PuzzleError:
            continue


def random_graph(rng: random.Random) -> Code:
    """Return a random code whose columns are on two checks at most."""
    from tests.codes.test_shortest_cycles import graph_codes

    return next(graph_codes(1, rng.getrandbits(60)))


def random_operators(rng: random.Random, qubits: int, *, gauge: bool) -> list[str]:
    """Return Pauli operators, which commute unless they generate a gauge group."""
    found: list[str] = []
    weights = rng.choice([(9, 1, 1, 1), (1, 1, 1, 1), (3, 1, 0, 1)])
    for _ in range(rng.randint(1, 2 * qubits if gauge else qubits)):
        one = "".join(rng.choices("IXYZ", weights, k=qubits))
        if gauge or all(commute(one, other) for other in found):
            found.append(one)
    return found


def commute(one: str, other: str) -> bool:
    """Tell if two operators differ, both not I, at an even number of qubits."""
    return sum(a != b for a, b in zip(one, other, strict=True) if "I" not in (a, b)) % 2 == 0


def operators_that_matter(operators: list[str], qubits: int) -> tuple[int, int]:
    """Return the least weight of an operator that matters, and how many there are (0: none).

    All 4^n operators are listed, two bits a qubit; with a gauge group this is the dressed distance.
    """
    everything = np.arange(4**qubits)
    letters = [sum("IXZY".index(a) << 2 * q for q, a in enumerate(one)) for one in operators]
    low = sum(1 << 2 * q for q in range(qubits))

    def odd(number) -> np.ndarray:
        swapped = (everything & low) << 1 | everything >> 1 & low
        return np.bitwise_count(swapped & number) % 2 == 1

    group = sums(letters)
    unseen_by_all = ~np.any([odd(number) for number in letters], axis=0)
    matters = np.ones(4**qubits, dtype=bool)
    for number in group[unseen_by_all[group]]:  # the centre
        matters &= ~odd(number)
    matters[group] = False
    weights = np.bitwise_count((everything | everything >> 1) & low)[matters]
    return (int(weights.min()), int((weights == weights.min()).sum())) if weights.size else (0, 0)


def forms_of(rng: random.Random, operators: list[str], folder: str) -> Iterator[tuple[str, object]]:
    """Yield what is given, and how: files with the command's options, and objects."""
    import stim

    qubits = len(operators[0])
    rows = [[int(a in both) for both in ("XY", "ZY") for a in one] for one in operators]
    sparse = [rng.choice(" *").join(f"{a}{q}" for q, a in enumerate(one) if a != "I")
              for one in operators]  # fmt: skip
    blank, between = rng.choice("I_."), rng.choice(["", " "])
    texts = {
        "dense": [rng.choice(["", "+", "-"]) + one.replace("I", blank) for one in operators],
        "binary": [between.join(map(str, row)) for row in rows],
    }
    if all(sparse):
        texts["sparse"] = sparse
    for name, lines in texts.items():
        file = Path(folder) / f"{name}.txt"
        file.write_text("".join(f"{line}\n" for line in lines))
        yield name, [str(file), *(["--qubits", str(qubits)] if name == "sparse" else [])]
    yield "array", np.array(rows, dtype=np.uint8)
    yield "Stim's strings", [stim.PauliString(one) for one in operators]


def one_of_paulis(chance: random.Random) -> Iterator[tuple[str, str]]:
    """Judge one stabilizer or subsystem code in all its forms."""
    import stim

    qubits, gauge = chance.choice([1, 2, 3, 4, 4, 5, 5, 6, 6, 7, 8]), chance.random() < 0.5
    operators = random_operators(chance, qubits, gauge=gauge)
    least, count = operators_that_matter(operators, qubits)
    option = "gauge" if gauge else "stabilizers"
    with tempfile.TemporaryDirectory() as folder:
        for form, given in forms_of(chance, operators, folder):
            said = f"{option}, {form}"
            if isinstance(given, list) and isinstance(given[0], str):
                ran = run("distance", f"--{option}", *given, "--count", "--json")
                if ran.code:
                    right = not count and ran.code == 3 and "no logical qubit" in ran.err
                    yield said, "" if right else f"{ran} {operators} {least}"
                    continue
                document = json.loads(ran.out)
                (side,) = document["sides"]
                found = document["distance"], side["lightest_words"]
                word = side["pauli"]
                logical = sum(a != "I" for a in word) == least and all(
                    commute(word, one) for one in operators if not gauge
                )
            else:
                try:
                    found = lo_exact.distance(**{option: given}).lower_bound, count
                except PuzzleError as error:
                    right = not count and "no logical qubit" in str(error)
                    yield said, "" if right else f"{error} {operators} {least}"
                    continue
                logical = True
            right = logical and found == (least, count) and count > 0
            yield said, "" if right else f"{found} for {(least, count)} of {operators}"
    state = stim.Tableau.random(qubits)  # holds no logical qubit
    try:
        yield "tableaus", f"{lo_exact.distance(stabilizers=state)} for a state"
    except PuzzleError as error:
        yield "tableaus of states, refused", "" if "no logical qubit" in str(error) else str(error)


def truth_of(code: Code, side: Side) -> tuple[int, set[int]]:
    if side.observed:
        return truth(side.size, side.checks, flips=code.observables)
    return truth(side.size, side.checks, side.trivial)


def few_words(code: Code) -> bool:
    return all(
        1 << len(unseen([number(row) for row in side.checks], side.size)) <= MOST_WORDS
        for side in code.sides
    )


def true_of(document) -> bool:
    """Say whether what a certificate claims is true of the code in it."""
    rows, size = document["code"], document["code"]["n"]
    if "x" in rows:
        found = [truth(size, rows["z"], rows["x"])[0], truth(size, rows["x"], rows["z"])[0]]
    elif "observables" in rows:
        found = [truth(size, rows["rows"], flips=rows["observables"])[0]]
    else:
        found = [truth(size, rows["rows"])[0]]
    least = min(weight for weight in found if weight > 0)
    claim = document["claim"]
    return claim["distance"] == least or (
        claim["kind"] == "at least" and claim["distance"] <= least
    )


def one_code(rng, given: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """Judge one random code and changes of its evidence."""
    chance = random.Random(int(rng.integers(2**62)))
    if given.larger or given.paulis:
        yield from one_larger(chance) if given.larger else one_of_paulis(chance)
        return
    code = random_graph(chance) if given.graphs else random_code(chance, 1, 24)
    while not few_words(code):
        code = random_graph(chance) if given.graphs else random_code(chance, 1, 24)
    # windows and counts are asked from the start, or late
    side_search.WORTH_OTHERS = chance.choice([(-1, -1), WORTH_OTHERS])
    found = find_distance(code, count=True)
    kind = "model" if code.observables else "CSS" if len(code.sides) > 1 else "classical"
    for side, known in zip(code.sides, found.sides, strict=True):
        weight, words = truth_of(code, side)
        right = (known.lower_bound, known.weight, known.count) == (weight, weight, len(words))
        right = right and number(code.columns_of(known.word or ())) in words
        yield f"sides of {kind} codes", "" if right else f"{known} for {weight} {side}"
    try:
        good = json.loads(json.dumps(document_of(found)))
    except LimitReached:
        yield "distances without evidence, by windows or counts", ""
        return
    yield "evidence", "" if verdict_of(lambda: judge_code(good)).accepted else json.dumps(good)
    for _ in range(EACH):
        forged = json.loads(json.dumps(good))
        changed(chance, forged, chance.choice([*places(forged)]))
        if not verdict_of(lambda: judge_code(forged)).accepted:  # noqa: B023 - called at once
            yield "changed evidence: rejected", ""
            continue
        wrong = "" if true_of(forged) else json.dumps(forged)
        yield "changed evidence: accepted, and true", wrong


def one_larger(chance: random.Random) -> Iterator[tuple[str, str]]:
    """Compare a code of 30 to 60 columns with two engines, operator by operator."""
    code = random_code(chance, 30, 60)
    while code.observables or max(len(side.checks) for side in code.sides) > 40:
        code = random_code(chance, 30, 60)
    found = find_distance(code)
    for side, known in zip(code.sides, found.sides, strict=True):
        labels = side.labels if side.functionals else tuple(1 << j for j in range(side.size))
        for engine in ("cuts", "slack:highs"):
            weights = []
            for bit in range(side.functionals or side.size):
                rows = np.zeros((len(side.checks) + 1, side.size), dtype=np.int64)
                for light, row in enumerate(side.checks):
                    rows[light, list(row)] = 1
                rows[-1] = [label >> bit & 1 for label in labels]
                state = np.zeros(len(rows), dtype=np.int64)
                state[-1] = 1
                puzzle = Puzzle(from_dense(rows, 2), state, np.zeros_like(state))
                answer = minimum(puzzle, engine=engine, time_limit=60)
                if answer.status is Status.OPTIMAL:
                    weights.append(answer.weight)
                elif answer.status is not Status.INFEASIBLE:
                    yield f"{engine} reached its limit", ""
                    break
            else:
                wrong = "" if min(weights) == known.weight else f"{weights} {known} {side}"
                yield f"sides that {engine} agrees with", wrong


if __name__ == "__main__":
    kinds = {
        "--larger": {"action": "store_true", "help": "30 to 60 columns, against engines"},
        "--paulis": {"action": "store_true", "help": "stabilizer and subsystem codes"},
        "--graphs": {"action": "store_true", "help": "codes of graphs"},
    }
    sys.exit(frame.main(one_code, __doc__, count=5000, options=kinds))
