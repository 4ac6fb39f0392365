"""``lo-exact check``: judge a certificate."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lo_exact import machine
from lo_exact.commands.shared.answer import print_json
from lo_exact.commands.shared.options import Json
from lo_exact.commands.shared.reading import read
from lo_exact.errors import UsageError

if TYPE_CHECKING:
    from lo_exact.certificate.external import Opinion
    from lo_exact.counters import AnyPuzzle

NO = 1

Certificate = Annotated[
    str, typer.Argument(metavar="CERTIFICATE", help="The certificate; its proofs lie beside it.")
]
Board = Annotated[
    str | None,
    typer.Argument(
        metavar="PUZZLE", help="The puzzle it must be about, any file that can be read."
    ),
]
External = Annotated[
    str | None,
    typer.Option("--external", metavar="COMMAND", help="Ask another LRAT checker too."),
]
Acl2 = Annotated[bool, typer.Option("--acl2", help="Ask ACL2's verified LRAT checker too.")]


def check(
    certificate: Certificate,
    board: Board = None,
    external: External = None,
    acl2: Acl2 = False,
    json: Json = False,
) -> int:
    """Judge a certificate in a fresh process that loads the stand-alone checker and nothing else.

    Exit code 1 means that it does not prove its claim, 4 that it is too large for the checker. With
    BOARD, it must be about that puzzle.
    Certificates of parity walks and of distances are judged by checkers of their own.

    Example: lo-exact check data/certificates/all-on-5x5.json
    """
    from lo_exact.certificate.check import check_in_fresh_process, checker_for, verdict_document
    from lo_exact.certificate.checker import EXIT_CODES
    from lo_exact.formats.examples import path_or_example

    certificate = path_or_example(certificate)
    alone = checker_for(certificate) in ("walk_checker.py", "distance_checker.py")
    if alone and (board or external or acl2):
        raise UsageError(
            "certificates of walks and distances hold all they are about: no BOARD, --external or "
            "--acl2"
        )
    puzzle = None if board is None else _beside(board, certificate)
    verdict = check_in_fresh_process(certificate, puzzle)
    opinions = _opinions(certificate, puzzle, external, acl2=acl2) if verdict.accepted else {}
    accepted = verdict.accepted and all(one.verified for some in opinions.values() for one in some)
    code = EXIT_CODES[verdict.kind] if accepted is verdict.accepted else NO
    if json:
        said = verdict_document(verdict) | {"accepted": accepted}
        for name, given in opinions.items():
            said[name] = [{"verified": one.verified, "said": one.said} for one in given]
        print_json(said)
        return code
    print(f"{verdict.kind.value}: {verdict.text}")
    for name, given in opinions.items():
        for number, one in enumerate(given, start=1):
            word = "verified" if one.verified else "not verified"
            print(f"{name}: proof {number} of {len(given)} {word}: {one.said}")
    return code


def _beside(board: str, certificate: str) -> "AnyPuzzle":
    """Read the board beside a certificate, as counters where that is about counters."""
    from lo_exact.certificate.check import checker_for
    from lo_exact.formats import ReadOptions
    from lo_exact.formats.format_table import only_part
    from lo_exact.formats.reading import read_parts

    if checker_for(certificate) == "counters_checker.py":
        return only_part(read_parts(board, options=ReadOptions(counters=True)))
    return read(board)


def _opinions(
    certificate: str, puzzle: "AnyPuzzle | None", external: str | None, *, acl2: bool
) -> "dict[str, list[Opinion]]":
    """Ask the other checkers that the user wants."""
    from lo_exact.certificate.external import acl2_opinions, external_opinions

    opinions = {}
    if external is not None:
        try:
            words = machine.command_words(external)
        except ValueError as problem:
            raise UsageError(f"--external: {problem}") from problem
        if not words:
            raise UsageError("--external wants a command, got an empty one")
        opinions["external"] = external_opinions(Path(certificate), words, puzzle)
    if acl2:
        opinions["acl2"] = acl2_opinions(Path(certificate), puzzle)
    return opinions
