"""``lo-exact shard``: class counting split among machines, then put together."""

from typing import Annotated

import typer

from lo_exact.commands.all_boards.histogram import Form, FormName, print_histogram
from lo_exact.commands.shared.answer import print_json, seconds_allowed
from lo_exact.commands.shared.asking import Jobs, Rules, asked
from lo_exact.commands.shared.options import Json, Quiet, TimeLimit, can_be_written
from lo_exact.commands.shared.reading import Colours, Neighbourhood, ObjectiveName, Size, Topology
from lo_exact.commands.shared.talk import Talk
from lo_exact.errors import UsageError

shard = typer.Typer(
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=True,
    help="Split class counting among machines: plan, run on each, merge.",
)


MAX_SHARDS = 100_000

Of = Annotated[int, typer.Option("--of", min=1, metavar="N", help="Number of shards.")]
Index = Annotated[int, typer.Option("--index", min=0, metavar="I", help="Which shard, 0 to N - 1.")]
OwnLedger = Annotated[
    str,
    typer.Option(
        "--ledger",
        metavar="FILE",
        callback=can_be_written,
        help="Where this shard's results go; a run that was stopped goes on from it.",
    ),
]
Ledgers = Annotated[list[str], typer.Argument(help="The ledgers of all shards.")]


@shard.command("plan")
def plan(
    of: Of,
    file: Rules = "",
    size: Size = None,
    neighbourhood: Neighbourhood = None,
    topology: Topology = None,
    colours: Colours = None,
    objective: ObjectiveName = None,
    json: Json = False,
) -> int:
    """Say what the shards would be: ranges of parts, and the time each takes on one core.

    Example: lo-exact shard plan --size 5x5 --colours 3 --of 8
    """
    from lo_exact.hardest.counting.shards import plan_of, shard_range

    counting, question = plan_of(asked(file, size, colours, neighbourhood, topology, objective))
    _check_of(of, counting.parts)
    ranges = [shard_range(counting.parts, index, of) for index in range(of)]
    if json:
        print_json(
            {
                "question": question,
                "parts": counting.parts,
                "profile_vectors": counting.parts * counting.part_size,
                "seconds": round(counting.seconds, 3),
                "shards": [list(one) for one in ranges],
            }
        )
        return 0
    print(f"question {question}")
    print(f"{counting.parts} parts, about {counting.seconds:.1f} s on one core")
    for index, (low, high) in enumerate(ranges):
        seconds = counting.seconds * (high - low) / counting.parts
        print(f"shard {index} of {of}: parts {low} to {high - 1}, about {seconds:.1f} s")
    return 0


@shard.command("run")
def run(
    index: Index,
    of: Of,
    ledger: OwnLedger,
    file: Rules = "",
    size: Size = None,
    neighbourhood: Neighbourhood = None,
    topology: Topology = None,
    colours: Colours = None,
    objective: ObjectiveName = None,
    jobs: Jobs = 1,
    time_limit: TimeLimit = None,
    quiet: Quiet = False,
) -> int:
    """Count one shard into its ledger; started again, it goes on where it was.

    Example: lo-exact shard run --size 4x4 --index 0 --of 1 --ledger plus-4x4.jsonl
    """
    from pathlib import Path

    from lo_exact.hardest.counting.ranges import count_range
    from lo_exact.hardest.counting.shards import plan_of, shard_range
    from lo_exact.outcome import Watch

    if index >= of:
        raise UsageError(f"--index is 0 to {of - 1}, got {index}")
    puzzle = asked(file, size, colours, neighbourhood, topology, objective)
    counting, _ = plan_of(puzzle)
    _check_of(of, counting.parts)
    low, high = shard_range(counting.parts, index, of)
    talk = Talk(quiet=quiet)
    watch = Watch(seconds_allowed(time_limit), talk.progress(puzzle.objective))
    count_range(counting, low, high, watch, jobs=jobs, ledger=Path(ledger))
    talk.end_progress()
    print(f"shard {index} of {of}: parts {low} to {high - 1} are in {ledger}")
    return 0


@shard.command("merge")
def merge(
    ledgers: Ledgers,
    size: Size = None,
    puzzle: Annotated[
        str, typer.Option("--puzzle", metavar="FILE", help="The puzzle, if it is in a file.")
    ] = "",
    neighbourhood: Neighbourhood = None,
    topology: Topology = None,
    colours: Colours = None,
    objective: ObjectiveName = None,
    json: Json = False,
    format: FormName = Form.TEXT,
) -> int:
    """Put all ledgers together: every part must be there exactly once; print the histogram.

    Example: lo-exact shard merge --size 4x4 data/ledgers/plus-4x4.jsonl
    """
    from pathlib import Path

    from lo_exact.formats.examples import placed
    from lo_exact.hardest.counting.shards import merged

    asked_about = asked(puzzle, size, colours, neighbourhood, topology, objective)
    found = merged(asked_about, [Path(placed(ledger)) for ledger in ledgers])
    print_histogram(found, Form.JSON if json else format)
    return 0


def _check_of(of: int, parts: int) -> None:
    """Refuse shards that would be empty, or more than anybody can list."""
    most = min(parts, MAX_SHARDS)
    if of > most:
        raise UsageError(f"--of is {most} at most here ({parts} parts), got {of}")
