"""Interrupt the import and the compilation of loops, then ask the same process ten questions.

    python -m tests.campaigns.interrupts --count 60
    python -m tests.campaigns.interrupts --count 10 --cold

A process asks for minima, which import numba and compile, until SIGINT reaches it 0.01 to 3 seconds
later (cold: with an empty cache of machine code).  No KeyboardInterrupt leaves a question: the one
that was interrupted returns what it knows, and all ten that follow are answered, each right.
"""

import json
import subprocess
import sys
import tempfile

from tests.campaigns import frame
from tests.cli_runner import environment

HANGS = 1800.0
"""Seconds; what is compiled first is waited for."""

PROGRAM = """
import json, os, signal, sys, threading, time, traceback
import numpy as np
import lo_exact

matrix = np.kron(np.eye(3, dtype=int), [[1, 1, 0, 1], [0, 1, 1, 1], [1, 0, 1, 1]])
puzzle = lo_exact.matrix_puzzle(matrix, [1, 0, 1] * 3)

def answers(engine):
    found = lo_exact.minimum(puzzle, engine=engine)
    seen.append([found.status.value, found.weight, found.stopped])

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
seen = []
sent, full = 0.0, 0
def send():
    global sent
    sent = time.monotonic()
    os.kill(os.getpid(), signal.SIGINT)

timer = threading.Timer(float(sys.argv[1]), send)
timer.start()
escaped = ""
while not seen or not seen[-1][2]:
    if sent and len(seen) > full + 1:  # it came, and a whole question later nobody knows of it
        escaped = f"lost, {time.monotonic() - sent:.1f} s ago"
        break
    full = len(seen) if not sent else full
    try:
        answers("moats" if len(seen) % 2 else "clusters")
    except KeyboardInterrupt as end:  # between two questions, or where lo_exact.minimum is imported
        frames = traceback.extract_tb(end.__traceback__)
        escaped = str(frames) if any(here.name == "minimum" for here in frames) else ""
        break
waited = time.monotonic() - sent
stopped = seen[-1] if seen else None
seen = []
for engine in ("moats", "clusters") * 5:
    answers(engine)
print(json.dumps([escaped, stopped, seen, waited]))
"""


def interrupted(moment: float, **extra: str) -> tuple[str, str, float]:
    """Return where a process was interrupted, what is wrong, and seconds until it had answered."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(moment)], env=environment(**extra),
        capture_output=True, text=True, check=False, timeout=HANGS,
    )  # fmt: skip
    if done.returncode:
        return "ended", f"at {moment:.3f} s: {done.stderr[-1000:]}", 0.0
    escaped, stopped, seen, waited = json.loads(done.stdout)
    # one press a block changes the first and the third of its checks
    wrong = [escaped] if escaped else []
    wrong += [str(one) for one in seen if one != ["optimal", 3, ""]]
    wrong += [done.stderr] if done.stderr else []
    text = f"at {moment:.3f} s: {wrong}" if wrong else ""
    return f"{stopped[0] if stopped else 'nothing'} when stopped", text, waited


def judge(rng, given):
    """Interrupt one process."""
    moment = 0.01 * 300 ** rng.random()
    with tempfile.TemporaryDirectory() as folder:
        extra = {"NUMBA_CACHE_DIR": folder} if given.cold else {}
        seen, wrong, waited = interrupted(moment, **extra)
    yield seen, wrong
    bound = next((b for b in (0.1, 1, 5, 20, 60) if waited < b), HANGS)
    yield f"answered within {bound} s of the signal", ""


if __name__ == "__main__":
    options = {"--cold": {"action": "store_true", "help": "begin with no machine code"}}
    sys.exit(frame.main(judge, __doc__, count=60, options=options))
