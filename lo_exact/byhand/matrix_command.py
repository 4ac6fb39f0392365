"""Command ``lo-exact matrix``: a board's matrix, inverse and determinant."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from lo_exact.commands.shared.answer import allow_long_numbers, draw_picture, print_json
from lo_exact.commands.shared.options import Board, BoardsOfSize, Json, Picture, Quietly
from lo_exact.commands.shared.quick import grouped
from lo_exact.errors import LimitReached
from lo_exact.languages.phrases import phrase

if TYPE_CHECKING:
    from lo_exact.algebra import IntArray
    from lo_exact.pictures import Scene
    from lo_exact.puzzle import Puzzle


@grouped
def matrix(
    file: Board = "",
    *,
    how: BoardsOfSize,
    inverse: Annotated[
        bool, typer.Option("--inverse", help="The inverse, where there is one.")
    ] = False,
    picture: Picture = None,
    json: Json = False,
    talk: Quietly,
) -> int:
    """Show the activation matrix: row i, column j is what pressing button j adds to light i.

    For a square matrix, also print the determinant over the integers: with c colours every board is
    solvable exactly when c and the determinant share no factor.

    Example: lo-exact matrix --size 3x3 --inverse
    """
    from lo_exact.algebra.sparse import latex_digits
    from lo_exact.byhand import matrix as matrices

    puzzle = how.rules(file)
    matrices.check_side(puzzle.activation)
    allow_long_numbers()
    found = matrices.inverse(puzzle.activation) if inverse else None
    number = None
    if puzzle.lights == puzzle.buttons:
        from lo_exact.byhand.determinant import determinant, integer_matrix

        try:
            number = determinant(integer_matrix(puzzle))
        except LimitReached as too_large:
            talk.say(f"no determinant: {too_large}")
    draw_picture(picture, lambda: _scene(puzzle, found), talk)
    if json:
        print_json(_as_json(puzzle, found, inverse, number))
        return 0
    print(*_sentences(puzzle, number), "", sep="\n")
    print(latex_digits(puzzle.activation.to_dense(), puzzle.colours))
    if inverse:
        print(f"\n{phrase(168 if found is None else 169, colours=puzzle.colours)}")
    if found is not None:
        print(latex_digits(found, puzzle.colours))
    return 0


def _scene(puzzle: "Puzzle", found: "IntArray | None") -> "Scene":
    """Return a picture of the inverse if one was computed, else of the matrix."""
    from lo_exact.byhand.matrix import pixel_scene

    size = f"{puzzle.lights} x {puzzle.buttons} matrix, {puzzle.colours} colours"
    if found is None:
        return pixel_scene(puzzle.activation.to_dense(), puzzle.colours, title=size)
    return pixel_scene(found, puzzle.colours, title=f"inverse of the {size}")


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


def _as_json(
    puzzle: "Puzzle",
    found: "IntArray | None",
    asked_inverse: bool,
    number: int | None,
) -> dict[str, Any]:
    from lo_exact.byhand.determinant import factors

    out: dict[str, Any] = {"matrix": puzzle.activation.to_dense().tolist()}
    if asked_inverse:
        out["inverse"] = None if found is None else found.tolist()
    if number is not None:
        out["determinant"] = number
        if number:
            apart = factors(number)
            out["prime_factors"] = [list(pair) for pair in apart.primes]
            out["unfactored"] = apart.rest
    return out | {
        "colours": puzzle.colours,
        "lights": puzzle.lights,
        "buttons": puzzle.buttons,
        "puzzle_sha256": puzzle.sha256,
    }
