"""One matrix in every spelling, in every command about codes: one answer, as all words say."""

import itertools
import json

import numpy as np
import pytest

import lo_exact
from lo_exact.errors import UsageError
from lo_exact.formats import ReadOptions
from lo_exact.formats.expected import parse_expected, what_was_read
from tests.cli_runner import is_taken_out, run
from tests.truth.spellings import spellings

HAMMING = np.array([[1, 0, 1, 0, 1, 0, 1], [0, 1, 1, 0, 0, 1, 1], [0, 0, 0, 1, 1, 1, 1]])


BOARD = "1 1 0\n0 1 1\n1 0 1\n"


def words_of(dense):
    """Return how many words of each weight a matrix has, by trying all."""
    counts = {}
    for word in itertools.product((0, 1), repeat=dense.shape[1]):
        if not (dense @ word % 2).any():
            counts[sum(word)] = counts.get(sum(word), 0) + 1
    return counts


def test_enumeration_knows_the_hamming_code():
    assert words_of(HAMMING) == {0: 1, 3: 7, 4: 7, 7: 1}


@pytest.mark.parametrize(
    ("name", "data"), [pytest.param(*one, id=one[0]) for one in spellings(HAMMING)]
)
def test_every_spelling_of_a_matrix_has_one_answer_in_every_command(name, data, tmp_path):
    file, shots = tmp_path / name, tmp_path / "shots.01"
    file.write_bytes(data)
    shots.write_text("110\n000\n111\n")
    classical = run("distance", "--classical", str(file), "--count")
    assert classical.out.splitlines()[:3] == [
        "[7,4] code from a 3 x 7 check matrix", "[7,4,3]", "distance 3, proved",
    ]  # fmt: skip
    assert "3, 7 lightest words" in classical.out
    if not name.endswith(".dem"):  # whose code is that of its observables
        assert run("distance", str(file), "--count").out == classical.out
    css = run("distance", "--css", str(file), str(file))
    assert css.out.splitlines()[:2] == [
        "[[7,1]] code from check matrices of 3 x 7 and 3 x 7", "[[7,1,3]]",
    ]  # fmt: skip
    decoded = run("decode", str(file), str(shots), "-o", str(tmp_path / "out.npz"), "--json")
    said = json.loads(decoded.out)
    assert said["read_from"] == "3 x 7 check matrix"
    assert said["proved"] == 3
    presses = np.unpackbits(np.load(tmp_path / "out.npz")["presses"], axis=1, bitorder="little")
    assert presses[:, :7].sum(axis=1).tolist() == [1, 0, 1]
    if not is_taken_out("spectrum"):
        spectrum = json.loads(run("spectrum", str(file), "--classical", "--json").out)
        counts = {str(weight): count for weight, count in words_of(HAMMING).items()}
        assert spectrum["histogram"] == counts


def check_commands(seeds, folder):
    """Ask every command that takes a matrix for random ones in all spellings; count the answers."""
    answers = 0
    for seed in seeds:
        rng = np.random.default_rng(seed)
        dense = (rng.random(rng.integers(2, 9, 2)) < rng.choice([0.3, 0.5, 0.8])).astype(np.int64)
        counts = words_of(dense)
        nonzero = {weight: count for weight, count in counts.items() if weight}
        size = "{} x {} check matrix".format(*dense.shape)
        shots = folder / "shots.npy"
        words = rng.integers(0, 2, (8, dense.shape[1]))
        np.save(shots, words @ dense.T % 2)
        every = np.array(list(itertools.product((0, 1), repeat=dense.shape[1])))
        least = [
            int(every[(every @ dense.T % 2 == dense @ word % 2).all(axis=1)].sum(axis=1).min())
            for word in words
        ]
        for name, data in spellings(dense):
            path = folder / name
            path.write_bytes(data)
            forms = [["--classical", str(path)]] + [[str(path)]] * (not name.endswith(".dem"))
            for form in forms:
                ran = run("distance", *form, "--count", "--json")
                if not nonzero:
                    assert "holds the zero word alone" in ran.err, (seed, name)
                    continue
                said = json.loads(ran.out)
                assert said["read_from"] == f"a {size}", (seed, name)
                lightest = said["sides"][0]["lightest_words"]
                assert (said["distance"], lightest) == min(nonzero.items()), (seed, name)
            out = str(folder / "out.npz")
            decoded = run("decode", str(path), str(shots), "-o", out, "--force", "--json")
            said = json.loads(decoded.out)
            assert (said["read_from"], said["proved"]) == (size, 8), (seed, name)
            assert np.load(out)["weights"].tolist() == least, (seed, name)
            answers += len(forms) + 1
            if not is_taken_out("spectrum"):
                said = json.loads(run("spectrum", str(path), "--classical", "--json").out)
                assert said["read_from"] == size, (seed, name)
                sorted_counts = {str(w): n for w, n in sorted(counts.items())}
                assert said["histogram"] == sorted_counts, (seed, name)
                answers += 1
    return answers


@pytest.mark.large
def test_random_matrices_have_one_answer_in_every_command_and_spelling(tmp_path):
    assert check_commands(range(3), tmp_path) > 450


def test_rows_below_a_comment_are_no_lights(tmp_path):
    """Read as lights of a 3 x 5 board they have distance 8."""
    path = tmp_path / "c.txt"
    path.write_text("# m\n1 1 1 0 0\n1 0 0 1 0\n0 1 0 0 1\n")
    for words in (["--classical", str(path)], [str(path)]):
        assert run("distance", *words).out.startswith(
            "[5,2] code from a 3 x 5 check matrix\n[5,2,3]"
        )


def test_a_board_takes_as_board_and_says_so(tmp_path):
    path, shots = tmp_path / "b.txt", tmp_path / "shots.01"
    path.write_text("1 1 1 1 1\n" * 5)
    assert run("distance", str(path)).out.startswith(
        "[5,4] code from a 5 x 5 check matrix\n[5,4,2]"
    )
    board = run("distance", str(path), "--as", "board").out
    assert board.startswith("[25,2] code from a 5 x 5 board\n[25,2,12]")
    path.write_text(BOARD)
    shots.write_text("110011101\n")
    out = str(tmp_path / "out.npz")
    ran = run("decode", str(path), str(shots), "-o", out, "--as", "board")
    assert ran.out.startswith("read as a 3 x 3 board\n1 solved and proved")
    assert run("decode", str(path), str(shots), "-o", out, "--force").code == 3
    for words in (["--neighbourhood", "king"], ["--topology", "torus"]):
        assert (
            what_was_read(parse_expected(BOARD, ReadOptions(**{words[0][2:]: words[1]})))
            == "3 x 3 board"
        )


def test_options_of_boards_are_refused_where_a_matrix_alone_is_wanted(tmp_path):
    path = tmp_path / "b.txt"
    path.write_text(BOARD)
    for words in (["--as", "board"], ["--topology", "torus"], ["--toy", "lights-out"]):
        ran = run("distance", "--classical", str(path), *words)
        assert (ran.code, "is for boards" in ran.err) == (2, True)
    with pytest.raises(UsageError, match="counters"):
        parse_expected(BOARD, ReadOptions(counters=True))


def test_an_error_model_without_its_name_is_an_error_model(tmp_path):
    """Its detectors alone would have a distance without observables: 2."""
    path = tmp_path / "model.txt"
    path.write_text("error(0.1) D0 L0\nerror(0.1) D0 D1\nerror(0.1) D1 D2\nerror(0.1) D2\n")
    ran = run("distance", str(path))
    assert ran.out.splitlines()[0].endswith("code from an error model")
    assert "distance 4, proved" in ran.out


def test_json_has_what_was_read_and_nothing_else_is_printed(tmp_path):
    path = tmp_path / "h.txt"
    np.savetxt(path, HAMMING)
    assert (
        json.loads(run("distance", str(path), "--json").out)["read_from"] == "a 3 x 7 check matrix"
    )


def test_python_takes_what_the_command_takes(tmp_path):
    stim = pytest.importorskip("stim", reason="stim needs stim")
    circuit = stim.Circuit.generated(
        "surface_code:rotated_memory_z", distance=3, rounds=2, after_clifford_depolarization=0.01
    )
    for name, value in (("c.stim", circuit), ("c.dem", circuit.detector_error_model())):
        path = tmp_path / name
        value.to_file(path)
        for given in (value, path, str(path)):
            assert lo_exact.distance(given).lower_bound == 3


def test_entries_of_another_field_are_not_read_as_bits(tmp_path):
    np.save(tmp_path / "quaternary.npy", HAMMING * 2)
    (tmp_path / "quaternary.mtx").write_text(
        "%%MatrixMarket matrix coordinate integer general\n1 3 2\n1 1 1\n1 2 2\n"
    )
    for name, said in (
        ("quaternary.npy", "entries 0 and 1 unless --colours is given, got 2"),
        ("quaternary.mtx", "quaternary.mtx:4:5: a matrix has entries 0 and 1 unless --colours"),
    ):
        ran = run("distance", "--classical", str(tmp_path / name))
        assert (ran.code, said in ran.err) == (3, True)
    assert (
        run("distance", "--classical", str(tmp_path / "quaternary.mtx"), "--colours", "3").code == 0
    )


@pytest.mark.parametrize("parting", ["", "# Hz"])
def test_two_matrices_in_one_text_are_refused(tmp_path, parting):
    path = tmp_path / "two.txt"
    path.write_text(f"1 1 0\n0 1 1\n{parting}\n1 1 1\n0 1 0\n")
    said = run("distance", "--classical", str(path))
    assert (said.code, said.out) == (3, "")
    assert "4:1: a blank line or a comment parts the rows" in said.err
    path.write_text("# m\n\n1 1 0\n\n0 1 1\n")
    assert "[3,1,3]" in run("distance", "--classical", str(path)).out


BARRED = "1 0 0 0 | 1 1 0\n0 1 0 0 | 1 0 1\n0 0 1 0 | 0 1 1\n0 0 0 1 | 1 1 1\n"
PRINTED = "[7, 4] code over GF(2)\nGenerator matrix:\n[1 0 1]\n[0 1 1]\n"


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("[I | P]\n", "write the matrix I out, in rows of 0 and 1"),
        (BARRED, "leave out the bar of (I|P), and say what the rows are: --generator G or"),
        (
            PRINTED,
            "leave out what stands around the matrix, and say what its rows are: --generator",
        ),
        (" 1 . 1\n . 1 1\n", "write 0 for each dot"),
        (
            "Hx = [[1,1,1,1],[1,1,0,0]]\nHz = [[1,1,1,1],[1,1,1,1]]\n",
            "two matrices are a CSS code; write each into a file of its own: --css HX HZ",
        ),
    ],
    ids=["I by name", "a bar", "a heading", "dots", "two matrices"],
)
def test_a_refused_text_of_a_code_is_told_what_to_type(text, remedy, tmp_path):
    file = tmp_path / "code.txt"
    file.write_text(text)
    refused = run("distance", str(file))
    assert (refused.code, refused.out) == (3, "")
    assert remedy in refused.err


def test_an_array_file_of_two_matrices_is_told_to_be_two_files(tmp_path):
    np.savez(tmp_path / "two.npz", hx=np.eye(2, dtype=int), hz=np.eye(2, dtype=int))
    assert "--css HX HZ; one matrix" in run("distance", str(tmp_path / "two.npz")).err


def test_what_a_refusal_says_to_type_is_answered(tmp_path):
    file = tmp_path / "code.txt"
    file.write_text(BARRED.replace("|", ""))  # the Hamming code, and its dual
    assert "distance 3, proved" in run("distance", "--generator", str(file)).out
    assert "distance 4, proved" in run("distance", "--classical", str(file)).out
