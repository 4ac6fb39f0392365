"""Detector error models of Stim: lights are detectors, buttons are errors.

A detector that an error names twice is left out; ``^`` and logical observables say nothing about
which detectors flip.  When errors differ in probability, presses cost their log-likelihoods
ln((1 - p) / p), times `SCALE` and rounded: the minimum is exact for those whole prices.  A price is
off by half of one at most, so nothing with m errors is more likely than a minimum with n errors by
more than exp((m + n) / (2 `SCALE`)); the puzzle's note says so.  Which detectors fired is said by
``--target``: ``--target 'D0 D5'``.

An error of probability above 1/2 is expected: what it flips is in the state already, its button is
called ``not-E3``, and to press it costs ln(p / (1 - p)).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain, pairwise, repeat
from math import log, log1p

import numpy as np

from lo_exact.algebra.sparse import from_columns
from lo_exact.errors import InputError, printable
from lo_exact.formats.apply_options import apply_options
from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import Line, natural, quoted, split_lines
from lo_exact.formats.files import read_text
from lo_exact.machine import uncollected
from lo_exact.packages import require
from lo_exact.puzzle import Layout, Objective, Puzzle
from lo_exact.topology import matrix_puzzle

MAX_STEPS = 2**20
"""Largest number of instructions after unrolling."""

MAX_DEPTH = 16
"""Nested repeat blocks of an error model."""

MAX_DETECTORS = 2**20
"""Detectors of an error model."""

MAX_OBSERVABLE = 2**32 - 1
"""Largest number of an observable: 32 bits."""

SCALE = 1000
"""Price of a log-likelihood of 1, for puzzles."""

CERTAIN = 1e-15
"""An error that always happens gets probability 1 minus this."""

_TOO_MANY = f"more than {MAX_STEPS} instructions when repeats are unrolled"

_LINE = re.compile(
    r"\s*(?P<name>[A-Za-z_]\w*)(?:\[[^\]]*\])?(?:\((?P<args>[^)]*)\))?"
    r"(?P<rest>(?:\s[^{}#]*)?)(?P<open>\{?)\s*(?:#.*)?",
    re.ASCII,
)
_BLANKS = " \t\r\n"
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
"""Control characters that Stim does not accept as blanks."""

_NUMBER = re.compile(r"[+-]?([0-9]++(?:\.[0-9]*+)?|\.[0-9]+)([eE][+-]?[0-9]+)?", re.ASCII)
_NAMED = {"detector": "D", "logical_observable": "L"}
"""Instructions with one target, and the target's letter."""

_PLAIN = re.compile(
    r"[ \t]*error\(([0-9]+(?:\.[0-9]+)?(?:e-[0-9]+)?)\)"
    r"((?: [DL][0-9]{1,6})+(?: \^(?: [DL][0-9]{1,6})+)*)"
)
"""An error as Stim writes it: fast path for most lines."""

_DETECTOR = re.compile(r"[dD]([0-9]+)")


@dataclass(frozen=True)
class DemStep:
    """One instruction of a model: name, arguments, targets, and the repeated block."""

    name: str
    line: Line
    args: str
    rest: Line
    body: tuple[DemStep, ...] = ()
    plain: tuple[list[int], list[int]] | None = None
    """Detectors and observables of an error that `_PLAIN` matches."""


@dataclass(frozen=True)
class ErrorModel:
    """The errors of a model, with the detectors and observables that they flip."""

    detectors: list[frozenset[int]]
    """Detectors that each error flips, in the order of the file with repeats unrolled."""
    observables: list[frozenset[int]]
    """Logical observables that each error flips."""
    chances: list[float]
    """Probability of each error."""
    numbers: list[int]
    """Index of each error among all errors of the file, including those of probability 0."""
    highest: int
    """Largest detector number, or -1."""
    highest_observable: int
    """Largest observable number, or -1."""


def read_model(text: str, *, whole: bool = False) -> ErrorModel:
    """Parse an error model with its observables.

    Args:
        text: the model in Stim's format.
        whole: whether to keep errors of probability 0.

    Raises:
        InputError: When the model does not parse, with line and column.
    """
    with uncollected():
        steps, rest = _block(split_lines(text, folded=False), 0, 0)
        assert not rest
        model = ErrorModel([], [], [], [], -1, -1)
        highest = observable = number = -1
        _count(steps)
        for step, offset in _unrolled(steps):
            found, flips = _targets(step, offset)
            highest, observable = max([highest, *found]), max([observable, *flips])
            number += step.name == "error"
            if step.name == "error" and ((chance := _chance(step)) or whole):
                model.detectors.append(_odd(found))
                model.observables.append(_odd(flips))
                model.chances.append(chance)
                model.numbers.append(number)
        return replace(model, highest=highest, highest_observable=observable)


def read_dem(text: str, options: ReadOptions) -> Puzzle:
    """Parse an error model into a puzzle, using the given options.

    Raises:
        InputError: When the model does not parse, with line and column.
    """
    model = read_model(text)
    chances, highest, observed = model.chances, model.highest, model.highest_observable >= 0
    columns = [dict.fromkeys(sorted(seen), 1) for seen in model.detectors]
    matrix = from_columns(highest + 1, 2, columns)
    names = tuple(f"D{k}" for k in range(highest + 1))
    turned = tuple(k for k, p in enumerate(chances) if p > 0.5)
    button_names = tuple(
        f"not-E{number}" if p > 0.5 else f"E{number}"
        for number, p in zip(model.numbers, chances, strict=True)
    )
    costs = [abs(log1p(-p) - log(p)) for p in (min(p, 1 - CERTAIN) for p in chances)]
    equal = len(set(costs)) <= 1
    expected = np.zeros(len(columns), dtype=np.int64)
    expected[list(turned)] = 1
    puzzle = matrix_puzzle(
        matrix,
        matrix.dot(expected),
        objective=Objective.PRESSES if equal else Objective.PRICES,
        prices=() if equal else [round(SCALE * cost) for cost in costs],
        layout=Layout(
            names=names,
            button_names=button_names,
            turned=turned,
            note=_note(equal, observed, len(turned)),
        ),
    )
    return apply_options(puzzle, options)


def _note(equal: bool, observed: bool, turned: int) -> str:
    """Return a note about the data of a model that its puzzle rounds, inverts or omits."""
    lost = []
    if not equal:
        lost.append(f"weights ln((1-p)/p) are rounded to 1/{SCALE}")
    if turned:
        lost.append(
            f"{turned} errors of probability above 0.5 are expected: the lights have what they "
            "flip, and a press says that they do not happen"
        )
    if observed:
        lost.append("observables are ignored here (see --obs-out)")
    return "; ".join(lost)


def _block(lines: list[Line], at: int, depth: int) -> tuple[tuple[DemStep, ...], list[Line]]:
    """Parse a block's instructions from line ``at``; return them and the lines after the block."""
    steps: list[DemStep] = []
    while at < len(lines):
        line = lines[at]
        at += 1
        if plain := _PLAIN.fullmatch(line.text):
            rest = line._replace(text=plain[2], column=line.column + plain.start(2))
            steps.append(DemStep("error", line, plain[1], rest, plain=_numbers(plain[2])))
            continue
        word = line.text.split("#")[0].strip(_BLANKS)
        if not word:
            continue
        if word == "}":
            if not depth:
                raise line.stripped().error("'}' closes nothing")
            return tuple(steps), lines[at:]
        found = _LINE.fullmatch(line.text)
        if found is None or _CONTROL.search(word):
            raise line.stripped().error(f"this is no instruction: {quoted(word)}")
        name = found["name"].lower()
        rest = line._replace(text=found["rest"], column=line.column + found.start("rest"))
        if name not in ("error", "detector", "logical_observable", "shift_detectors", "repeat"):
            raise line.stripped().error(f"an error model has no {quoted(name)}")
        if bool(found["open"]) != (name == "repeat"):
            raise line.error("repeat N { and its block stand together")
        if not rest.text.isascii():
            raise rest.stripped().error(f"targets are ASCII, got {quoted(rest.text.strip())}")
        body: tuple[DemStep, ...] = ()
        if name == "repeat":
            if depth >= MAX_DEPTH:
                raise line.error(f"repeats are nested at most {MAX_DEPTH} deep")
            body, lines = _block(lines, at, depth + 1)
            at = 0
        step = DemStep(name, line, found["args"] or "", rest, body)
        _check(step)
        steps.append(step)
    if depth:
        raise (
            lines[-1].error("a repeat does not end")
            if lines
            else Line("", 1).error("a repeat does not end")
        )
    return tuple(steps), []


def _check(step: DemStep) -> None:
    """Refuse an instruction with arguments or a number of targets that Stim refuses."""
    numbers = [word.strip(_BLANKS) for word in step.args.split(",")] if step.args.strip() else []
    wrong = next((word for word in numbers if not _NUMBER.fullmatch(word)), None)
    if wrong is not None:
        raise step.line.stripped().error(f"arguments are numbers, got {quoted(wrong)}")
    if numbers and step.name in ("repeat", "logical_observable"):
        raise step.line.stripped().error(f"{step.name} has no arguments")
    words = step.rest.words()
    if step.name in _NAMED:
        letter = _NAMED[step.name]
        if len(words) != 1 or words[0].text[0].upper() != letter:
            raise step.line.stripped().error(f"{step.name} names one target, {letter}0 or so")
    parts = ["^", *(word.text for word in words), "^"]
    if words and ("^", "^") in pairwise(parts):
        raise step.line.stripped().error("'^' stands between targets")


def _count(steps: tuple[DemStep, ...]) -> int:
    """Return the number of instructions after unrolling all repeats.

    Raises:
        InputError: When there are too many.
    """
    count = 0
    for step in steps:
        count += 1
        if step.name == "repeat":
            count += _times(step) * _count(step.body)
        if count > MAX_STEPS:
            raise step.line.error(_TOO_MANY)
    return count


def _times(step: DemStep) -> int:
    return natural(step.rest.stripped(), "a number of repeats", 0, MAX_STEPS)


def _unrolled(steps: tuple[DemStep, ...]) -> Iterator[tuple[DemStep, int]]:
    """Yield all instructions with their detector offset, with repeats unrolled."""
    offset = 0
    work: list[Iterator[DemStep]] = [iter(steps)]
    while work:
        step = next(work[-1], None)
        if step is None:
            work.pop()
        elif step.name == "repeat":
            if step.body:  # repeats of an empty block are not counted, but could take hours
                work.append(chain.from_iterable(repeat(step.body, _times(step))))
        elif step.name == "shift_detectors":
            offset += natural(step.rest.stripped(), "a shift", 0, MAX_DETECTORS)
        else:
            yield step, offset


def _numbers(targets: str) -> tuple[list[int], list[int]]:
    """Parse targets in Stim's notation into detectors and observables."""
    targets = targets.replace(" ^", "")
    detectors, _, observables = targets.partition(" L")
    if "D" not in observables:
        seen, flipped = detectors.split(" D")[1:], observables.split(" L")
        return [*map(int, seen)], [*map(int, flipped)] if observables else []
    words = targets.split()
    found = ([int(word[1:]) for word in words if word[0] == kind] for kind in "DL")
    return next(found), next(found)


def _odd(numbers: list[int]) -> frozenset[int]:
    """Return the numbers that occur an odd number of times."""
    found = frozenset(numbers)
    if len(found) == len(numbers):
        return found
    return frozenset(number for number in found if numbers.count(number) % 2)


def _targets(step: DemStep, offset: int) -> tuple[list[int], list[int]]:
    """Return the detectors and the observables that an instruction names, with repetitions."""
    if step.plain is not None and max(step.plain[0], default=0) + offset < MAX_DETECTORS:
        detectors, observables = step.plain
        return [detector + offset for detector in detectors] if offset else detectors, observables
    found, flips = [], []
    for word in step.rest.words():
        if word.text == "^":
            continue
        match = _DETECTOR.fullmatch(word.text)
        if match is not None:
            number = word._replace(text=match[1], column=word.column + 1)
            detector = natural(number, "a detector", 0, MAX_DETECTORS) + offset
            if detector >= MAX_DETECTORS:
                raise word.error(f"at most {MAX_DETECTORS} detectors are read")
            found.append(detector)
        elif not re.fullmatch(r"[lL][0-9]+", word.text):
            raise word.error(f"a target is D0 or L0, got {quoted(word.text)}")
        else:
            number = word._replace(text=word.text[1:], column=word.column + 1)
            flips.append(natural(number, "an observable", 0, MAX_OBSERVABLE))
    return found, flips


def _chance(step: DemStep) -> float:
    try:
        chance = float(step.args)
    except ValueError:
        raise step.line.error(f"an error has a probability, got {quoted(step.args)}") from None
    if not 0 <= chance <= 1:
        raise step.line.error(f"a probability is 0 to 1, got {chance}")
    return chance


def error_model_text(file: str) -> str:
    """Return a file's error model as text; for a ``.stim`` file, the circuit's error model.

    Raises:
        MissingPackageError: When the file is a circuit and Stim is not installed.
        InputError: When the file is not a circuit.
    """
    text = read_text(file)
    if not file.endswith(".stim"):
        return text
    require("the error model of a circuit", "stim")
    import stim

    try:
        return str(stim.Circuit(text).detector_error_model())
    except ValueError as error:
        raise InputError(printable(str(error).splitlines()[0], 200), source=file) from None
