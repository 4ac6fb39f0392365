"""Write the result of a `hardest` search as a claim file with evidence.

The claim is a TOML file like any other claim, its puzzle a JSON file beside it.  So a reader can
judge it with ``lo-exact check hardest.toml``, or the evidence alone with ``python checker.py``.
The claim is written last: without it nothing is claimed.
"""

import json
from pathlib import Path

from lo_exact.errors import DisagreementError, writing
from lo_exact.formats import write_file_atomically
from lo_exact.formats.format_table import find_format
from lo_exact.hardest_boards.answer import Hardest
from lo_exact.hardest_boards.claims.evidence import write_evidence
from lo_exact.hardest_boards.claims.files import read_claim
from lo_exact.hardest_boards.claims.judge import (
    ClaimAnswer,
    Verdict,
    hardest_evidence,
    hardest_in_words,
)
from lo_exact.outcome import Status
from lo_exact.version import RELEASE

NAME = "hardest"


def write_as_claim(found: Hardest, folder: Path) -> Path:
    """Write a result as ``hardest.toml``, with its puzzle and evidence in files next to it.

    Args:
        found: the answer.
        folder: existing folder for the files.

    Returns:
        The file of the evidence.

    Raises:
        DisagreementError: When the certificate checker rejects the example.
    """
    if found.status is Status.OPTIMAL:
        said = f'statement = "hardest"\nweight = {found.weight}\n'
        said += f"boards = {found.boards}\n" if found.boards >= 0 else ""
    else:
        said = f'statement = "bounds"\nlower = {found.lower_bound}\nupper = {found.upper_bound}\n'
    puzzle, claim = folder / f"{NAME}.puzzle.json", folder / f"{NAME}.toml"
    source = f"lo-exact {RELEASE} hardest: {found.method}"
    with writing(str(claim)):
        write_file_atomically(puzzle, find_format("json").write(found.puzzle))
        said = f'id = "{NAME}"\n{said}source = {json.dumps(source)}\ndate = "as found"\n'
        write_file_atomically(claim, f'{said}\n[puzzle]\nfile = "{puzzle.name}"\n')
    read = read_claim(claim)
    if read.puzzle.sha256 != found.puzzle.sha256:
        raise DisagreementError(f"{puzzle} was read back as a different puzzle")
    verdict = Verdict(
        read, ClaimAnswer.TRUE, hardest_in_words(found), found.method, found.seconds,
        hardest_evidence(found),
    )  # fmt: skip
    return write_evidence(verdict)
