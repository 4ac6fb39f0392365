"""Table rows that register the commands, long-running tasks and helpers for hardest boards."""

from lo_exact.registers import Command, Task

COMMANDS = (
    Command(
        "hardest",
        "lo_exact.hardest_boards.hardest_command:hardest",
        "Find the hardest board of a size, proved.",
        "All boards of a size",
    ),
    Command(
        "histogram",
        "lo_exact.hardest_boards.hardest_command:histogram",
        "Count boards by how many presses they need.",
        "All boards of a size",
    ),
    Command(
        "certify",
        "lo_exact.hardest_boards.certify_command:certify",
        "Judge claims about boards, published or yours.",
        "All boards of a size",
    ),
)

LONG = tuple(Task(row.name, row.function) for row in COMMANDS if row.name != "certify")

HELP = (
    Task("judge a claim", "lo_exact.hardest_boards.claims.repeat_evidence:claim_beside"),
    Task("bound the minima", "lo_exact.hardest_boards.find:hardest_bounds"),
)

CHECKERS = {"checker.py": ("boards flat_spectra published",)}
