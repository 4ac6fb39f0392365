"""A solution's presses, numbered one by one, printed or as JSON."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lo_exact.solution import Solution


def print_steps(solution: "Solution", *, boards: bool) -> None:
    """Print the numbered steps, each with the board after it where asked."""
    from lo_exact.byhand.steps import step_sentence, steps
    from lo_exact.commands.shared.render import draw_lights
    from lo_exact.commands.shared.talk import coloured

    puzzle, presses = solution.puzzle, solution.presses or ()
    last = sum(1 for count in presses if count)
    print("" if last else "\nnothing to press")
    for step in steps(puzzle, presses):
        print(step_sentence(step, last))
        if boards:
            print(f"\n{draw_lights(puzzle, step.state.tolist(), colour=coloured())}\n")


def steps_json(solution: "Solution", *, boards: bool) -> list[dict[str, Any]]:
    """Return the steps as JSON, each with its state where asked."""
    from lo_exact.byhand.steps import step_json, steps
    from lo_exact.solution import lights_rows

    puzzle = solution.puzzle
    listed = []
    for step in steps(puzzle, solution.presses or ()):
        value = step_json(puzzle, step)
        if boards:
            value["state"] = lights_rows(puzzle.layout, tuple(step.state.tolist()))
        listed.append(value)
    return listed
