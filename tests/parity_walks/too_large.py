"""Levels that exceed each bound of the checker of walks."""

from pathlib import Path

from lo_exact.certificate import walk_checker


def level(program, *rows):
    board = program.Board(program.Level(list(rows)))
    return program.formula(board, 0, [])


def cut_once(program):
    """One cut of a level of four cells."""
    board = program.Board(program.Level(["S..."]))
    proof = {"cuts": [[2]], "cnf_sha256": "", "proof_sha256": "", "proof_bytes": 0}
    program.no_shorter(board, board.bound + 4, proof, Path())


PROVOKED = [
    (walk_checker, {"MAX_ROOM": 1}, lambda p: level(p, "S.")),
    (walk_checker, {"MAX_CELLS": 1}, lambda p: level(p, "S.")),
    (walk_checker, {"MAX_CLAUSES": 20}, lambda p: level(p, "S.")),
    # what is beyond only with the counter's clauses
    (walk_checker, {"MAX_CLAUSES": 40}, lambda p: level(p, "S.")),
    (walk_checker, {"MAX_CUT_CELLS": 3}, cut_once),
]
