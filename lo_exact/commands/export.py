"""Command ``lo-exact export``: write a puzzle as a formula for external solvers."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from lo_exact.commands.shared.answer import Talk, exit_code
from lo_exact.commands.shared.options import Quietly, TimeLimit, seconds_allowed, takes_puzzle
from lo_exact.commands.shared.quick import within
from lo_exact.errors import refuse_use
from lo_exact.registers import EXPORTS, completing

if TYPE_CHECKING:
    from lo_exact.exports.export_table import Export
    from lo_exact.formula import Formula
    from lo_exact.puzzle import Puzzle

NAMED = ("lp", "mps")
"""Formats that name variables x1, x2, ..."""

ExportName = Annotated[
    str,
    typer.Option(
        "--format",
        metavar="NAME",
        autocompletion=completing(EXPORTS),
        help=f"One of {', '.join(EXPORTS)}.",
    ),
]
KernelForm = Annotated[
    bool, typer.Option("--kernel", help="The formula after elimination: fewer unknowns.")
]
Bound = Annotated[
    int | None,
    typer.Option("--bound", metavar="W", help="The formula for at most W presses (cnf and xor)."),
]
Refutation = Annotated[
    bool,
    typer.Option(
        "--refutation",
        help="With cnf: the formula a certificate's proof contradicts, no lighter solution.",
    ),
]


@takes_puzzle
def export(
    puzzle: "Puzzle",
    *,
    format: ExportName = "cnf",
    kernel: KernelForm = False,
    bound: Bound = None,
    refutation: Refutation = False,
    time_limit: TimeLimit = None,
    talk: Quietly,
) -> int:
    """Write a puzzle as a formula: DIMACS, XOR, weighted CNF, OPB, LP or MPS.

    cnf and xor ask for any solution (with --bound W, of at most W presses); the others for the
    minimum. Comments say which variable is which button. lo-exact judge FILE ANSWER --format NAME
    judges a solver's answer.

    With --refutation, the minimum is found first, and the formula says that fewer presses suffice.
    A SAT solver proves that this is impossible.

    Example: lo-exact export data/boards/all-on-5x5.txt --format wcnf
    """
    if refutation:
        refuse_use(
            format != "cnf" or bound is not None,
            "--refutation is a formula in cnf and has its own bound",
        )
        return _refutation(puzzle, talk, seconds_allowed(time_limit), kernel=kernel)
    with within(seconds_allowed(time_limit)):
        _write(puzzle, format, bound, kernel=kernel)
    return 0


def _write(puzzle: "Puzzle", format: str, bound: int | None, *, kernel: bool) -> None:
    """Print the formula, line by line."""
    from lo_exact.exports.export_table import export_lines, notes_of

    chosen, encoding, formula = formula_of(puzzle, format, kernel=kernel)
    variable = "x" if chosen.name in NAMED else "v"
    for line in export_lines(chosen, formula, notes_of(puzzle, formula, encoding, variable), bound):
        print(line)


def _refutation(puzzle: "Puzzle", talk: Talk, seconds: float, *, kernel: bool) -> int:
    from lo_exact import solver
    from lo_exact.certificate.certify import claim_of
    from lo_exact.certificate.write import formula_of_claim
    from lo_exact.outcome import Status

    report = talk.progress(puzzle.objective)
    solution = solver.minimum(puzzle, time_limit=seconds, report=report)
    talk.end_progress()
    if solution.stopped:
        talk.say(f"no minimum is known: {solution.stopped}")
        return exit_code(solution)
    refuse_use(
        solution.status is Status.INFEASIBLE,
        "an unsolvable board is proved by its witness: see lo-exact prove",
    )
    formula = formula_of_claim(puzzle, claim_of(solution), kernel=kernel)
    sys.stdout.writelines(line.decode("ascii") for line in formula.dimacs())
    return 0


def formula_of(puzzle: "Puzzle", name: str, *, kernel: bool) -> "tuple[Export, str, Formula]":
    """Return the export format, the name of the encoding, and the formula of a puzzle.

    Raises:
        UsageError: When there is no such format, or the encoding cannot take the puzzle.
    """
    from lo_exact.encodings.encoding_table import find_encoding
    from lo_exact.exports.export_table import find_export

    export = find_export(name)
    encoding = find_encoding(export.encoding(puzzle.colours, kernel=kernel))
    refusal = encoding.refuses(puzzle.system)
    refuse_use(refusal, f"encoding {encoding.name} cannot take this puzzle: {refusal}")
    return export, encoding.name, encoding.encode(puzzle.system)
