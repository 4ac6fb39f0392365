"""Rows that codes add to the tables."""

from lo_exact.registers import Command, Task

COMMANDS = (
    Command(
        "distance",
        "lo_exact.codes.distance_command:distance",
        "Find a code's distance, proved.",
        "Codes",
    ),
    Command(
        "decode",
        "lo_exact.codes.decode_command:decode",
        "Find the lightest errors of many syndromes, each proved.",
        "Codes",
    ),
)

LONG = (Task("decode", "lo_exact.codes.decode_command:decode"),)

HELP = (Task("find a lightest quiet pattern", "lo_exact.codes.code_files:lightest_pattern"),)
