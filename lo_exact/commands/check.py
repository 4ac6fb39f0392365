"""Command ``lo-exact check``: check a certificate, or the evidence of a claim."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lo_exact.commands.shared.answer import print_json
from lo_exact.commands.shared.options import Json, can_be_written, read
from lo_exact.errors import UsageError, refuse_use
from lo_exact.registers import done_by_slices

if TYPE_CHECKING:
    from lo_exact.counters import AnyPuzzle

Certificate = Annotated[
    str | None,
    typer.Argument(
        metavar="CERTIFICATE",
        help="A certificate (its proof files beside it), a claim, or a claim's evidence.",
    ),
]
Board = Annotated[
    str | None,
    typer.Argument(
        metavar="PUZZLE",
        help="The puzzle it must be about, in any format; for evidence, the claim.",
    ),
]
WriteChecker = Annotated[
    str | None,
    typer.Option(
        "--write-checker",
        metavar="FILE",
        callback=can_be_written,
        help="Write the checker itself, one Python file to read and run elsewhere.",
    ),
]


def check(
    certificate: Certificate = None,
    board: Board = None,
    write_checker: WriteChecker = None,
    json: Json = False,
) -> int:
    """Judge a certificate, or the evidence of a claim, with the stand-alone checker.

    The checker is one Python file and runs in a process that loads nothing else. Exit code 1 means
    that the claim is not proved, 3 that the file is no certificate, 4 that it is too large for the
    checker. PUZZLE: also check that the certificate is about this puzzle (or claim).

    --write-checker FILE writes the checker as one Python file: the one that CERTIFICATE needs, or
    else the one for boards and claims. Run it: python FILE CERTIFICATE

    Example: lo-exact check data/certificates/all-on-5x5.json
    """
    from lo_exact.certificate.check import check_in_fresh_process, checker_for, verdict_document
    from lo_exact.certificate.checker import EXIT_CODES
    from lo_exact.formats.examples import path_or_example

    if certificate is None and write_checker is None:
        raise UsageError("name a certificate, or write the checker with --write-checker FILE")
    judge = None
    if certificate is not None and ".toml" in (Path(certificate).suffix, Path(board or "").suffix):
        certificate, judge = done_by_slices("judge a claim")(certificate, board)
        board = None
    elif certificate is not None:
        certificate = path_or_example(certificate, "certificates/*.json")
    if write_checker is not None:
        _write_checker(write_checker, certificate)
    if certificate is None:
        return 0
    refuse_use(
        board and checker_for(certificate) not in ("checker.py", "counters_checker.py"),
        "a certificate of a walk or a distance contains its puzzle: leave PUZZLE out",
    )
    puzzle = None if board is None else _beside(board, certificate)
    verdict = check_in_fresh_process(certificate, puzzle) if judge is None else judge()
    if json:
        print_json(verdict_document(verdict))
    else:
        print(f"{verdict.kind.value}: {verdict.text}")
    return EXIT_CODES[verdict.kind]


def _write_checker(path: str, certificate: str | None) -> None:
    """Write the checker program for a certificate, and print how to run it."""
    from lo_exact.certificate.check import FOLDER, checker_for
    from lo_exact.formats import write_file_atomically

    name = "checker.py" if certificate is None else checker_for(certificate)
    text = (FOLDER / name).read_text(encoding="utf-8")
    write_file_atomically(Path(path), text)
    print(
        f"{path}: {name}, {text.count(chr(10))} lines. Run: python {path} CERTIFICATE",
        file=sys.stderr,
    )


def _beside(board: str, certificate: str) -> "AnyPuzzle":
    """Read the puzzle that a certificate is about: a counters puzzle or a board."""
    from lo_exact.certificate.check import checker_for
    from lo_exact.formats import ReadOptions
    from lo_exact.formats.format_table import only_part
    from lo_exact.formats.reading import read_parts

    if checker_for(certificate) == "counters_checker.py":
        return only_part(read_parts(board, options=ReadOptions(counters=True)))
    return read(board)
