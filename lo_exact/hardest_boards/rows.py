"""Rows that hardest boards add to the tables."""

from lo_exact.registers import Command, Task

COMMANDS = (
    Command(
        "hardest", "lo_exact.hardest_boards.hardest_command:hardest",
        "The hardest board, and how hard.",
    ),
    Command(
        "histogram", "lo_exact.hardest_boards.hardest_command:histogram",
        "Boards by their minimum.",
    ),
    Command(
        "certify", "lo_exact.hardest_boards.certify_command:certify",
        "Published claims, true or false.",
    ),
)  # fmt: skip

LONG = tuple(Task(row.name, row.function) for row in COMMANDS)

HELP = (Task("judge a claim", "lo_exact.hardest_boards.claims.again:claim_beside"),)
