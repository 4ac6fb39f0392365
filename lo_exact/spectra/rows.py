"""Rows that spectra add to the tables."""

from lo_exact.registers import Command

COMMANDS = (
    Command("spectrum", "lo_exact.spectra.spectrum_command:spectrum", "Solutions of each weight."),
    Command("sample", "lo_exact.spectra.spectrum_command:sample", "Minimum solutions by chance."),
)
