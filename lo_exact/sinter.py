"""Custom decoders for sinter that decode exactly.

``sinter collect --custom_decoders_module_function lo_exact.sinter:sinter_decoders`` finds it.

sinter samples circuits, runs decoders in its own processes and adds up logical errors.  A decoder
for sinter is a small object that can be pickled and that prepares itself for an error model.
"""

from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.codes.decoder import PRICE_SCALE, Decoder
from lo_exact.packages import require

require("lo_exact.sinter", "sinter")
import sinter  # noqa: E402 - without sinter, the error above says how to install it


class CompiledLoExactDecoder(sinter.CompiledDecoder):  # type: ignore[misc]
    """Decoder for one error model, in the interface of sinter.

    Args:
        decoder: a prepared decoder.
        classes: whether the most likely class of errors is predicted.

    Example:
        >>> from lo_exact.sinter import sinter_decoders
        >>> import stim
        >>> dem = stim.DetectorErrorModel("error(0.1) D0 L0")
        >>> decoder = sinter_decoders()["lo-exact"]
        >>> ready = decoder.compile_decoder_for_dem(dem=dem)
        >>> import numpy as np
        >>> shots = np.array([[0], [1]], dtype=np.uint8)
        >>> ready.decode_shots_bit_packed(bit_packed_detection_event_data=shots).tolist()
        [[0], [1]]
    """

    def __init__(self, decoder: Decoder, classes: bool = False):
        self.decoder = decoder
        self.classes = classes

    def decode_shots_bit_packed(
        self, *, bit_packed_detection_event_data: NDArray[np.uint8]
    ) -> NDArray[np.uint8]:
        """Return bit-packed predictions, a uint8 array of shape (shots, ceil(observables / 8)).

        Args:
            bit_packed_detection_event_data: (shots, ceil(detectors / 8)) uint8, as sinter
                packs them.

        Returns:
            (shots, ceil(observables / 8)) uint8.

        Raises:
            PuzzleError: When no errors explain a shot.
            UsageError: When summing over the classes would need too many states.

        Example:
            >>> from lo_exact.sinter import sinter_decoders
            >>> import stim
            >>> dem = stim.DetectorErrorModel("error(0.1) D0 L0")
            >>> decoder = sinter_decoders()["lo-exact"]
            >>> ready = decoder.compile_decoder_for_dem(dem=dem)
            >>> import numpy as np
            >>> shots = np.array([[0], [1]], dtype=np.uint8)
            >>> ready.decode_shots_bit_packed(bit_packed_detection_event_data=shots).tolist()
            [[0], [1]]
        """
        if self.classes:
            shots, again = np.unique(bit_packed_detection_event_data, axis=0, return_inverse=True)
            bits = np.unpackbits(shots, axis=1, bitorder="little", count=self.decoder.num_detectors)
            found = [self.decoder.most_likely_class(shot).observables for shot in bits]
            flipped = np.array(found, dtype=np.uint8).reshape(
                len(bits), self.decoder.num_observables
            )
            return np.packbits(flipped, axis=1, bitorder="little")[again.reshape(-1)]
        predictions: NDArray[np.uint8] = self.decoder.decode_batch(
            bit_packed_detection_event_data, bit_packed_shots=True, bit_packed_predictions=True
        )
        return predictions


@dataclass(frozen=True)
class LoExactDecoder(sinter.Decoder):  # type: ignore[misc]
    """Decoder for sinter that finds the most likely errors, with proof.

    Example:
        >>> from lo_exact.sinter import sinter_decoders
        >>> import stim
        >>> dem = stim.DetectorErrorModel("error(0.1) D0 L0")
        >>> decoder = sinter_decoders()["lo-exact"]
        >>> ready = decoder.compile_decoder_for_dem(dem=dem)
        >>> type(ready).__name__
        'CompiledLoExactDecoder'
    """

    scale: int = PRICE_SCALE
    """Scale of the integer prices: round(PRECISION * ln((1 - p) / p))."""
    time_limit: float = inf
    """Wall-clock limit in seconds for one shot."""
    classes: bool = False
    """Whether to predict the most likely class of errors instead, where that is cheap
    (`lo_exact.Decoder.most_likely_class`).
    """

    def compile_decoder_for_dem(self, *, dem: Any) -> CompiledLoExactDecoder:
        """Return a decoder for a detector error model of Stim.

        Args:
            dem: a `stim.DetectorErrorModel`.

        Returns:
            The decoder, ready for use.

        Raises:
            InputError: When the model cannot be read.

        Example:
            >>> from lo_exact.sinter import sinter_decoders
            >>> import stim
            >>> dem = stim.DetectorErrorModel("error(0.1) D0 L0")
            >>> decoder = sinter_decoders()["lo-exact"]
            >>> ready = decoder.compile_decoder_for_dem(dem=dem)
            >>> ready.decoder.num_detectors
            1
        """
        return CompiledLoExactDecoder(
            Decoder.from_detector_error_model(dem, scale=self.scale, time_limit=self.time_limit),
            self.classes,
        )


def sinter_decoders() -> dict[str, sinter.Decoder]:
    """Return the custom decoders for sinter, ``lo-exact`` and ``lo-exact-class``, by name.

    The first predicts what the most likely error flips, the second what the most likely class of
    errors flips, and refuses models for which that is not cheap.

    Returns:
        The decoders by their names.

    Example:
        >>> from lo_exact.sinter import sinter_decoders
        >>> list(sinter_decoders())
        ['lo-exact', 'lo-exact-class']
    """
    return {"lo-exact": LoExactDecoder(), "lo-exact-class": LoExactDecoder(classes=True)}
