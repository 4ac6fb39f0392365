"""``lo-exact import-answer``: judge what a solver said to an exported formula."""

from typing import TYPE_CHECKING, Annotated

import typer

from lo_exact.commands.crosscheck import print_judgement
from lo_exact.commands.shared.exported import Bound, ExportName, KernelForm, formula_of
from lo_exact.commands.shared.options import Json
from lo_exact.commands.shared.reading import takes_puzzle
from lo_exact.errors import InputError

if TYPE_CHECKING:
    from lo_exact.puzzle import Puzzle
    from lo_exact.referee import Judgement

Answer = Annotated[
    str, typer.Option("--answer", "-a", metavar="FILE", help="What the solver printed; - is stdin.")
]


@takes_puzzle
def import_answer(
    puzzle: "Puzzle",
    answer: Answer = "-",
    format: ExportName = "cnf",
    kernel: KernelForm = False,
    bound: Bound = None,
    json: Json = False,
) -> int:
    """Judge a solver's answer to an exported formula: a solution? minimal? rightly none?

    Give the same --format, --kernel and --bound as to lo-exact export; drawn presses are read too.
    Exit code 1 means wrong.

    Example: lo-exact import-answer data/boards/all-on-5x5.txt -a data/answers/all-on-5x5.txt
    """
    from lo_exact.exports.answer import read_answer
    from lo_exact.formats import read_text
    from lo_exact.referee import judge_answer

    export, _, formula = formula_of(puzzle, format, kernel=kernel)
    text = read_text(answer)
    said = read_answer(export.name, formula, text, answer)
    none = "UNSAT" in said.said.upper() or "INFEASIBLE" in said.said.upper()
    if said.found and none:
        raise InputError(f"the answer has values and says {said.said}", source=answer)
    if said.found:
        presses = said.presses[: puzzle.buttons]
        judgement = judge_answer(puzzle, presses, minimal=export.minimises)
    elif none:
        judgement = _judge_none(puzzle, bound)
    elif said.said or not text.strip():
        raise InputError("the answer has neither values nor an s line", source=answer)
    else:  # no solver's form: perhaps presses as people write them
        judgement = judge_answer(puzzle, text, minimal=export.minimises, source=answer)
    return print_judgement(_within(bound, judgement), json=json)


def _within(bound: int | None, judgement: "Judgement") -> "Judgement":
    """Return a judgement of values for a formula that allows no more than ``bound``."""
    from lo_exact.referee import Judgement

    if bound is None or judgement.weight is None or judgement.weight <= bound:
        return judgement
    sentence = f"a solution of {judgement.weight}, and the formula allows {bound} at most"
    return Judgement(False, "not a solution", sentence, judgement.weight, judgement.minimum)


def _judge_none(puzzle: "Puzzle", bound: int | None) -> "Judgement":
    """Judge the word that there is no solution, or none that weighs at most ``bound``."""
    from lo_exact.outcome import Status
    from lo_exact.referee import Judgement, judge_answer
    from lo_exact.solver import minimum

    if bound is None:
        return judge_answer(puzzle, "unsolvable")
    truth = minimum(puzzle)
    if truth.stopped == "interrupted":
        raise KeyboardInterrupt
    if truth.weight is not None and truth.weight <= bound:
        sentence = f"called impossible, but there is a solution of {truth.weight}"
        return Judgement(False, "wrongly unsolvable", sentence, minimum=truth.weight)
    if truth.status is Status.INFEASIBLE or (truth.lower_bound or 0) > bound:
        return Judgement(True, "unsolvable", f"rightly said that none weighs {bound} or less")
    sentence = f"the minimum is at least {truth.lower_bound}, more is not known"
    return Judgement(False, "open", sentence)
