"""Table rows that register the commands for weight spectra."""

from lo_exact.registers import Command

COMMANDS = (
    Command(
        "spectrum",
        "lo_exact.spectra.spectrum_command:spectrum",
        "Count the solutions (or words) of each weight.",
        "Codes",
    ),
    Command(
        "sample",
        "lo_exact.spectra.spectrum_command:sample",
        "Pick minimum solutions at random.",
        "Solve",
    ),
)
