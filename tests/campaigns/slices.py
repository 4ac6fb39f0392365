"""Take a slice out of a copy of the tree, and run the tests that are left.

    python -m tests.campaigns.slices parity_walks judging

Of each slice its folder, its tests, its name in `SLICES` and the lines of ``lo_exact/__init__.py``
that name it are removed; the service goes with each, since it asks all of them.  A line for each
file of tests in which something fails then: what still hangs on the slice.  Exit code 1 if there
is any.
"""

import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

from tests.campaigns.toys import copied

FAILED = re.compile(r"^(?:FAILED|ERROR) ([\w/]+\.py)", re.MULTILINE)


BESIDE = {"codes": ("sinter.py",), "service": ("client",)}
"""What goes with a slice: public modules that are nothing without it."""


def take_out(root: Path, name: str) -> None:
    """Remove a slice from a tree, and the service, which asks all others."""
    for slice_name in {name, "service"}:
        for gone in (slice_name, *BESIDE.get(slice_name, ())):
            for path in (root / "lo_exact" / gone, root / "tests" / gone.removesuffix(".py")):
                if path.is_dir():
                    shutil.rmtree(path)
                else:
                    path.unlink(missing_ok=True)
        registers, public = root / "lo_exact" / "registers.py", root / "lo_exact" / "__init__.py"
        text = registers.read_text(encoding="utf-8")
        registers.write_text(text.replace(f'"lo_exact.{slice_name}",', ""), encoding="utf-8")
        lines = public.read_text(encoding="utf-8").splitlines()
        kept = [line for line in lines if not re.search(rf"lo_exact\.{slice_name}\b", line)]
        public.write_text("\n".join(kept) + "\n", encoding="utf-8")


def failing(root: Path) -> Counter[str]:
    """Return how many tests fail in each file of tests."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-rfE", "-n", "2", "-m", "not large", "tests"],
        cwd=root, capture_output=True, text=True, check=False,
    )  # fmt: skip
    print(done.stdout.splitlines()[-1])
    return Counter(FAILED.findall(done.stdout))


def main() -> int:
    """Take out each slice that is named; return the exit code."""
    code = 0
    for name in sys.argv[1:]:
        with copied() as root:
            take_out(root, name)
            for file, many in sorted(failing(root).items()):
                print(f"without {name}: {many:4} in {file}", flush=True)
                code = 1
    return code


if __name__ == "__main__":
    sys.exit(main())
