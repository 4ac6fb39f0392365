"""Command ``lo-exact matrix``: a board's matrix, inverse, determinant and Smith form."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from lo_exact.commands.shared.answer import (
    Talk,
    allow_long_numbers,
    draw_picture,
    print_json,
    text_table,
)
from lo_exact.commands.shared.options import Board, BoardsOfSize, Json, Picture, Quietly
from lo_exact.commands.shared.quick import grouped
from lo_exact.errors import LimitReached
from lo_exact.languages.phrases import phrase

if TYPE_CHECKING:
    from lo_exact.byhand.matrix import Inverse
    from lo_exact.byhand.smith import Smith
    from lo_exact.pictures import Scene
    from lo_exact.puzzle import Puzzle

PAGE_SIDE = 40
"""Rows of the largest transformation that is printed."""

WantInverse = Annotated[
    bool, typer.Option("--inverse", help="The inverse, or where there is none a pseudo-inverse.")
]
WantElimination = Annotated[
    bool, typer.Option("--elimination", help="Elimination, step by step, of a small board.")
]
WantSmith = Annotated[
    bool,
    typer.Option("--smith", help="Smith normal form over the integers: and check of U A V = D."),
]
Latex = Annotated[bool, typer.Option("--latex", help="Write matrices for LaTeX.")]


@grouped
def matrix(
    file: Board = "",
    *,
    how: BoardsOfSize,
    inverse: WantInverse = False,
    elimination: WantElimination = False,
    smith: WantSmith = False,
    latex: Latex = False,
    picture: Picture = None,
    json: Json = False,
    talk: Quietly,
) -> int:
    """Show the activation matrix: row i, column j is what pressing button j adds to light i.

    For a square matrix, also print the determinant over the integers: with c colours every board is
    solvable exactly when c and the determinant share no factor.

    Example: lo-exact matrix --size 3x3 --inverse
    """
    from lo_exact.byhand import matrix as matrices

    puzzle = how.rules(file)
    matrices.check_side(puzzle.activation)
    allow_long_numbers()
    found = matrices.inverse(puzzle.activation) if inverse else None
    stages = list(matrices.elimination(puzzle)) if elimination else []
    form = _smith(puzzle) if smith else None
    number = _determinant(puzzle, talk)
    draw_picture(picture, lambda: _scene(puzzle, found), talk)
    if json:
        print_json(_as_json(puzzle, found, inverse, stages, number) | _smith_json(form))
        return 0
    for sentence in _sentences(puzzle, number):
        print(f"% {sentence}" if latex else sentence)
    _print("", puzzle.activation.to_dense(), puzzle.colours, latex)
    if inverse:
        _print(_inverse_words(puzzle, found), None if found is None else found.values,
               puzzle.colours, latex)  # fmt: skip
    for stage in stages:
        _print(f"{stage.words}:", stage.rows, puzzle.colours, latex, bar=True)
    if form is not None:
        _print_smith(form, latex)
    return 0


def _smith(puzzle: "Puzzle") -> "Smith":
    from lo_exact.byhand.determinant import integer_matrix
    from lo_exact.byhand.smith import smith_form

    return smith_form(integer_matrix(puzzle).tolist())


def _print_smith(form: "Smith", as_latex: bool) -> None:
    """Print the invariant factors with their meaning, and U and V if they fit a page."""
    import numpy as np

    from lo_exact.algebra.latex import latex

    counted = {factor: form.factors.count(factor) for factor in form.factors}
    shown = [f"{d} ({n} times)" if n > 1 else str(d) for d, n in counted.items()]
    print(f"\ninvariant factors over the integers: {', '.join(shown) or 'none'}")
    print("mod c, a factor d leaves gcd(d, c) values of one unknown free")
    for name, rows in (("U", form.left), ("V", form.right)):
        if len(rows) > PAGE_SIDE:
            print(f"\n{name} is {len(rows)} x {len(rows)}: --json writes it")
            continue
        print(f"\n{name}, of U A V = D:")
        cells = [[str(x) for x in row] for row in rows]
        print(latex(np.array(rows, dtype=object)) if as_latex else text_table(cells))


def _smith_json(form: "Smith | None") -> dict[str, Any]:
    if form is None:
        return {}
    return {"smith": {"factors": list(form.factors), "left": form.left, "right": form.right}}


def _scene(puzzle: "Puzzle", found: "Inverse | None") -> "Scene":
    """Return a picture of the inverse if one was computed, else of the matrix."""
    from lo_exact.byhand.matrix import pixel_scene

    size = f"{puzzle.lights} x {puzzle.buttons} matrix, {puzzle.colours} colours"
    if found is None:
        return pixel_scene(puzzle.activation.to_dense(), puzzle.colours, title=size)
    kind = "inverse" if found.exact else "pseudo-inverse"
    return pixel_scene(found.values, puzzle.colours, title=f"{kind} of the {size}")


def _determinant(puzzle: "Puzzle", talk: Talk) -> int | None:
    """Return the determinant of the matrix, or None if it is not square or too large."""
    from lo_exact.byhand.determinant import determinant, integer_matrix

    if puzzle.lights != puzzle.buttons:
        return None
    try:
        return determinant(integer_matrix(puzzle))
    except LimitReached as too_large:
        talk.say(f"no determinant: {too_large}")
        return None


def _sentences(puzzle: "Puzzle", number: int | None) -> list[str]:
    from lo_exact.byhand.determinant import factors

    size = phrase(160, lights=puzzle.lights, buttons=puzzle.buttons, colours=puzzle.colours)
    if number is None:
        return [size]
    if number in (0, 1, -1):
        return [size, phrase(161, number=number), phrase(163 if number else 162)]
    apart = factors(number)
    shown = phrase(161, number=number)
    powers = [f"{prime}^{e}" if e > 1 else str(prime) for prime, e in apart.primes]
    powers += [phrase(164, factor=apart.rest)] if apart.rest > 1 else []
    if powers != [str(abs(number))]:
        shown += f" = {'-' if number < 0 else ''}{' * '.join(powers)}"
    primes = [str(prime) for prime, _ in apart.primes]
    more = phrase(167) if apart.rest > 1 else ""
    listed = ", ".join(primes) or phrase(166)
    return [size, shown, phrase(165, primes=listed) + more]


def _inverse_words(puzzle: "Puzzle", found: "Inverse | None") -> str:
    if found is None:
        return phrase(168, colours=puzzle.colours)
    return phrase(169 if found.exact else 170)


def _print(words: str, values: Any, colours: int, as_latex: bool, *, bar: bool = False) -> None:
    from lo_exact.algebra.latex import latex, latex_digits

    print(f"\n{words}" if words else "")
    if values is not None:
        print(latex(values, bar=bar) if as_latex else latex_digits(values, colours, bar=bar))


def _as_json(
    puzzle: "Puzzle",
    found: "Inverse | None",
    asked_inverse: bool,
    stages: list[Any],
    number: int | None,
) -> dict[str, Any]:
    from lo_exact.byhand.determinant import factors

    out: dict[str, Any] = {"matrix": puzzle.activation.to_dense().tolist()}
    if asked_inverse:
        out["inverse"] = found.values.tolist() if found and found.exact else None
        if found is None or not found.exact:
            out["pseudo_inverse"] = None if found is None else found.values.tolist()
    if number is not None:
        out["determinant"] = number
        if number:
            apart = factors(number)
            out["prime_factors"] = [list(pair) for pair in apart.primes]
            out["unfactored"] = apart.rest
    if stages:
        out["elimination"] = [
            {"step": stage.words, "rows": stage.rows.tolist()} for stage in stages
        ]
    return out | {
        "colours": puzzle.colours,
        "lights": puzzle.lights,
        "buttons": puzzle.buttons,
        "puzzle_sha256": puzzle.sha256,
    }
