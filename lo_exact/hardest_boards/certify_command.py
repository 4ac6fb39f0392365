"""``lo-exact certify``: published claims, proved true or false."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lo_exact.commands.shared.answer import LIMIT_REACHED, NO, allow_long_numbers, print_json
from lo_exact.commands.shared.options import Json, Quietly, TimeLimit, seconds_allowed
from lo_exact.commands.shared.quick import grouped
from lo_exact.errors import writing
from lo_exact.hardest_boards.hardest_command import Effort

if TYPE_CHECKING:
    from lo_exact.hardest_boards.claims.judge import Verdict

Claims = Annotated[
    list[str],
    typer.Argument(metavar="CLAIM", help="Claim files (TOML), or names of claims in data/claims."),
]
Folder = Annotated[
    str | None,
    typer.Option("--evidence", metavar="FOLDER", help="Write the evidence into FOLDER."),
]


@grouped
def certify(
    claims: Claims,
    *,
    json: Json = False,
    evidence: Folder = None,
    effort: Effort = 1,
    time_limit: TimeLimit = None,
    talk: Quietly,
) -> int:
    """Judge claims: true, false (exit code 1) or open (4); write the evidence next to the claim.

    The time limit is for each claim. All files are read before the first claim is judged. If a
    single board disproves a claim, it is drawn, and its
    certificate is written next to the evidence. Claims that come with the program are given by
    name; their evidence is written into the current folder.

    A claim file, for example: id = "mine", statement = "bounds", lower = 0, upper = 33, source =
    "me", date = "2026", [puzzle], size = "7x7"; each on a line of its own.
    docs/records/corrections.md lists all statements.

    `lo-exact check CLAIM.toml` judges the evidence beside a claim with the stand-alone checker.

    Example: lo-exact certify plus-4x4
    """
    from lo_exact.formats.examples import is_example
    from lo_exact.hardest_boards.claims.evidence import as_rows, as_text, write_evidence
    from lo_exact.hardest_boards.claims.files import claim_file, read_claim
    from lo_exact.hardest_boards.claims.judge import ClaimAnswer, Means, judge_claim
    from lo_exact.puzzle import Objective

    allow_long_numbers()
    folder = None if evidence is None else Path(evidence)
    read = [read_claim(claim_file(name)) for name in claims]
    if folder is not None:
        with writing(str(folder)):
            folder.mkdir(parents=True, exist_ok=True)
    means = Means(
        effort, time_limit=seconds_allowed(time_limit), report=talk.progress(Objective.PRESSES)
    )

    verdicts = []
    for claim in read:
        verdict = judge_claim(claim, means)
        verdicts.append(verdict)
        talk.end_progress()
        place = Path() if folder is None and is_example(claim.path) else folder
        talk.say(f"{claim.name}: {verdict.answer.value}, {write_evidence(verdict, place)}")
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
    """Draw the board that refutes a false claim; draw nothing if no single board refutes it."""
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
