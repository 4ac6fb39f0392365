"""Table rows that register the commands ``distance`` and ``decode`` and the format ``dem``."""

import re

from lo_exact.registers import Command, FormatRow, Task

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

FORMATS = (
    FormatRow(
        "dem",
        "Stim's detector error models; --target 'D0 D5' says which detectors fired",
        re.compile(
            r"\A(?:\s|#.*\n)*+(error\s*(\[[^\]]*\])?\(|detector\b|logical_observable\b|"
            r"shift_detectors\b|repeat\s+[0-9]+\s*\{)",
            re.IGNORECASE,
        ),
        "lo_exact.codes.dem:read_dem",
        drawn=False,
        example="error(0.1) D9 D0 L0\nrepeat 9 {\n  error(0.1) D0 D1\n  shift_detectors 1\n}\n",
        said="--target 'D0 D3'",
    ),
)

CHECKERS = {
    "distance_checker.py": (
        "verdict reading single_program code_side code_cycles code_search cheap_patterns "
        "code_claims limits",
        "the distance of a code",
        "docs/distances.md",
    ),
}
