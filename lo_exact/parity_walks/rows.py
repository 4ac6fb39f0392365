"""Rows that parity walks add to the tables."""

from lo_exact.registers import Command

COMMANDS = (
    Command("walk", "lo_exact.parity_walks.command:app", "Parity walks: the fewest steps, proved."),
)
