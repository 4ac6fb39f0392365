"""Table rows that register the command and the checker for parity walks."""

from lo_exact.registers import Command

COMMANDS = (
    Command(
        "walk",
        "lo_exact.parity_walks.command:app",
        "Solve parity walks: paint every cell in the fewest steps.",
        "Solve",
    ),
)

CHECKERS = {
    "walk_checker.py": (
        "verdict reading single_program proof walk_level walk_formula walk_claims limits",
        "a parity walk",
        "docs/walks.md",
    ),
}
