"""numpy's files: boards, stacks, matrices of scipy's, and refusals."""

import io
import os
import struct
import subprocess
import sys
import zipfile

import numpy as np
import pytest
from scipy import sparse

from lo_exact.errors import InputError
from lo_exact.formats import ReadOptions, parse_puzzle, read_puzzle
from lo_exact.formats.reading import read_parts
from lo_exact.topology import grid_puzzle
from tests.cli_runner import run

BOARD = np.array([[1, 0, 1], [0, 1, 0]])
HAMMING = np.array([[1, 0, 0, 1, 1, 0, 1], [0, 1, 0, 1, 0, 1, 1], [0, 0, 1, 0, 1, 1, 1]])


def saved(path, array):
    np.save(path, array)
    return path


@pytest.mark.parametrize(
    "dtype", [bool, np.uint8, np.int8, ">i4", np.int64, np.uint64, np.float32, float]
)
@pytest.mark.parametrize("order", ["C", "F"])
def test_a_board_of_any_number_type(tmp_path, dtype, order):
    path = saved(tmp_path / "b.npy", np.array(BOARD, dtype=dtype, order=order))
    assert read_puzzle(path, format="board").sha256 == grid_puzzle(BOARD).sha256


def test_a_name_says_what_an_array_is(tmp_path):
    np.savez(tmp_path / "b.npz", board=BOARD)
    np.savez_compressed(tmp_path / "h.npz", H=HAMMING)
    assert read_puzzle(tmp_path / "b.npz").sha256 == grid_puzzle(BOARD).sha256
    assert read_puzzle(tmp_path / "h.npz").activation.shape == (3, 7)


def test_an_array_without_a_name_reads_several_ways(tmp_path):
    path = saved(tmp_path / "b.npy", HAMMING)
    with pytest.raises(InputError, match=r"a board .--as board., a parity-check matrix") as refused:
        read_puzzle(path)
    assert str(refused.value).startswith(f"{path}: an array of the shape (3, 7)")
    assert read_puzzle(path, format="board").layout.shape == (3, 7)
    assert read_puzzle(path, format="checks").activation.to_dense().tolist() == HAMMING.tolist()


@pytest.mark.parametrize("target", ["101", "111", "000"])
def test_the_hamming_code_is_answered_from_a_file(tmp_path, target):
    """Every syndrome but 0 is one column; 2^4 solutions."""
    path = saved(tmp_path / "h.npy", HAMMING)
    ran = run("count", str(path), "--as", "checks", "--target", target)
    assert ran.code == 0
    assert "16" in ran.out
    assert (
        f"{int(target != '000')} press"
        in run("min", str(path), "--as", "checks", "--target", target).out
    )


def test_an_adjacency_matrix(tmp_path):
    path = saved(tmp_path / "a.npy", np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]]))
    assert read_puzzle(path, format="adjacency").sha256 == parse_puzzle("Bg").sha256
    arcs = saved(tmp_path / "d.npy", np.array([[0, 1], [0, 0]]))
    dense = read_puzzle(arcs, format="adjacency").activation.to_dense().tolist()
    assert dense == [[1, 0], [1, 1]]


def test_a_stack_is_many_puzzles(tmp_path):
    stack = np.random.default_rng(3).integers(0, 3, (5, 2, 4))
    path = saved(tmp_path / "s.npy", stack)
    parts = read_parts(path, options=ReadOptions(colours=3, topology="torus"), format="board")
    for part, board in zip(parts, stack, strict=True):
        wanted = grid_puzzle(board, colours=3, topology="torus")
        assert part.read().sha256 == wanted.sha256
    ran = run("min", str(path), "--as", "board", "--colours", "3", "-q")
    assert ran.out.splitlines()[-1].startswith("sum of the 5 solvable puzzles: ")


@pytest.mark.parametrize("form", ["csr", "csc", "coo"])
def test_sparse_matrices_of_scipy_are_read_equal(tmp_path, form):
    rng = np.random.default_rng(7)
    for make in (sparse.random, sparse.random_array):
        for number in range(8):
            shape = tuple(int(k) for k in rng.integers(1, 40, 2))
            args = shape if make is sparse.random else (shape,)
            matrix = make(*args, density=0.2, rng=rng, format=form)
            matrix.data = rng.integers(-3, 4, matrix.data.size).astype([int, float][number % 2])
            path = tmp_path / "m.npz"
            sparse.save_npz(path, matrix, compressed=bool(number % 3))
            read = read_puzzle(path, options=ReadOptions(colours=5))
            assert np.array_equal(read.activation.to_dense(), matrix.toarray().astype(int) % 5)


def test_a_file_comes_through_standard_input_too(tmp_path):
    np.savez(tmp_path / "b.npz", state=BOARD)
    data = (tmp_path / "b.npz").read_bytes()
    done = subprocess.run(
        [sys.executable, "-m", "lo_exact", "show", "-"], input=data, capture_output=True, check=True
    )
    assert b"2 x 3 grid" in done.stdout
    assert "2 x 3 grid" in run("show", "-", text=data).out


# --- refusals -------------------------------------------------------------------------------------


def npy(shape, data=b"", descr="|u1", version=(1, 0)):
    header = repr({"descr": descr, "fortran_order": False, "shape": shape}).encode()
    return b"\x93NUMPY" + bytes(version) + struct.pack("<H", len(header)) + header + data


def archive(packed=zipfile.ZIP_DEFLATED, **members):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", packed) as made:
        for name, data in members.items():
            made.writestr(f"{name}.npy", data)
    return file.getvalue()


def bomb():
    """256 MiB of zeros, as its header says, in 260 kB: more places than a board may have."""
    return archive(state=npy((2**14, 2**14), bytes(2**28)))


@pytest.mark.parametrize("packed", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_an_archive_that_numpy_does_not_write_is_refused_before_it_is_unpacked(tmp_path, packed):
    path = tmp_path / "b.npz"
    good = npy((2, 2), b"\1\0\0\1")
    path.write_bytes(archive(state=good))
    assert read_puzzle(path, format="board").lights == 4
    spoilt = bytearray(archive(packed, state=good))
    start = spoilt.index(b"state.npy") + len("state.npy")
    spoilt[start : start + 12] = b"\xff" * 12  # a dictionary of 4 GiB, where it is LZMA's
    path.write_bytes(spoilt)
    with pytest.raises(InputError, match="packed in another way than numpy's"):
        read_puzzle(path, format="board")


def csr(**other):
    parts = {
        "format": np.array(b"csr"), "shape": np.array([2, 2]), "data": np.array([1, 1]),
        "indices": np.array([0, 1]), "indptr": np.array([0, 1, 2]), **other,
    }  # fmt: skip
    file = io.BytesIO()
    np.savez(file, **parts)
    return file.getvalue()


def arrays(**given):
    file = io.BytesIO()
    np.savez(file, **given)
    return file.getvalue()


BAD = {
    "more than there is": (npy((2**20, 2**20)), "more than is read"),
    "a length of a googol": (npy((10**100,)), "more than is read"),
    "a length of 4000 digits": (npy((2, 10**4000)), "000...: more than is read"),
    "a negative length": (npy((-1, 3)), "negative length"),
    "cut off": (npy((2, 2), b"\0\1"), "has 4 bytes by its header, 2 are there"),
    "too long": (npy((2, 2), b"\0\1\0\1\0"), "4 bytes by its header, 5 are there"),
    "empty with a long side": (npy((0, 2**40)), "more than is read"),
    "a header of code": (
        b"\x93NUMPY\1\0" + struct.pack("<H", 40) + b"__import__('os').system('true')         \n",
        "broken header",
    ),
    "objects": (npy((2, 2), bytes(32), "|O"), "not unpickled"),
    "a strange version": (npy((2, 2), b"\0\1\0\1", version=(9, 9)), "version (9, 9)"),
    "dates": (npy((2, 2), bytes(32), "<M8[s]"), "numbers are wanted"),
    "records": (npy((2, 2), bytes(8), [("a", "<i2")]), "numbers are wanted"),
    "a broken archive": (b"PK\3\4" + bytes(40), "broken"),
    "an archive of something else": (archive(x=b"hello"), "'x.npy' is none of numpy's"),
    "an empty archive": (arrays(), "1 to 256 arrays, this one 0"),
    "several arrays": (arrays(a=BOARD, b=BOARD), "none is called state: a, b"),
    "half a light": (arrays(state=BOARD / 2), "holds whole numbers, got 0.5"),
    "no number": (arrays(state=np.full((2, 2), np.nan)), "not finite"),
    "texts": (arrays(state=np.full((2, 2), "a")), "whole numbers are wanted"),
    "a colour too many": (arrays(state=BOARD * 2), "a colour must be 0..1, got 2"),
    "below no light": (arrays(state=-BOARD * 2), "-1 is no light"),
    "no light at all": (arrays(state=-np.ones((2, 2))), "no light"),
    "one row of numbers": (arrays(state=np.ones(4)), "rows and columns"),
    "four axes": (arrays(state=np.ones((1, 1, 1, 1))), "rows and columns"),
    "a strange array": (
        arrays(state=BOARD, wishes=BOARD),
        "a board stands alone, here is 'wishes' too",
    ),
    "a target": (arrays(state=BOARD, target=BOARD), "targets and rules come from options"),
    "indptr that goes beyond": (csr(indptr=np.array([0, 2**40, 2])), "indptr does not fit"),
    "indptr that ends late": (csr(indptr=np.array([0, 1, 2**40])), "indptr does not fit"),
    "an index outside": (csr(indices=np.array([0, 2])), "a button number must be 0..1, got 2"),
    "sizes of a googol": (csr(shape=np.array([2**50, 2])), "numbers are more than"),
    "values too few": (csr(data=np.array([1])), "not equally long"),
    "a form of its own": (csr(format=np.array(b"dok")), "not 'dok'"),
    "names beside it": (csr(names=np.array(["a", "b"])), "stands alone, here is 'names' too"),
}


@pytest.mark.parametrize(("data", "problem"), BAD.values(), ids=BAD)
def test_bad_files_are_refused_in_one_line(tmp_path, data, problem):
    path = tmp_path / "bad.npz"
    path.write_bytes(data)
    ran = run("min", str(path))
    assert (ran.code, ran.err.count("\n")) == (3, 1), ran.err
    assert problem in ran.err
    assert ran.err.startswith(f"lo-exact: {path}: ")


@pytest.mark.large
def test_a_small_file_takes_little_memory(tmp_path):
    """A bomb of 256 MiB under a limit of 600 MiB for the whole program."""
    (tmp_path / "bomb.npz").write_bytes(bomb())
    program = (
        "import resource, sys\n"
        "resource.setrlimit(resource.RLIMIT_AS, (600 * 2**20,) * 2)\n"
        "from lo_exact.__main__ import main\n"
        f"sys.argv = ['lo-exact', 'min', {str(tmp_path / 'bomb.npz')!r}]\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False,
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
    )  # fmt: skip
    assert done.returncode == 3, done.stderr
    assert "a grid has at most" in done.stderr


@pytest.mark.parametrize(
    ("start", "name"),
    [
        (b"\xff\xd8\xff\xe0", "JPEG"), (b"GIF89a\0", "GIF"), (b"BM\0\0", "BMP"),
        (b"RIFF\0\0\0\0WEBP", "WebP"), (b"MATLAB 5.0 MAT-file\0", "MATLAB"),
        (b"\x89HDF\r\n\x1a\n\0", "HDF5"), (b"%PDF-1.4\n%\xff\xff", "PDF"),
        (b"\x1f\x8b\x08\0", "gzip"), (b"\x80\x04\x95\0", "pickled"),
    ],
)  # fmt: skip
def test_other_files_of_bytes_are_refused_by_name(tmp_path, start, name):
    path = tmp_path / "strange"
    path.write_bytes(start + bytes(50))
    ran = run("show", str(path))
    assert (ran.code, ran.err.count("\n")) == (3, 1)
    assert name in ran.err


def test_a_file_of_bytes_is_read_as_what_it_is_or_not_at_all(tmp_path):
    path = saved(tmp_path / "b.npy", BOARD)
    ran = run("show", str(path), "--as", "flip")
    assert (ran.code, ran.err.count("\n")) == (3, 1)
    assert "begins like npz, and not like flip" in ran.err
    assert "is a file of bytes, and this is text" in run("show", "-", "--as", "npz", text="##").err
