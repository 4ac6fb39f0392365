"""Figures that say how much there is to hold in the head: of a tree, read from its source.

``python -m tests.house.measures [FOLDER]`` prints them; two trees are compared by printing both.
The joined checkers are left out wherever names are counted: each is one file to copy, and says
again what others say.  So are names that a table asks of each of its members, and a command's
function, which is named after the command as the library's function is.
"""

import ast
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.house.architecture import parsed

ROOT = Path(__file__).resolve().parents[2]
SHORT_LINES = 60
CHECKER = re.compile(r"certificate/(\w+_)?checker\.py$|(^|/)checker_parts/")
COMMAND = re.compile(r"commands/(?!shared/)|.*command\.py$")
"""Files with a function for each command; what commands share stands under the rule."""
POOL = re.compile(r"ProcessPoolExecutor\(|\"-m\", \"lo_exact[\w.]*child\"|sys\.executable, \"-P\"")
TWINS = (("algebra/elimination/bits/", "algebra/elimination/residues/"),)
"""Folders whose files are named alike, and what is in them: one for two colours, one for more."""
CONTRACTS = {
    "refusal": "engines, encodings, forms of evidence: why a member cannot take a system",
    "offer": "engines: what an engine would take",
    "minimise": "engines and backends: answer a system or a formula",
    "encode": "encodings: a system to a formula",
    "too_dear": "forms of evidence: why a writer would take too long",
    "looks_like": "formats: whether a text is of this format",
    "read_all": "formats: all puzzles of a text",
    "write": "formats and forms of evidence: a puzzle as text, or the evidence",
    "run": "runners: do pieces of long work",
    "main": "programs: read the arguments and return the exit code",
}
"""Functions that a table of rows asks of every member, and which table that is."""


@dataclass(frozen=True)
class Tree:
    """The parsed files of a tree: the package's and the tests'."""

    root: Path
    package: dict[str, ast.Module]
    """By path below ``lo_exact/``."""
    tests: dict[str, ast.Module]
    """By path below ``tests/``."""

    @classmethod
    def read(cls, root: Path, *, tests: bool = True) -> "Tree":
        return cls(root, _parsed(root / "lo_exact"), _parsed(root / "tests") if tests else {})

    def lines(self, folder: str, name: str) -> int:
        return len((self.root / folder / name).read_text(encoding="utf-8").splitlines())


def _parsed(folder: Path) -> dict[str, ast.Module]:
    return {str(path.relative_to(folder)): parsed(path) for path in sorted(folder.rglob("*.py"))}


def definitions(tree: Tree) -> Iterator[tuple[str, ast.stmt]]:
    """Yield (file, definition) of all functions and classes of files, without the checkers."""
    for name, module in tree.package.items():
        if not CHECKER.search(name):
            for node in module.body:
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                    yield name, node


def names_twice(tree: Tree, kind: type[ast.stmt], *, private: bool = False) -> dict[str, list[str]]:
    """Return the names of classes or functions that stand in two files, with the files."""
    found: dict[str, set[str]] = defaultdict(set)
    for file, node in definitions(tree):
        if isinstance(node, kind) and (private or not node.name.startswith("_")):
            for one, other in TWINS:
                file = file.replace(other, one)
            is_command = COMMAND.match(file) and isinstance(node, ast.FunctionDef)
            if not is_command and node.name not in CONTRACTS:
                found[node.name].add(file)
    return {name: sorted(files) for name, files in sorted(found.items()) if len(files) > 1}


def subclasses(tree: Tree, base: str) -> list[str]:
    """Return the classes below a class, wherever they are defined in the package."""
    bases: dict[str, set[str]] = {}
    for module in tree.package.values():
        for node in ast.walk(module):
            if isinstance(node, ast.ClassDef):
                said = {ast.unparse(b).split("[")[0].split(".")[-1] for b in node.bases}
                bases.setdefault(node.name, set()).update(said)
    found = {base}
    while more := {name for name, over in bases.items() if over & found} - found:
        found |= more
    return sorted(found - {base})


def process_pools(tree: Tree) -> list[str]:
    """Return the files that start processes of ours: an executor's, or children of their own."""
    return [
        name
        for name in tree.package
        if POOL.search((tree.root / "lo_exact" / name).read_text(encoding="utf-8"))
    ]


def called_once(tree: Tree) -> list[str]:
    """Return the private functions of files that one place alone names."""
    found = []
    for file, module in tree.package.items():
        if CHECKER.search(file):
            continue
        said = Counter(
            node.id if isinstance(node, ast.Name) else node.attr
            for node in ast.walk(module)
            if isinstance(node, ast.Name | ast.Attribute)
        )
        found += [
            f"{file}:{node.name}"
            for node in ast.walk(module)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            and node.name.startswith("_")
            and not node.name.startswith("__")
            and said[node.name] == 1
        ]
    return found


def named_after_what_they_test(root: Path) -> tuple[list[str], list[str]]:
    """Return the files of tests named after a file or folder of the package, and the others."""
    named, others = [], []
    for path in sorted((root / "tests").rglob("test_*.py")):
        name = path.relative_to(root / "tests")
        is_named = _is_named_after(root / "lo_exact" / name.parent, name.name)
        (named if is_named else others).append(str(name))
    return named, others


def _is_named_after(folder: Path, file: str) -> bool:
    """Whether ``test_WHAT.py`` or ``test_WHAT_aspect.py`` says a file or folder there, or its own.

    A folder of tests that the package has not, such as ``house/``, names what it tests itself.
    """
    if not folder.exists():
        return True
    words = file.removeprefix("test_").removesuffix(".py").split("_")
    beginnings = {"_".join(words[:end]) for end in range(1, len(words) + 1)}
    return bool(beginnings & ({folder.name} | {path.stem for path in folder.glob("*")}))


def patches(tree: Tree, *, constants: bool = False) -> int:
    """Count the attributes that tests replace; of these, the constants."""
    count = 0
    for module in tree.tests.values():
        for node in ast.walk(module):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "setattr"
                and "patch" in ast.unparse(node.func.value)
            ):
                words = [arg for arg in node.args if isinstance(arg, ast.Constant)]
                name = str(words[0].value).rpartition(".")[2] if words else ""
                count += not constants or name.lstrip("_").isupper()
    return count


def measures(tree: Tree) -> dict[str, int | str]:
    """Return each figure by its name."""
    lines = {name: tree.lines("lo_exact", name) for name in tree.package}
    full = {name: n for name, n in lines.items() if not name.endswith("__init__.py")}
    named, others = named_after_what_they_test(tree.root)
    return {
        "lines of the package": sum(lines.values()),
        "files of the package": len(lines),
        f"files of at most {SHORT_LINES} lines": sum(n <= SHORT_LINES for n in full.values()),
        "classes' names in two files": len(names_twice(tree, ast.ClassDef)),
        "functions' names in two files": len(names_twice(tree, ast.FunctionDef)),
        "classes' names in two files, private ones as well": len(
            names_twice(tree, ast.ClassDef, private=True)
        ),
        "subclasses of Watch": len(subclasses(tree, "Watch")),
        "files that start processes": len(process_pools(tree)),
        "private functions named once": len(called_once(tree)),
        "lines of the tests": sum(tree.lines("tests", name) for name in tree.tests),
        "files of the tests": len(tree.tests),
        "files of tests named after what they test": f"{len(named)} of {len(named) + len(others)}",
        "patched attributes": patches(tree),
        "patched constants": patches(tree, constants=True),
    }


def details(tree: Tree) -> Iterator[str]:
    """Yield the lines behind the figures that are to fall."""
    for kind in (ast.ClassDef, ast.FunctionDef):
        for name, files in names_twice(tree, kind).items():
            yield f"{kind.__name__[:-3].lower()} {name}: {', '.join(files)}"
    yield f"subclasses of Watch: {', '.join(subclasses(tree, 'Watch'))}"
    yield f"start processes: {', '.join(process_pools(tree))}"


if __name__ == "__main__":
    of = Tree.read(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT)
    for what, figure in measures(of).items():
        print(f"{figure:>12}  {what}")
    print(*details(of), sep="\n")
