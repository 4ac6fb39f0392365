"""Take a slice out of a copy of the tree, and run the tests that are left.

    python -m tests.campaigns.slices parity_walks judging

Of each slice its folder, its tests, its name in `SLICES` and the lines of ``lo_exact/__init__.py``
that name it are removed.  A line for each file of tests in which something fails then: what still
hangs on the slice.  Exit code 1 if there is any.
"""

import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

from lo_exact.registers import SLICES
from tests.campaigns.toys import copied

FAILED = re.compile(r"^(?:FAILED|ERROR) ([\w/]+\.py)", re.MULTILINE)


def take_out(root: Path, name: str) -> None:
    """Remove a slice from a tree."""
    shutil.rmtree(root / "lo_exact" / name)
    shutil.rmtree(root / "tests" / name)
    left = [f'"{other}",' for other in SLICES if other != f"lo_exact.{name}"]
    registers, public = root / "lo_exact" / "registers.py", root / "lo_exact" / "__init__.py"
    text = registers.read_text(encoding="utf-8")
    text = re.sub(r"^SLICES = .*$", f"SLICES = ({' '.join(left)})", text, flags=re.MULTILINE)
    registers.write_text(text, encoding="utf-8")
    lines = public.read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if not re.search(rf"lo_exact\.{name}\b", line)]
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
