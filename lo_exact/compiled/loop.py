"""Decorators that compile loops with numba's ``njit`` if numba is installed.

All functions stay plain Python.  The first call of a loop imports numba, which is told then how to
compile the functions that loops call.  Who has little to do calls the plain functions: no import.

The machine code is kept in a file beside the source, or in the user's cache; where neither can be
written it is made anew in every process.  It is used as long as no file of this folder changes:
machine code holds what it calls, and numba by itself looks at the file of the function alone.

Signals whose handlers may raise (Ctrl-C, alarms) wait while numba is imported or compiles, because
numba does not survive an exception there; a second signal does not wait.  Where numba's import
fails nevertheless, for example by a MemoryError, it is not tried again, and loops are plain.  A
call whose compilation fails by a MemoryError runs plain.

A class whose values are arguments of compiled loops must keep its name.  Before numba checks
whether the source has changed, it reads the signatures of older machine code, and fails where a
name is missing.
"""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from functools import cache, cached_property, partial
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar, cast

from lo_exact.machine import uncollected
from lo_exact.packages import is_installed, set_aside

OURS, WRAPPER, ENVIRONMENT = "_ZN8lo_exact8compiled", "_ZN7cpython", "_ZN08NumbaEnv"
"""Prefixes of names in machine code: functions of this folder, wrappers for Python, and what numba
tells a function of its module.
"""

Function = TypeVar("Function", bound=Callable[..., Any])


@contextmanager
def undisturbed() -> Iterator[None]:
    """Delay a signal's handler until this context ends; handle a second signal immediately.

    Only the main thread runs handlers, so other threads need no delay.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    handlers: dict[int, Any] = {
        number: handler
        for number in signal.valid_signals()
        if callable(handler := signal.getsignal(number))
    }
    waiting: list[tuple[int, Any]] = []
    over = False

    def wait(number: int, frame: Any) -> None:
        # `over`: if an error below leaves `wait` installed, `wait` must call the handler directly
        if waiting or over:
            handlers[number](number, frame)
        waiting.append((number, frame))

    try:
        for caught in handlers:
            signal.signal(caught, wait)
        yield
    finally:
        over = True
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for number, frame in waiting[:1]:
            handlers[number](number, frame)


@cache
def njit_of_numba() -> Any:
    """Return numba's ``njit``, or None if numba is missing or cannot be imported.

    With its functions on arrays numba imports ``scipy.linalg``, 0.2 s of 0.55, only to see whether
    a BLAS is there.  No loop here needs one.  The test is delayed until a loop compiles a product
    of matrices.
    """
    with undisturbed():
        try:
            return _import_numba()
        except Exception:  # after any failure, numba cannot be imported again
            set_aside("numba")
            return None


def _import_numba() -> Any:
    from numba import njit

    errors: Any = import_module("numba.core.errors")
    # With colorama, numba replaces sys.stdout for each error that it creates, even during normal
    # compilation.  In a thread, this would lose output that the program has redirected.
    errors.ColorShell = nullcontext
    with suppress(ImportError, AttributeError):  # other versions of numba lack these names
        linalg: Any = import_module("numba.np.linalg")
        ask = linalg.ensure_blas
        linalg.ensure_blas = _ask_later
        try:
            arraymath: Any = import_module("numba.np.arraymath")
        finally:
            linalg.ensure_blas = ask
        if arraymath.ensure_blas is _ask_later:
            arraymath.ensure_blas, arraymath._HAVE_BLAS = ask, is_installed("scipy")
    # versions of numba without this class also compile each part by itself
    with suppress(ImportError, AttributeError):
        _join_parts(import_module("numba.core.codegen").CPUCodeLibrary)
    return njit


def _join_parts(library: Any) -> None:
    """Make numba optimise and compile functions marked `part` only inside the loops that call them.

    By default numba does both for each part as well, with all parts that it calls.  That takes a
    quarter of all time, and that code never runs.
    """
    optimize, finish = library._optimize_final_module, library._finalize_final_module
    parse: Any = import_module("llvmlite.binding").parse_assembly

    def is_part(made: Any) -> bool:
        names = [function.name for function in made.get_defined_functions()]
        return any(name.startswith(OURS) for name in names) and not any(
            name.startswith(WRAPPER) for name in names
        )

    def finish_loop(made: Any) -> None:
        if not is_part(made):
            finish(made)
            return
        # keep these variables: numba writes to them once a part is compiled, and loops read them
        places = [
            str(place)
            for place in made._final_module.global_variables
            if place.name.startswith(ENVIRONMENT)
        ]
        head = str(made._codegen._create_empty_module(made.name))
        made._codegen._add_module(parse("\n".join([head, *places])))
        made._finalized = True

    library._optimize_final_module = lambda made: None if is_part(made) else optimize(made)
    library._finalize_final_module = finish_loop


def _ask_later() -> None:
    """Do nothing, in place of numba's test for a BLAS library, while numba is imported."""


@cache
def uncounted() -> dict[str, bool]:
    """Return the numba option that disables reference counting of arrays, if it exists."""
    options: Any = getattr(import_module("numba.core.cpu"), "CPUTargetOptions", None)
    return {"_nrt": False} if hasattr(options, "_nrt") else {}


def _compiled(function: Function, **options: object) -> Function:
    """Return a function that numba compiles when called; without numba, the function itself."""
    with undisturbed():
        njit = njit_of_numba()
        if njit is None:
            return function
        made = njit(nogil=True, no_cfunc_wrapper=True, **uncounted(), **options)(function)
    if hasattr(made, "_compile_for_args"):  # false if NUMBA_DISABLE_JIT is set
        made.get_call_template = partial(_without_constants, made.get_call_template)
        made._compile_for_args = partial(_compile_undisturbed, function, made._compile_for_args)
    return cast(Function, made)


def _without_constants(
    template_for: Callable[..., Any], types: tuple[Any, ...], named: dict[str, Any]
) -> Any:
    """Compile an inner loop once for all values of literal arguments.

    Numba calls it with the types of a call; by itself it compiles a loop again for each constant.
    """
    from numba.core.types import unliteral

    return template_for(tuple(map(unliteral, types)), named)


def _compile_undisturbed(
    function: Function, compile_for: Callable[..., Any], *arguments: Any, **named: Any
) -> Any:
    """Compile a function for new argument types, or load the cached code, with signals delayed.

    Numba calls what is returned: the plain function where memory does not suffice to compile it.
    """
    with undisturbed(), uncollected(), types_of_calls_kept():
        try:
            _introduce_parts()
            return compile_for(*arguments, **named)
        except MemoryError:
            return function


@contextmanager
def types_of_calls_kept() -> Iterator[None]:
    """Make numba cache the types of equal calls within a compilation, which saves time.

    Other threads wait meanwhile if they compile.  A numba built otherwise looks up as it does.
    """
    with ExitStack() as changed:
        with suppress(ImportError, AttributeError):
            functions: Any = import_module("numba.core.types").BaseFunction
            changed.enter_context(import_module("numba.core.compiler_lock").global_compiler_lock)
            look_up = functions.get_call_type
            changed.callback(setattr, functions, "get_call_type", look_up)
            kept = cache(
                lambda called, context, types, *named: look_up(called, context, types, dict(named))
            )
            functions.get_call_type = lambda *call: kept(*call[:3], *call[3].items())
        yield


class Loop:
    """Function on arrays and numbers, compiled when first called; it then runs without the GIL.

    The function makes no array and returns none to Python, so numba's reference counting of arrays
    is off.  Counting, twice for each array at each call, took half of the time of moats, and two
    thirds where few lights are wrong.

    Attributes:
        plain: the function as it is, which runs without numba.
    """

    def __init__(self, function: Callable[..., Any]):
        self.plain: Callable[..., Any] = function

    @cached_property
    def compiled(self) -> Any:
        """The function compiled by numba, or the plain function without numba."""
        try:
            made: Any = _compiled(self.plain, cache=True)
        except RuntimeError:  # no writable folder for machine code
            return _compiled(self.plain)
        if hasattr(made, "_cache"):
            kept = made._cache._cache_file
            kept._source_stamp = kept._source_stamp, sources()
        return made

    def __call__(self, *arguments: Any) -> Any:
        """Run the compiled function."""
        return self.compiled(*arguments)

    def is_kept(self) -> bool:
        """Return whether the machine code is cached in a file, or needs no compilation."""
        file = getattr(getattr(self.compiled, "_cache", None), "_cache_file", None)
        return file is None or bool(file._load_index())


@cache
def sources() -> str:
    """Return a hash of all files with loops, since a loop may call functions of other files."""
    files = sorted(Path(__file__).parent.glob("*.py"))
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


_parts: dict[Callable[..., Any], Any] = {}
"""Functions that loops call; what numba compiles in place of each, or None so far."""


def part(function: Function) -> Function:
    """Register a function for calls from compiled loops, and return it unchanged."""
    _parts[function] = None
    return function


def _introduce_parts() -> None:
    """Tell numba how to compile the functions declared with `part`.

    They get no wrappers for calls from Python: compiling those took a fifth of all time.
    """
    from numba.core.compiler_lock import global_compiler_lock
    from numba.core.types import Dispatcher
    from numba.core.typing.templates import infer_global

    with global_compiler_lock:
        for function in [one for one, made in _parts.items() if made is None]:
            # `_parts` keeps them, since numba itself has only weak references to compiled functions
            _parts[function] = _compiled(function, no_cpython_wrapper=True)
            cast(Any, infer_global)(function, Dispatcher(_parts[function]))
