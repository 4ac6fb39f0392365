"""What a pasted text means: the least presses of each of its puzzles, and why it is refused."""

import pytest

from lo_exact import solver
from lo_exact.errors import InputError, LoExactError
from lo_exact.formats import ReadOptions, reading
from lo_exact.formats.reading import parse_parts
from lo_exact.formats.scanner.parts import ways_of
from lo_exact.outcome import Status


def puzzles(text, *, form=None, **options):
    parts = parse_parts(text, options=ReadOptions(**options), format=form)
    return [part.read() for part in parts]


def puzzle(text, *, form=None, **options):
    (only,) = puzzles(text, form=form, **options)
    return only


def weights(text, *, form=None, **options):
    """Return the minimum of each puzzle, None where there is no solution."""
    answers = [solver.minimum(one) for one in puzzles(text, form=form, **options)]
    return [None if a.status is Status.INFEASIBLE else a.weight for a in answers]


def minima(text, *, form=None, **options):
    """Return (weight, number of minima, number of solutions) of the only puzzle."""
    answer = solver.count(puzzle(text, form=form, **options))
    if answer.status is Status.INFEASIBLE:
        return None
    return answer.weight, answer.minimum_solutions, answer.solutions_total


def is_refused(text, *, form=None, **options):
    """Tell if a text is refused."""
    try:
        puzzles(text, form=form, **options)
    except LoExactError:
        return True
    return False


def read_or_refusal(text):
    """Return rows of the colours of cells, "~" for a hole, or the sentence of a refusal."""
    try:
        found = puzzle(text)
    except LoExactError as error:
        return str(error)
    return [
        "".join("~" if light < 0 else str(found.state[light]) for light in row)
        for row in found.layout.light_at.tolist()
    ]


def refusal(text, *, form=None, **options):
    """Return the sentence with which a text is refused."""
    with pytest.raises(LoExactError) as refused:
        puzzles(text, form=form, **options)
    error = refused.value
    assert not isinstance(error, InputError) or error.line, str(error)
    return str(error)


def readings_of(text, options):
    """Return the different readings of a text."""
    if reading.is_scanned(text):
        return [reading._way(one) for one in ways_of(text, options)]
    rows = reading._formats_of(text)
    if len(rows) == 1:
        return [reading.TextReading(rows[0].name, rows[0].about)]
    return reading.readings_of(text, options)
