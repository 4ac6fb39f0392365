"""Table rows that register the commands for solving by hand."""

from lo_exact.registers import Command

COMMANDS = (
    Command(
        "make",
        "lo_exact.byhand.levels.make_command:make",
        "Make boards: full, random, from presses; sets of levels.",
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
        "Solve by light chasing: print the rule, table and steps.",
        "Boards",
    ),
    Command(
        "press", "lo_exact.byhand.hint_command:press", "Press buttons and draw the board.", "Boards"
    ),
    Command(
        "matrix",
        "lo_exact.byhand.matrix_command:matrix",
        "Print the matrix and its inverse.",
        "All boards of a size",
    ),
    Command(
        "table",
        "lo_exact.byhand.table_command:table",
        "Show for many sizes if every board is solvable (nullity 0).",
        "All boards of a size",
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
        "Show step by step why fewer presses are not enough.",
        "Solve",
    ),
)
