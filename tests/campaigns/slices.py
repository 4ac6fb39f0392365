"""Take slices out of a copy of the tree, and run the tests that are left.

    python -m tests.campaigns.slices parity_walks spectra+judging

Names joined by + leave together.  Of each slice its folder, its tests, its name in `SLICES` and the
lines of ``lo_exact/__init__.py`` that name it are removed; the service goes with each, since it
asks all of them.  Then a line says how many tests passed, and a line each names other files of the
core that changed, and tests that failed: what still hangs on the slice.  Exit code 1 if there is
any.
"""

import re
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

from tests.campaigns.toys import ROOT, copied
from tests.cli_runner import TAKEN_OUT

NAME_SLICES = {"lo_exact/registers.py", "lo_exact/__init__.py"}
"""Files of the core that name slices: the table of them, and the homes of public names."""

BESIDE = {"codes": ("sinter.py", "records"), "service": ("client",), "hardest_boards": ("records",)}
"""What goes with a slice: public modules, and folders of tests, that are nothing without it."""


def take_out(root: Path, name: str) -> None:
    """Remove a slice from a tree; what it names is written to `TAKEN_OUT`.

    These are its commands, engines, formats, forms of evidence and public names: examples of pages
    that show them are left out.
    """
    rows = import_module(f"lo_exact.{name}.rows")
    tables = ("COMMANDS", "ENGINES", "FORMATS")
    named = [row.name for table in tables for row in getattr(rows, table, ())]
    named += [f"form:{form}" for form in getattr(rows, "FORMS", ())]
    named += [f"format:{row.name}" for row in getattr(rows, "FORMATS", ())]
    named += [gone.removesuffix(".py") for gone in BESIDE.get(name, ())]
    for gone in (name, *BESIDE.get(name, ())):
        for path in (root / "lo_exact" / gone, root / "tests" / gone.removesuffix(".py")):
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)
    _edit(root / "lo_exact/registers.py", rf'(?m)^ *"lo_exact.{name}": .*\n')
    if '"lo_exact.' not in (root / "lo_exact/registers.py").read_text(encoding="utf-8"):
        (root / "tests/house/test_slices.py").unlink()  # none is left to be tested
    public = rf"(?m)^.*lo_exact\.{name}\b.*\n"
    for line in re.findall(public, (root / "lo_exact/__init__.py").read_text(encoding="utf-8")):
        named += re.findall(r"import (\w+) as", line)
    _edit(root / "lo_exact/__init__.py", public)
    for engine in getattr(rows, "ENGINES", ()):
        for page in ("docs/explain/engines/index.md", "docs/certificate-forms.md"):
            _edit(root / page, rf"(?m)^\| `{engine.name}` \|.*\n")
    with (root / TAKEN_OUT.name).open("a", encoding="utf-8") as file:
        file.writelines(f"{one}\n" for one in named)
    subprocess.run([sys.executable, "join_checkers.py"], cwd=root, check=True)
    _redraw(root, name)


def _edit(path: Path, pattern: str) -> None:
    """Remove from a file all that a pattern matches."""
    path.write_text(re.sub(pattern, "", path.read_text(encoding="utf-8")), encoding="utf-8")


def _redraw(root: Path, slice_name: str) -> None:
    """Take the slice, and what goes with it, out of two pages: names, drawing, arrows, rows."""
    gone = "|".join(name.removesuffix(".py") for name in (slice_name, *BESIDE.get(slice_name, ())))
    _edit(root / "docs" / "reference" / "api.md", rf"(?m)^::: lo_exact\.({gone})\b.*\n")
    page = root / "docs" / "architecture.md"
    told = re.sub(rf"(?m)^\|.*`({gone})[/.].*\n", "", page.read_text(encoding="utf-8"))
    if slice_name == "service":
        told = re.sub(r"(?s)### A question of the service\n.*?(?=### )", "", told)
    before, drawing, after = re.split(
        r"(?<=## The floors)(.*?)(?=The arrows, as they are)", told, maxsplit=1, flags=re.DOTALL
    )
    for room in gone.split("|"):
        drawing = re.sub(rf"(?<=[ |]){room} \| | \| {room}(?= )|(?<=  ){room}  ", "", drawing)
    drawing = re.sub(r"(?m)^ *[0-9]+ +slices: .*\n", "", drawing)  # none is left
    page.write_text(before + drawing + after, encoding="utf-8")
    arrows = subprocess.run(
        [sys.executable, "-m", "tests.house.architecture"],
        cwd=root, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    head, _, rest = page.read_text(encoding="utf-8").partition("<!-- arrows -->\n")
    tail = rest.partition("<!-- end of arrows -->")[2]
    text = f"{head}<!-- arrows -->\n{arrows}<!-- end of arrows -->{tail}"
    page.write_text(text, encoding="utf-8")


def touched(root: Path, gone: set[str]) -> list[str]:
    """Return the files of the package that changed, but for `NAME_SLICES` and what was removed."""
    away = {*gone, *(beside for name in gone for beside in BESIDE.get(name, ()))}
    listed = (path.relative_to(ROOT) for path in sorted(ROOT.glob("lo_exact/**/*.py")))
    return [
        str(path)
        for path in listed
        if path.parts[1] not in away
        and str(path) not in NAME_SLICES
        and not path.match("certificate/*checker.py")  # joined anew, not in git
        and not (
            (root / path).exists() and (root / path).read_bytes() == (ROOT / path).read_bytes()
        )
    ]


def failing(root: Path) -> list[str]:
    """Print how many tests passed; return a line for each that failed."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-rfE", "-n", "2", "-m", "not large", "tests"],
        cwd=root, capture_output=True, text=True, check=False,
    )  # fmt: skip
    lines = done.stdout.splitlines()
    print(lines[-1], flush=True)
    return [line for line in lines if line.startswith(("FAILED ", "ERROR "))]


def main() -> int:
    """Take out what each argument names; return the exit code."""
    code = 0
    for together in sys.argv[1:]:
        gone = {*together.split("+"), "service"}
        with copied() as root:
            for name in sorted(gone):
                take_out(root, name)
            hanging = [f"{path} changed" for path in touched(root, gone)]
            print(f"without {together}:", end=" ", flush=True)
            for line in hanging + failing(root):
                print(line, flush=True)
                code = 1
    return code


if __name__ == "__main__":
    sys.exit(main())
