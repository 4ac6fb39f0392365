"""``lo-exact check``: judge a certificate."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lo_exact.commands.shared.answer import print_json
from lo_exact.commands.shared.options import Json
from lo_exact.commands.shared.reading import read
from lo_exact.errors import UsageError

if TYPE_CHECKING:
    from lo_exact.certificate.external import Opinion
    from lo_exact.counters import AnyPuzzle

NO = 1

Certificate = Annotated[str, typer.Argument(help="The certificate; its proofs lie beside it.")]
Board = Annotated[
    str | None, typer.Argument(help="The puzzle it must be about, any file that can be read.")
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

    Exit code 1 means that it does not prove its claim. With BOARD, it must be about that puzzle.
    Certificates of parity walks are judged by a checker of their own.

    Example: lo-exact check data/certificates/all-on-5x5.json
    """
    from lo_exact.formats.examples import placed

    certificate = placed(certificate)
    puzzle = None if board is None else _beside(board, certificate)
    if _is_about_a_walk(certificate):
        if puzzle is not None or external is not None or acl2:
            raise UsageError("a walk's certificate holds its level: no BOARD, --external or --acl2")
        from lo_exact.walk.certify import check_in_fresh_process as check_walk

        proved, text = check_walk(certificate)
    else:
        from lo_exact.certificate.check import check_in_fresh_process

        proved, text = check_in_fresh_process(certificate, puzzle)
    opinions = _opinions(certificate, puzzle, external, acl2=acl2) if proved else {}
    accepted = proved and all(one.verified for given in opinions.values() for one in given)
    if json:
        said: dict[str, Any] = {"accepted": accepted, "text": text}
        for name, given in opinions.items():
            said[name] = [{"verified": one.verified, "said": one.said} for one in given]
        print_json(said)
        return 0 if accepted else NO
    print(f"{'accepted' if proved else 'rejected'}: {text}")
    for name, given in opinions.items():
        for number, one in enumerate(given, start=1):
            word = "verified" if one.verified else "not verified"
            print(f"{name}: proof {number} of {len(given)} {word}: {one.said}")
    return 0 if accepted else NO


def _beside(board: str, certificate: str) -> "AnyPuzzle":
    """Read the board beside a certificate, as counters where that is about counters."""
    from lo_exact.formats import ReadOptions
    from lo_exact.formats.reading import read_parts
    from lo_exact.formats.table import only_part

    if _is_of_counters(certificate):
        return only_part(read_parts(board, options=ReadOptions(counters=True)))
    return read(board)


def _is_of_counters(certificate: str) -> bool:
    """Whether a certificate holds counters; then the board beside it is read as such."""
    from lo_exact.certificate.checker import Rejected, read_file

    try:
        document = read_file(Path(certificate))
    except (Rejected, OSError, ValueError):
        return False  # the checker says what is wrong with it
    inside = document.get("puzzle") if isinstance(document, dict) else None
    return isinstance(inside, dict) and "colours" in inside and inside["colours"] is None


def _is_about_a_walk(certificate: str) -> bool:
    """Whether a file begins like the certificate of a parity walk; its checker judges the rest."""
    try:
        with open(certificate, "rb") as file:
            return b'"lo-exact walk certificate"' in file.read(256)
    except (OSError, ValueError):
        return False  # the checker says why it cannot be read


def _opinions(
    certificate: str, puzzle: "AnyPuzzle | None", external: str | None, *, acl2: bool
) -> "dict[str, list[Opinion]]":
    """Ask the other checkers that the user wants."""
    from lo_exact.certificate.external import acl2_opinions, external_opinions

    opinions = {}
    if external is not None:
        try:
            words = shlex.split(external)
        except ValueError as problem:
            raise UsageError(f"--external: {problem}") from problem
        if not words:
            raise UsageError("--external wants a command, got an empty one")
        opinions["external"] = external_opinions(Path(certificate), words, puzzle)
    if acl2:
        opinions["acl2"] = acl2_opinions(Path(certificate), puzzle)
    return opinions
