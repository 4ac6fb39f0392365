"""Join the parts of the certificate checkers into one file each: ``python join_checkers.py``.

A part is a Python module of its own, which imports the standard library and other parts.  In the
joined file the imports stand merged at the top, then the parts one after the other, in the order of
`CHECKERS`: a part stands behind all that it uses.  A part's docstring becomes the comment at its
head.  At the end a table says where each part begins, how many lines of code it has, and which
parts it uses; with it a checker prints what judged a certificate.

Nothing is rewritten but the imports, so what the tests of a joined file show is shown of the parts.

The files are not in git: every build and editable install writes them (``hatch_build.py``), which
is why nothing is imported here but the standard library.
"""

from __future__ import annotations

import ast
import os
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "lo_exact" / "certificate"
PACKAGE = FOLDER.parent
PARTS = ".checker_parts."
"""What the name of every part has, whichever package it belongs to."""

COLOURS = (
    "verdict reading puzzle claims witness covering moats bits residues solutions kernel walk tree "
    "sweep cheap_patterns windows group halves proof formula lrat program limits"
)
"""Parts for a puzzle with colours: forms from the easiest to the hardest."""

FORMAT = "docs/certificate-format.md"
CORE: dict[str, tuple[str, ...]] = {
    "checker.py": (COLOURS, "a puzzle with colours, or the evidence of a claim", FORMAT),
    "counters_checker.py": (
        "verdict reading puzzle claims witness program limits",
        "counters, whole numbers without colours",
        FORMAT,
    ),
}
"""For each file its parts in order, what it checks, and the page of its format."""


def with_slices() -> dict[str, tuple[str, ...]]:
    """Return all checkers: those of the core, and what `CHECKERS` in each ``rows.py`` says.

    A slice's row is a checker of its own, or only the parts that it adds to one of the core: these
    come last, before the program.
    """
    found = dict(CORE)
    for path in sorted(PACKAGE.glob("*/rows.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "CHECKERS":
                for name, row in ast.literal_eval(node.value).items():
                    if name in CORE:
                        parts, *about = found[name]
                        row = (parts.replace(" program", f" {row[0]} program"), *about)
                    found[name] = row
    return found


HEAD = '''"""Check a certificate about {about}.

    python {name} CERTIFICATE{more}

It needs Python (3.11 or newer) and this file alone.

CERTIFICATE is a JSON file; the proofs it names lie beside it.  {page} is the format.
Exit 0: accepted, and the claim is printed in words.  Exit 1: rejected, with the reason.  Exit 2:
wrong usage.  Exit 3: a file cannot be read, or is not JSON.  Exit 4: too large for this checker,
with the bound; the certificate may be right.

How to read it.  The parts stand one behind the other; each uses only parts above it, and says at
its head what it proves, what it does not prove, and what it trusts.  An accepted certificate is
printed with the parts that judged it; the others can be skipped.{forms}

What is accepted has been proved by this file alone, with code of its own.  Anything unknown is a
rejection.  Names in capitals are the bounds, each in the part that keeps it.

This file is made of the parts in checker_parts/ by ``make checkers``; change those.
"""
'''
PUZZLES = {
    "more": " [PUZZLE]\n    python {name} --forms",
    "forms": "  ``--forms`` prints the forms of\nevidence, from the easiest to the hardest, with "
    "what they prove and the lines that judge them.",
}

CHECKERS = with_slices()


@dataclass(frozen=True)
class CheckerPart:
    """A part, taken apart.

    Attributes:
        about: its docstring.
        uses: the parts it imports, in their order.
        modules: what it imports as ``import MODULE``.
        names: what it imports as ``from MODULE import NAMES``.
        body: all behind the imports.
    """

    about: str
    uses: tuple[str, ...]
    modules: frozenset[str]
    names: dict[str, set[str]]
    body: str


def read_part(name: str) -> CheckerPart:
    """Read a part from its file."""
    (path,) = PACKAGE.glob(f"**/checker_parts/**/{name}.py")
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    uses: list[str] = []
    modules: set[str] = set()
    names: dict[str, set[str]] = defaultdict(set)
    end = 0
    for node in tree.body[1:]:
        if isinstance(node, ast.Import):
            modules |= {
                one.name if one.asname is None else f"{one.name} as {one.asname}"
                for one in node.names
            }
        elif isinstance(node, ast.ImportFrom):
            module = str(node.module)
            if PARTS in module:
                uses.append(module.rpartition(".")[2])
            elif module != "__future__":
                names[module] |= {one.name for one in node.names}
        else:
            break
        end = node.end_lineno or 0
    body = "\n".join(text.splitlines()[end:]).strip("\n")
    about = ast.get_docstring(tree) or ""
    return CheckerPart(about, tuple(uses), frozenset(modules), dict(names), body)


def joined_checker(name: str) -> str:
    """Return the text of one checker.

    Raises:
        ValueError: When a part stands before one that it uses, or two parts give one name.
    """
    listed, about, page = CHECKERS[name]
    parts = {part: read_part(part) for part in listed.split()}
    modules = set[str]().union(*(part.modules for part in parts.values()))
    names: dict[str, set[str]] = defaultdict(set)
    for part in parts.values():
        for module, chosen in part.names.items():
            names[module] |= chosen
    words = {key: value.format(name=name) if name in CORE else "" for key, value in PUZZLES.items()}
    text = HEAD.format(about=about, name=name, page=page, **words)
    text += "\nfrom __future__ import annotations\n\n" + _imports(modules, names)
    table: list[tuple[str, int, int, tuple[str, ...]]] = []
    given: dict[str, str] = {}
    for part_name, part in parts.items():
        if not set(part.uses) <= set(parts) or part_name in part.uses:
            raise ValueError(f"{name}: {part_name} uses {part.uses}, which are not all there")
        if not {*part.uses} <= {row[0] for row in table}:
            raise ValueError(f"{name}: {part_name} stands before a part that it uses")
        for public in _names_given(part.body):
            if given.setdefault(public, part_name) != part_name:
                raise ValueError(f"{name}: {given[public]} and {part_name} both give {public}")
        text += "\n\n" if table else "\n"
        table.append((part_name, text.count("\n") + 1, lines_of_code(part.body), part.uses))
        space = "\n\n" if part.body.startswith(("class ", "def ", "@")) else "\n"
        text += f'# {f" {part_name} ":-^98}\n\n"""{part.about}\n"""\n{space}{part.body}\n'
    text += f"\n\n# {' the parts ':-^98}\n\n"
    for part_name, line, lines, uses in table:
        text += f'PARTS["{part_name}"] = Part({line}, {lines}, "{" ".join(uses)}")\n'
    text += '\nif __name__ == "__main__":\n    keep_limits(*LIMITS)\n'
    return text + "    sys.exit(main(sys.argv[1:]))\n"


def lines_of_code(text: str) -> int:
    """Return how many lines are neither blank, nor comments, nor of a bare string."""
    documented = set[int]()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            documented |= set(range(node.lineno, (node.end_lineno or 0) + 1))
    return sum(
        1
        for number, line in enumerate(text.splitlines(), start=1)
        if line.strip() and not line.strip().startswith("#") and number not in documented
    )


def _names_given(body: str) -> list[str]:
    """Return the names that a part's classes, functions and constants have."""
    found = []
    for node in ast.parse(body).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.append(node.name)
        elif isinstance(node, ast.Assign):
            found += [target.id for target in node.targets if isinstance(target, ast.Name)]
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.append(node.target.id)
    return found


def _imports(modules: set[str], names: dict[str, set[str]]) -> str:
    """Return import lines as ruff sorts them."""
    lines = [f"import {module}" for module in sorted(modules)]
    lines += [
        f"from {module} import {', '.join(sorted(chosen, key=_kind_of_name))}"
        for module, chosen in sorted(names.items())
    ]
    return "\n".join(lines) + "\n"


def _kind_of_name(name: str) -> tuple[int, str]:
    """Sort constants before classes before functions."""
    return (0 if name.isupper() else 1 if name[0].isupper() else 2, name)


def main() -> None:
    """Write every checker that is not there yet; remove those of an older version.

    Others may read them meanwhile, so a file is replaced as a whole, and only by another text.
    """
    for path in FOLDER.glob("*checker.py"):
        if path.name not in CHECKERS:  # a build would take it along
            path.unlink()
    for name in CHECKERS:
        path, text = FOLDER / name, joined_checker(name)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            made = path.with_suffix(f".{os.getpid()}")
            made.write_text(text, encoding="utf-8")
            made.replace(path)


if __name__ == "__main__":
    main()
