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
from importlib import import_module
from pathlib import Path

from tests.campaigns.toys import copied
from tests.cli_runner import TAKEN_OUT

FAILED = re.compile(r"^(?:FAILED|ERROR) ([\w/]+\.py)", re.MULTILINE)


BESIDE = {"codes": ("sinter.py", "records"), "service": ("client",), "hardest_boards": ("records",)}
"""What goes with a slice: public modules, and folders of tests, that are nothing without it."""


def take_out(root: Path, name: str) -> None:
    """Remove a slice from a tree, and the service, which asks all others.

    The names of its commands, engines, formats, forms of evidence and public functions are kept in
    a file: examples of pages that show them are left out.
    """
    for slice_name in {name, "service"}:
        if not (root / "lo_exact" / slice_name).exists():
            continue
        rows = import_module(f"lo_exact.{slice_name}.rows")
        tables = ("COMMANDS", "ENGINES", "FORMATS")
        named = [row.name for table in tables for row in getattr(rows, table, ())]
        named += [f"form:{form}" for form in getattr(rows, "FORMS", ())]
        with (root / TAKEN_OUT.name).open("a", encoding="utf-8") as file:
            file.writelines(f"{name}\n" for name in named)
        _forget(root, [row.name for row in getattr(rows, "ENGINES", ())])
        for gone in (slice_name, *BESIDE.get(slice_name, ())):
            for path in (root / "lo_exact" / gone, root / "tests" / gone.removesuffix(".py")):
                if path.is_dir():
                    shutil.rmtree(path)
                else:
                    path.unlink(missing_ok=True)
        registers, public = root / "lo_exact" / "registers.py", root / "lo_exact" / "__init__.py"
        text = registers.read_text(encoding="utf-8")
        registers.write_text(
            re.sub(rf'(?m)^ *"lo_exact.{slice_name}": .*\n', "", text), encoding="utf-8"
        )
        subprocess.run([sys.executable, "join_checkers.py"], cwd=root, check=True)
        _redraw(root, slice_name)
        beside = [gone.removesuffix(".py") for gone in BESIDE.get(slice_name, ())]
        lines = public.read_text(encoding="utf-8").splitlines()
        kept = [line for line in lines if not re.search(rf"lo_exact\.{slice_name}\b", line)]
        names = [re.findall(r"import (\w+) as", line) for line in lines if line not in kept]
        with (root / TAKEN_OUT.name).open("a", encoding="utf-8") as file:
            file.writelines(f"{name}\n" for found in [*names, beside] for name in found)
        public.write_text("\n".join(kept) + "\n", encoding="utf-8")


def _forget(root: Path, engines: list[str]) -> None:
    """Take a slice's engines out of the tables of two pages."""
    for page in ("docs/explain/engines/index.md", "docs/certificate-forms.md"):
        path = root / page
        told = path.read_text(encoding="utf-8")
        for engine in engines:
            told = re.sub(rf"(?m)^\| `{engine}` \|.*\n", "", told)
        path.write_text(told, encoding="utf-8")


def _redraw(root: Path, slice_name: str) -> None:
    """Take the slice, and what goes with it, out of two pages: names, drawing, arrows, rows."""
    listed = root / "docs" / "reference" / "api.md"
    names = listed.read_text(encoding="utf-8")
    gone = "|".join(
        (slice_name, *(name.removesuffix(".py") for name in BESIDE.get(slice_name, ())))
    )
    listed.write_text(re.sub(rf"(?m)^::: lo_exact\.({gone})\b.*\n", "", names), encoding="utf-8")
    page = root / "docs" / "architecture.md"
    told = re.sub(rf"(?m)^\|.*`({gone})[/.].*\n", "", page.read_text(encoding="utf-8"))
    if slice_name == "service":
        told = re.sub(r"(?s)### A question of the service\n.*?(?=### )", "", told)
    before, drawing, after = re.split(
        r"(?<=## The floors)(.*?)(?=The arrows, as they are)", told, maxsplit=1, flags=re.DOTALL
    )
    for room in gone.split("|"):
        drawing = re.sub(rf"(?<=[ |]){room} \| | \| {room}(?= )|(?<=  ){room}  ", "", drawing)
    page.write_text(before + drawing + after, encoding="utf-8")
    arrows = subprocess.run(
        [sys.executable, "-m", "tests.house.architecture"],
        cwd=root, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    head, _, rest = page.read_text(encoding="utf-8").partition("<!-- arrows -->\n")
    tail = rest.partition("<!-- end of arrows -->")[2]
    text = f"{head}<!-- arrows -->\n{arrows}<!-- end of arrows -->{tail}"
    page.write_text(text, encoding="utf-8")


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
