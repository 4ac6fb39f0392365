"""``lo-exact check``: judge a certificate, or the evidence of a claim."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lo_exact import machine
from lo_exact.commands.shared.answer import NO, print_json
from lo_exact.commands.shared.options import Json, can_be_written
from lo_exact.commands.shared.reading import read
from lo_exact.errors import UsageError
from lo_exact.registers import done_by_slices

if TYPE_CHECKING:
    from lo_exact.certificate.external import Opinion
    from lo_exact.counters import AnyPuzzle

Certificate = Annotated[
    str | None,
    typer.Argument(
        metavar="CERTIFICATE",
        help="A certificate, its proofs beside it; or the evidence of a claim, or the claim.",
    ),
]
Board = Annotated[
    str | None,
    typer.Argument(
        metavar="PUZZLE",
        help="The puzzle it must be about, in any format; for evidence, the claim.",
    ),
]
External = Annotated[
    str | None,
    typer.Option("--external", metavar="COMMAND", help="Run another LRAT checker, too."),
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
    external: External = None,
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
    alone = checker_for(certificate) not in ("checker.py", "counters_checker.py")
    if alone and (board or external):
        raise UsageError(
            "a certificate of a walk or a distance contains its puzzle and no LRAT proof: leave "
            "PUZZLE and --external out"
        )
    puzzle = None if board is None else _beside(board, certificate)
    if judge is not None and external:
        raise UsageError("evidence of a claim has no LRAT proof: leave --external out")
    verdict = check_in_fresh_process(certificate, puzzle) if judge is None else judge()
    opinions = (
        _opinions(certificate, puzzle, external)
        if external is not None and verdict.accepted
        else []
    )
    accepted = verdict.accepted and all(one.verified for one in opinions)
    code = EXIT_CODES[verdict.kind] if accepted is verdict.accepted else NO
    if json:
        said = verdict_document(verdict) | {"accepted": accepted}
        if opinions:
            said["external"] = [{"verified": one.verified, "said": one.said} for one in opinions]
        print_json(said)
        return code
    print(f"{verdict.kind.value}: {verdict.text}")
    for number, one in enumerate(opinions, start=1):
        word = "verified" if one.verified else "not verified"
        print(f"external: proof {number} of {len(opinions)} {word}: {one.said}")
    return code


def _write_checker(path: str, certificate: str | None) -> None:
    """Write the checker that a certificate needs, and print how it is run."""
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
    """Read the board beside a certificate, as counters where that is about counters."""
    from lo_exact.certificate.check import checker_for
    from lo_exact.formats import ReadOptions
    from lo_exact.formats.format_table import only_part
    from lo_exact.formats.reading import read_parts

    if checker_for(certificate) == "counters_checker.py":
        return only_part(read_parts(board, options=ReadOptions(counters=True)))
    return read(board)


def _opinions(certificate: str, puzzle: "AnyPuzzle | None", external: str) -> "list[Opinion]":
    """Ask the other checker that the user wants."""
    from lo_exact.certificate.external import external_opinions

    try:
        words = machine.command_words(external)
    except ValueError as problem:
        raise UsageError(f"--external: {problem}") from problem
    if not words:
        raise UsageError("--external wants a command, got an empty one")
    return external_opinions(Path(certificate), words, puzzle)
