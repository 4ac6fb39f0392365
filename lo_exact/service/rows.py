"""Rows that the service adds to the tables."""

from lo_exact.registers import Command

COMMANDS = (
    Command("serve", "lo_exact.service.command:serve", "The HTTP service, and a page to draw on."),
)
