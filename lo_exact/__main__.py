"""Entry point of the console script ``lo-exact`` and of ``python -m lo_exact``.

Signals are handled before most imports, so that an interrupt in the first moments counts, too.
"""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys

TYPE_CHECKING = False  # a literal: importing typing takes as long as all other imports together
if TYPE_CHECKING:
    from types import FrameType
    from typing import NoReturn


def _open_closed_streams() -> None:
    """Open the null device for closed standard streams, so that no file takes their descriptors."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            try:
                os.fstat(number)
            except OSError:
                os.dup2(os.open(os.devnull, os.O_RDWR), number)
            mode = "r" if number == 0 else "w"
            setattr(sys, name, os.fdopen(number, mode, closefd=False))


def _start_quickly() -> None:
    """Reduce start-up time: one OpenBLAS thread, and less frequent garbage collection.

    Nothing here multiplies floating-point matrices, so OpenBLAS, which numpy loads, needs no thread
    for each core.  Imports make some 10^5 objects that stay, so the collector looks for garbage
    after more of them than by default.  Both together are a fifth of a small board's time; a
    library must not decide them for its user, so they stand here only.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.set_threshold(50_000, 20, 20)


def _leave(code: str | int | None) -> NoReturn:
    """Exit without freeing every object first, which takes a seventh of the time of a short run.

    What is registered for the exit is run, and where a thread still runs, or something cannot be
    written any more, Python's own way out is taken.
    """
    for number in ENDING:
        if signal.getsignal(number) is _interrupted:
            signal.signal(number, signal.SIG_IGN)
    import threading

    if isinstance(code, int) and threading.active_count() == 1:
        try:
            atexit._run_exitfuncs()
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
        except (OSError, ValueError):
            pass
    sys.exit(code)


ENDING = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""Signals of Ctrl-C, of `timeout` and batch systems, and of a closed terminal."""

IMPORT_SECONDS = 0.02
"""Seconds before an interrupt that arrives inside an import is raised again."""


def _interrupted(number: int, frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt, delayed while an import is running.

    There Python may swallow it ("Exception ignored in"), and a module would be left half made.
    """
    import threading  # safe while another import runs: this one takes no lock

    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            again = threading.Timer(IMPORT_SECONDS, _send, [number])
            again.daemon = True
            again.start()
            return
        frame = frame.f_back
    raise KeyboardInterrupt


def _send(number: int) -> None:
    """Send a signal to the main thread, to interrupt a blocking wait there."""
    import threading

    if hasattr(signal, "pthread_kill"):
        ident = threading.main_thread().ident
        assert ident is not None
        signal.pthread_kill(ident, number)
    else:
        signal.raise_signal(number)


def _end_as_interrupted() -> None:
    """Handle every terminating signal like Ctrl-C, so that the best result and bound are printed.

    What is ignored before we start, as under `nohup`, is left alone.
    """
    for number in ENDING:
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, _interrupted)


def main() -> None:
    """Run the command line and exit with its code."""
    try:
        _start_quickly()
        _end_as_interrupted()
        _open_closed_streams()
        for stream in (sys.stdout, sys.stderr):
            # a name that the terminal cannot print is escaped and never causes a crash; files have
            # the same bytes on every system
            stream.reconfigure(errors="backslashreplace", newline="\n")  # type: ignore[union-attr]
        from lo_exact.cli import app

        app(prog_name="lo-exact")
    except KeyboardInterrupt:
        _leave(130)
    except SystemExit as end:
        _leave(end.code)


if __name__ == "__main__":
    main()
