"""Rows that solving by hand adds to the tables."""

from lo_exact.registers import Command

COMMANDS = (
    Command(
        "make",
        "lo_exact.byhand.levels.make_command:make",
        "Make boards: one colour, random, pressed.",
        "Boards",
    ),
    Command(
        "levels",
        "lo_exact.byhand.levels.levels_command:levels",
        "Grade levels and print them as worksheets.",
        "Boards",
    ),
    Command(
        "chase",
        "lo_exact.byhand.chasing.chase_command:chase",
        "Print the rule and table of light chasing.",
        "Boards",
    ),
    Command(
        "press", "lo_exact.byhand.hint_command:press", "Press buttons and draw the board.", "Boards"
    ),
    Command(
        "matrix",
        "lo_exact.byhand.matrix_command:matrix",
        "Print the matrix and its inverse.",
        "Hard boards",
    ),
    Command(
        "table",
        "lo_exact.byhand.table_command:table",
        "Print nullities or solutions of many sizes.",
        "Hard boards",
    ),
    Command(
        "hint",
        "lo_exact.byhand.hint_command:hint",
        "Name the next press of a shortest solution.",
        "Solve",
    ),
    Command(
        "explain",
        "lo_exact.byhand.explain_command:explain",
        "Explain by hand why no fewer presses do.",
        "Solve",
    ),
)
