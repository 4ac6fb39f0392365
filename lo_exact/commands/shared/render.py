"""Answers as text for people: drawings of presses and lights, and sentences.

Pure functions from values to text.  A grid is drawn row by row, holes blank; what is not a grid is
a list of names.  With two colours ``#`` is pressed (or on) and ``.`` is not; up to ten colours are
digits; more are numbers in columns.  On a terminal, pressed places are also set in reverse video.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import gcd
from typing import Any

import numpy as np

from lo_exact.algebra import Kernel
from lo_exact.algebra.packed import BitRows
from lo_exact.counters import AnyPuzzle
from lo_exact.errors import printable
from lo_exact.languages.phrases import phrase
from lo_exact.outcome import Progress, Status
from lo_exact.pictures.terminal import drawn_amounts
from lo_exact.puzzle import Objective, PackedPuzzle, Puzzle
from lo_exact.solution import Solution

LISTED_NAMES = 40
"""Largest number of names or numbers listed in one sentence."""


def draw_solution(puzzle: AnyPuzzle, presses: Sequence[int], *, colour: bool = False) -> str:
    """Draw presses as a grid, or list the buttons to press.

    Args:
        puzzle: The puzzle.
        presses: (buttons,) of 0..c-1.
        colour: set pressed buttons in reverse video (for a terminal).
    """
    return "\n".join(presses_lines(puzzle, presses, colour=colour))


def draw_lights(puzzle: AnyPuzzle, values: Sequence[int], *, colour: bool = False) -> str:
    """Draw one number per light as a grid, or list the lights that are not 0.

    Args:
        puzzle: The puzzle.
        values: (lights,) of 0..c-1, or -1 for a light that does not matter, drawn as ``?``.
        colour: set lights that are not 0 in reverse video.
    """
    return "\n".join(lights_lines(puzzle, values, colour=colour))


def drawn_rows(values: BitRows) -> Iterator[str]:
    """Yield packed rows as text, without unpacking them."""
    glyphs = str.maketrans("01", ".#")
    width = values.shape[1]
    for row in values.rows:
        yield format(row, f"0{width}b").translate(glyphs)


def is_drawn_by_rows(values: object) -> bool:
    """Return whether `drawn_rows` can draw these values."""
    return isinstance(values, BitRows)


def cost(objective: Objective, weight: int) -> str:
    """Return a weight with its unit: ``15 presses``.

    >>> cost(Objective.PRESSES, 1)
    '1 press'
    """
    if objective is Objective.PRESSES:
        return phrase(1, n=weight)
    if objective is Objective.BUTTONS:
        return phrase(2, n=weight)
    return phrase(3, n=weight)


def status_sentence(solution: Solution) -> str:
    """Return one line that begins with the status and gives the proved bounds."""
    objective = solution.puzzle.objective
    status = solution.status
    if status is Status.INFEASIBLE:
        return phrase(10)
    stopped = f" ({solution.stopped})" if solution.stopped else ""
    if status is Status.UNKNOWN:
        least = cost(objective, solution.lower_bound or 0)
        return phrase(11, least=least, stopped=stopped)
    assert solution.weight is not None
    said = cost(objective, solution.weight)
    if status is Status.OPTIMAL:
        proof = phrase(13) if solution.solutions_total == 1 else phrase(14)
        unfinished = phrase(15, stopped=stopped) if stopped else ""
        return phrase(12, cost=said, proof=proof, unfinished=unfinished)
    if solution.stopped:
        least = cost(objective, solution.lower_bound or 0)
        return phrase(16, cost=said, least=least, stopped=stopped)
    return phrase(17, cost=said)


def minima_sentence(solution: Solution) -> str:
    """Return a sentence with the number of minimum solutions."""
    return phrase(18, n=solution.minimum_solutions)


def claim_sentences(solution: Solution) -> list[str]:
    """Return a list with a sentence on the weight claimed in the input; empty without a claim."""
    claimed = solution.puzzle.layout.claimed
    if claimed is None:
        return []
    said = f"the text claims {claimed}"
    if solution.status is Status.INFEASIBLE:
        return [f"{said}, which is wrong: the puzzle cannot be solved"]
    if solution.status is Status.OPTIMAL:
        right = claimed == solution.weight
        return [f"{said}, which is {'right' if right else f'wrong: it is {solution.weight}'}"]
    if solution.weight is not None and solution.weight < claimed:
        return [f"{said}, which is wrong: {solution.weight} are enough"]
    if solution.lower_bound is not None and solution.lower_bound > claimed:
        return [f"{said}, which is wrong: at least {solution.lower_bound} are needed"]
    return [f"{said}, which is not decided yet"]


def kernel_sentence(kernel: Kernel) -> str:
    """Return a sentence on the number of quiet patterns and what it means for all boards."""
    size, count = kernel.size, len(kernel.orders)
    if not count:
        return phrase(60)
    patterns = phrase(61) if count == 1 else phrase(62, n=count)
    if all(order == kernel.modulus for order in kernel.orders):
        said = phrase(63, n=count, patterns=patterns)
    else:
        orders = ", ".join(map(str, kernel.orders[:LISTED_NAMES])) + (
            ", ..." if count > LISTED_NAMES else ""
        )
        said = phrase(64, patterns=patterns, orders=orders)
    return phrase(65, patterns=said, size=size)


def puzzle_sentences(puzzle: AnyPuzzle) -> list[str]:
    """Describe a puzzle: its size, rule, target and objective, one line each."""
    layout = puzzle.layout
    colours = "whole numbers" if puzzle.colours is None else f"{puzzle.colours} colours"
    size = f"{puzzle.lights} lights, {puzzle.buttons} buttons, {colours}"
    if layout.is_grid:
        rows, columns = layout.shape
        size = f"{rows} x {columns} grid: {size}"
    low, high = puzzle.activation.reach()
    plural = "light" if high == 1 else "lights"
    changes = f"each button changes {high if low == high else f'{low} to {high}'} {plural}"
    acts = layout.neighbourhood or printable(" or ".join(layout.rules), 80)
    rule = ", ".join(word for word in (acts, layout.topology) if word)
    minimised = {
        Objective.PRESSES: "the number of presses",
        Objective.BUTTONS: "the number of buttons used",
        Objective.PRICES: "the price of all presses",
    }
    lines = [size, f"{changes} ({rule})" if rule else changes, f"target: {_target(puzzle)}"]
    lines.append(f"minimised: {minimised[puzzle.objective]}")
    if layout.title:
        lines.append(f"name: {printable(layout.title)}")
    if layout.claimed is not None:
        lines.append(f"claimed minimum: {layout.claimed}")
    if layout.note:
        lines.append(f"note: {layout.note}")
    unreached = puzzle.activation.empty_rows()
    if unreached:
        lines.append(f"lights that no button changes: {unreached}")
    return lines


def _target(puzzle: AnyPuzzle) -> str:
    if isinstance(puzzle, PackedPuzzle):
        return f"colour {puzzle.one_target} everywhere"
    uniform = isinstance(puzzle, Puzzle) and puzzle.uniform
    wanted = np.unique(puzzle.target[puzzle.matters])
    free = puzzle.lights - puzzle.matters.size
    but = {0: "", 1: ", 1 light does not matter"}.get(free, f", {free} lights do not matter")
    if wanted.size > 1:
        alike = " or shifted by any one colour" if uniform else ""
        return f"a pattern{alike}{but}"
    if uniform or not wanted.size:
        return f"any one colour for all lights{but}"
    return f"colour {int(wanted[0])} everywhere{but}"


def witness_words(puzzle: Puzzle, witness: Sequence[int], *, colour: bool = False) -> str:
    """Explain why a puzzle is unsolvable, in words with a drawing of the lights.

    The witness y has y A = 0 and y . s != 0 (mod c).  When all of y is a multiple of some divisor
    g of c, the same holds for y / g modulo c / g, which is easier to read.

    Args:
        puzzle: The puzzle.
        witness: (lights,) y of 0..c-1.
        colour: draw for a terminal.
    """
    if isinstance(witness, BitRows):
        return "\n".join(witness_lines(puzzle, witness, colour=colour))
    divisor = gcd(puzzle.colours, *witness)
    modulus = puzzle.colours // divisor
    weights = [y // divisor for y in witness]
    lights = [i for i, y in enumerate(weights) if y]
    needed = sum(weights[i] * int(puzzle.target[i] - puzzle.state[i]) for i in lights) % modulus
    drawing = draw_lights(puzzle, weights, colour=colour)
    if puzzle.colours == 2 and not puzzle.uniform:
        return f"{_odd_words(len(lights))}\n\n{drawing}"
    shift = phrase(33) if puzzle.uniform else ""
    return f"{phrase(32, modulus=modulus, needed=needed, shift=shift)}\n\n{drawing}"


def _odd_words(lights: int) -> str:
    """Explain in words why the given lights of two colours can never all reach their goal."""
    return phrase(31) if lights == 1 else phrase(30, n=lights)


def progress_sentence(progress: Progress, objective: Objective) -> str:
    """Return a line with the progress of a long search: elapsed, done, best, bound."""
    parts = [f"{progress.seconds:.0f} s"]
    if progress.total:
        share = 100 * progress.done / progress.total
        parts.append(f"{progress.done:,} of {progress.total:,} ({share:.1f} %)")
    elif progress.done:
        parts.append(f"{progress.done:,} done")
    if progress.best is not None:
        parts.append(f"best {cost(objective, progress.best)}")
    if progress.lower_bound > 0:
        parts.append(f"at least {cost(objective, progress.lower_bound)}")
    return ", ".join(parts)


def presses_lines(puzzle: AnyPuzzle, presses: Sequence[int], *, colour: bool) -> Iterable[str]:
    """Return the lines that `draw_solution` draws, for large boards one packed row at a time."""
    if isinstance(presses, BitRows) and is_drawn_by_rows(presses):
        return drawn_rows(presses)
    drawn = drawn_amounts(puzzle.layout, presses, "button", puzzle.colours, colour=colour)
    return [drawn if puzzle.layout.is_grid else phrase(23, listed=drawn)]


def lights_lines(puzzle: AnyPuzzle, lights: Sequence[int], *, colour: bool) -> Iterator[str]:
    """Yield the lines that `draw_lights` draws, for large boards one packed row at a time."""
    if isinstance(lights, BitRows) and is_drawn_by_rows(lights):
        yield from drawn_rows(lights)
    else:
        yield drawn_amounts(puzzle.layout, lights, "light", puzzle.colours, colour=colour)


def witness_lines(puzzle: Puzzle, witness: Sequence[int], *, colour: bool) -> Iterator[str]:
    """Yield the lines of `witness_words`, which explain why a puzzle is unsolvable."""
    if isinstance(witness, BitRows):
        yield from [_odd_words(witness.weight()), ""]
        yield from drawn_rows(witness)
    else:
        yield witness_words(puzzle, witness, colour=colour)


def steps_text(solution: Solution, *, boards: bool, colour: bool) -> str:
    """Return the numbered steps of a solution, each followed by its board if requested."""
    from lo_exact.counters import drawn_puzzle
    from lo_exact.solver.steps import step_sentence, steps

    puzzle, presses = drawn_puzzle(solution.puzzle), solution.presses or ()
    last = sum(1 for count in presses if count)
    lines = [] if last else ["nothing to press"]
    for step in steps(puzzle, presses):
        lines.append(step_sentence(step, last))
        if boards:
            lights = draw_lights(solution.puzzle, step.state.tolist(), colour=colour)
            lines.append(f"\n{lights}\n")
    return "\n".join(lines)


def steps_json(solution: Solution, *, boards: bool) -> list[dict[str, Any]]:
    """Return the steps of a solution as JSON values, each with its state if requested."""
    from lo_exact.counters import drawn_puzzle
    from lo_exact.solution import lights_rows
    from lo_exact.solver.steps import step_json, steps

    puzzle = drawn_puzzle(solution.puzzle)
    listed = []
    for step in steps(puzzle, solution.presses or ()):
        value = step_json(puzzle, step)
        if boards:
            value["state"] = lights_rows(puzzle.layout, tuple(step.state.tolist()))
        listed.append(value)
    return listed
