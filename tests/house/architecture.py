"""The package as it is: rooms, files, and who imports whom, read from the source.

Imports inside functions count, and so do names in registers, ``"module:function"``; what only types
need counts for circles of files alone.  ``python -m tests.house.architecture`` prints the arrows
for docs/architecture.md.
"""

import ast
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lo_exact.machine import uncollected

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "lo_exact"
PAGE = ROOT / "docs" / "architecture.md"

NAMED = re.compile(r"(lo_exact(?:\.\w+)+):\w+")
TYPES = "TYPE_CHECKING"


@cache
def files() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def room(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


@dataclass(frozen=True)
class Import:
    """One name that a file imports: where it stands, and who needs it."""

    line: int
    name: str
    top: bool
    """Whether it stands outside of all functions, classes and conditions."""
    types: bool
    """Whether only types need it."""


@cache
def parsed(path: Path) -> ast.Module:
    """Return the syntax tree of a file, which is read once."""
    with uncollected():  # a search for garbage among the nodes takes longer than reading
        return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports(path: Path) -> tuple[Import, ...]:
    """Return every import of a file, also inside functions and by name."""
    found = []
    left = [(node, True, False) for node in parsed(path).body]
    while left:
        node, top, types = left.pop()
        if isinstance(node, ast.Import):
            found += [Import(node.lineno, alias.name, top, types) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: imports are absolute"
            assert node.module
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            found += [Import(node.lineno, name, top, types) for name in names]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if name := NAMED.fullmatch(node.value):
                found.append(Import(node.lineno, name[1], False, types))
        else:
            types = types or (isinstance(node, ast.If) and ast.unparse(node.test) == TYPES)
            left += [(inner, False, types) for inner in ast.iter_child_nodes(node)]
    return tuple(sorted(found, key=lambda found: found.line))


def imported(path: Path, *, top_only: bool = False, types: bool = False) -> list[tuple[int, str]]:
    """Return (line, dotted name) of every import, also inside functions and by name.

    Args:
        path: the file.
        top_only: leave out what functions import.
        types: with what only types need.
    """
    return [
        (found.line, found.name)
        for found in imports(path)
        if (found.top or not top_only) and (types or not found.types)
    ]


def module_name(path: Path) -> str:
    dotted = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    return dotted.removesuffix(".__init__")


def file_graph() -> dict[str, set[str]]:
    """Return for each module of the package the modules that it imports, also for types alone."""
    names = {module_name(path) for path in files()}
    graph: dict[str, set[str]] = {}
    for path in files():
        own = module_name(path)
        graph[own] = set()
        for _, name in imported(path, types=True):
            if name.split(".")[0] == "lo_exact":
                target = name if name in names else name.rpartition(".")[0]
                graph[own] |= {target} & names - {own, "lo_exact"}
    return graph


@cache
def arrows() -> dict[str, list[str]]:
    """Return for each room the other rooms that it imports."""
    out: dict[str, set[str]] = {}
    for path in files():
        if room(path) == "__init__":
            continue
        others = out.setdefault(room(path), set())
        for _, name in imported(path):
            parts = name.split(".")
            if parts[0] == "lo_exact" and len(parts) > 1 and parts[1] != "__version__":
                others |= {parts[1]} - {room(path)}
    return {name: sorted(others) for name, others in sorted(out.items())}


def drawn_arrows() -> str:
    """Return the arrows as the page shows them."""
    lines = [f"{name:<12}──► {'  '.join(others)}" for name, others in arrows().items() if others]
    return "\n".join(["```text", *lines, "```"])


def floors() -> tuple[dict[str, int], set[int]]:
    """Return of each room the floor that the page draws it on, and the floors of strangers."""
    drawing = PAGE.read_text().split("## The floors")[1].split("```text\n")[1].split("```")[0]
    found: dict[str, int] = {}
    strangers = set()
    for line in drawing.splitlines():
        number, rooms, *_ = re.split(r"\s{3,}", line.strip())
        if " | " in rooms:
            strangers.add(int(number))
        found |= {name: int(number) for name in re.split(r"\s+\|\s+|\s+", rooms)}
    return found, strangers


if __name__ == "__main__":
    print(drawn_arrows())
