"""Error models out of files: of a model its text, of a circuit the model that Stim makes of it."""

from lo_exact.errors import InputError, printable
from lo_exact.formats.files import read_text
from lo_exact.packages import require


def error_model_text(file: str) -> str:
    """Return the error model of a file, or of the circuit in a ``.stim`` file.

    Raises:
        MissingPackageError: When it is a circuit and Stim is not installed.
        InputError: When it is no circuit.
    """
    text = read_text(file)
    if not file.endswith(".stim"):
        return text
    require("the error model of a circuit", "stim")
    import stim

    try:
        return str(stim.Circuit(text).detector_error_model())
    except ValueError as error:
        raise InputError(printable(str(error).splitlines()[0], 200), source=file) from None
