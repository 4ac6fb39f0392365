"""Spoil the checker, one place at a time, and see that a test notices.

    pip install mutmut==3.8.1
    python -m tests.campaigns.mutate_checker [--within FUNCTION ...] [--seconds 60]
    python -m tests.campaigns.mutate_checker --since COMMIT --within Tree --tests tree

The mutants are mutmut's: every change it makes inside a function of
lo_exact/certificate/checker.py, or of another checker.  ``--since`` takes only functions that read
otherwise in that commit, ``--within`` functions, classes or methods (CLASS.METHOD), ``--tests``
only those of some files: what they kill all tests kill.  pytest collects the tests once; each
mutant is judged in a process of its own, where it takes the checker's place.  It is killed when a
test fails, or when the tests take more than the given processor time or 4 GB.  Survivors are
printed as differences; docs/certificate-forms.md explains them.
"""

import argparse
import difflib
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import libcst as cst
import pytest
from libcst.metadata import MetadataWrapper
from mutmut.mutation.file_mutation import MutationVisitor, mutation_operators
from mutmut.mutation.pragma_handling import IgnoredCode

from lo_exact.certificate import checker, counters_checker

ROOT = Path(__file__).resolve().parents[2]
TESTS = (
    "checker_*", "certificate", "check", "proof", "certificate_docs", "forms/halves_parts",
    "forms/halves", "forms/sweep", "forms/tree_parts", "forms/tree",
)  # fmt: skip
"""Files of tests/certificate, without test_ and .py."""
PROGRAMS = {
    "checker": (checker, TESTS),
    "counters": (counters_checker, ("counters/splits_parts", "counters/splits")),
}
MEMORY = 4 * 2**30


def functions_in(module):
    """Yield (names, function) for every function and method: FUNCTION, or CLASS and METHOD."""
    for node in module.body:
        if isinstance(node, cst.FunctionDef):
            yield {node.name.value}, node
        elif isinstance(node, cst.ClassDef):
            for part in node.body.body:
                if isinstance(part, cst.FunctionDef):
                    within, name = node.name.value, part.name.value
                    yield {within, name, f"{within}.{name}"}, part


def functions_of(text):
    """Return the text of every function and method."""
    module = cst.parse_module(text)
    return {module.code_for_node(node).strip() for _, node in functions_in(module)}


def before(commit, path):
    """Return the functions of a file as they were in a commit."""
    name = f"{commit}:{Path(path).relative_to(ROOT)}"
    shown = subprocess.run(
        ["git", "show", name], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return functions_of(shown.stdout)


def mutants(source, within, old, piece):
    """Yield each mutant's text.

    Args:
        source: what is spoilt.
        within: names of functions, classes, methods; all, when there are none.
        old: texts of functions that are left alone.
        piece: (i, n): the i-th of n equal parts.
    """
    visitor = MutationVisitor(mutation_operators, IgnoredCode(set(), set(), set()))
    module = MetadataWrapper(cst.parse_module(source)).visit(visitor)
    chosen = [
        function
        for names, function in functions_in(module)
        if (not within or names & within) and module.code_for_node(function).strip() not in old
    ]
    number = 0
    for change in visitor.mutations:
        if any(change.contained_by_top_level_function is function for function in chosen):
            number += 1
            if number % piece[1] == piece[0]:
                yield module.deep_replace(change.original_node, change.mutated_node).code


def difference(source, mutant):
    """Return the lines that differ, with the first one's number."""
    before, after = source.splitlines(), mutant.splitlines()
    number = next(i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b) + 1
    lines = list(difflib.unified_diff(before, after, n=0, lineterm=""))[3:]
    return f"line {number}\n" + "\n".join("    " + line for line in lines)


def take_its_place(checker, text, path):
    """Make a mutant the checker, also where names were imported from it."""
    path.write_text(text)
    old = {name: value for name, value in vars(checker).items() if not name.startswith("__")}
    exec(compile(text, str(path), "exec"), vars(checker))
    checker.__file__ = str(path)
    for module in list(sys.modules.values()):
        if module is not checker and module.__name__.startswith(("lo_exact.", "tests.")):
            for name, value in list(vars(module).items()):
                if name in old and value is old[name]:
                    setattr(module, name, getattr(checker, name))


class Judge:
    """The part of pytest that runs what was collected: once for each mutant."""

    def __init__(self, spoilt, given):
        self.spoilt, self.within, self.seconds = spoilt, set(given.within), given.seconds
        self.old = before(given.since, spoilt.__file__) if given.since else set()
        self.piece = tuple(int(number) for number in given.piece.split("/"))
        self.verdicts = Counter()

    def pytest_runtestloop(self, session):
        source = Path(self.spoilt.__file__).read_text()
        assert self.fate(session, source) == "survived", "the tests fail without any mutant"
        for mutant in mutants(source, self.within, self.old, self.piece):
            verdict = self.fate(session, mutant)
            self.verdicts[verdict] += 1
            if verdict != "killed":
                print(f"{verdict}: {difference(source, mutant)}", flush=True)
        return True

    def fate(self, session, text):
        """Return what becomes of one mutant."""
        with tempfile.TemporaryDirectory() as folder:
            child = os.fork()
            if not child:
                os.setsid()
                self.run_tests(session, text, Path(folder))
            deadline = time.monotonic() + 10 * self.seconds
            while True:
                ended, status = os.waitpid(child, os.WNOHANG)
                if ended:
                    break
                if time.monotonic() > deadline:
                    os.killpg(child, signal.SIGKILL)
                time.sleep(0.005)
        if os.WIFSIGNALED(status):
            return "timed out"
        return "killed" if os.WEXITSTATUS(status) else "survived"

    def run_tests(self, session, text, folder):
        """Run the tests on one mutant, until one fails; never return."""
        failed = True
        try:
            quiet = os.open(os.devnull, os.O_RDWR)
            for stream in range(3):
                os.dup2(quiet, stream)
            resource.setrlimit(resource.RLIMIT_CPU, (self.seconds, self.seconds + 5))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            tempfile.tempdir = str(folder)
            take_its_place(self.spoilt, text, folder / "checker.py")
            for item, following in zip(session.items, [*session.items[1:], None], strict=True):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                if session.testsfailed:
                    break
            failed = bool(session.testsfailed)
        finally:
            os._exit(failed)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--within", nargs="*", default=[], metavar="NAME")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--since", metavar="COMMIT", help="functions that were other then")
    parser.add_argument("--piece", default="0/1", metavar="I/N", help="the I-th of N parts")
    parser.add_argument("--tests", nargs="*", metavar="NAME", help="of tests/certificate")
    parser.add_argument("--program", choices=PROGRAMS, default="checker", help="what is spoilt")
    given = parser.parse_args()
    spoilt, tests = PROGRAMS[given.program]
    judge = Judge(spoilt, given)
    folder = ROOT / "tests/certificate"
    files = {}
    for name in given.tests or tests:
        above, _, last = name.rpartition("/")
        files |= {str(path): None for path in sorted((folder / above).glob(f"test_{last}.py"))}
    # xdist would run the mutants elsewhere, and a cache would order the tests by the last mutant
    options = ["-q", "--tb=no", "-s", "-p", "no:cacheprovider", "-p", "no:xdist", "--maxfail=1"]
    pytest.main([*options, *files], plugins=[judge])
    total = sum(judge.verdicts.values())
    dead = total - judge.verdicts["survived"]
    print(f"{total} mutants, {dead} killed ({judge.verdicts['timed out']} of them by the limits)")


if __name__ == "__main__":
    main()
