"""Distances against enumeration, and of codes with published distances."""

import json
import random
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import lo_exact
from lo_exact.certificate.distance_checker import Kind, judge_code, verdict_of
from lo_exact.codes.code import classical_code, css_code, is_symmetry, model_code
from lo_exact.codes.code_files import bicycle_code, code_of_model
from lo_exact.codes.distance import find_distance
from lo_exact.codes.evidence import document_of
from lo_exact.errors import DisagreementError, PuzzleError, UsageError
from lo_exact.outcome import Watch
from lo_exact.runners.work import Where
from tests.campaigns.kills import disturbed
from tests.cli_runner import run
from tests.truth.codes import lightest_words, random_checks, random_css

ROOT = Path(__file__).resolve().parents[2]
CODES = json.loads((ROOT / "data/codes/css.json").read_text())["codes"]


def random_codes(count, seed, largest=9):
    rng = random.Random(seed)
    made = 0
    while made < count:
        try:
            if rng.random() < 0.5:
                size, x, z = random_css(rng, largest)
                yield css_code(x, z, size)
            else:
                size = rng.randrange(1, largest + 1)
                yield classical_code(random_checks(rng, size, rng.randrange(size), 0.4), size)
        except PuzzleError:
            continue
        made += 1


def truth_of(side):
    return lightest_words(side.size, side.checks, side.trivial)


def test_random_codes_have_the_distances_and_counts_of_enumeration():
    for code in random_codes(150, 1):
        found = find_distance(code, count=True)
        assert found.proved
        for side, known in zip(code.sides, found.sides, strict=True):
            weight, words = truth_of(side)
            assert (known.lower_bound, known.weight, known.count) == (weight, weight, len(words))
            assert known.word in words


def test_evidence_of_random_codes_is_accepted_and_a_larger_claim_never():
    for code in random_codes(60, 2):
        document = json.loads(json.dumps(document_of(find_distance(code))))
        assert verdict_of(lambda: judge_code(document)).accepted  # noqa: B023 - called at once
        document["claim"]["distance"] += 1
        assert not verdict_of(lambda: judge_code(document)).accepted  # noqa: B023


def changed(rng, value):
    """Return JSON with one number changed, one item dropped, doubled, or two swapped."""
    value = json.loads(json.dumps(value))
    places = []

    def walk(inner):
        for key in inner if isinstance(inner, dict) else range(len(inner)):
            places.append((inner, key))
            if isinstance(inner[key], dict | list):
                walk(inner[key])

    walk(value)
    inner, key = rng.choice(places)
    kind = rng.randrange(4)
    if isinstance(inner[key], int) and not isinstance(inner[key], bool) and kind < 3:
        inner[key] += rng.choice([-1, 1, 2, -2, 7])
    elif isinstance(inner, list) and kind == 1:
        del inner[key]
    elif isinstance(inner, list) and kind == 2:
        inner.insert(key, inner[key])
    elif isinstance(inner, list):
        other = rng.randrange(len(inner))
        inner[key], inner[other] = inner[other], inner[key]
    elif isinstance(inner[key], str):
        inner[key] = inner[key][::-1]
    else:
        del inner[key]
    return value


@pytest.mark.parametrize("seed", range(4))
def test_no_changed_certificate_proves_a_false_distance(seed):
    """What is still accepted is true by enumeration of the code that stands in it."""
    rng = random.Random(seed)
    accepted = 0
    for code in random_codes(25, seed, largest=7):
        document = document_of(find_distance(code))
        for _ in range(20):
            forged = changed(rng, document)
            verdict = verdict_of(lambda: judge_code(forged))  # noqa: B023
            if not verdict.accepted:
                continue
            accepted += 1
            rows, size = forged["code"], forged["code"]["n"]
            pairs = [(rows["z"], rows["x"]), (rows["x"], rows["z"])] if "x" in rows else [
                (rows["rows"], [])
            ]  # fmt: skip
            true = min(weight for weight in (lightest_words(size, *pair)[0] for pair in pairs)
                       if weight > 0)  # fmt: skip
            claim = forged["claim"]
            assert claim["distance"] <= true, forged
            assert claim["kind"] == "at least" or claim["distance"] == true, forged
    assert accepted


def test_a_wrong_symmetry_a_wrong_limit_and_a_wrong_number_of_nodes_are_rejected():
    document = json.loads(
        json.dumps(document_of(find_distance(bicycle_code("bb:3,3:1+x+y:1+x^2+y^2"))))
    )
    assert verdict_of(lambda: judge_code(document)).accepted
    side = document["sides"][0]
    for name, value, said in [
        ("symmetries", [[1, 0, *range(2, 18)]], "symmetry"),
        ("limit", side["limit"] - 2, "does not show"),
        ("nodes", side["nodes"] + 1, "nodes"),
    ]:
        kept = side[name]
        side[name] = value
        verdict = verdict_of(lambda: judge_code(document))
        assert verdict.kind is Kind.REJECTED
        assert said in verdict.text
        side[name] = kept
    side["symmetries"] = []  # a complete search without them visits more nodes
    assert "nodes" in verdict_of(lambda: judge_code(document)).text


def test_at_a_limit_both_bounds_are_there():
    found = find_distance(bicycle_code("bb:12,12:x^3+y^2+y^7:y^3+x+x^2"), watch=Watch(0.5))
    assert not found.proved
    assert found.stopped
    assert 2 <= found.lower_bound <= 18


def test_a_search_that_is_stopped_at_once_has_an_upper_bound_too():
    """However slow the machine: some word that matters comes from one elimination."""
    rows = ((0, 1, 2, 3), (0, 1, 4, 5), (0, 2, 4, 6))
    found = find_distance(css_code(rows, rows, 7), watch=Watch(0))
    assert found.stopped
    assert not found.proved
    for side in found.sides:
        assert side.word is not None
        assert len(side.word) >= 3 >= side.lower_bound
        assert all(len(set(side.word) & set(row)) % 2 == 0 for row in rows)


@pytest.mark.large
def test_a_limit_that_would_take_too_long_is_not_begun_and_both_bounds_are_there():
    rng = random.Random(1)
    dense = classical_code(random_checks(rng, 200, 80, 0.5), 200)
    told = []
    found = find_distance(
        dense, most_seconds=1, told=lambda known, nodes: told.append(known.forecast_seconds)
    )
    assert not found.proved
    assert "columns would take about" in found.stopped
    assert 3 <= found.lower_bound < found.weight
    assert max(one for one in told if one is not None) > 16


def test_at_least_stops_there():
    found = find_distance(bicycle_code("bb:12,6:x^3+y+y^2:y^3+x+x^2"), at_least=8)
    assert found.lower_bound == 8
    assert max(limit for limit, _ in found.sides[0].refuted) == 6


def test_pieces_in_a_ledger_give_the_same_nodes_and_are_resumed(tmp_path):
    code = bicycle_code("bb:6,6:x^3+y+y^2:y^3+x+x^2")
    alone = find_distance(code, count=True).sides[0]
    kept = find_distance(code, count=True, where=Where(ledger=tmp_path), worth_pieces=0).sides[0]
    assert list(tmp_path.iterdir())
    again = find_distance(code, count=True, where=Where(ledger=tmp_path), worth_pieces=0).sides[0]
    assert alone.refuted == kept.refuted == again.refuted
    assert alone.count == kept.count == again.count == 84


def test_a_second_program_in_c_finds_the_same_distances(tmp_path):
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler here")
    program, source = tmp_path / "second", ROOT / "tests/truth/bicycle_distance.c"
    subprocess.run([compiler, "-O2", "-o", program, source], check=True)
    codes = {
        "bb:12,6:x^3+y+y^2:y^3+x+x^2": "12 6 3,0 0,1 0,2 0,3 1,0 2,0",
        "bb:15,3:x^9+y+y^2:1+x^2+x^7": "15 3 9,0 0,1 0,2 0,0 2,0 7,0",
        "bb:24,1:1+x^2+x^8+x^15:1+x^2+x^12+x^17": "24 1 0,0 2,0 8,0 15,0 0,0 2,0 12,0 17,0",
    }
    for text, words in codes.items():
        distance = find_distance(bicycle_code(text)).lower_bound
        for limit, said in ((distance - 1, "no word of at most"), (distance, "found within")):
            done = subprocess.run(
                [program, str(limit), *words.split()], capture_output=True, text=True, check=True
            )
            assert said in done.stdout


@pytest.mark.large
def test_killed_workers_and_commands_cost_no_node(tmp_path):
    text = "bb:30,6:x^9+y+y^2:y^3+x^25+x^26"
    known, kills = disturbed(["distance", text, "--at-least", "20"], 3, tmp_path, random.Random(1))
    alone = find_distance(bicycle_code(text), at_least=20).sides[0]
    assert kills == 3
    assert known[0][0] == alone.lower_bound == 20
    assert [(row["limit"], row["nodes"]) for row in known[0][1]] == [*alone.refuted]


@pytest.mark.parametrize("name", [code["name"] for code in CODES if code["nodes"] < 10_000])
def test_published_codes_have_the_distances_of_exhaustive_search(name):
    (given,) = (code for code in CODES if code["name"] == name)
    _compare(given)


@pytest.mark.large
@pytest.mark.parametrize("name", [code["name"] for code in CODES if code["nodes"] >= 10_000])
def test_larger_published_codes_have_the_distances_of_exhaustive_search(name):
    (given,) = (code for code in CODES if code["name"] == name)
    _compare(given)


def _compare(given):
    x, z = (tuple(tuple(sorted(row)) for row in given[kind]) for kind in ("X", "Z"))
    code = css_code(x, z, given["n"])
    found = find_distance(code)
    assert found.proved
    assert code.dimension == given["k"]
    assert [side.lower_bound for side in found.sides] == [given["d_x"], given["d_z"]]


def test_rows_that_do_not_commute_are_named():
    with pytest.raises(PuzzleError, match="row 2 of HX and row 1 of HZ do not commute"):
        css_code(((0, 1), (1, 2)), ((0, 1),), 3)


def test_a_symmetry_of_one_side_alone_is_not_used_for_the_other():
    """HX is symmetric under a swap of columns that HZ is not."""
    code = css_code(((0, 1, 2, 3),), ((0, 1),), 4, symmetries=((2, 1, 0, 3),))
    x, z = code.sides
    assert not is_symmetry(x, x, code.symmetries[0])
    found = find_distance(code, count=True)
    for side, known in zip((x, z), found.sides, strict=True):
        weight, words = truth_of(side)
        assert (known.weight, known.count) == (weight, len(words))


@pytest.mark.large
def test_a_larger_circuit_has_the_distance_of_stims_own_search():
    stim = pytest.importorskip("stim")
    circuit = stim.Circuit.generated(
        "surface_code:rotated_memory_z", distance=5, rounds=5,
        after_clifford_depolarization=0.001, before_measure_flip_probability=0.001,
    )  # fmt: skip
    model = circuit.detector_error_model()
    found = find_distance(code_of_model(str(model)))
    assert found.proved
    truth = len(model.shortest_graphlike_error(ignore_ungraphlike_errors=True))
    assert found.lower_bound == truth == 5


@pytest.mark.parametrize("task", ["rotated_memory_z", "rotated_memory_x"])
def test_circuits_have_the_distances_of_stims_own_search(task, tmp_path):
    stim = pytest.importorskip("stim")
    circuit = stim.Circuit.generated(
        f"surface_code:{task}", distance=3, rounds=3,
        after_clifford_depolarization=0.001, before_measure_flip_probability=0.001,
    )  # fmt: skip
    model = circuit.detector_error_model()
    truth = len(model.shortest_graphlike_error(ignore_ungraphlike_errors=True))
    most = model.num_detectors
    loose = circuit.search_for_undetectable_logical_errors(
        dont_explore_detection_event_sets_with_size_above=6,
        dont_explore_edges_with_degree_above=most,
        dont_explore_edges_increasing_symptom_degree=False,
    )
    found = find_distance(code_of_model(str(model)))
    assert found.proved
    assert found.lower_bound == min(truth, len(loose)) == 3
    document = json.loads(json.dumps(document_of(found)))
    assert verdict_of(lambda: judge_code(document)).accepted


def test_random_error_models_have_the_distances_of_enumeration():
    rng = random.Random(7)
    for _ in range(150):
        errors = rng.randrange(1, 10)
        columns = [frozenset(k for k in range(4) if rng.random() < 0.4) for _ in range(errors)]
        flips = [frozenset(k for k in range(2) if rng.random() < 0.4) for _ in range(errors)]
        weights = [
            word.bit_count()
            for word in range(1 << errors)
            if not _sum(columns, word) and _sum(flips, word)
        ]
        if not any(flips):
            continue
        if not weights:
            with pytest.raises(PuzzleError, match="no undetected logical error"):
                model_code(columns, flips)
            continue
        found = find_distance(model_code(columns, flips))
        assert (found.proved, found.lower_bound) == (True, min(weights))
        document = json.loads(json.dumps(document_of(found)))
        assert verdict_of(lambda: judge_code(document)).accepted  # noqa: B023


def test_a_model_without_errors_is_refused():
    with pytest.raises(PuzzleError, match="no error of this model flips an observable"):
        model_code([], [])


def test_words_of_an_error_model_are_numbered_as_in_the_file():
    """Equal errors, errors that flip nothing and errors that cannot happen keep their numbers."""
    rng = random.Random(6)
    renumbered = 0
    for _ in range(200):
        errors = [
            (rng.choice([0, 0.1, 0.1, 0.7]), [f"D{k}" for k in range(3) if rng.random() < 0.4],
             ["L0"] * (rng.random() < 0.4))
            for _ in range(rng.randrange(2, 9))
        ]  # fmt: skip
        text = "\n".join(f"error({p}) {' '.join([*seen, *flips])}" for p, seen, flips in errors)
        try:
            code = code_of_model(text)
        except PuzzleError:
            continue
        found = find_distance(code)
        (side,) = found.sides
        chances, seen, flips = zip(*(errors[error] for error in side.word), strict=True)
        flipped = sorted(name for names in seen for name in names)
        assert all(flipped.count(name) % 2 == 0 for name in flipped)
        assert sum(map(len, flips)) % 2 == 1
        assert 0 not in chances
        assert len(side.word) == found.lower_bound
        columns = document_of(found)["sides"][0]["word"]
        renumbered += columns != [*side.word]
        assert verdict_of(lambda: judge_code(document_of(found))).accepted  # noqa: B023
    assert renumbered > 20


def test_the_command_says_how_a_word_is_numbered_and_which_errors_flip_the_same(tmp_path):
    model = tmp_path / "model.dem"
    model.write_text(
        "error(0) D0\nerror(.1) D1\nerror(.2) D1\nerror(.1) D1 D2\n"
        "error(.5) D0\nerror(.5) D0 L0\nerror(.4) D0 L0\n"
    )
    assert run("distance", str(model)).out.splitlines()[3:] == [
        "  2: 4 5",
        "  (errors of the model, counted from 0)",
        "  (5 flips the same as 6)",
        "  error 4: D0",
        "  error 5: D0 L0",
    ]
    (side,) = json.loads(run("distance", str(model), "--json").out)["sides"]
    assert (side["word"], side["flip_the_same"]) == ([4, 5], [[4], [5, 6]])
    rows = tmp_path / "rows.txt"
    rows.write_text("0 1 1\n")
    assert run("distance", "--classical", str(rows)).out.splitlines()[3:] == [
        "  1: 0",
        "  (columns of the matrix, counted from 0)",
    ]


def test_a_word_that_the_models_own_errors_contradict_is_not_returned():
    """The merged columns say that it matters; the model as it was given has the last word."""
    nothing, seen, flips = frozenset(), frozenset({0}), frozenset({0})
    code = model_code([seen, seen], [nothing, flips])
    for wrong in ([(seen, nothing), (nothing, flips)], [(seen, nothing), (seen, nothing)]):
        broken = replace(code, errors=(*wrong,), sides=code.sides)
        broken.__dict__["groups"] = ((0,), (1,))
        with pytest.raises(DisagreementError, match=r"errors \(0, 1\) were found to matter"):
            find_distance(broken)


def _sum(sets, word):
    total = frozenset()
    for number, one in enumerate(sets):
        if word >> number & 1:
            total ^= one
    return total


def test_the_library_takes_codes_as_arrays_text_and_puzzles():
    steane = np.array([[1, 0, 1, 0, 1, 0, 1], [0, 1, 1, 0, 0, 1, 1], [0, 0, 0, 1, 1, 1, 1]])
    assert lo_exact.distance(hx=steane, hz=steane).lower_bound == 3
    assert lo_exact.distance(steane).lower_bound == 3  # the Hamming code
    puzzle = lo_exact.grid_puzzle(np.ones((5, 5), dtype=np.int64), colours=2)
    found = lo_exact.distance(puzzle, count=True)
    assert (found.lower_bound, found.sides[0].count) == (12, 2)
    for wrong in ({}, {"hx": steane}, {"code": steane, "hx": steane, "hz": steane}):
        with pytest.raises(UsageError):
            lo_exact.distance(**wrong)
    with pytest.raises(PuzzleError, match="0 and 1"):
        lo_exact.distance(steane * 2)


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["bb:6,6:x^3+y+y^2:y^3+x+x^2"], 0, "[[72,12,6]]\ndistance 6, proved"),
        (["bb:6,6:x^3+y+y^2:y^3+x+x^2", "--at-least", "4"], 0, "distance at least 4"),
        ([], 2, ""),
        (["bb:1"], 3, ""),
        (["no-such-file.alist"], 3, ""),
    ],
)
def test_the_command_answers_or_refuses_in_one_line(words, code, said):
    ran = run("distance", *words)
    assert ran.code == code
    assert said in ran.out
    assert len(ran.err.splitlines()) == 1 or code == 0


def test_the_command_writes_a_certificate_that_the_checker_accepts(tmp_path):
    file = str(tmp_path / "distance.json")
    assert run("distance", "bb:6,6:x^3+y+y^2:y^3+x+x^2", "--certificate", file).code == 0
    ran = run("check", file)
    assert (ran.code, ran.out.splitlines()[0]) == (0, "accepted: the distance is 6")


@pytest.mark.large
def test_at_a_limit_both_sides_have_had_their_share_of_the_time():
    bicycle = bicycle_code("bb:30,6:x^9+y+y^2:y^3+x^25+x^26")  # too much for four seconds
    x, z = (side.checks for side in bicycle.sides)
    code = css_code(x, z, bicycle.size)  # nobody says that the sides are alike
    found = find_distance(code, watch=Watch(4))
    assert found.stopped
    assert [side.lower_bound > 2 for side in found.sides] == [True, True]


def test_what_a_side_leaves_of_the_time_the_other_one_has():
    easy = ((0, 1), (1, 2))  # a repetition code: its X words have three columns, its Z words one
    found = find_distance(css_code((), easy, 3), watch=Watch(60))
    assert not found.stopped
    assert sorted(side.weight for side in found.sides) == [1, 3]


def test_words_of_circuits_name_detectors_and_gates_as_stim_does(tmp_path):
    stim = pytest.importorskip("stim", reason="stim needs stim")
    circuit = stim.Circuit.generated(
        "surface_code:rotated_memory_z", distance=3, rounds=2, after_clifford_depolarization=0.01
    )
    path = tmp_path / "c.stim"
    circuit.to_file(path)
    said = run("distance", str(path)).out
    told = re.findall(r"^  error (\d+): ([DL\d ]+), by (.*)$", said, re.M)
    assert len(told) == 3
    errors = [one for one in circuit.detector_error_model().flattened() if one.type == "error"]
    total = set()
    for number, flips, gate in told:
        terms = {str(target) for target in errors[int(number)].targets_copy()}
        assert {*flips.split()} == terms
        total ^= terms
        place = r"[XYZ]\d.*, after \d+ TICKs, instruction #\d+, DEPOLARIZE[12]\(.*"
        assert re.fullmatch(place, gate)
    assert total == {"L0"}  # no detector sees the word, and it flips the observable
    model = tmp_path / "c.dem"
    circuit.detector_error_model().to_file(model)
    plain = re.findall(r"^  error (\d+): ([DL\d ]+)$", run("distance", str(model)).out, re.M)
    assert [(number, flips) for number, flips, _ in told] == plain


def test_a_distance_below_what_was_asked_says_so(tmp_path):
    path = tmp_path / "h.txt"
    path.write_text("1010101\n0110011\n0001111\n")
    no = run("distance", "--classical", str(path), "--at-least", "4")
    assert (no.code, "distance 3, proved: less than 4" in no.out) == (1, True)
    yes = run("distance", "--classical", str(path), "--at-least", "3")
    assert (yes.code, "less" in yes.out) == (0, False)
