"""Decoder for many syndromes of one code: class `Decoder`, with PyMatching's methods.

Errors are columns in the order of the model or of the matrix.  An error of probability p costs
ln((1 - p) / p); engines want whole numbers, so its price is that times a scale, rounded, and the
lightest errors are exact for those prices.  Errors are turned round where p > 1/2 (or a weight is
below 0): they are taken to happen, and what is looked for is which of them do not.  Errors of
probability 0 are never pressed; of several with the same detectors the most likely is, and no error
that flips no detector ever is.

Tables and compiled code stay from call to call, and one call goes through all shots in a compiled
loop (`lo_exact.compiled.moats`).  A first decoder loads the loops in a thread, or compiles them;
few light shots are answered by plain Python meanwhile.  Hard shots go to `cuts`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from math import inf
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray, from_columns
from lo_exact.algebra.sparse import MAX_ROWS, array_of, whole
from lo_exact.compiled import has_numba
from lo_exact.engines.engine_table import find_engine
from lo_exact.engines.moats.moat_tables import (
    MAX_PRICES,
    PLAIN_NODES,
    MoatTables,
    compile_shots,
    size_refusal,
)
from lo_exact.errors import LimitReached, PuzzleError, SolverError, UsageError, printable
from lo_exact.machine import uncollected
from lo_exact.outcome import Outcome, Status, Wanted, Watch, limit_seconds, whole_option
from lo_exact.puzzle import System

if TYPE_CHECKING:
    from lo_exact.codes.error_classes import ErrorClass, ErrorTrellis

Bits = NDArray[np.uint8]

PRICE_SCALE = 1000
"""Factor from logarithms of odds to integer prices, which are rounded."""

SEARCH_NODES = 2**15
"""Nodes of the first search for a shot: 25 ms on codes with light checks, 0.15 s on
circuits; `cuts` took 0.03 to 0.9 s of CPU for shots that needed 5,000 nodes or more."""

MINIMUM, UNSOLVABLE = 2, 3
"""Status numbers that `MoatTables` returns for a shot."""

NOT_BITS = "shots are of 0 and 1"


class Decoder:
    """Decoder that finds provably most likely errors for any number of syndromes of a code.

    Make one by `from_detector_error_model` or `from_check_matrix`.  One thread at a time.

    Args:
        detectors: the detectors that each error flips.
        observables: the observables that each error flips.
        shape: numbers of detectors and observables.
        weights: (errors,) cost of each error; below 0: it is expected; inf: it never happens;
            -inf: it always happens, at no cost.
        scale: factor from weights to integer prices, which are rounded.
        time_limit: wall-clock limit in seconds for one shot.
        chances: (errors,) probabilities, for `most_likely_class`.

    Attributes:
        num_detectors: number of detectors.
        num_observables: number of observables.
        num_errors: number of errors (columns).
        weights: (errors,) cost of each error.
        proved: whether the last answer is a proved minimum; for a batch, (shots,) bool.

    Example:
        >>> import lo_exact
        >>> decoder = lo_exact.Decoder.from_check_matrix([[1, 1, 0], [0, 1, 1]])
        >>> decoder.decode([1, 0]).tolist()
        [1, 0, 0]
    """

    def __init__(
        self,
        detectors: Sequence[Iterable[int]],
        observables: Sequence[Iterable[int]],
        shape: tuple[int, int],
        weights: NDArray[np.float64],
        *,
        scale: int = PRICE_SCALE,
        time_limit: float = inf,
        chances: NDArray[np.float64] | None = None,
    ):
        self.num_detectors: int
        self.num_observables: int
        if np.shape(shape) != (2,):
            raise PuzzleError(f"a shape is detectors and observables, got {shape}")
        self.num_detectors, self.num_observables = (
            whole_option("a number of the shape", size, 0, MAX_ROWS) for size in shape
        )
        self.num_errors: int = len(detectors)
        _check_places("detector", detectors, self.num_detectors)
        _check_places("observable", observables, self.num_observables)
        if chances is not None:
            chances = _probabilities(chances, self.num_errors)
        self._all = detectors, observables, chances
        self._scale: int = whole_option("scale", scale, 1, MAX_PRICES)
        self._time_limit: float = limit_seconds(time_limit)
        self.proved: Any = True
        self.weights: NDArray[np.float64] = _spread(weights, self.num_errors, "weights")
        weights = self.weights
        prices = _whole_prices(weights, self._scale)
        cheapest: dict[tuple[int, ...], int] = {}
        for error, seen in enumerate(detectors):
            column = tuple(sorted(seen))
            if not column or prices[error] < 0:
                continue
            if prices[error] < prices[cheapest.setdefault(column, error)]:
                cheapest[column] = error
        # the cheapest error for each set of detectors, in the order of the model
        self._columns = np.array(sorted(cheapest.values()), dtype=np.int64)
        chosen = [detectors[k] for k in self._columns.tolist()]
        matrix = from_columns(self.num_detectors, 2, [dict.fromkeys(seen, 1) for seen in chosen])
        flips = from_columns(
            self.num_observables, 2,
            [dict.fromkeys(observables[k], 1) for k in self._columns.tolist()],
        )  # fmt: skip
        self._prices = prices[self._columns]
        if said := size_refusal(matrix, self._prices):
            raise PuzzleError(f"{said}; take a smaller scale")
        self._matrix, self._flips = matrix, flips
        self._tables = MoatTables(matrix, self._prices, flips)
        self._nodes: int = SEARCH_NODES if has_numba() else PLAIN_NODES
        self._shot = np.zeros(self.num_detectors, dtype=np.uint8)
        self._pressed: IntArray | None = np.zeros(0, dtype=np.int64)
        self._turned = turned = np.flatnonzero(weights < 0)
        self._offset = sum(max(price, 0) for price in prices[turned].tolist())
        self._seen = _sum_of(detectors, turned, self.num_detectors)
        self._flipped = _sum_of(observables, turned, self.num_observables)
        if has_numba():
            compile_shots()

    def __repr__(self) -> str:
        shape = f"{self.num_detectors} detectors, {self.num_observables} observables"
        return f"Decoder({shape}, {self.num_errors} errors)"

    @classmethod
    def from_detector_error_model(
        cls, model: Any, *, scale: int = PRICE_SCALE, time_limit: float = inf
    ) -> Decoder:
        r"""Build a decoder from a detector error model.

        Args:
            model: a `stim.DetectorErrorModel`, the name of a file with a model or (``.stim``) a
                circuit, or the text of a model.
            scale: factor from weights to integer prices.
            time_limit: wall-clock limit in seconds for one shot.

        Returns:
            The decoder.

        Raises:
            InputError: When it is not an error model, with line and column.

        Example:
            >>> import lo_exact
            >>> model = "error(0.1) D0 L0\nerror(0.01) D0 D1\nerror(0.1) D1"
            >>> decoder = lo_exact.Decoder.from_detector_error_model(model)
            >>> decoder.decode([1, 0]).tolist()
            [1]
        """
        from lo_exact.codes.dem import error_model_text, read_model

        text = str(model)
        if isinstance(model, PathLike) or text.endswith((".dem", ".stim")):
            text = error_model_text(text)
        with uncollected():
            read = read_model(text, whole=True)
            return cls(
                [tuple(sorted(seen)) for seen in read.detectors],
                [tuple(sorted(flipped)) for flipped in read.observables],
                (read.highest + 1, read.highest_observable + 1),
                log_weights(chances := np.array(read.chances, dtype=np.float64)),
                scale=scale, time_limit=time_limit, chances=chances,
            )  # fmt: skip

    @classmethod
    def from_check_matrix(
        cls,
        matrix: Any,
        *,
        weights: Any = None,
        probabilities: Any = None,
        observables: Any = None,
        scale: int | None = None,
        time_limit: float = inf,
    ) -> Decoder:
        """Build a decoder from a check matrix.

        Args:
            matrix: (checks, errors) of 0 and 1: an array, or any matrix of scipy.sparse.
            weights: one for all, or (errors,); by default 1 each.
            probabilities: instead of weights, each from 0 to 1.
            observables: (observables, errors) like the matrix; by default one for each error, so
                that the errors themselves are predicted.
            scale: factor from weights to integer prices; by default 1 if all weights are integers.
            time_limit: wall-clock limit in seconds for one shot.

        Returns:
            The decoder.

        Raises:
            PuzzleError: When sizes or numbers do not fit.

        Example:
            >>> import lo_exact
            >>> decoder = lo_exact.Decoder.from_check_matrix([[1, 1, 0], [0, 1, 1]])
            >>> decoder.decode([1, 1]).tolist()
            [0, 1, 0]
        """
        checks, errors, detectors = _columns_of(matrix, "a check matrix")
        if weights is not None and probabilities is not None:
            raise PuzzleError("weights or probabilities are wanted, not both")
        chances = None
        if probabilities is None:
            given = np.ones(errors) if weights is None else _spread(weights, errors, "weights")
        else:
            chances = _spread(probabilities, errors, "probabilities")
            given = log_weights(chances)
        things, flips = errors, [[k] for k in range(errors)]
        if observables is not None:
            things, width, flips = _columns_of(observables, "a matrix of observables")
            if width != errors:
                raise PuzzleError(f"observables have {width} columns, the check matrix {errors}")
        finite = given[np.isfinite(given)]
        if scale is None:
            scale = 1 if (finite == np.rint(finite)).all() else PRICE_SCALE
        return cls(
            detectors, flips, (checks, things), given,
            scale=scale, time_limit=time_limit, chances=chances,
        )  # fmt: skip

    @classmethod
    def from_stabilizers(
        cls,
        stabilizers: Any,
        *,
        probabilities: Any = None,
        logicals: Any = None,
        scale: int = PRICE_SCALE,
        time_limit: float = inf,
    ) -> Decoder:
        """Build a decoder of a stabilizer code with X, Y and Z errors and perfect measurements.

        Args:
            stabilizers: strings like ``"XZZXI"``, a list of stim.PauliString, a stim.Tableau, or an
                array (Hx|Hz) of zeros and ones; detector i says whether the error anticommutes
                with stabilizer i.
            probabilities: of an error on a qubit, one number or (qubits,), X, Y and Z a third each;
                or (qubits, 3) for X, Y and Z.  By default each error has weight 1.
            logicals: logical operators, given like stabilizers; the decoder predicts which of them
                the error anticommutes with.  By default the error itself is predicted, (2 qubits,):
                where it has an X or Y, then where it has a Z or Y.
            scale: factor from weights to integer prices.
            time_limit: wall-clock limit in seconds for one shot.

        Returns:
            The decoder; its error 3 q + k is X, Y or Z (k = 0, 1, 2) of qubit q.

        Raises:
            PuzzleError: When sizes or numbers do not fit.

        Example:
            >>> import lo_exact
            >>> five = ["XZZXI", "IXZZX", "XIXZZ", "ZXIXZ"]
            >>> decoder = lo_exact.Decoder.from_stabilizers(five, logicals=["XXXXX", "ZZZZZ"])
            >>> decoder.decode([1, 0, 0, 0]).tolist(), decoder.errors.tolist()
            ([0, 1], [3])
        """
        from lo_exact.codes.stabilizers import anticommuting, paulis_of

        checks, qubits = paulis_of(stabilizers)
        weights = np.ones(3 * qubits)
        if probabilities is not None:
            weights = _weights_of_qubits(probabilities, qubits)
        parts = ((q, q + qubits) for q in range(qubits))
        flips = [flip for x, z in parts for flip in ([x], [x, z], [z])]
        predicted = 2 * qubits
        if logicals is not None:
            operators, width = paulis_of(logicals)
            if width != qubits:
                raise PuzzleError(f"logicals have {width} qubits, the stabilizers {qubits}")
            flips, predicted = anticommuting(operators, qubits), len(operators)
        return cls(
            anticommuting(checks, qubits), flips, (len(checks), predicted), weights,
            scale=scale, time_limit=time_limit,
        )  # fmt: skip

    def decode(self, syndrome: Any, *, return_weight: bool = False) -> Any:
        """Return the observables that the most likely error flips, uint8 of shape (observables,).

        `errors` and `proved` hold the errors and whether they are proved to be the most likely.

        Args:
            syndrome: (detectors,) of 0 and 1.
            return_weight: whether to return the weight of the errors, too, as a float.

        Returns:
            The observables flipped; with ``return_weight`` a pair, the weight second.

        Raises:
            PuzzleError: When no errors explain the syndrome, or its size is wrong.

        Example:
            >>> import lo_exact
            >>> decoder = lo_exact.Decoder.from_check_matrix([[1, 1, 0], [0, 1, 1]])
            >>> flipped, weight = decoder.decode([0, 1], return_weight=True)
            >>> flipped.tolist(), weight, decoder.proved
            ([0, 0, 1], 1.0, True)
        """
        given = array_of("a shot", syndrome)
        shot = self._shot
        if given.shape != shot.shape:
            raise PuzzleError(
                f"a shot has {self.num_detectors} detectors, got an array of {given.shape}"
            )
        # a copy, because the compiled loop accepts only this type and layout
        shot[:] = given if given.dtype in (np.uint8, np.bool_) else _zeros_and_ones(given)
        if self._turned.size:
            if shot.max(initial=0) > 1:
                raise PuzzleError(NOT_BITS)
            shot ^= self._seen
        flipped = self._flipped.copy()
        status = self._tables.shot(shot, self._nodes, flipped)
        self._pressed, self.proved = None, True
        if status != MINIMUM:
            if status > UNSOLVABLE:
                self._pressed = np.zeros(0, dtype=np.int64)
                raise PuzzleError(NOT_BITS)
            if status == UNSOLVABLE:
                raise PuzzleError("no errors explain the shot")
            pressed, self.proved = self._long(shot)
            flipped = self._flipped ^ self._flips.dot(pressed).astype(np.uint8)
            self._pressed = np.flatnonzero(pressed)
            weight = int(pressed @ self._prices)
        elif return_weight:
            weight = self._tables.weight_and_bound()[0]
        return (flipped, (weight - self._offset) / self._scale) if return_weight else flipped

    @property
    def errors(self) -> IntArray:
        """The numbers of the errors found by the last `decode`, ascending."""
        return np.setxor1d(self._columns[self._last_pressed()], self._turned)

    def _last_pressed(self) -> IntArray:
        """Return the columns of the last solution; the next search overwrites them."""
        if self._pressed is None:
            self._pressed = self._tables.last()
        return self._pressed

    def decode_batch(
        self,
        shots: Any,
        *,
        return_weights: bool = False,
        bit_packed_shots: bool = False,
        bit_packed_predictions: bool = False,
    ) -> Any:
        """Return predicted observable flips for many syndromes, uint8 (shots, observables).

        Args:
            shots: (shots, detectors) of 0 and 1.
            return_weights: whether to return the weights, too, (shots,) float64.
            bit_packed_shots: shots are (shots, ceil(detectors / 8)), bit i at place i % 8 of byte
                i // 8, as Stim packs them.
            bit_packed_predictions: whether to pack the predictions likewise.

        Returns:
            The observables flipped; with ``return_weights`` a pair, the weights second.

        Raises:
            PuzzleError: When no errors explain a shot, or sizes are wrong.

        Example:
            >>> import lo_exact
            >>> decoder = lo_exact.Decoder.from_check_matrix([[1, 1, 0], [0, 1, 1]])
            >>> decoder.decode_batch([[1, 0], [1, 1]]).tolist()
            [[1, 0, 0], [0, 1, 0]]
        """
        given = array_of("shots", shots)
        if bit_packed_shots:
            packed = -(-self.num_detectors // 8)
            if given.ndim != 2 or given.shape[1] != packed or given.dtype != np.uint8:
                raise PuzzleError(
                    f"packed shots are (shots, {packed}) of uint8 for {self.num_detectors} "
                    f"detectors, got {given.shape} of {given.dtype}"
                )
            given = np.unpackbits(given, axis=1, bitorder="little")
            if given[:, self.num_detectors :].any():
                raise PuzzleError(f"a shot has bits behind its {self.num_detectors} detectors")
            given = given[:, : self.num_detectors]
        flipped, weights = self._decode(given)
        if bit_packed_predictions:
            flipped = np.packbits(flipped, axis=1, bitorder="little")
        return (flipped, weights) if return_weights else flipped

    def most_likely_class(self, syndrome: Any) -> ErrorClass:
        """Return the most likely class; a class is all errors that flip the same observables.

        Another question than `decode`, which returns the most likely single error (maximum
        likelihood with degeneracy; two likely errors of one class may outweigh the likeliest).
        Probabilities are those that were given, as they are stored; nothing is rounded to prices.
        Time and memory grow exponentially with how many checks are open at once, so only narrow or
        small codes are taken: circuits of a surface code of distance 3, of a repetition code of
        distance 15.

        Args:
            syndrome: (detectors,) of 0 and 1.

        Returns:
            The observables that the class flips, its probability given the syndrome, and its ties.

        Raises:
            UsageError: When there are too many states, or weights were given instead of
                probabilities.
            PuzzleError: When no errors explain the syndrome, or its size is wrong.
            LimitReached: At the decoder's time limit, or when two classes are too close.

        Example:
            >>> import lo_exact
            >>> decoder = lo_exact.Decoder.from_check_matrix(
            ...     [[1, 1, 1]], probabilities=[0.2, 0.15, 0.15], observables=[[0, 1, 1]]
            ... )
            >>> decoder.decode([1]).tolist(), decoder.most_likely_class([1]).observables.tolist()
            ([0], [1])
        """
        shots = array_of("a shot", syndrome)[None]
        self._check_width(shots)
        return self._trellis.likeliest(_zeros_and_ones(shots)[0], Watch(self._time_limit).check)

    @cached_property
    def _trellis(self) -> ErrorTrellis:
        from lo_exact.codes.error_classes import ErrorTrellis

        detectors, observables, chances = self._all
        if chances is None:
            raise UsageError("classes of errors need probabilities, and weights were given")
        return ErrorTrellis(
            [tuple(seen) for seen in detectors], [tuple(seen) for seen in observables],
            (self.num_detectors, self.num_observables), chances,
        )  # fmt: skip

    def _check_width(self, shots: NDArray[Any]) -> None:
        if shots.ndim != 2 or shots.shape[1] != self.num_detectors:
            raise PuzzleError(
                f"a shot has {self.num_detectors} detectors, got an array of {shots.shape}"
            )

    def _decode(self, shots: NDArray[Any]) -> tuple[Bits, NDArray[np.float64]]:
        """Return, for each shot, the predicted observables and the weight of the errors."""
        self._check_width(shots)
        bits = _zeros_and_ones(shots) ^ self._seen
        self._last_pressed()
        found = self._tables.shots(bits, self._nodes, with_presses=False)
        self.proved = found.status == MINIMUM
        for shot in np.flatnonzero(~self.proved).tolist():
            if found.status[shot] == UNSOLVABLE:
                raise PuzzleError(f"no errors explain shot {shot}")
            pressed, proved = self._long(bits[shot])
            self.proved[shot] = proved
            found.weights[shot] = int(pressed @ self._prices)
            found.flipped[shot] = self._flips.dot(pressed)
        flipped = found.flipped
        if self._turned.size:
            flipped = flipped ^ self._flipped
        return flipped, (found.weights - self._offset) / self._scale

    def _long(self, bits: Bits) -> tuple[IntArray, bool]:
        """Solve one shot by the engine `cuts`; return presses, and whether they are proved."""
        system = System(self._matrix, bits.astype(np.int64), self._prices)
        watch = Watch(self._time_limit)
        try:
            outcome: Outcome = find_engine("cuts").minimise(system, Wanted(), watch)
            if outcome.status is Status.INFEASIBLE:
                raise PuzzleError("no errors explain a shot")
            best, proved = outcome.minima[0], True
        except LimitReached:
            found = system.first if watch.best is None else None
            if found is not None and not isinstance(found, np.ndarray):
                raise PuzzleError("no errors explain a shot") from None
            best, proved = watch.best or tuple(np.asarray(found).tolist()), False
        presses = np.array(best, dtype=np.int64)
        if not system.solves(presses):
            raise SolverError("errors do not explain their shot: please report this")
        return presses, proved


def _zeros_and_ones(shots: NDArray[Any]) -> Bits:
    """Convert shots to a uint8 array of zeros and ones.

    Raises:
        PuzzleError: When an entry is not 0 or 1.
    """
    if shots.size and (shots.dtype.kind not in "biu" or ((shots != 0) & (shots != 1)).any()):
        raise PuzzleError(NOT_BITS)
    return shots.astype(np.uint8, copy=False)


def _weights_of_qubits(given: Any, qubits: int) -> NDArray[np.float64]:
    """Return ln(P(no error) / P(this error)) of X, Y and Z for each qubit.

    Two errors of one qubit are the third, which must not weigh more than both: else the lightest
    columns would be two of one qubit, at a weight that no error has.

    Raises:
        PuzzleError: When a number is not a probability, or an error is more likely than none.
    """
    shape = np.shape(given)
    if len(shape) < 2:
        given = np.repeat(_probabilities(given, qubits)[:, None] / 3, 3, axis=1)
    elif shape != (qubits, 3):
        raise PuzzleError(f"probabilities are one number, {qubits}, or ({qubits}, 3), got {shape}")
    chances = _probabilities(np.ravel(given), 3 * qubits).reshape(-1, 3)
    none = 1 - chances.sum(axis=1, keepdims=True)
    if not (chances <= none).all():
        raise PuzzleError("an error of a qubit is likelier than no error")
    both = np.roll(chances, 1, axis=1) * np.roll(chances, 2, axis=1)
    if (both > chances * none * (1 + 1e-9)).any():
        raise PuzzleError("an error of a qubit is rarer than the two others happening on their own")
    with np.errstate(divide="ignore"):
        return np.asarray((np.log(none) - np.log(chances)).ravel(), dtype=np.float64)


def log_weights(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return ln((1 - p) / p) of each probability p; inf for 0.

    Raises:
        PuzzleError: When one is not from 0 to 1.
    """
    from lo_exact.codes.dem import CERTAIN

    capped = np.minimum(_probabilities(chances, chances.size), 1 - CERTAIN)
    with np.errstate(divide="ignore"):
        return np.asarray(np.log1p(-capped) - np.log(capped), dtype=np.float64)


def _probabilities(given: Any, errors: int) -> NDArray[np.float64]:
    chances = _spread(given, errors, "probabilities")
    if not ((chances >= 0) & (chances <= 1)).all():
        raise PuzzleError("probabilities are from 0 to 1")
    return chances


def _check_places(name: str, columns: Sequence[Iterable[int]], rows: int) -> None:
    """Refuse detector or observable numbers out of range, including negative ones."""
    places = whole(f"{name}s of errors", [place for column in columns for place in column])
    if places.size and not 0 <= int(places.min()) <= int(places.max()) < rows:
        raise PuzzleError(
            f"{name}s are 0..{rows - 1}, got {int(places.min())}..{int(places.max())}"
        )


def _sum_of(columns: Sequence[Iterable[int]], chosen: IntArray, rows: int) -> Bits:
    listed = np.array([row for k in chosen.tolist() for row in columns[k]], dtype=np.int64)
    return (np.bincount(listed, minlength=rows) % 2).astype(np.uint8)


def _spread(given: Any, errors: int, name: str) -> NDArray[np.float64]:
    try:
        array = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise PuzzleError(f"{name} are numbers, got {printable(str(given), 40)}") from None
    if np.isnan(array).any():
        raise PuzzleError(f"{name} are numbers, got nan")
    if array.ndim == 0:
        return np.full(errors, float(array))
    if array.shape != (errors,):
        raise PuzzleError(f"{name} are one number or {errors}, got {array.shape}")
    return array


def _whole_prices(weights: NDArray[np.float64], scale: int) -> IntArray:
    """Return absolute weights times the scale, rounded to integers; -1 for inf.

    Raises:
        PuzzleError: When a price is too large; a cast would change it silently.
    """
    prices = np.abs(np.where(np.isinf(weights), 0, weights)) * scale
    if (dearest := float(prices.max(initial=0))) >= MAX_PRICES:
        raise PuzzleError(
            f"a price of {dearest:.3g} is 2^49 or more; take smaller weights or scale"
        )
    return np.where(np.isinf(weights), -1, np.rint(prices)).astype(np.int64)


def _columns_of(matrix: Any, name: str) -> tuple[int, int, list[list[int]]]:
    """Return the numbers of rows and columns, and for each column the rows with a 1."""
    if hasattr(matrix, "tocoo"):
        entries = matrix.tocoo()
        rows, columns, values = entries.row, entries.col, entries.data
        shape = entries.shape
    else:
        dense = array_of(name, matrix)
        if dense.ndim != 2 or dense.dtype.kind not in "biuf":
            raise PuzzleError(f"{name} has two axes of numbers, got {dense.shape} {dense.dtype}")
        shape = dense.shape
        rows, columns = np.nonzero(dense)
        values = dense[rows, columns]
    ones = list(zip(rows[values != 0].tolist(), columns[values != 0].tolist(), strict=True))
    # scipy can store an entry twice; a sum 1 + 1 is not a valid entry
    if not ((values == 0) | (values == 1)).all() or len(set(ones)) < len(ones):
        raise PuzzleError(f"{name} is of 0 and 1")
    found: list[list[int]] = [[] for _ in range(shape[1])]
    for row, column in ones:
        found[column].append(row)
    return int(shape[0]), int(shape[1]), found
