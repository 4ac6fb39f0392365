"""``lo-exact certify``: published claims, proved true or false."""

from typing import Annotated

import typer

from lo_exact.commands.hardest import Effort
from lo_exact.commands.shared.answer import allow_long_numbers, print_json, seconds_allowed
from lo_exact.commands.shared.asking import Jobs
from lo_exact.commands.shared.options import Json, Quiet, TimeLimit
from lo_exact.commands.shared.talk import Talk
from lo_exact.errors import UsageError

SOME_FALSE = 1
SOME_OPEN = 4

Claims = Annotated[list[str], typer.Argument(metavar="CLAIM...", help="Claim files, in TOML.")]
Folder = Annotated[
    str | None,
    typer.Option("--evidence", metavar="FOLDER", help="Write the evidence there, not beside."),
]


def certify(
    claims: Claims,
    json: Json = False,
    evidence: Folder = None,
    effort: Effort = 1,
    jobs: Jobs = 1,
    time_limit: TimeLimit = None,
    quiet: Quiet = False,
) -> int:
    """Judge published claims: true, false (exit code 1) or open (4), with evidence beside each.

    The time limit is for each claim. All files are read before anything is judged.

    Example: lo-exact certify data/claims/plus-4x4.toml
    """
    from pathlib import Path

    from lo_exact.hardest.claims.evidence import as_rows, as_text, write_evidence
    from lo_exact.hardest.claims.files import read_claim
    from lo_exact.hardest.claims.judge import Answer, Means, judge
    from lo_exact.puzzle import Objective

    allow_long_numbers()
    folder = None if evidence is None else Path(evidence)
    if folder is not None and not folder.is_dir():
        raise UsageError(f"--evidence {evidence}: there is no such folder")
    read = [read_claim(Path(path)) for path in claims]
    talk = Talk(quiet=quiet)
    means = Means(effort, jobs, seconds_allowed(time_limit), talk.progress(Objective.PRESSES))
    verdicts = []
    for claim in read:
        verdict = judge(claim, means)
        talk.end_progress()
        verdicts.append(verdict)
        talk.say(f"{claim.name}: {verdict.answer.value}, {write_evidence(verdict, folder)}")
    if json:
        print_json({"claims": as_rows(verdicts)})
    else:
        print(as_text(verdicts), end="")
    answers = {verdict.answer for verdict in verdicts}
    if Answer.FALSE in answers:
        return SOME_FALSE
    return SOME_OPEN if Answer.OPEN in answers else 0
