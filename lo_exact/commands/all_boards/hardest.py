"""``lo-exact hardest``: the largest minimum over all solvable boards."""

from typing import Annotated

import typer

from lo_exact.commands.shared.answer import allow_long_numbers, print_json
from lo_exact.commands.shared.options import Json, Talking, TimeLimit, seconds_allowed
from lo_exact.commands.shared.quick import grouped
from lo_exact.commands.shared.reading import Rules, RulesOfSize
from lo_exact.commands.shared.talk import coloured
from lo_exact.commands.shared.where import WhereRun

LIMIT_REACHED = 4
INTERRUPTED = 130

Effort = Annotated[
    int,
    typer.Option("--effort", min=1, metavar="N", help="Search N times longer for a proof."),
]

Count = Annotated[
    bool, typer.Option("--count", help="Count the hardest boards, however long it takes.")
]


@grouped
def hardest(
    file: Rules = "",
    *,
    how: RulesOfSize,
    json: Json = False,
    count: Count = False,
    effort: Effort = 1,
    where: WhereRun,
    time_limit: TimeLimit = None,
    talk: Talking,
) -> int:
    """Find the hardest board: the largest minimum over all solvable boards, and how many have it.

    The answer is proved, with an example whose minimum is found among all its solutions; or it is
    a proved interval, and the exit code is 4.  After Ctrl-C the cheapest interval is printed (130).

    Example: lo-exact hardest --size 5x5
    """
    from lo_exact.commands.shared.render import draw_lights, draw_solution
    from lo_exact.hardest import hardest as find_hardest
    from lo_exact.hardest.find import hardest_bounds
    from lo_exact.hardest.show import hardest_sentence
    from lo_exact.outcome import Status

    puzzle = how.rules(file)
    interrupted = False
    try:
        found = find_hardest(
            puzzle,
            effort=effort,
            count=count,
            where=where,
            time_limit=seconds_allowed(time_limit),
            report=talk.progress(puzzle.objective),
        )
    except KeyboardInterrupt:
        found, interrupted = hardest_bounds(puzzle), True
    talk.end_progress()
    talk.detail(f"{found.method}, {found.seconds:.3f} s")
    if json:
        print_json(found.to_json())
    else:
        allow_long_numbers()
        print(hardest_sentence(found))
        print(f"method: {found.method}")
        if found.state:
            print(f"\n{draw_lights(puzzle, found.state, colour=coloured())}")
            print(f"\n{draw_solution(puzzle, found.presses, colour=coloured())}")
    if interrupted:
        talk.say("interrupted: what costs nothing is proved above")
        return INTERRUPTED
    return 0 if found.status is Status.OPTIMAL else LIMIT_REACHED
