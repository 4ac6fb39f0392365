"""Table row that registers the command ``serve``."""

from lo_exact.registers import Command

COMMANDS = (
    Command(
        "serve", "lo_exact.service.command:serve", "Start the HTTP service and the game.", "Program"
    ),
)
