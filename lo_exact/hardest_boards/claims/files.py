"""Parser for files of published claims: statement, source and puzzle, in TOML.

    id = "plus-5x5"                     # letters, digits, - _ . +
    statement = "hardest"
    weight = 15
    boards = 7350                       # may be left out
    source = "M. Hiroi; J. Scherphuis"
    date = "2022"                       # as far as it is known
    note = "..."                        # may be left out

    [puzzle]                            # or: file = "board.txt", next to the claim
    size = "5x5"
    neighbourhood = "plus"              # the rest has the usual defaults
    topology = "plane"
    colours = 2
    objective = "presses"

| statement | what is claimed | keys |
|---|---|---|
| `hardest` | the largest minimum over all solvable boards | `weight`, maybe `boards` |
| `bounds` | it lies between two numbers | `lower`, `upper` |
| `term` | so many boards have one minimum | `weight`, `boards` |
| `histogram` | boards by minimum, all of them | `histogram` |
| `minimum` | the minimum of one board | `state`, `weight`, maybe `minimum_solutions` |
| `boards` | these boards all have one minimum | `states`, `weight` |

A state is a list of rows of digits, ``["010", "111", "010"]``, or a flat list of numbers by light.
Unknown keys, missing keys and wrong types are errors with file and line.
"""

import re
import tomllib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from lo_exact.errors import InputError, LoExactError, UsageError, printable
from lo_exact.formats import ReadOptions, read_puzzle, read_text
from lo_exact.formats.examples import examples, path_or_example
from lo_exact.puzzle import Puzzle
from lo_exact.topology.described import described

_KEYS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "hardest": (("weight",), ("boards",)),
    "bounds": (("lower", "upper"), ()),
    "term": (("weight", "boards"), ()),
    "histogram": (("histogram",), ()),
    "minimum": (("state", "weight"), ("minimum_solutions",)),
    "boards": (("states", "weight"), ()),
}
"""Required and optional keys of each kind of statement."""

_COMMON = ("id", "statement", "source", "date", "puzzle")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,99}")

State = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Claim:
    """A published claim about the boards of a puzzle."""

    name: str
    """Value of ``id`` in the file."""
    statement: str
    """Kind of statement."""
    puzzle: Puzzle
    """The puzzle of the claim."""
    source: str
    """Source of the claim."""
    date: str
    """Date of the claim, as far as known."""
    path: Path
    """Path of the claim's file."""
    weight: int = -1
    """The claimed minimum; -1 if the statement has none."""
    boards: int = -1
    """The claimed number of boards; -1 if not claimed."""
    lower: int = -1
    """Claimed lower bound."""
    upper: int = -1
    """Claimed upper bound."""
    histogram: tuple[int, ...] = ()
    """Claimed numbers of boards."""
    states: tuple[State, ...] = ()
    """States of the boards in the claim, each (lights,)."""
    minimum_solutions: int = -1
    """Claimed number of minimum solutions; -1 when not claimed."""

    @property
    def said(self) -> str:
        """The claim as a short text, such as ``7 to 9`` for bounds."""
        if self.statement == "hardest":
            return f"{self.weight}" + (f", {in_boards(self.boards)}" if self.boards >= 0 else "")
        if self.statement == "bounds":
            return f"{self.lower} to {self.upper}"
        if self.statement == "term":
            return f"{in_boards(self.boards)} need {self.weight}"
        if self.statement == "histogram":
            return f"{len(self.histogram)} terms, sum {sum(self.histogram)}"
        if self.statement == "minimum":
            more = f", {self.minimum_solutions} minima" if self.minimum_solutions >= 0 else ""
            return f"minimum {self.weight}{more}"
        return f"{in_boards(len(self.states))} need {self.weight}"


def in_boards(number: int) -> str:
    """Return a number with the word "board" or "boards".

    >>> in_boards(1), in_boards(7350)
    ('1 board', '7350 boards')
    """
    return f"{number} board{'' if number == 1 else 's'}"


def read_claim(path: Path) -> Claim:
    """Parse the file of a claim.

    Raises:
        InputError: When it is not a claim, with the line.
    """
    return _Reader(path).claim()


class _Reader:
    """Parser of a claim file; error messages name the line of the wrong key."""

    def __init__(self, path: Path):
        self._path = path
        self._text = read_text(path)
        try:
            self._values = tomllib.loads(self._text)
        except tomllib.TOMLDecodeError as error:
            raise self._toml_error(str(error)) from None
        except RecursionError:
            raise InputError("the claim is nested too deeply", source=str(path)) from None

    def claim(self) -> Claim:
        values = self._values
        for key in _COMMON:
            if key not in values:
                raise self._error("", f"a claim needs the key {key}")
        statement = self._string(values, "statement")
        if statement not in _KEYS:
            known = ", ".join(_KEYS)
            raise self._error(
                "statement", f"a statement is one of {known}; got {printable(statement)!r}"
            )
        needed, allowed = _KEYS[statement]
        for key in values:
            if key not in (*_COMMON, *needed, *allowed, "note"):
                raise self._error(key, f"the key {printable(key)} has no meaning for {statement}")
        for key in needed:
            if key not in values:
                raise self._error("statement", f"{statement} needs the key {key}")
        name = self._string(values, "id")
        if not _NAME.fullmatch(name):
            raise self._error(
                "id", f"an id has letters, digits and - _ . +; got {printable(name)!r}"
            )
        if "note" in values:
            self._string(values, "note")
        puzzle = self._puzzle()
        return Claim(
            name=name,
            statement=statement,
            puzzle=puzzle,
            source=self._string(values, "source"),
            date=self._string(values, "date"),
            path=self._path,
            weight=self._number("weight"),
            boards=self._number("boards"),
            lower=self._number("lower"),
            upper=self._number("upper"),
            histogram=self._numbers("histogram"),
            states=self._states(puzzle),
            minimum_solutions=self._number("minimum_solutions"),
        )

    def _puzzle(self) -> Puzzle:
        table = self._values["puzzle"]
        if not isinstance(table, dict):
            raise self._error("puzzle", "puzzle is a table: [puzzle]")
        for key in table:
            if key not in ("size", "neighbourhood", "topology", "colours", "objective", "file"):
                raise self._error(key, f"the key {printable(key)} has no meaning for a puzzle")
        words = {key: self._string(table, key) for key in table if key != "colours"}
        if "colours" in table and type(table["colours"]) is not int:
            raise self._error("colours", "colours is a number")
        if ("file" in words) == ("size" in words):
            raise self._error("puzzle", "a puzzle has either a size or a file")
        try:
            if "file" in words:
                if len(table) > 1:
                    raise InputError("a puzzle with a file has no other keys")
                if Path(words["file"]).name != words["file"]:
                    raise InputError("the file of a puzzle is beside its claim: a name alone")
                return read_puzzle(self._path.parent / words["file"], options=ReadOptions())
            return described(
                words["size"],
                neighbourhood=words.get("neighbourhood", "plus"),
                topology=words.get("topology", "plane"),
                colours=table.get("colours", 2),
                objective=words.get("objective", "presses"),
            )
        except LoExactError as error:
            raise self._error("puzzle", str(error)) from None

    def _string(self, table: dict[str, Any], key: str) -> str:
        value = table[key]
        if not isinstance(value, str) or not value:
            raise self._error(key, f"{printable(key)} is a text")
        return value

    def _number(self, key: str) -> int:
        if key not in self._values:
            return -1
        value = self._values[key]
        if type(value) is not int or value < 0:
            raise self._error(key, f"{key} is a number, 0 or more")
        return value

    def _numbers(self, key: str) -> tuple[int, ...]:
        value = self._values.get(key, [])
        if not isinstance(value, list) or not all(type(v) is int and v >= 0 for v in value):
            raise self._error(key, f"{key} is a list of numbers, 0 or more")
        if key in self._values and not value:
            raise self._error(key, f"{key} is empty")
        return tuple(value)

    def _states(self, puzzle: Puzzle) -> tuple[State, ...]:
        if "state" in self._values:
            return (self._state("state", self._values["state"], puzzle),)
        listed = self._values.get("states", [])
        if not isinstance(listed, list) or ("states" in self._values and not listed):
            raise self._error("states", "states is a list of boards, one at least")
        return tuple(self._state("states", one, puzzle) for one in listed)

    def _state(self, key: str, value: Any, puzzle: Puzzle) -> State:
        if not isinstance(value, list) or not value:
            raise self._error(key, "a state is a list of rows of digits, or of numbers")
        if all(isinstance(row, str) for row in value):
            text = "".join(value)
            if not re.fullmatch(r"[0-9]+", text):
                raise self._error(key, "rows of a state are digits")
            value = [int(digit) for digit in text]
        if not all(type(v) is int and 0 <= v < puzzle.colours for v in value):
            raise self._error(key, f"colours are 0 to {puzzle.colours - 1}")
        if len(value) != puzzle.lights:
            raise self._error(
                key, f"the puzzle has {puzzle.lights} lights, the state has {len(value)}"
            )
        return tuple(value)

    def _error(self, key: str, problem: str) -> InputError:
        line = 0
        if key:
            pattern = re.compile(rf"\s*(\[\s*)?[\"']?{re.escape(key)}[\"']?\s*[\]=.]")
            lines = enumerate(self._text.splitlines(), start=1)
            line = next((number for number, text in lines if pattern.match(text)), 0)
        return InputError(problem, source=str(self._path), line=line)

    def _toml_error(self, message: str) -> InputError:
        place = re.search(r"\(at line (\d+), column (\d+)\)", message)
        problem = re.sub(r" \(at .*\)$", "", message).lower()
        line, column = (int(place[1]), int(place[2])) if place else (0, 0)
        if not place:
            line = len(self._text.splitlines())
        return InputError(
            f"no TOML: {printable(problem)}", source=str(self._path), line=line, column=column
        )


def claim_puzzle(claim: Claim, state: State) -> Puzzle:
    """Return the puzzle of a claim with one of the claimed boards as its state."""
    return replace(claim.puzzle, state=np.array(state, dtype=np.int64))


SUFFIX = ".evidence.json"


def claim_file(name: str) -> Path:
    """Return the path of a claim or evidence file, given as a path or the name of an example."""
    found = Path(path_or_example(name, "claims/*.toml"))
    if name.endswith(SUFFIX) and not found.exists():
        return claim_file(name.removesuffix(SUFFIX)).with_suffix(SUFFIX)
    if not (found.exists() or "." in name or "/" in name):
        raise UsageError(
            f"no claim is called {printable(name, 40)!r}; there are "
            + ", ".join(one for one in examples("claims/*.toml") if "." not in one)
        )
    return found
