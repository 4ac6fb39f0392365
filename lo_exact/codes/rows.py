"""Rows for the commands ``distance`` and ``decode`` in the program's tables."""

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
        "Decode shots: find the lightest error for each syndrome.",
        "Codes",
    ),
)

LONG = (Task("decode", "lo_exact.codes.decode_command:decode"),)
