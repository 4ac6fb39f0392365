"""Rows that codes add to the tables."""

from lo_exact.registers import Command, Task

COMMANDS = (
    Command(
        "distance", "lo_exact.codes.distance_command:distance", "The distance of a code, proved."
    ),
    Command(
        "decode", "lo_exact.codes.decode_command:decode",
        "Many syndromes of one matrix, each proved.",
    ),
)  # fmt: skip

LONG = (Task("decode", "lo_exact.codes.decode_command:decode"),)

HELP = (Task("find a lightest quiet pattern", "lo_exact.codes.given:lightest_pattern"),)
