"""What tests run in other processes: jobs for workers."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from lo_exact.errors import LimitReached, PuzzleError


def echo(tell, *arguments):
    return arguments


def tell_all(tell, *messages):
    for kind, payload in messages:
        tell(kind, payload)
    return "told"


def process(tell):
    return os.getpid()


def modules(tell):
    return sorted(sys.modules)


def chatter(tell):
    print("noise on stdout")
    os.write(1, b"c solver banner\n" * 1000)
    os.write(2, b"warning\n")
    return "quiet"


def abort(tell):
    os.abort()


def leave(tell):
    os._exit(3)


def fail(tell):
    raise ValueError("first line\nsecond line")


def bad_puzzle(tell):
    raise PuzzleError("state has 3 lights")


def out_of_memory(tell):
    raise MemoryError


def give_up(tell):
    raise LimitReached("enough conflicts")


def spin(tell, pid_file=""):
    """Never end, like a solver that ignores everything."""
    tell("improved", ((1, 0, 1), 2))
    tell("bound", 1)
    if pid_file:
        Path(pid_file).write_text(str(os.getpid()))
    while True:
        pass


def start_program(tell, pid_file):
    """Start a program and wait for it, as PuLP does with CBC."""
    program = subprocess.Popen(["sleep", "60"])
    Path(pid_file).write_text(str(program.pid))
    program.wait()


def leave_a_file(tell, name_file):
    """Make a temporary file and never end."""
    handle, name = tempfile.mkstemp()
    os.close(handle)
    Path(name_file).write_text(name)
    time.sleep(60)


def holds_its_folder(tell):
    from lo_exact.processes import scratch

    return scratch.hold(os.environ["TMPDIR"]) < 0
