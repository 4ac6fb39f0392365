"""Loading numba: nothing is imported that no loop needs, and nothing is taken from other users."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import lo_exact
from lo_exact.compiled.loop import undisturbed
from tests.campaigns.interrupts import interrupted

pytest.importorskip("numba", reason="numba needs numba: pip install 'numba>=0.61'")

LOADED = """
import sys
from lo_exact.engines.moats.moat_tables import compile_shots

for thread in compile_shots():
    thread.join()
assert "numba" in sys.modules, "not compiled"
print("scipy.linalg" in sys.modules)
"""

PRODUCTS = """
import numpy as np
import lo_exact.compiled.moats
from numba import njit
from numba.np import arraymath, linalg

assert arraymath.ensure_blas is linalg.ensure_blas
left, right = np.arange(12.0).reshape(3, 4), np.arange(20.0).reshape(4, 5) - 7
assert (njit(lambda a, b: np.dot(a, b))(left, right) == left @ right).all()
rows = left[0], right[1]
assert (njit(lambda a, b: np.convolve(a, b))(*rows) == np.convolve(*rows)).all()
print("right")
"""

MAKES_AN_ARRAY = """
import numpy as np
from lo_exact.compiled.loop import Loop

def made(size):
    return np.zeros(size)

try:
    Loop(made)(3)
except Exception as error:
    print(type(error).__name__, "returning of array passed into" in str(error))
"""

REDIRECTED = """
import sys
from lo_exact.compiled.loop import njit_of_numba

set_by = []
class Watched(type(sys)):
    def __setattr__(self, name, value):
        set_by.append(name)
        super().__setattr__(name, value)

njit_of_numba()
from numba.core.errors import termcolor
sys.__class__ = Watched
termcolor().highlight("an error")
print(set_by)
"""

ANOTHER_NUMBA = """
from numba.core import cpu
from lo_exact.compiled import loop

assert loop.uncounted() == {"_nrt": False}
loop.uncounted.cache_clear()
cpu.CPUTargetOptions = object
assert loop.uncounted() == {}
del cpu.CPUTargetOptions
loop.uncounted.cache_clear()
assert loop.uncounted() == {}

def doubled(number):
    return 2 * number

print(loop.Loop(doubled)(21))
"""

PARTS = """
import numba.core.codegen, numba.core.compiler, numba.core.compiler_lock
from numba.core.types import BaseFunction

from lo_exact.compiled import loop

if {another}:
    loop.import_module = lambda name: numba
loop.njit_of_numba()
library, emitted, asked = numba.core.codegen.JITCodeLibrary, [], []
emit, ask = library._finalize_specific, BaseFunction.get_call_type

def emit_counted(made):
    emitted.append(made.name)
    emit(made)

def ask_counted(called, context, types, named):
    asked.append((called, types))
    return ask(called, context, types, named)

library._finalize_specific, BaseFunction.get_call_type = emit_counted, ask_counted
__name__ = "lo_exact.compiled.shown"

@loop.part
def plus(number):
    if number < 0:
        raise ValueError("below 0")
    return number + 5

@loop.Loop
def product(number):
    return plus(number) * plus(number + 5) * plus(number + 10)

try:
    product(-6)
except ValueError as refusal:
    print(refusal, product(1), [name for name in emitted if name in ("plus", "product")])
print(len(asked) == len(set(asked)), BaseFunction.get_call_type is ask_counted)
"""

HOLDERS = """
import sys
import numpy as np
from lo_exact.algebra import from_dense
from lo_exact.compiled.moats import matrix_in
from lo_exact.engines.moats.moat_tables import MoatTables

rng = np.random.default_rng(1)
tables = MoatTables(from_dense(rng.random((9, 14)) < 0.4, 2), rng.integers(1, 9, 14), duals_after=1)
shots = (rng.random((50, 9)) < 0.5).astype(np.uint8)
arrays = [tables.numbers, shots, *tables.room, *matrix_in(tables.numbers)]
tables.shots(shots, 100, with_presses=True)
before = [sys.getrefcount(array) for array in arrays]
for _ in range(3):
    tables.shots(shots, 100, with_presses=True)
print([sys.getrefcount(array) for array in arrays] == before)
"""

AT_AN_IMPORT = """
import os, signal, sys
import numpy as np
import lo_exact

class Disturbs:
    def find_spec(self, name, *_):
        if name == "numba.core.dispatcher":
            sys.meta_path.remove(self)
            {happens}

board = lo_exact.matrix_puzzle([[1, 1, 0], [0, 1, 1]], [1, 0])
sys.meta_path.insert(0, Disturbs())
first = lo_exact.minimum(board, engine="moats")
second = lo_exact.minimum(board, engine="moats")
print(first.status.value, first.stopped, second.status.value, second.weight)
"""

WHILE_COMPILING = """
import lo_exact
from numba.core.dispatcher import Dispatcher

def no_memory(self, signature):
    raise MemoryError

compiling, Dispatcher.compile = Dispatcher.compile, no_memory
board = lo_exact.matrix_puzzle([[1, 1, 0], [0, 1, 1]], [1, 0])
for _ in range(2):
    found = [lo_exact.minimum(board, engine=engine) for engine in ("moats", "clusters")]
    print([(one.status.value, one.weight) for one in found])
    Dispatcher.compile = compiling
"""


def printed(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


@pytest.mark.large
def test_linear_algebra_is_not_imported_to_run_loops():
    assert printed(LOADED) == "False"


@pytest.mark.large
def test_who_multiplies_matrices_still_finds_a_blas():
    pytest.importorskip("scipy", reason="scipy needs scipy")
    assert printed(PRODUCTS) == "right"


@pytest.mark.large
def test_a_loop_that_makes_an_array_is_refused():
    assert printed(MAKES_AN_ARRAY) == "TypingError True"


@pytest.mark.parametrize(
    ("another", "emitted", "once"),
    [
        (False, "['product']", True),
        pytest.param(True, "['plus', 'product']", False, marks=pytest.mark.large),
    ],
    ids=["this", "another"],
)
def test_a_part_is_compiled_inside_of_its_loop_and_calls_are_looked_up_once(another, emitted, once):
    """Another numba, without the places that are changed, compiles as it does by itself."""
    lines = printed(PARTS.format(another=another)).splitlines()
    assert lines == [f"below 0 {6 * 11 * 16} {emitted}", f"{once} True"]


@pytest.mark.large
def test_nothing_holds_an_array_after_the_loops():
    assert printed(HOLDERS) == "True"


@pytest.mark.large
def test_output_that_was_redirected_stays_so_while_a_thread_compiles():
    pytest.importorskip("colorama", reason="numba then draws its errors in colours")
    assert printed(REDIRECTED) == "[]"


@pytest.mark.large
def test_a_numba_that_cannot_do_without_counting_compiles_all_the_same():
    assert printed(ANOTHER_NUMBA) == "42"


@pytest.mark.parametrize(
    "moment", [0.5, *(pytest.param(t, marks=pytest.mark.large) for t in (0.2, 1.0))]
)
def test_a_process_answers_after_an_interrupt_while_loops_are_loaded(moment):
    assert interrupted(moment)[1] == ""


def test_an_interrupt_inside_the_import_of_numba_ends_the_question_with_what_is_known():
    program = AT_AN_IMPORT.format(happens="os.kill(os.getpid(), signal.SIGINT)")
    assert printed(program) == "unknown interrupted optimal 1"


def test_loops_are_plain_where_memory_ends_inside_the_import_of_numba():
    program = AT_AN_IMPORT.format(happens="raise MemoryError")
    assert printed(program) == "optimal  optimal 1"


@pytest.mark.large
def test_loops_are_plain_where_memory_does_not_suffice_to_compile_them():
    line = "[('optimal', 1), ('optimal', 1)]"
    assert printed(WHILE_COMPILING).splitlines() == [line, line]


COLLECTS = """
import gc
from lo_exact.machine import uncollected
with uncollected():
    inside = gc.isenabled()
after = gc.isenabled()
gc.disable()
with uncollected():
    pass
print(inside, after, gc.isenabled())
"""


def test_cycles_are_collected_again_after_compiling_unless_somebody_has_stopped_that():
    assert printed(COLLECTS) == "False True False"


CALLED = """
from lo_exact.compiled.loop import part

ADDED = {added}

@part
def plus(number: int) -> int:
    return number + ADDED
"""

CALLS = """
from lo_exact.compiled.called import plus
from lo_exact.compiled.loop import Loop

@Loop
def twice_plus(number: int) -> int:
    return 2 * plus(number)
"""


@pytest.mark.large
@pytest.mark.parametrize("kept", ["beside the source", "elsewhere"])
def test_machine_code_is_made_anew_where_a_file_changes_that_a_loop_calls(tmp_path, kept):
    """Numba looks at the file of the function alone; code of the same length, of the same time."""
    shutil.copytree(
        Path(lo_exact.__file__).parent, tmp_path / "lo_exact",
        ignore=shutil.ignore_patterns("__pycache__", "service", "formats", "page"),
    )  # fmt: skip
    room = tmp_path / "lo_exact" / "compiled"
    (room / "calls.py").write_text(CALLS)
    program = (
        "from lo_exact.compiled.calls import twice_plus as f;"
        " print(f.is_kept(), f(20), len(f.compiled.stats.cache_hits))"
    )
    places = {"NUMBA_CACHE_DIR": str(tmp_path / "kept")} if kept == "elsewhere" else {}
    said = []
    for added in (1, 1, 5, 5, 1):
        (room / "called.py").write_text(CALLED.format(added=added))
        os.utime(room / "called.py", (10**9, 10**9))
        ran = subprocess.run(
            [sys.executable, "-B", "-c", program], cwd=tmp_path, env=os.environ | places,
            check=True, capture_output=True, text=True,
        )  # fmt: skip
        said.append(ran.stdout.strip())
    anew, again = "False {} 0", "True {} 1"
    assert said == [
        anew.format(42), again.format(42), anew.format(50), again.format(50), anew.format(42)
    ]  # fmt: skip


def test_a_second_interrupt_does_not_wait():
    came = []
    before = signal.signal(signal.SIGUSR1, lambda *_: came.append(len(came)))
    try:
        with undisturbed():
            signal.raise_signal(signal.SIGUSR1)
            assert came == []
            signal.raise_signal(signal.SIGUSR1)
            assert came == [0]
        assert came == [0, 1]
        with undisturbed():
            pass
        assert came == [0, 1]
    finally:
        signal.signal(signal.SIGUSR1, before)
