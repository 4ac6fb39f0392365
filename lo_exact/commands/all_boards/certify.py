"""``lo-exact certify``: published claims, proved true or false."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from lo_exact.commands.all_boards.hardest import Effort
from lo_exact.commands.shared.answer import allow_long_numbers, print_json
from lo_exact.commands.shared.options import Json, Quietly, TimeLimit, seconds_allowed
from lo_exact.commands.shared.quick import grouped
from lo_exact.commands.shared.where import WhereRun
from lo_exact.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from lo_exact.hardest.claims.judge import Verdict

SOME_FALSE = 1
SOME_OPEN = 4

Claims = Annotated[list[str], typer.Argument(metavar="CLAIM", help="Claim files, in TOML.")]
Folder = Annotated[
    str | None,
    typer.Option("--evidence", metavar="FOLDER", help="Write the evidence there, not beside."),
]

Again = Annotated[
    bool,
    typer.Option("--again", help="Judge nothing: repeat the evidence beside, in plain Python."),
]


@grouped
def certify(
    claims: Claims,
    *,
    json: Json = False,
    again: Again = False,
    evidence: Folder = None,
    effort: Effort = 1,
    where: WhereRun,
    time_limit: TimeLimit = None,
    talk: Quietly,
) -> int:
    """Judge published claims: true, false (exit code 1) or open (4), with evidence beside each.

    The time limit is for each claim. All files are read before anything is judged; several claims
    are shared out among processes or machines. Where one board alone refutes a claim, it is drawn;
    its certificate lies beside the evidence. What comes with an install is left as it is: its
    evidence is written into the current folder.

    With --again, evidence that lies beside claims (either file can be named) is repeated by a
    program that shares nothing with the one that made it; exit code 1 when any of it does not
    hold, 4 when a verdict also rests on what is not repeated.

    Example: lo-exact certify data/claims/plus-4x4.toml
    """
    from pathlib import Path

    from lo_exact.formats.examples import is_example, path_or_example
    from lo_exact.hardest.claims.evidence import as_rows, as_text, write_evidence
    from lo_exact.hardest.claims.files import read_claim
    from lo_exact.hardest.claims.judge import ClaimAnswer, Means, Verdict
    from lo_exact.hardest.claims.many import judge_all
    from lo_exact.puzzle import Objective

    allow_long_numbers()
    if again:
        if evidence is not None:
            raise UsageError("--again writes no evidence: leave --evidence out")
        return _again([Path(path_or_example(path)) for path in claims], as_json=json)
    folder = None if evidence is None else Path(evidence)
    if folder is not None and not folder.is_dir():
        raise UsageError(f"--evidence {evidence}: there is no such folder")
    read = [read_claim(Path(path_or_example(path))) for path in claims]
    means = Means(
        effort, time_limit=seconds_allowed(time_limit), report=talk.progress(Objective.PRESSES)
    )

    def judged(verdict: Verdict) -> None:
        talk.end_progress()
        claim = verdict.claim
        place = Path() if folder is None and is_example(claim.path) else folder
        talk.say(f"{claim.name}: {verdict.answer.value}, {write_evidence(verdict, place)}")

    verdicts = judge_all(read, means, where, judged)
    if json:
        print_json({"claims": as_rows(verdicts)})
    else:
        print(as_text(verdicts), end="")
        for verdict in verdicts:
            _show_board(verdict)
    answers = {verdict.answer for verdict in verdicts}
    if ClaimAnswer.FALSE in answers:
        return SOME_FALSE
    return SOME_OPEN if ClaimAnswer.OPEN in answers else 0


def _show_board(verdict: "Verdict") -> None:
    """Draw the board that refutes a false claim, where one does by itself."""
    from lo_exact.certificate.claims import MinimumClaim
    from lo_exact.commands.shared.render import cost, draw_lights
    from lo_exact.hardest.claims.certificates import refuting_board

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
    """Repeat the evidence in files, and say what came of it."""
    from lo_exact.hardest.claims.again import repeat

    every = [repeat(path) for path in paths]
    if as_json:
        print_json({"claims": [asdict(one) for one in every]})
    else:
        for one in every:
            print(one.claim)
            for word, listed in (("holds", one.held), ("FALSE", one.broken), ("left", one.left)):
                for sentence in listed:
                    print(f"  {word}: {sentence}")
    if any(one.broken for one in every):
        return SOME_FALSE
    return SOME_OPEN if any(one.left for one in every) else 0
