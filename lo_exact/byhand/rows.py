"""Rows that solving by hand adds to the tables."""

from lo_exact.registers import Command

COMMANDS = (
    Command(
        "make", "lo_exact.byhand.levels.make_command:make", "Boards: one colour, random, pressed."
    ),
    Command(
        "levels", "lo_exact.byhand.levels.levels_command:levels", "Levels graded, and as pages."
    ),
    Command(
        "chase", "lo_exact.byhand.chasing.chase_command:chase", "Light chasing: rule and table."
    ),
    Command("press", "lo_exact.byhand.hint_command:press", "The board after presses."),
    Command("matrix", "lo_exact.byhand.matrix_command:matrix", "The matrix, and its inverse."),
    Command("table", "lo_exact.byhand.table_command:table", "Nullities, solutions: whole tables."),
    Command("hint", "lo_exact.byhand.hint_command:hint", "The next press of a shortest solution."),
    Command("explain", "lo_exact.byhand.explain_command:explain", "A minimum explained, by hand."),
)
