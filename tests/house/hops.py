"""How a question travels: which files it enters, and how often it goes from one to another.

``python -m tests.house.hops [-v] min data/boards/all-on-5x5.txt`` prints modules and hops of a
command; with ``-v`` every hop.  A hop is a call from one file of the package to another; what is
run while a module is imported is left out, and so are comprehensions and properties of one file.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = str(ROOT / "lo_exact")


@dataclass(frozen=True)
class Journey:
    """What a command did.

    Attributes:
        modules: of ours, that were loaded.
        hops: calls from one file to another: (from, to, function), in order.
    """

    modules: tuple[str, ...]
    hops: tuple[tuple[str, str, str], ...]

    @property
    def files(self) -> tuple[str, ...]:
        """Files that were entered, in order."""
        return tuple(dict.fromkeys(there for _, there, _ in self.hops))


@cache
def journey(*command: str) -> Journey:
    """Run a command of lo-exact in a fresh process and follow it."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.house.hops", "--follow", *command],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    told = json.loads(ran.stderr.splitlines()[-1])
    return Journey(tuple(told["modules"]), tuple(map(tuple, told["hops"])))


def follow(command: list[str]) -> None:
    """Run a command here; its hops and modules are the last line of standard error."""
    hops: list[tuple[str, str, str]] = []
    importing = 0

    def name(path: str) -> str:
        return path.removeprefix(PACKAGE).strip("/")

    def look(frame, event, arg):  # type: ignore[no-untyped-def]
        nonlocal importing
        path = frame.f_code.co_filename
        if event not in ("call", "return") or not path.startswith(PACKAGE):
            return
        if frame.f_code.co_name == "<module>":
            importing += 1 if event == "call" else -1
            return
        if event == "return" or importing:
            return
        caller = frame.f_back
        while caller is not None and not caller.f_code.co_filename.startswith(PACKAGE):
            caller = caller.f_back
        if caller is not None and caller.f_code.co_filename != path:
            hops.append((name(caller.f_code.co_filename), name(path), frame.f_code.co_qualname))

    from lo_exact.cli import app

    sys.argv = ["lo-exact", *command]
    sys.setprofile(look)
    try:
        app(prog_name="lo-exact")
    except SystemExit:
        pass
    finally:
        sys.setprofile(None)
    modules = sorted(name for name in sys.modules if name.partition(".")[0] == "lo_exact")
    print("\n" + json.dumps({"modules": modules, "hops": hops}), file=sys.stderr)


def _print(command: list[str], *, verbose: bool) -> None:
    found = journey(*command)
    print(f"{len(found.hops)} hops between {len(found.files)} files; {len(found.modules)} modules")
    if verbose:
        for here, there, function in found.hops:
            print(f"  {here} -> {there} {function}")
    else:
        for (here, there), number in Counter((a, b) for a, b, _ in found.hops).most_common():
            print(f"  {number:4} {here} -> {there}")


if __name__ == "__main__":
    if sys.argv[1] == "--follow":
        follow(sys.argv[2:])
    else:
        verbose = sys.argv[1] == "-v"
        _print(sys.argv[1 + verbose :], verbose=verbose)
