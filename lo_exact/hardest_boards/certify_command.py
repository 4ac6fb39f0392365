"""``lo-exact certify``: published claims, proved true or false."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lo_exact.commands.shared.answer import LIMIT_REACHED, NO, allow_long_numbers, print_json
from lo_exact.commands.shared.options import (
    Json,
    Quietly,
    RulesOfSize,
    TimeLimit,
    WhereRun,
    seconds_allowed,
)
from lo_exact.commands.shared.quick import grouped
from lo_exact.errors import UsageError, writing
from lo_exact.hardest_boards.hardest_command import Effort

if TYPE_CHECKING:
    from lo_exact.hardest_boards.claims.judge import Verdict

Claims = Annotated[
    list[str] | None,
    typer.Argument(metavar="CLAIM", help="Claim files (TOML), or names of claims in data/claims."),
]
Folder = Annotated[
    str | None,
    typer.Option("--evidence", metavar="FOLDER", help="Write the evidence into FOLDER."),
]

AtMost = Annotated[
    int | None,
    typer.Option(
        "--at-most", min=0, metavar="N", help="Judge: no board of --size needs more presses."
    ),
]
Again = Annotated[
    bool,
    typer.Option("--again", help="Judge the evidence beside claims with the stand-alone checker."),
]


@grouped
def certify(
    claims: Claims = None,
    *,
    how: RulesOfSize,
    at_most: AtMost = None,
    json: Json = False,
    again: Again = False,
    evidence: Folder = None,
    effort: Effort = 1,
    where: WhereRun,
    time_limit: TimeLimit = None,
    talk: Quietly,
) -> int:
    """Judge claims: true, false (exit code 1) or open (4); write the evidence next to the claim.

    The time limit is for each claim. All files are read before the first claim is judged; --jobs
    and --cluster judge several at a time. If a single board disproves a claim, it is drawn, and its
    certificate is written next to the evidence. Claims that come with the program are given by
    name; their evidence is written into the current folder.

    --size 7x7 --at-most 33 asks without a file: does no 7 x 7 board need more than 33 presses?
    --evidence FOLDER keeps the answer, and writes the claim as a file.

    A claim file, for example: id = "mine", statement = "bounds", lower = 0, upper = 33, source =
    "me", date = "2026", [puzzle], size = "7x7"; each on a line of its own.
    docs/records/corrections.md lists all statements.

    With --again, the evidence of each claim (give the claim or the evidence file) is recomputed by
    the stand-alone checker, one file of plain Python that shares nothing with this program. The
    exit code is 1 if any of it is wrong, and 4 if a verdict also rests on numbers that the checker
    does not repeat.

    Example: lo-exact certify plus-4x4
    """
    from tempfile import TemporaryDirectory

    from lo_exact.formats.examples import is_example
    from lo_exact.hardest_boards.claims.evidence import as_rows, as_text, judge_all, write_evidence
    from lo_exact.hardest_boards.claims.files import claim_file, read_claim
    from lo_exact.hardest_boards.claims.judge import ClaimAnswer, Means, Verdict
    from lo_exact.hardest_boards.claims.write_claims import written_claim
    from lo_exact.puzzle import Objective

    allow_long_numbers()
    if bool(claims) == (at_most is not None):
        raise UsageError("name a CLAIM, or say one: --size ROWSxCOLUMNS --at-most N")
    if at_most is None and any(how.said.values()):
        raise UsageError("a claim names its puzzle: --size and other rules are for --at-most N")
    files = [claim_file(name) for name in claims or ()]
    if again:
        if evidence is not None:
            raise UsageError("--again writes no evidence: leave --evidence out")
        return _again(files, as_json=json)
    folder = None if evidence is None else Path(evidence)
    read = [read_claim(path) for path in files]
    about = how.rules("") if at_most is not None else None
    if folder is not None:
        with writing(str(folder)):
            folder.mkdir(parents=True, exist_ok=True)
    means = Means(
        effort, time_limit=seconds_allowed(time_limit), report=talk.progress(Objective.PRESSES)
    )

    def judged(verdict: Verdict) -> None:
        talk.end_progress()
        claim = verdict.claim
        place = Path() if folder is None and is_example(claim.path) else folder
        none = "no evidence written (use --evidence FOLDER)"
        written = write_evidence(verdict, place) if files or folder else none
        talk.say(f"{claim.name}: {verdict.answer.value}, {written}")

    with TemporaryDirectory() as aside:
        if about is not None:
            said = f'statement = "bounds"\nlower = 0\nupper = {at_most}\n'
            home = folder or Path(aside)
            read = [written_claim(home, f"at-most-{at_most}", said, "the command line", about)]
        verdicts = judge_all(read, means, where, judged)
    if json:
        print_json({"claims": as_rows(verdicts)})
    else:
        print(as_text(verdicts), end="")
        for verdict in verdicts:
            _show_board(verdict)
    answers = {verdict.answer for verdict in verdicts}
    if ClaimAnswer.FALSE in answers:
        return NO
    return LIMIT_REACHED if ClaimAnswer.OPEN in answers else 0


def _show_board(verdict: "Verdict") -> None:
    """Draw the board that refutes a false claim, if a single board does."""
    from lo_exact.certificate.draft import MinimumClaim
    from lo_exact.commands.shared.render import cost, draw_lights
    from lo_exact.hardest_boards.claims.certificates import refuting_board

    board = refuting_board(verdict)
    if board is None:
        return
    puzzle = board.puzzle
    said = "is unsolvable"
    if isinstance(board.claim, MinimumClaim):
        said = f"needs {cost(puzzle.objective, board.claim.weight)}"
    print(f"\n{verdict.claim.name} is false: this board {said} (claimed: {verdict.claim.said})\n")
    print(draw_lights(puzzle, puzzle.state.tolist()))


def _again(paths: "list[Path]", *, as_json: bool) -> int:
    """Check existing evidence of claims with the stand-alone checker, and print the verdicts."""
    from lo_exact.certificate.check import verdict_document
    from lo_exact.certificate.checker import EXIT_CODES
    from lo_exact.hardest_boards.claims.files import SUFFIX
    from lo_exact.hardest_boards.claims.repeat_evidence import repeat

    every = [(path.name.removesuffix(SUFFIX).removesuffix(".toml"), repeat(path)) for path in paths]
    if as_json:
        print_json({"claims": [{"claim": name} | verdict_document(one) for name, one in every]})
    else:
        for name, verdict in every:
            first, *rest = verdict.text.splitlines()
            print(f"{name}: {verdict.kind.value}: {first}")
            for line in rest:
                print(f"  {line}")
    codes = {EXIT_CODES[verdict.kind] for _, verdict in every}
    return NO if NO in codes else max(codes)
