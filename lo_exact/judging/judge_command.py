"""Command ``lo-exact judge``: check that an answer is a solution and minimal."""

import os
import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lo_exact.commands.export import Bound, KernelForm, formula_of
from lo_exact.commands.shared.answer import NO, print_json, saved, text_table
from lo_exact.commands.shared.options import AnySolution, File, How, Json, OwnTimeLimit, Reading
from lo_exact.commands.shared.quick import grouped, within
from lo_exact.errors import DisagreementError, InputError, UsageError, printable
from lo_exact.registers import EXPORTS, completing

if TYPE_CHECKING:
    from lo_exact.judging.judge import Judgement
    from lo_exact.puzzle import Puzzle

_WORDS = re.compile(
    r"\s*(?:(?:[A-Za-z]{1,3}[0-9]{1,5}(?:x[0-9]{1,9})?[\s,;]*)+|[01#./\s]*[01#][01#./\s]*)"
    r"|unsolvable|impossible"
)
"""Pattern of presses, or of "unsolvable", given instead of a file name."""

Answer = Annotated[
    str | None,
    typer.Argument(
        metavar="ANSWER",
        help="What a person or a solver answered: a file, - (stdin), places like 'A1 B2', or the "
        "fewest presses as a number.",
    ),
]
Claims = Annotated[
    bool,
    typer.Option(
        "--claims", help="FILE has lines: number of presses (or unsolvable), board (01/10)."
    ),
]


@grouped
def judge(
    file: File,
    answer: Answer = None,
    *,
    claims: Claims = False,
    how: How,
    any_solution: AnySolution = False,
    format: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="NAME",
            autocompletion=completing(EXPORTS),
            help="The --format that was given to lo-exact export.",
        ),
    ] = None,
    kernel: KernelForm = False,
    bound: Bound = None,
    json: Json = False,
    time_limit: OwnTimeLimit = None,
) -> int:
    """Judge an answer: is it a solution, is it minimal, is the board rightly called unsolvable?

    An answer is rows of presses, a list, places (A1 C3), what lo-exact min prints, or the word
    unsolvable; a number claims the fewest presses. Several answers in one text are each judged and
    compared with all minima. With the --format, --kernel and --bound that you gave to lo-exact
    export, the answer is what an external solver printed about the formula. Exit code 1 means
    wrong, or not minimal (unless --any-solution is given or the formula minimises nothing); 3 that
    it cannot be read.

    With --claims, each line of FILE is a claimed number of presses, then its board, like:
    1 010/111/010. A table of the wrong ones is printed.

    Example: lo-exact judge data/boards/all-on-5x5.txt data/answers/all-on-5x5.txt --format cnf
    """
    from lo_exact.formats import read_text
    from lo_exact.judging.judge import judge_answer

    if claims is (answer is not None):
        raise UsageError("judge wants FILE and ANSWER; or --claims and a FILE of lines: 7 01/10")
    with within(time_limit):
        if answer is None:
            return _judge_claims(file, how, as_json=json)
        puzzle = how.puzzle(file)
        is_number = answer.isdecimal() and len(answer) != puzzle.buttons
        try:
            if is_number and not os.path.exists(answer):
                judgement, minimises = _number_judged(puzzle, answer), True
            elif format is None and not kernel and bound is None:
                judgement, minimises = judge_answer(puzzle, _text(answer), source=answer), True
            else:
                form = format or "cnf"
                judgement, minimises = _of_formula(
                    puzzle, read_text(answer), answer, form, bound, kernel
                )
        except DisagreementError as clash:
            raise saved(puzzle, str(clash)) from clash
    passes = judgement.passes(minimal=minimises and not any_solution)
    if json:
        print_json(judged_json(judgement))
    else:
        print(f"{_word(judgement, passes=passes)}: {judgement.sentence}")
    return 0 if passes else NO


def _text(answer: str) -> str:
    """Return the text of an answer, from its file or from the argument itself."""
    from lo_exact.formats import read_text

    if _WORDS.fullmatch(answer) and not os.path.exists(answer):
        return answer.replace("/", "\n")
    text = read_text(answer)
    if text.lstrip().startswith("s SATISFIABLE"):
        raise UsageError(f"{printable(answer)} is a solver's output: say --format, as for export")
    return text


def _number_judged(puzzle: "Puzzle", number: str) -> "Judgement":
    """Judge the claim that a board needs a given number of presses."""
    from lo_exact.judging.judge import Judgement

    least = _least(puzzle)
    right = least == int(number)
    sentence = "the board is unsolvable" if least is None else f"the minimum is {least}"
    sentence = sentence if right else f"claimed {number}, but {sentence}"
    return Judgement(right, "minimal" if right else "wrong figure", sentence, minimum=least)


def _least(puzzle: "Puzzle") -> int | None:
    """Return the fewest presses, or None if the board is unsolvable."""
    from lo_exact.solver import minimum

    found = minimum(puzzle)
    if found.stopped:
        raise KeyboardInterrupt
    return found.weight


def _judge_claims(file: str, how: Reading, *, as_json: bool) -> int:
    """Judge a file with a claim and a board in each line, and print a table of the wrong claims."""
    from lo_exact.formats import parse_puzzle, read_text

    options, form = how.options()
    rows: list[dict[str, Any]] = []
    for number, line in enumerate(read_text(file).splitlines(), start=1):
        claim, _, board = line.strip().partition(" ")
        if not claim or claim.startswith("#"):
            continue
        if not (claim.isdecimal() or claim in ("unsolvable", "infeasible", "impossible")):
            wanted = "a line is a number of presses or the word unsolvable, then a board"
            got = printable(line.strip(), 40)
            raise InputError(f"{wanted}; got {got!r}", source=file, line=number, column=1)
        try:
            text = board.strip().replace("/", "\n")
            weight = _least(parse_puzzle(text, options=options, format=form))
        except InputError as problem:
            raise InputError(problem.problem, source=file, line=number) from None
        least = "unsolvable" if weight is None else str(weight)
        claimed = str(int(claim)) if claim.isdecimal() else "unsolvable"
        rows.append({"line": number, "claimed": claimed, "found": least, "right": claimed == least})
    if not rows:
        raise InputError("there are no claims", source=file)
    wrong = [row for row in rows if not row["right"]]
    if as_json:
        print_json({"claims": rows, "wrong": len(wrong)})
    else:
        right, many = len(rows) - len(wrong), "s" * (len(rows) > 1)
        print(f"{len(rows)} claim{many}: {right} right, {len(wrong)} wrong")
        if wrong:
            names = ("line", "claimed", "found")
            print(text_table([names, *([str(row[name]) for name in names] for row in wrong)]))
    return NO if wrong else 0


def _word(judgement: "Judgement", *, passes: bool) -> str:
    """Return a short phrase for a judgement, such as "right" or "wrong"."""
    if passes:
        return "right"
    if judgement.right:
        return "right, not minimal" if judgement.verdict == "not minimal" else "right, open"
    return "undecided" if judgement.verdict == "undecided" else "wrong"


def judged_json(judgement: "Judgement") -> dict[str, Any]:
    """Return a judgement as JSON values."""
    return {
        "right": judgement.right,
        "minimal": judgement.minimal,
        "verdict": judgement.verdict,
        "sentence": judgement.sentence,
        "weight": judgement.weight,
        "minimum": judgement.minimum,
    } | ({"answers": [judged_json(one) for one in judgement.answers]} if judgement.answers else {})


def _of_formula(
    puzzle: "Puzzle",
    text: str,
    source: str,
    format: str,
    bound: int | None,
    kernel: bool,
) -> tuple["Judgement", bool]:
    """Judge a solver's output for a formula; also return whether the format has an objective."""
    from lo_exact.judging.judge import Judgement, judge_answer
    from lo_exact.judging.solver_answers import read_answer

    export, _, formula = formula_of(puzzle, format, kernel=kernel)
    said = read_answer(export.name, formula, text, source)
    none = "UNSAT" in said.said.upper() or "INFEASIBLE" in said.said.upper()
    if said.found and none:
        raise InputError(f"the answer has values and says {said.said}", source=source)
    if none:
        judged = judge_answer(puzzle, "unsolvable") if bound is None else _none_in(puzzle, bound)
    elif said.found:
        judged = judge_answer(puzzle, said.presses[: puzzle.buttons])
    elif said.said or not text.strip():
        raise InputError("the answer has neither values nor an s line", source=source)
    else:  # not a solver's format: try to read it as presses
        judged = judge_answer(puzzle, text, source=source)
    if bound is not None and judged.weight is not None and judged.weight > bound:
        sentence = f"a solution of {judged.weight}, and the formula allows {bound} at most"
        judged = Judgement(False, "not a solution", sentence, judged.weight, judged.minimum)
    return judged, export.minimises


def _none_in(puzzle: "Puzzle", bound: int) -> "Judgement":
    """Judge the claim that no solution has a weight of at most ``bound``."""
    from lo_exact.judging.judge import Judgement
    from lo_exact.outcome import Status
    from lo_exact.solver import minimum

    truth = minimum(puzzle)
    if truth.stopped == "interrupted":
        raise KeyboardInterrupt
    if truth.weight is not None and truth.weight <= bound:
        sentence = f"called impossible, but there is a solution of {truth.weight}"
        return Judgement(False, "wrongly unsolvable", sentence, minimum=truth.weight)
    if truth.status is Status.INFEASIBLE or (truth.lower_bound or 0) > bound:
        return Judgement(True, "unsolvable", f"rightly said that none weighs {bound} or less")
    sentence = f"the minimum is at least {truth.lower_bound}, more is not known"
    return Judgement(False, "undecided", sentence)
