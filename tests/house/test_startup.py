"""What the command line imports: help nothing but typer, a small board nothing it does not use."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from lo_exact.cli import all_commands
from lo_exact.registers import SLICES
from tests.marks import with_large

ROOT = Path(__file__).resolve().parents[2]
BOARD = "data/boards/all-on-5x5.txt"
HEAVY = {
    "numpy", "scipy", "pysat", "pulp", "highspy", "pycryptosat", "networkx", "rustworkx",
    "matplotlib", "rich", "pydantic", "numba",
}  # fmt: skip


def modules_after(*arguments: str, code: int = 0) -> set[str]:
    """Return the names of all modules imported by one run of the command line."""
    tell = "import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr)); "
    run = f"{tell}sys.argv = {['lo-exact', *arguments]!r}; import lo_exact.__main__ as m; m.main()"
    done = subprocess.run(
        [sys.executable, "-c", run],
        check=False,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        timeout=60,
    )
    assert done.returncode == code, done.stderr[-500:]
    return set(done.stderr.splitlines()[-1].split())


def tops(modules: set[str]) -> set[str]:
    return {name.split(".")[0] for name in modules}


def test_help_imports_typer_and_the_table_of_commands_only():
    modules = modules_after("--help")
    assert not tops(modules) & HEAVY
    ours = {name for name in modules if name.startswith("lo_exact")}
    assert ours == {
        "lo_exact",
        "lo_exact.__main__",
        "lo_exact.cli",
        "lo_exact.commands",
        "lo_exact.commands.shared",
        "lo_exact.commands.shared.quick",
        "lo_exact.errors",
        "lo_exact.registers",
        *(name for name in SLICES if "COMMANDS" in SLICES[name]),
        *(f"{name}.rows" for name in SLICES if "COMMANDS" in SLICES[name]),
    }


def test_the_help_of_every_command_imports_no_array_or_solver_package():
    program = (
        "import sys\n"
        "from typer.testing import CliRunner\n"
        "from lo_exact.cli import all_commands, app\n"
        "for row in all_commands():\n"
        "    done = CliRunner().invoke(app, [row.name, '--help'])\n"
        "    assert done.exit_code == 0, (row.name, done.output)\n"
        "    print(row.name, *sorted({name.split('.')[0] for name in sys.modules}))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        check=True,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    said = [line.split() for line in done.stdout.splitlines()]
    assert [words[0] for words in said] == [row.name for row in all_commands()]
    for name, *loaded in said:
        assert not set(loaded) & HEAVY, name


@pytest.mark.parametrize("name", with_large(
    ["min", "solve", "all", "count", "prove", "kernel", "show"], {"solve", "count", "prove", "show"}
))  # fmt: skip
def test_a_small_board_needs_numpy_and_no_other_package(name):
    modules = modules_after(name, BOARD)
    assert tops(modules) & HEAVY == {"numpy"}
    # the tables of external solvers are for those who ask for one by name
    assert not {name for name in modules if name.startswith("lo_exact.backends")}
    assert not {name for name in modules if name.startswith("lo_exact.certificate")}


def test_the_version_is_printed_without_any_command():
    modules = modules_after("--version")
    assert "lo_exact.commands.minimum" not in modules
    assert not tops(modules) & HEAVY


def test_a_small_board_needs_few_of_our_own_modules():
    ours = {name for name in modules_after("min", BOARD) if name.startswith("lo_exact")}
    assert len(ours) <= 71, sorted(ours)
